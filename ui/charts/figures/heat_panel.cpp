// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figures/heat_panel.h"

#include "ui/charts/figures/colour_map.h"
#include "ui/format/quantity_text.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kScaleWidth = 10;
constexpr double kGap = 6;

std::vector<double> sortedOnce(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

double placeOf(const std::vector<double>& values, double value) {
    return static_cast<double>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
}

/// Every n-th index, n of 1, 2, 5, 10 …, so that labels `space` wide fit.
std::size_t labelStep(std::size_t count, double length, double space) {
    return static_cast<std::size_t>(niceStep(std::max(1.0, space * static_cast<double>(count) / length)));
}

} // namespace

HeatPanel::HeatPanel(QString title, QString xTitle, QString yTitle, Axis colours, std::vector<HeatCell> cells)
    : Panel(std::move(title)),
      m_xTitle(std::move(xTitle)),
      m_yTitle(std::move(yTitle)),
      m_colours(std::move(colours)),
      m_cells(std::move(cells)) {
    std::vector<double> xs;
    std::vector<double> ys;
    for (const HeatCell& cell : m_cells) {
        xs.push_back(cell.x);
        ys.push_back(cell.y);
    }
    m_xs = sortedOnce(std::move(xs));
    m_ys = sortedOnce(std::move(ys));
}

QString HeatPanel::textOf(const Hit& hit) const {
    const HeatCell& cell = m_cells[static_cast<std::size_t>(hit.item)];
    return QStringLiteral("%1\n%2: %3\n%4: %5\n%6: %7")
        .arg(title(), m_xTitle, format::tick(cell.x, Quantity::Number), m_yTitle,
             format::tick(cell.y, Quantity::Number), m_colours.title(), m_colours.text(cell.value));
}

int HeatPanel::hitAt(const QPointF& pixel) const {
    for (std::size_t i = 0; i < hits().size(); ++i) {
        if (hits()[i].box.contains(pixel))
            return static_cast<int>(i);
    }
    return -1;
}

void HeatPanel::paintContent(QPainter& painter, const QRectF& area) {
    if (m_cells.empty())
        return;
    const QFontMetricsF metrics(axisFont());
    const double line = metrics.height();
    const double title = QFontMetricsF(noteFont()).height();
    double scaleLabels = metrics.horizontalAdvance(QStringLiteral("0"));
    for (const Tick& tick : m_colours.ticks(6))
        scaleLabels = std::max(scaleLabels, metrics.horizontalAdvance(tick.label));
    const double left = metrics.horizontalAdvance(QStringLiteral("000")) + kGap;
    m_map = area.adjusted(left, title + 4, -(scaleLabels + kScaleWidth + 3 * kGap), -(line + title + kGap));
    if (m_map.width() < 30 || m_map.height() < 20)
        return;
    const double wide = m_map.width() / static_cast<double>(m_xs.size());
    const double high = m_map.height() / static_cast<double>(m_ys.size());
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const HeatCell& cell = m_cells[i];
        const QRectF box(m_map.left() + placeOf(m_xs, cell.x) * wide,
                         m_map.bottom() - (placeOf(m_ys, cell.y) + 1) * high, wide, high);
        addHit(box, 0, static_cast<int>(i));
        const QRectF whole = box.toAlignedRect(); // no seams
        if (std::isfinite(cell.value))
            painter.fillRect(whole, mapColour(m_colours.at(cell.value)));
        else
            painter.fillRect(whole, QBrush(tokens().muted, Qt::BDiagPattern));
    }
    paintLabels(painter, area);
    paintScale(painter, QRectF(m_map.right() + 2 * kGap, m_map.top(), kScaleWidth, m_map.height()));
}

void HeatPanel::paintLabels(QPainter& painter, const QRectF& area) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF metrics(axisFont());
    const double line = metrics.height();
    const double wide = m_map.width() / static_cast<double>(m_xs.size());
    const double high = m_map.height() / static_cast<double>(m_ys.size());
    painter.setFont(axisFont());
    painter.setPen(tokens().muted);
    const std::size_t stepX = labelStep(m_xs.size(), m_map.width(), 30);
    for (std::size_t i = stepX - 1; i < m_xs.size(); i += stepX)
        painter.drawText(
            QRectF(m_map.left() + (static_cast<double>(i) + 0.5) * wide - 20, m_map.bottom() + 3, 40, line),
            Qt::AlignCenter, format::tick(m_xs[i], Quantity::Number));
    const std::size_t stepY = labelStep(m_ys.size(), m_map.height(), line + 2);
    for (std::size_t i = stepY - 1; i < m_ys.size(); i += stepY)
        painter.drawText(QRectF(area.left(),
                                m_map.bottom() - (static_cast<double>(i) + 0.5) * high - line / 2,
                                m_map.left() - area.left() - kGap, line),
                         Qt::AlignRight | Qt::AlignVCenter, format::tick(m_ys[i], Quantity::Number));
    painter.setFont(noteFont());
    const double title = QFontMetricsF(noteFont()).height();
    painter.drawText(QRectF(m_map.left(), area.bottom() - title, m_map.width(), title), Qt::AlignCenter,
                     m_xTitle);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), title), Qt::AlignLeft, m_yTitle);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), title), Qt::AlignRight, m_colours.title());
}

void HeatPanel::paintScale(QPainter& painter, const QRectF& bar) const {
    constexpr int kParts = 64;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kParts; ++i) {
        const QRectF part(bar.left(), bar.bottom() - bar.height() * (i + 1) / kParts, bar.width(),
                          bar.height() / kParts);
        painter.fillRect(part.toAlignedRect(), mapColour((i + 0.5) / kParts));
    }
    painter.setFont(axisFont());
    painter.setPen(tokens().muted);
    const double line = QFontMetricsF(axisFont()).height();
    for (const Tick& tick : m_colours.ticks(6)) {
        const double y = bar.bottom() - tick.at * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        painter.drawText(QRectF(bar.right() + kGap, y - line / 2, 200, line),
                         Qt::AlignLeft | Qt::AlignVCenter, tick.label);
    }
}

} // namespace jitterscope::ui
