// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiment_sketch.h"

#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"

#include <QPolygonF>

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

QPointF place(const QRectF& area, double x, double y) {
    return {area.left() + x * area.width(), area.bottom() - y * area.height()};
}

void axes(QPainter& painter, const QRectF& area) {
    painter.setPen(QPen(tokens().border, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.bottomLeft(), area.topLeft());
}

template <typename Curve>
void curve(QPainter& painter, const QRectF& area, const QColor& colour, Curve&& y) {
    constexpr int kParts = 40;
    QPolygonF line;
    for (int i = 0; i <= kParts; ++i) {
        const double x = static_cast<double>(i) / kParts;
        line << place(area, x, std::clamp(y(x), 0.0, 1.0));
    }
    painter.setPen(QPen(colour, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

void rows(QPainter& painter, const QRectF& area, const std::array<double, 5>& lengths, bool whisker) {
    const Tokens& c = tokens();
    const std::array<QColor, 5> colours{c.second, c.first, c.good, c.muted, c.first};
    const double pitch = area.height() / 5;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const QRectF bar(area.left(), area.top() + pitch * static_cast<double>(i) + pitch * 0.2,
                         area.width() * lengths[i], pitch * 0.6);
        painter.fillRect(bar, mixed(colours[i], c.card, 0.65));
        if (!whisker)
            continue;
        painter.setPen(QPen(c.text, 1));
        const double end = std::min(area.right(), bar.right() + area.width() * 0.16);
        painter.drawLine(QPointF(bar.right() - bar.width() * 0.4, bar.center().y()),
                         QPointF(end, bar.center().y()));
        painter.drawLine(QPointF(end, bar.center().y() - 3), QPointF(end, bar.center().y() + 3));
    }
    axes(painter, area);
}

void dot(QPainter& painter, const QPointF& at, const QColor& colour) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(at, 3, 3);
}

void barsSketch(QPainter& painter, const QRectF& area) {
    rows(painter, area, {0.04, 0.96, 0.3, 0.06, 0.16}, false);
}

void whiskersSketch(QPainter& painter, const QRectF& area) {
    rows(painter, area, {0.8, 0.12, 0.2, 0.42, 0.6}, true);
}

void diagonalSketch(QPainter& painter, const QRectF& area) {
    axes(painter, area);
    QPen dashed(tokens().muted, 1, Qt::DashLine);
    painter.setPen(dashed);
    painter.drawLine(area.bottomLeft(), area.topRight());
    curve(painter, area, tokens().first, [](double x) { return std::max(x, 0.18 + 0.05 * x) + 0.01; });
    curve(painter, area, tokens().second, [](double x) { return std::max(x, 0.55) + 0.02; });
}

void stepSketch(QPainter& painter, const QRectF& area) {
    axes(painter, area);
    curve(painter, area, tokens().first,
          [](double x) { return x < 0.25 ? 0.95 : 0.1 + 0.35 * std::exp(-(x - 0.25) * 6); });
    curve(painter, area, tokens().second, [](double x) { return x < 0.2 ? 0.9 : 0.04; });
}

void heatSketch(QPainter& painter, const QRectF& area) {
    constexpr int kColumns = 12;
    constexpr int kRows = 6;
    for (int column = 0; column < kColumns; ++column) {
        for (int row = 0; row < kRows; ++row) {
            const double value = std::exp(-column * 0.32) * (row + 1) / kRows;
            const QRectF cell(area.left() + area.width() * column / kColumns,
                              area.bottom() - area.height() * (row + 1) / kRows, area.width() / kColumns,
                              area.height() / kRows);
            painter.fillRect(cell.toAlignedRect(), QColor(format::exact(mapColour(value * 1.2))));
        }
    }
}

void crossingSketch(QPainter& painter, const QRectF& area) {
    axes(painter, area);
    curve(painter, area, tokens().late, [](double x) { return 0.9 * std::exp(-x * 3.2) + 0.04; });
    curve(painter, area, tokens().first, [](double x) { return 0.12 + 0.6 * x * x; });
}

void fanSketch(QPainter& painter, const QRectF& area) {
    axes(painter, area);
    curve(painter, area, tokens().late, [](double x) { return 0.06 + 0.88 * x; });
    curve(painter, area, tokens().second, [](double x) { return 0.06 + 0.3 * x; });
    curve(painter, area, tokens().first, [](double x) { return 0.06 + 0.02 * std::sin(x * 30); });
}

void timelineSketch(QPainter& painter, const QRectF& area) {
    const Tokens& c = tokens();
    for (int row = 0; row < 2; ++row) {
        for (int slot = 0; slot < 8; ++slot) {
            const bool lost = row == 0 ? slot == 3 || slot == 4 : slot == 4;
            const QRectF cell(area.left() + area.width() * slot / 8 + 1,
                              area.top() + area.height() * (0.12 + 0.46 * row), area.width() / 8 - 2,
                              area.height() * 0.3);
            painter.setPen(QPen(lost ? c.late : c.first, 1));
            painter.setBrush(lost ? QBrush(c.late, Qt::BDiagPattern) : QBrush(mixed(c.first, c.card, 0.4)));
            painter.drawRect(cell);
        }
    }
}

void pointsSketch(QPainter& painter, const QRectF& area) {
    axes(painter, area);
    painter.setPen(QPen(tokens().muted, 1, Qt::DashLine));
    painter.drawLine(area.bottomLeft(), area.topRight());
    for (int i = 0; i < 6; ++i) {
        const double x = 0.08 + 0.16 * i;
        dot(painter, place(area, x, std::max(0.3, x) + 0.04), tokens().first);
    }
}

void cloudSketch(QPainter& painter, const QRectF& area) {
    axes(painter, area);
    const Tokens& c = tokens();
    const std::array<std::pair<QPointF, QColor>, 6> dots{{{{0.08, 0.9}, c.second},
                                                          {{0.2, 0.5}, c.good},
                                                          {{0.3, 0.2}, c.first},
                                                          {{0.5, 0.45}, c.border},
                                                          {{0.62, 0.3}, c.border},
                                                          {{0.92, 0.08}, c.late}}};
    for (const auto& [at, colour] : dots) {
        const QPointF middle = place(area, at.x(), at.y());
        painter.setPen(QPen(colour, 1));
        painter.drawLine(middle - QPointF(8, 0), middle + QPointF(8, 0));
        painter.drawLine(middle - QPointF(0, 6), middle + QPointF(0, 6));
        dot(painter, middle, colour);
    }
}

} // namespace

void sketchExperiment(QPainter& painter, const QRectF& area, std::string_view id) {
    using Sketch = void (*)(QPainter&, const QRectF&);
    static constexpr std::array<std::pair<std::string_view, Sketch>, 10> kSketches{
        {{"accuracy", whiskersSketch},
         {"interval-sweep", diagonalSketch},
         {"cpu-table", barsSketch},
         {"cpu-sweep", stepSketch},
         {"robustness", heatSketch},
         {"x-sweep", crossingSketch},
         {"drift", fanSketch},
         {"slots", timelineSketch},
         {"slack", pointsSketch},
         {"race", cloudSketch}}};
    for (const auto& [name, sketch] : kSketches) {
        if (name == id)
            sketch(painter, area);
    }
}

} // namespace jitterscope::ui
