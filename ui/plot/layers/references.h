// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/layer.h"

namespace jitterscope::ui {

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
