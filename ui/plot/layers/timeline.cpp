// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/outside_text.h"
#include "ui/plot/layers/layers.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>

namespace jitterscope::ui {
namespace {

constexpr double kAir = 1.5; // pixels between rows
constexpr double kSlimAir = 2;

QBrush fillOf(const TimelineBox& box, const QColor& ink) {
    switch (box.fill) {
    case TimelineBox::Fill::Solid:
        return ink;
    case TimelineBox::Fill::Tinted:
        return mixed(ink, tokens().card, 0.3);
    case TimelineBox::Fill::Hatched:
        return {ink, Qt::BDiagPattern};
    case TimelineBox::Fill::None:
        break;
    }
    return Qt::NoBrush;
}

} // namespace

void TimelineLayer::paint(QPainter& painter, const PlotSpace& space) const {
    const QFontMetricsF metrics(axisFont());
    painter.setFont(axisFont());
    for (const TimelineBox& box : m_boxes) {
        const double air = kAir + (box.slim ? kSlimAir : 0);
        const QRectF rect(QPointF(space.xAt(box.from), space.yAt(box.row) + air),
                          QPointF(space.xAt(box.to), space.yAt(box.row + 1) - air));
        if (!(rect.width() >= 0) || !rect.intersects(space.area))
            continue; // a time may be absent
        const QColor ink = inked(box.ink, paintsDark());
        painter.setPen(box.edged ? QPen(ink, 1) : QPen(Qt::NoPen));
        painter.setBrush(fillOf(box, ink));
        painter.drawRect(box.edged ? rect.adjusted(0.5, 0, -0.5, 0) : rect);
        const QString text = format::text(box.text);
        if (text.isEmpty() || metrics.horizontalAdvance(text) + 2 > rect.width() ||
            metrics.height() * 0.7 > rect.height())
            continue;
        painter.setPen(inked(box.textInk, paintsDark()));
        painter.drawText(rect, Qt::AlignCenter, text);
    }
}

std::vector<Layer::Hit> TimelineLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        const QRectF box = QRectF(QPointF(space.xAt(m_stretches[i].from), space.area.top()),
                                  QPointF(space.xAt(m_stretches[i].to), space.area.bottom())) &
                           space.area;
        if (box.width() > 0) // a time may be absent
            hits.push_back({box, static_cast<std::int64_t>(i)});
    }
    return hits;
}

QString TimelineLayer::text(const PlotSpace&, std::int64_t id) const {
    return format::text(m_stretches.at(static_cast<std::size_t>(id)).text);
}

} // namespace jitterscope::ui
