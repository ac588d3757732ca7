// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

#include <QPen>

namespace jitterscope::ui {

/// A line to compare with, from edge to edge.
struct Reference {
    enum Kind { Diagonal, Horizontal, Vertical } kind = Horizontal;
    double at = 0;
    QString label = {};
    QPen pen = Qt::NoPen; ///< NoPen: thin, dashed and muted
    bool above = false;   ///< above the plot's lines; otherwise below them
};

class ReferenceLayer final : public Layer {
public:
    ReferenceLayer() = default;
    explicit ReferenceLayer(std::vector<Reference> references) : m_references(std::move(references)) {}

    void set(std::vector<Reference> references) { m_references = std::move(references); }
    [[nodiscard]] const std::vector<Reference>& references() const noexcept { return m_references; }

    void paintUnder(QPainter& painter, const PlotSpace& space) const override {
        paintAll(painter, space, false);
    }
    void paint(QPainter& painter, const PlotSpace& space) const override { paintAll(painter, space, true); }

private:
    void paintAll(QPainter& painter, const PlotSpace& space, bool above) const;

    std::vector<Reference> m_references;
};

} // namespace jitterscope::ui
