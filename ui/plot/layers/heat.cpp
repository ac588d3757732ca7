// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/layers/heat.h"

#include "ui/format/quantity_text.h"
#include "ui/plot/colour_map.h"
#include "ui/plot/plot.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kScaleWidth = 10;
constexpr double kGap = 6;
constexpr int kTicks = 6;

std::vector<double> sortedOnce(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

int placeOf(const std::vector<double>& values, double value) {
    return static_cast<int>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
}

QStringList namesOf(const std::vector<double>& values) {
    QStringList names;
    for (const double value : values)
        names << format::tick(value, Quantity::Number);
    return names;
}

QRectF boxOf(const PlotSpace& space, const HeatLayer::Cell& cell) {
    const QPointF low = space.at(cell.column, cell.row);
    const QPointF high = space.at(cell.column + 1, cell.row + 1);
    return {low.x(), high.y(), high.x() - low.x(), low.y() - high.y()};
}

} // namespace

HeatLayer::HeatLayer(std::vector<Cell> cells, Axis colours)
    : m_cells(std::move(cells)), m_colours(std::move(colours)) {}

void HeatLayer::paintUnder(QPainter& painter, const PlotSpace& space) const {
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Cell& cell : m_cells) {
        const QRectF whole = boxOf(space, cell).toAlignedRect(); // no seams
        if (!whole.intersects(space.area))
            continue;
        if (std::isfinite(cell.value))
            painter.fillRect(whole, mapColour(m_colours.at(cell.value)));
        else
            painter.fillRect(whole, QBrush(tokens().muted, Qt::BDiagPattern));
    }
}

double HeatLayer::rightRoom() const {
    const QFontMetricsF metrics(axisFont());
    double labels = metrics.horizontalAdvance(QStringLiteral("0"));
    for (const Tick& tick : m_colours.ticks(kTicks))
        labels = std::max(labels, metrics.horizontalAdvance(tick.label));
    return labels + kScaleWidth + 3 * kGap + 2;
}

void HeatLayer::paintBeside(QPainter& painter, const PlotSpace& space) const {
    constexpr int kParts = 64;
    const QRectF bar(space.area.right() + 2 * kGap, space.area.top(), kScaleWidth, space.area.height());
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kParts; ++i) {
        const QRectF part(bar.left(), bar.bottom() - bar.height() * (i + 1) / kParts, bar.width(),
                          bar.height() / kParts);
        painter.fillRect(part.toAlignedRect(), mapColour((i + 0.5) / kParts));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(axisFont());
    painter.setPen(tokens().muted);
    const double line = QFontMetricsF(axisFont()).height();
    for (const Tick& tick : m_colours.ticks(kTicks)) {
        const double y = bar.bottom() - tick.at * bar.height();
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        painter.drawText(QRectF(bar.right() + kGap, y - line / 2, 200, line),
                         Qt::AlignLeft | Qt::AlignVCenter, tick.label);
    }
    painter.setFont(noteFont());
    const double title = QFontMetricsF(noteFont()).height();
    painter.drawText(
        QRectF(space.area.left(), space.area.top() - title - 8, space.area.width() + rightRoom() - 2, title),
        Qt::AlignRight | Qt::AlignVCenter, m_colours.title());
}

std::vector<Layer::Hit> HeatLayer::hits(const PlotSpace& space) const {
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const QRectF box = boxOf(space, m_cells[i]) & space.area;
        if (!box.isEmpty())
            hits.push_back({box, static_cast<std::int64_t>(i)});
    }
    return hits;
}

QString HeatLayer::text(const PlotSpace& space, std::int64_t id) const {
    const Cell& cell = m_cells.at(static_cast<std::size_t>(id));
    return QStringLiteral("%1: %2\n%3: %4\n%5: %6")
        .arg(space.x.name(), space.x.text(cell.column), space.y.name(), space.y.text(cell.row),
             m_colours.name(), m_colours.text(cell.value));
}

void showHeat(Plot& plot, const QString& xTitle, const QString& yTitle, Axis colours,
              const std::vector<HeatCell>& cells) {
    std::vector<double> xs;
    std::vector<double> ys;
    for (const HeatCell& cell : cells) {
        if (!std::isfinite(cell.x) || !std::isfinite(cell.y))
            continue;
        xs.push_back(cell.x);
        ys.push_back(cell.y);
    }
    xs = sortedOnce(std::move(xs));
    ys = sortedOnce(std::move(ys));
    std::vector<HeatLayer::Cell> placed;
    for (const HeatCell& cell : cells)
        if (std::isfinite(cell.x) && std::isfinite(cell.y))
            placed.push_back({placeOf(xs, cell.x), placeOf(ys, cell.y), cell.value});
    plot.setAxes(Axis::ofNames(namesOf(xs), xTitle), Axis::ofNames(namesOf(ys), yTitle));
    plot.add(std::make_unique<HeatLayer>(std::move(placed), std::move(colours)));
}

} // namespace jitterscope::ui
