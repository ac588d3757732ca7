// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace jitterscope::ui {
namespace {

bool expands(const QLayoutItem& item) {
    QWidget* const widget = const_cast<QLayoutItem&>(item).widget();
    return widget != nullptr && (widget->sizePolicy().horizontalPolicy() & QSizePolicy::ExpandFlag ||
                                 widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored);
}

/// 0: it does not expand.
int stretchOf(const QLayoutItem& item) {
    return expands(item)
               ? std::max(1, const_cast<QLayoutItem&>(item).widget()->sizePolicy().horizontalStretch())
               : 0;
}

int needed(const QLayoutItem& item) {
    return expands(item) ? item.minimumSize().width() : item.sizeHint().width();
}

int heightOf(const QLayoutItem& item, int width) {
    const int height = item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height();
    return std::min(height, item.maximumSize().height());
}

} // namespace

FlowLayout::FlowLayout(int spacing, QWidget* parent) : QLayout(parent) {
    setSpacing(spacing);
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    qDeleteAll(m_items);
}

void FlowLayout::addExpanding(QWidget* widget, int least, int stretch) {
    QSizePolicy policy = widget->sizePolicy(); // of a label that wraps: its height still depends on its width
    policy.setHorizontalPolicy(QSizePolicy::Expanding);
    policy.setHorizontalStretch(stretch);
    widget->setSizePolicy(policy);
    widget->setMinimumWidth(least);
    addWidget(widget);
}

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr;
}

QList<FlowLayout::Line> FlowLayout::lines(int width) const {
    QList<Line> all;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const int needs = needed(*item);
        if (all.isEmpty() || needs + spacing() > all.last().left)
            all.append({.parts = {}, .left = width});
        else
            all.last().left -= spacing();
        all.last().parts.append({item, std::min(needs, width)});
        all.last().left -= needs;
    }
    for (Line& line : all) {
        int stretches = 0;
        for (const Part& part : line.parts)
            stretches += stretchOf(*part.item);
        for (Part& part : line.parts) {
            const int stretch = stretchOf(*part.item);
            if (stretch > 0 && line.left > 0) {
                const int more =
                    std::min(line.left * stretch / stretches, part.item->maximumSize().width() - part.width);
                part.width += more;
                line.left -= more;
            }
            stretches -= stretch;
            line.height = std::max(line.height, heightOf(*part.item, part.width));
        }
    }
    return all;
}

int FlowLayout::heightForWidth(int width) const {
    const QMargins edges = contentsMargins();
    int height = 0;
    for (const Line& line : lines(width - edges.left() - edges.right()))
        height += line.height + spacing();
    return std::max(0, height - spacing()) + edges.top() + edges.bottom();
}

QSize FlowLayout::sizeHint() const {
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            size = {size.width() + spacing() + item->sizeHint().width(),
                    std::max(size.height(), item->sizeHint().height())};
    }
    return QSize(std::max(0, size.width() - spacing()), size.height()).grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const {
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo({needed(*item), item->minimumSize().height()});
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& place) {
    QLayout::setGeometry(place);
    const QRect room = place.marginsRemoved(contentsMargins());
    int top = room.top();
    for (const Line& line : lines(room.width())) {
        int x = room.left();
        for (const Part& part : line.parts) {
            const int height = std::min(line.height, part.item->maximumSize().height());
            part.item->setGeometry(QRect(x, top + (line.height - height) / 2, part.width, height));
            x += part.width + spacing();
        }
        top += line.height + spacing();
    }
}

} // namespace jitterscope::ui
