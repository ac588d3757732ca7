// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/time/period.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What one call of a game's loop may simulate.
struct Updates {
    std::int64_t refreshes = 0;     ///< whole refresh periods taken from the buffer
    Nanoseconds released{0};        ///< their length: the real time that these updates stand for
    std::vector<Nanoseconds> steps; ///< game time for each call of the game's update, in order

    /// Game time of all steps. Less than `released` where the game runs in slow motion.
    [[nodiscard]] Nanoseconds passed() const noexcept;
};

/// Decides how much game time an update gets. Pure arithmetic on whole nanoseconds: no clock, no game.
///
/// To add one: write its class and its entry in timesteps.cpp, then add a line to the catalogue at its
/// end. tests/core/timestep_test.cpp then covers it.
///
/// * Used by one thread. Time that is not released stays in the buffer; it is never lost to rounding.
class Timestep {
public:
    virtual ~Timestep() = default;

    /// `elapsed` ≥ 0 has passed since the call before.
    [[nodiscard]] virtual Updates advance(Nanoseconds elapsed) = 0;
    /// Time that has passed and is not yet released; always less than one refresh period.
    [[nodiscard]] virtual Nanoseconds buffered() const noexcept = 0;
};

/// How much slower than real time the game runs while `passed` stands for `released`: 0.1 for 0.12 s is
/// 0.167. In [0, 1]; 0 if nothing was released.
[[nodiscard]] double slowdown(Nanoseconds passed, Nanoseconds released) noexcept;

/// The backlog from which on a remedy is applied, as article 3 prints it: the refresh rate / 6, read as
/// seconds. At 60 Hz that is 10 s, so the remedy never comes; 0.1 s is meant.
[[nodiscard]] Nanoseconds printedThreshold(const Period& refresh) noexcept;

/// One way to give a game its time.
struct TimestepEntry {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view source;
    bool slows = false; ///< may pass less game time than real time
    std::vector<ParameterInfo> parameters;
    std::unique_ptr<Timestep> (*make)(const ParameterValues&, const Period& refresh) = nullptr;
};

/// All of them, in display order. Immutable; any thread.
[[nodiscard]] std::span<const TimestepEntry> timestepCatalog();

} // namespace jitterscope
