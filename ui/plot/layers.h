// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/layer.h"

#include <functional>

namespace jitterscope::ui {

/// Horizontal bars, one for each row of a y axis of names, with whiskers, marks, and the values beside them.
class BarLayer final : public Layer {
public:
    explicit BarLayer(std::vector<ChartBar> bars) : m_bars(std::move(bars)) {}

    void draw(const ChartDrawing& drawing) const override { drawing.bars(m_bars); }
    [[nodiscard]] double rightRoom(const ChartLetters&) const override { return 30; }
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    std::vector<ChartBar> m_bars;
};

/// Read-outs for intervals of x (bins, or the neighbourhoods of points), whatever is drawn there. Paints only
/// a tint over the interval that is pointed at.
class ColumnLayer final : public Layer {
public:
    using Text = std::function<QString(std::size_t column)>;

    /// `edges`: rising, one more than there are columns. Empty: there are no columns.
    void set(std::vector<double> edges, Text text);
    /// Columns around points of rising x, with edges in the middle between neighbours.
    void setAround(const std::vector<double>& points, Text text);
    void clear() { set({}, {}); }

    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    void paintMark(QPainter& painter, const Hit& hit) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    std::vector<double> m_edges;
    Text m_text;
};

/// A map of coloured cells on two axes of names, with the scale of its colours to the right.
class HeatLayer final : public Layer {
public:
    explicit HeatLayer(HeatMap map) : m_map(std::move(map)) {}

    void drawUnder(const ChartDrawing& drawing) const override { drawing.heat(m_map); }
    [[nodiscard]] double rightRoom(const ChartLetters& letters) const override {
        return ChartDrawing::heatRoom(m_map, letters);
    }
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    HeatMap m_map;
};

/// The intervals, grounds, dots and names of lines and clouds: all but the lines.
class PointLayer final : public Layer {
public:
    explicit PointLayer(std::vector<ChartSeries> series) : m_series(std::move(series)) {}

    [[nodiscard]] const std::vector<ChartSeries>& series() const noexcept { return m_series; }
    void drawUnder(const ChartDrawing& drawing) const override { drawing.grounds(m_series); }
    void draw(const ChartDrawing& drawing) const override { drawing.points(m_series); }
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    std::vector<ChartSeries> m_series;
};

class ReferenceLayer final : public Layer {
public:
    ReferenceLayer() = default;
    explicit ReferenceLayer(std::vector<Reference> references) : m_references(std::move(references)) {}

    void set(std::vector<Reference> references) { m_references = std::move(references); }
    [[nodiscard]] const std::vector<Reference>& references() const noexcept { return m_references; }

    void drawUnder(const ChartDrawing& drawing) const override { drawing.references(m_references, false); }
    void draw(const ChartDrawing& drawing) const override {
        drawing.references(m_references, true);
        drawing.referenceNames(m_references);
    }

private:
    std::vector<Reference> m_references;
};

/// Boxes on rows: x is time, y an axis of names.
class TimelineLayer final : public Layer {
public:
    TimelineLayer(std::vector<TimelineBox> boxes, std::vector<TimelineStretch> stretches)
        : m_boxes(std::move(boxes)), m_stretches(std::move(stretches)) {}

    void draw(const ChartDrawing& drawing) const override { drawing.boxes(m_boxes); }
    [[nodiscard]] std::vector<Hit> hits(const PlotSpace& space) const override;
    [[nodiscard]] QString text(const PlotSpace& space, std::int64_t id) const override;

private:
    std::vector<TimelineBox> m_boxes;
    std::vector<TimelineStretch> m_stretches;
};

} // namespace jitterscope::ui
