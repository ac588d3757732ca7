// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/outside_text.h"
#include "ui/plot/layers/layers.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kScaleWidth = 10;
constexpr double kGap = 6;
constexpr int kTicks = 6;

QRectF boxOf(const PlotSpace& space, const HeatMap::Cell& cell) {
    const QPointF low = space.at(cell.column, cell.row);
    const QPointF high = space.at(cell.column + 1, cell.row + 1);
    return {low.x(), high.y(), high.x() - low.x(), low.y() - high.y()};
}

} // namespace

void HeatLayer::paintUnder(QPainter& painter, const PlotSpace& space) const {
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const HeatMap::Cell& cell : m_map.cells) {
        const QRectF whole = boxOf(space, cell).toAlignedRect(); // no seams
        if (!whole.intersects(space.area))
            continue;
        if (std::isfinite(cell.value))
            painter.fillRect(whole, QColor(format::text(mapColour(m_map.colours.at(cell.value)))));
        else
            painter.fillRect(whole, QBrush(tokens().muted, Qt::BDiagPattern));
    }
}

double HeatLayer::rightRoom() const {
    const QFontMetricsF metrics(axisFont());
    double labels = metrics.horizontalAdvance(QStringLiteral("0"));
    for (const LabelledTick& tick : m_map.colours.ticks(kTicks))
        labels = std::max(labels, metrics.horizontalAdvance(format::text(tick.label)));
    return labels + kScaleWidth + 3 * kGap + 2;
}

void HeatLayer::paintBeside(QPainter& painter, const PlotSpace& space) const {
    constexpr int kParts = 64;
    const QRectF bar(space.area.right() + 2 * kGap, space.area.top(), kScaleWidth, space.area.height());
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kParts; ++i) {
        const QRectF part(bar.left(), bar.bottom() - bar.height() * (i + 1) / kParts, bar.width(),
                          bar.height() / kParts);
        painter.fillRect(part.toAlignedRect(), QColor(format::text(mapColour((i + 0.5) / kParts))));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(axisFont());
    painter.setPen(tokens().muted);
    const double line = QFontMetricsF(axisFont()).height();
    for (const LabelledTick& tick : m_map.colours.ticks(kTicks)) {
        const double y = bar.bottom() - tick.at * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        painter.drawText(QRectF(bar.right() + kGap, y - line / 2, 200, line),
                         Qt::AlignLeft | Qt::AlignVCenter, format::text(tick.label));
    }
    painter.setFont(noteFont());
    const double title = QFontMetricsF(noteFont()).height();
    painter.drawText(
        QRectF(space.area.left(), space.area.top() - title - 8, space.area.width() + rightRoom() - 2, title),
        Qt::AlignRight | Qt::AlignVCenter, format::text(m_map.colours.title()));
}

std::vector<Layer::Hit> HeatLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < m_map.cells.size(); ++i) {
        const QRectF box = boxOf(space, m_map.cells[i]) & space.area;
        if (!box.isEmpty())
            hits.push_back({box, static_cast<std::int64_t>(i)});
    }
    return hits;
}

QString HeatLayer::text(const PlotSpace& space, std::int64_t id) const {
    const HeatMap::Cell& cell = m_map.cells.at(static_cast<std::size_t>(id));
    return format::text(space.x.name() + ": " + space.x.text(cell.column) + "\n" + space.y.name() + ": " +
                        space.y.text(cell.row) + "\n" + m_map.colours.name() + ": " +
                        m_map.colours.text(cell.value));
}

} // namespace jitterscope::ui
