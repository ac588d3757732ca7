// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/timeline_panel.h"

#include "ui/format/format.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("TimelinePanel", text);
}

const std::array<const char*, 4>& rowNames() {
    static const std::array<const char*, 4> names{
        QT_TRANSLATE_NOOP("TimelinePanel", "work"), QT_TRANSLATE_NOOP("TimelinePanel", "slot"),
        QT_TRANSLATE_NOOP("TimelinePanel", "in sync"), QT_TRANSLATE_NOOP("TimelinePanel", "counted")};
    return names;
}

} // namespace

TimelinePanel::TimelinePanel(QString title, std::vector<Slot> slots_, double period, double end)
    : Panel(std::move(title)),
      m_slots(std::move(slots_)),
      m_period(std::max(period, 1.0)),
      m_time(Scale::Linear, Quantity::Time, say("time")) {
    m_time.setRange(0, std::max(end, m_period));
}

int TimelinePanel::lost() const {
    return static_cast<int>(
        std::count_if(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return slot.lost; }));
}

QString TimelinePanel::textOf(const Hit& hit) const {
    const Slot& slot = m_slots[static_cast<std::size_t>(hit.item)];
    QStringList lines{say("slot %1, from %2").arg(slot.iteration).arg(format::duration(slot.at))};
    if (slot.lost)
        lines << say("lost: its work was never done");
    if (slot.start)
        lines << say("started at %1, %2 after its slot")
                     .arg(format::duration(*slot.start), format::duration(*slot.start - slot.at));
    if (slot.work)
        lines << say("worked %1").arg(format::duration(*slot.work));
    if (slot.inSync && slot.counted)
        lines << say("picture %1 in sync, %2 counted").arg(*slot.inSync).arg(*slot.counted);
    return lines.join(QLatin1Char('\n'));
}

int TimelinePanel::hitAt(const QPointF& pixel) const {
    for (std::size_t i = 0; i < hits().size(); ++i) {
        if (hits()[i].box.contains(pixel))
            return static_cast<int>(i);
    }
    return -1;
}

double TimelinePanel::xOf(double time) const {
    return m_plot.left() + std::clamp(m_time.at(time), -2.0, 3.0) * m_plot.width();
}

void TimelinePanel::paintContent(QPainter& painter, const QRectF& area) {
    const QFontMetricsF metrics(noteFont());
    double names = 0;
    for (const char* name : rowNames())
        names = std::max(names, metrics.horizontalAdvance(say(name)));
    const double bottom = QFontMetricsF(axisFont()).height() + 4;
    m_plot = area.adjusted(names + 10, 2, -8, -bottom);
    const double row = m_plot.height() / 4;
    if (row < 4 || m_plot.width() < 40)
        return;
    std::array<QRectF, 4> rows;
    painter.setFont(noteFont());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = QRectF(m_plot.left(), m_plot.top() + row * static_cast<double>(i), m_plot.width(), row);
        painter.setPen(tokens().muted);
        painter.drawText(QRectF(area.left(), rows[i].top(), names, row), Qt::AlignRight | Qt::AlignVCenter,
                         say(rowNames()[i]));
    }
    painter.setClipRect(m_plot.adjusted(-1, -2, 1, bottom + 2));
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        const Slot& slot = m_slots[i];
        const QRectF box(QPointF(xOf(slot.at), m_plot.top()),
                         QPointF(xOf(slot.at + m_period), m_plot.bottom()));
        if (box.right() < m_plot.left() || box.left() > m_plot.right())
            continue;
        addHit(box & m_plot, 0, static_cast<int>(i));
        paintSlot(painter, slot, rows[0], rows[1], rows[2], rows[3]);
    }
    paintTime(painter);
}

void TimelinePanel::paintSlot(QPainter& painter, const Slot& slot, const QRectF& work, const QRectF& cells,
                              const QRectF& sync, const QRectF& counted) const {
    const Tokens& c = tokens();
    const auto span = [&](const QRectF& row, double from, double to) {
        return QRectF(QPointF(xOf(from), row.top() + 1.5), QPointF(xOf(to), row.bottom() - 1.5));
    };
    const QRectF cell = span(cells, slot.at, slot.at + m_period).adjusted(0.5, 0, -0.5, 0);
    painter.setPen(QPen(slot.lost ? c.late : c.first, 1));
    painter.setBrush(slot.lost ? QBrush(c.late, Qt::BDiagPattern) : QBrush(mixed(c.first, c.card, 0.3)));
    painter.drawRect(cell);
    painter.setFont(axisFont());
    painter.setPen(c.text);
    const auto number = [&](const QRectF& box, std::int64_t value) {
        const QString text = QString::number(value);
        const QFontMetricsF metrics(axisFont());
        if (metrics.horizontalAdvance(text) + 2 <= box.width() && metrics.height() * 0.7 <= box.height())
            painter.drawText(box, Qt::AlignCenter, text);
    };
    if (!slot.lost)
        number(cell, slot.iteration);
    if (slot.start && slot.work) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(*slot.work > m_period ? c.second : c.first);
        painter.drawRect(span(work, *slot.start, *slot.start + *slot.work).adjusted(0, 2, 0, -2));
    }
    const bool apart = slot.inSync && slot.counted && *slot.inSync != *slot.counted;
    painter.setPen(c.text);
    if (slot.inSync)
        number(span(sync, slot.at, slot.at + m_period), *slot.inSync);
    painter.setPen(apart ? c.late : c.text);
    if (slot.counted)
        number(span(counted, slot.at, slot.at + m_period), *slot.counted);
}

void TimelinePanel::paintTime(QPainter& painter) const {
    painter.setFont(axisFont());
    const QFontMetricsF metrics(axisFont());
    const QString unit = m_time.title().section(QStringLiteral(", "), 1);
    for (const Tick& tick : m_time.ticks(std::max(2, static_cast<int>(m_plot.width() / 90)))) {
        const double x = m_plot.left() + tick.at * m_plot.width();
        painter.setPen(QPen(tokens().hairline, 1));
        painter.drawLine(QPointF(x, m_plot.bottom()), QPointF(x, m_plot.bottom() + 3));
        painter.setPen(tokens().muted);
        const QString label = tick.label + QLatin1Char(' ') + unit;
        const double wide = metrics.horizontalAdvance(label) + 4;
        const double left = std::clamp(x - wide / 2, m_plot.left() - 1, m_plot.right() + 1 - wide);
        painter.drawText(QRectF(left, m_plot.bottom() + 3, wide, metrics.height()), Qt::AlignCenter, label);
    }
}

void TimelinePanel::zoom(double factor, const QPointF& about, bool /*vertical*/) {
    if (m_plot.width() > 1)
        m_time.zoom(factor, std::clamp((about.x() - m_plot.left()) / m_plot.width(), 0.0, 1.0));
}

void TimelinePanel::pan(const QPointF& pixels) {
    if (m_plot.width() > 1)
        m_time.pan(-pixels.x() / m_plot.width());
}

} // namespace jitterscope::ui
