// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace jitterscope::ui {

/// Knows which of the things in a plot's layers the pointer or the keyboard points at.
class Pointing {
public:
    /// A thing, and the layer that has it.
    struct Target {
        const Layer* layer = nullptr;
        Layer::Hit hit;
    };

    /// `layers` must outlive it.
    explicit Pointing(const std::vector<std::unique_ptr<Layer>>& layers) : m_layers(layers) {}

    /// Everything in sight.
    [[nodiscard]] std::vector<Target> targets(const PlotSpace& space) const;
    /// The nearest thing within 14 px; of several at the same place, the one on top.
    [[nodiscard]] std::optional<Target> near(const PlotSpace& space, const QPointF& pixel) const;
    /// The thing after the one that is pointed at, or before it (`direction` 1 or −1). After the last comes
    /// the first. None: nothing is in sight.
    [[nodiscard]] std::optional<Target> next(const PlotSpace& space, int direction) const;
    /// The thing that is pointed at, where it is now. None: it has gone.
    [[nodiscard]] std::optional<Target> current(const PlotSpace& space) const;

    /// False: it was pointed at already.
    bool set(const std::optional<Target>& target);
    [[nodiscard]] bool any() const noexcept { return m_layer != nullptr; }
    /// The id that its layer gave it; 0 if nothing is pointed at.
    [[nodiscard]] std::int64_t id() const noexcept { return m_id; }

private:
    const std::vector<std::unique_ptr<Layer>>& m_layers;
    const Layer* m_layer = nullptr;
    std::int64_t m_id = 0;
};

} // namespace jitterscope::ui
