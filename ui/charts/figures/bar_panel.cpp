// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/bar_panel.h"

#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kNameShare = 0.34; // of the width, at most
constexpr double kThickest = 22;

} // namespace

BarPanel::BarPanel(QString title, Axis x, std::vector<Bar> bars)
    : Panel(std::move(title)), m_x(std::move(x)), m_bars(std::move(bars)) {
    if (m_x.scale() == Scale::Linear)
        m_x.include(0);
    for (const Bar& bar : m_bars) {
        m_x.include(bar.value);
        if (bar.whisker) {
            m_x.include(bar.whisker->low);
            m_x.include(bar.whisker->high);
        }
        m_x.include(bar.mark.value_or(bar.value));
        m_x.include(bar.before.value_or(bar.value));
    }
    m_x.settle();
}

QString BarPanel::textOf(const Hit& hit) const {
    const Bar& bar = m_bars[static_cast<std::size_t>(hit.item)];
    QStringList lines{bar.name, m_x.title().section(QStringLiteral(", "), 0, 0) + QStringLiteral(": ") +
                                    m_x.text(bar.value)};
    if (bar.whisker)
        lines << m_x.text(bar.whisker->low) + QStringLiteral(" … ") + m_x.text(bar.whisker->high);
    if (bar.before)
        lines << QStringLiteral("kept: ") + m_x.text(*bar.before);
    if (!bar.note.isEmpty())
        lines << bar.note;
    return lines.join(QLatin1Char('\n'));
}

void BarPanel::paintContent(QPainter& painter, const QRectF& area) {
    const QFontMetricsF metrics(noteFont());
    double names = 0;
    for (const Bar& bar : m_bars)
        names = std::max(names, metrics.horizontalAdvance(bar.name) + 12);
    names = std::min(names, area.width() * kNameShare);
    const Axis rows;
    const Frame frame(painter, area, m_x, rows, names);
    const QRectF plot = frame.plot();
    if (plot.width() < 20 || plot.height() < 10 || m_bars.empty())
        return;
    frame.paint(painter, m_x, rows, false);
    const double pitch = plot.height() / static_cast<double>(m_bars.size());
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const QRectF row(plot.left(), plot.top() + pitch * static_cast<double>(i), plot.width(), pitch);
        painter.setFont(noteFont());
        painter.setPen(tokens().text);
        painter.drawText(QRectF(area.left(), row.top(), names - 8, pitch), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(m_bars[i].name, Qt::ElideRight, names - 8));
        addHit(QRectF(area.left(), row.top(), area.width(), pitch), 0, static_cast<int>(i));
        if (std::isfinite(m_bars[i].value))
            paintBar(painter, frame, row, m_bars[i]);
    }
}

void BarPanel::paintBar(QPainter& painter, const Frame& frame, const QRectF& row, const Bar& bar) const {
    const auto xOf = [&](double value) {
        return row.left() + std::clamp(m_x.at(value), 0.0, 1.0) * frame.plot().width();
    };
    const double thick = std::min(row.height() * 0.62, kThickest);
    const double middle = row.center().y();
    const QRectF body(QPointF(row.left(), middle - thick / 2), QPointF(xOf(bar.value), middle + thick / 2));
    QColor fill = bar.colour;
    fill.setAlphaF(0.55F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRect(body);
    painter.setPen(QPen(bar.colour, 2));
    painter.drawLine(body.topRight(), body.bottomRight());
    if (bar.before) {
        QPen dashed(tokens().muted, 1.4);
        dashed.setDashPattern({3, 2});
        painter.setPen(dashed);
        const double x = xOf(*bar.before);
        painter.drawLine(QPointF(x, row.top() + 2), QPointF(x, row.bottom() - 2));
    }
    double end = body.right();
    painter.setPen(QPen(tokens().text, 1.2));
    if (bar.whisker) {
        const double low = xOf(bar.whisker->low);
        const double high = xOf(bar.whisker->high);
        painter.drawLine(QPointF(low, middle), QPointF(high, middle));
        painter.drawLine(QPointF(low, middle - 4), QPointF(low, middle + 4));
        painter.drawLine(QPointF(high, middle - 4), QPointF(high, middle + 4));
        end = std::max(end, high);
    }
    if (bar.mark) {
        const double x = xOf(*bar.mark);
        painter.drawLine(QPointF(x, middle - thick / 2 - 2), QPointF(x, middle + thick / 2 + 2));
        end = std::max(end, x);
    }
    const QString text = m_x.text(bar.value);
    const double wide = QFontMetricsF(axisFont()).horizontalAdvance(text) + 4;
    const bool outside = end + 6 + wide < frame.plot().right() + 24;
    const double left = outside ? end + 6 : std::max(row.left() + 4, body.right() - wide - 4);
    painter.setFont(axisFont());
    if (!outside) {
        QColor ground = tokens().card;
        ground.setAlphaF(0.8F);
        painter.fillRect(QRectF(left - 2, middle - 7, wide + 2, 14), ground);
    }
    painter.setPen(tokens().text);
    painter.drawText(QRectF(left, row.top(), wide, row.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace jitterscope::ui
