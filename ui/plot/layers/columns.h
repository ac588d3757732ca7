// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

#include <functional>

namespace jitterscope::ui {

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

} // namespace jitterscope::ui
