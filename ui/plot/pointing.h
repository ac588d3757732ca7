// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace jitterscope::ui {

/// Which of the things that a plot's layers hold is pointed at, by the pointer or by the keyboard.
class Pointing {
public:
    /// A thing, and the layer that has it.
    struct Target {
        const Layer* layer = nullptr;
        Layer::Hit hit;
    };

    /// `layers` must outlive it.
    explicit Pointing(const std::vector<std::unique_ptr<Layer>>& layers) : m_layers(layers) {}

    /// All that is in sight.
    [[nodiscard]] std::vector<Target> targets(const PlotSpace& space) const;
    /// The nearest within some pixels; of several at the same place the one on top.
    [[nodiscard]] std::optional<Target> near(const PlotSpace& space, const QPointF& pixel) const;
    /// The next one, or the one before, from the one that is pointed at, and round; none: there is nothing.
    [[nodiscard]] std::optional<Target> next(const PlotSpace& space, int direction) const;
    /// The one that is pointed at, where it is now; none: it has gone.
    [[nodiscard]] std::optional<Target> current(const PlotSpace& space) const;

    /// False: that one was pointed at already.
    bool set(const std::optional<Target>& target);
    [[nodiscard]] bool any() const noexcept { return m_layer != nullptr; }
    /// As its layer gave it; 0: nothing is pointed at.
    [[nodiscard]] std::int64_t id() const noexcept { return m_id; }

private:
    const std::vector<std::unique_ptr<Layer>>& m_layers;
    const Layer* m_layer = nullptr;
    std::int64_t m_id = 0;
};

} // namespace jitterscope::ui
