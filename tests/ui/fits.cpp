// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fits.h"

#include "ui/plot/plot.h"
#include "ui/theme/elided_label.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kRounding = 1; // px; of fonts and scales that are no whole numbers

QString named(const QWidget& widget) {
    QString name =
        QLatin1String(widget.metaObject()->className()).mid(QStringLiteral("jitterscope::ui::").size());
    if (!name.startsWith(u'Q') && widget.metaObject()->className()[0] == 'Q')
        name = QLatin1String(widget.metaObject()->className());
    for (const QWidget* each = &widget; each != nullptr; each = each->parentWidget()) {
        if (!each->objectName().isEmpty() && !each->objectName().startsWith(QStringLiteral("qt_")))
            return name + QStringLiteral(" in ") + each->objectName();
    }
    return name;
}

/// What may lie beyond the edge of its parent: it is scrolled into sight, or drawn by the view itself.
const QAbstractScrollArea* areaOf(const QWidget& widget) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(
        widget.parentWidget() != nullptr ? widget.parentWidget()->parentWidget() : nullptr);
    return area != nullptr && area->viewport() == widget.parentWidget() ? area : nullptr;
}

bool isPartOfAView(const QWidget& widget) {
    for (const QWidget* each = widget.parentWidget(); each != nullptr; each = each->parentWidget()) {
        if (qobject_cast<const QAbstractItemView*>(each) != nullptr ||
            qobject_cast<const QComboBox*>(each) != nullptr ||
            qobject_cast<const QAbstractSpinBox*>(each) != nullptr ||
            qobject_cast<const Plot*>(each) != nullptr)
            return true;
    }
    return qobject_cast<const QScrollBar*>(&widget) != nullptr;
}

QString cutLabel(const QLabel& label) {
    if (label.text().isEmpty() || !label.pixmap().isNull())
        return {};
    const QRect room =
        label.contentsRect().adjusted(label.margin(), label.margin(), -label.margin(), -label.margin());
    if (const auto* elided =
            qobject_cast<const ElidedLabel*>(&label)) // it has a shorter text, or all of it in its tooltip
        return room.height() + kRounding < elided->fontMetrics().height() ? QStringLiteral("too low")
                                                                          : QString();
    const bool rich = label.textFormat() == Qt::RichText ||
                      (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
    if (rich) {
        QTextDocument text;
        text.setDefaultFont(label.font());
        text.setDocumentMargin(0);
        text.setHtml(label.text());
        if (label.wordWrap())
            text.setTextWidth(room.width());
        if (text.idealWidth() > room.width() + 2 || text.size().height() > room.height() + 2)
            return QStringLiteral("%1×%2 in %3×%4")
                .arg(text.idealWidth())
                .arg(text.size().height())
                .arg(room.width())
                .arg(room.height());
        return {};
    }
    QString plain = label.text();
    if (label.buddy() != nullptr)
        plain.remove(u'&');
    const int flags = label.wordWrap() ? int(Qt::TextWordWrap) : 0;
    const QRect taken = label.fontMetrics().boundingRect(QRect(0, 0, room.width(), 100'000), flags, plain);
    if (taken.width() > room.width() + kRounding)
        return QStringLiteral("%1 wide, has %2").arg(taken.width()).arg(room.width());
    if (taken.height() > room.height() + kRounding)
        return QStringLiteral("%1 high, has %2").arg(taken.height()).arg(room.height());
    return {};
}

QString cutText(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return cutLabel(*label);
    const QSize least = widget.minimumSizeHint();
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        constexpr int kArrow = 24;
        const int words = box->fontMetrics().horizontalAdvance(box->currentText());
        return words + kArrow > box->width()
                   ? QStringLiteral("%1 and an arrow wide, has %2").arg(words).arg(box->width())
               : box->fontMetrics().height() > box->height() ? QStringLiteral("too low")
                                                             : QString();
    }
    const bool button = qobject_cast<const QPushButton*>(&widget) != nullptr ||
                        qobject_cast<const QCheckBox*>(&widget) != nullptr ||
                        qobject_cast<const QRadioButton*>(&widget) != nullptr ||
                        qobject_cast<const QToolButton*>(&widget) != nullptr;
    if (button &&
        (widget.width() + kRounding < least.width() || widget.height() + kRounding < least.height()))
        return QStringLiteral("needs %1×%2, has %3×%4")
            .arg(least.width())
            .arg(least.height())
            .arg(widget.width())
            .arg(widget.height());
    return {};
}

/// Part of the window in which the widget can be seen, as far as nothing has to be scrolled.
QString beyond(const QWidget& widget) {
    const QWidget* parent = widget.parentWidget();
    if (parent == nullptr || widget.isWindow())
        return {};
    const QRect room = parent->rect();
    const QRect has = widget.geometry();
    if (const QAbstractScrollArea* area = areaOf(widget)) {
        return has.width() > room.width() + kRounding
                   ? QStringLiteral("%1 wide in %2, %3")
                         .arg(has.width())
                         .arg(room.width())
                         .arg(area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff
                                  ? "and cannot be scrolled"
                                  : "scrolls sideways")
                   : QString();
    }
    return room.adjusted(-kRounding, -kRounding, kRounding, kRounding).contains(has)
               ? QString()
               : QStringLiteral("%1,%2 %3×%4 in %5×%6")
                     .arg(has.x())
                     .arg(has.y())
                     .arg(has.width())
                     .arg(has.height())
                     .arg(room.width())
                     .arg(room.height());
}

/// Cells whose text has no room, of the columns that are in sight.
QStringList cutCells(const QAbstractItemView& view) {
    QStringList cut;
    const QAbstractItemModel* const model = view.model();
    if (model == nullptr)
        return cut;
    for (int row = 0; row < model->rowCount(); ++row) {
        for (int column = 0; column < model->columnCount(); ++column) {
            const QModelIndex index = model->index(row, column);
            const QRect place = view.visualRect(index);
            const QString text = index.data().toString();
            if (place.isEmpty() || text.isEmpty() || !view.viewport()->rect().intersects(place))
                continue;
            const QFont font = index.data(Qt::FontRole).isValid() // as the delegate draws it
                                   ? index.data(Qt::FontRole).value<QFont>().resolve(view.font())
                                   : view.font();
            const int words = QFontMetrics(font).horizontalAdvance(text);
            if (words > place.width())
                cut << QStringLiteral("cut: cell %1,%2 of %3: %4 wide, has %5: “%6”")
                           .arg(row)
                           .arg(column)
                           .arg(view.objectName())
                           .arg(words)
                           .arg(place.width())
                           .arg(text);
        }
    }
    if (const auto* table = qobject_cast<const QTableView*>(&view)) {
        for (int column = 0; column < model->columnCount(); ++column) {
            if (table->isColumnHidden(column) || table->horizontalHeader()->isHidden())
                continue;
            const QString text = model->headerData(column, Qt::Horizontal).toString();
            const int words = table->horizontalHeader()->fontMetrics().horizontalAdvance(text);
            if (words > table->columnWidth(column))
                cut << QStringLiteral("cut: head %1 of %2: %3 wide, has %4: “%5”")
                           .arg(column)
                           .arg(view.objectName())
                           .arg(words)
                           .arg(table->columnWidth(column))
                           .arg(text);
        }
    }
    return cut;
}

} // namespace

void layOut(QWidget& window) {
    for (int round = 0; round < 6; ++round) {
        QCoreApplication::sendPostedEvents();
        for (QWidget* each : window.findChildren<QWidget*>()) {
            if (each->layout() != nullptr && each->isVisibleTo(&window))
                each->layout()->activate();
        }
    }
}

QStringList cutParts(QWidget& window) {
    QStringList faults;
    QList<QWidget*> parts;
    for (QWidget* each : window.findChildren<QWidget*>()) {
        if (each->isVisibleTo(&window) && each->window() == &window && !isPartOfAView(*each))
            parts.push_back(each);
    }
    for (const QWidget* part : std::as_const(parts)) {
        if (const auto* view = qobject_cast<const QAbstractItemView*>(part))
            faults << cutCells(*view);
        if (const auto* plot = qobject_cast<const Plot*>(part);
            plot != nullptr && (plot->area().height() < 50 || plot->area().width() < 90))
            faults << QStringLiteral("small: %1: %2×%3")
                          .arg(named(*plot))
                          .arg(plot->area().width())
                          .arg(plot->area().height());
        if (const QString cut = cutText(*part); !cut.isEmpty())
            faults << QStringLiteral("cut: %1: %2: “%3”")
                          .arg(named(*part), cut, part->property("text").toString().left(50));
        if (const QString out = beyond(*part); !out.isEmpty())
            faults << QStringLiteral("beyond: %1: %2").arg(named(*part), out);
    }
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const QWidget* one = parts[i];
        if (one->parentWidget() == nullptr || one->parentWidget()->layout() == nullptr)
            continue; // whoever places its parts itself may put one over another
        for (qsizetype k = i + 1; k < parts.size(); ++k) {
            const QWidget* other = parts[k];
            if (other->parentWidget() != one->parentWidget() || one->geometry().isEmpty() ||
                other->geometry().isEmpty() ||
                one->parentWidget()->layout()->indexOf(const_cast<QWidget*>(one)) < 0 ||
                one->parentWidget()->layout()->indexOf(const_cast<QWidget*>(other)) < 0)
                continue;
            const QRect both = one->geometry() & other->geometry();
            if (both.width() > kRounding && both.height() > kRounding)
                faults << QStringLiteral("over each other: %1 and %2 by %3×%4")
                              .arg(named(*one), named(*other))
                              .arg(both.width())
                              .arg(both.height());
        }
    }
    return faults;
}

} // namespace jitterscope::ui
