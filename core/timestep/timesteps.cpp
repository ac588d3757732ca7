// SPDX-License-Identifier: MIT
#include "core/base/form_parameter.h"
#include "core/timestep/timestep.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace jitterscope {
namespace {

/// The `make` of a catalogue entry.
template <typename Kind>
[[nodiscard]] std::unique_ptr<Timestep> makeTimestep(const ParameterValues& values, const Period& refresh) {
    return std::make_unique<Kind>(values, refresh);
}

/// Base of those that release whole refresh periods. It counts periods from the start instead of subtracting
/// them from a buffer, so nothing is lost to rounding: period n ends at floor(n · period).
class RefreshTimestep : public Timestep {
public:
    RefreshTimestep(const ParameterValues& values, const Period& refresh)
        : m_refresh(refresh), m_longest(values.whole("longest")) {}

    [[nodiscard]] Updates advance(Nanoseconds elapsed) override {
        m_elapsed += elapsed;
        const std::int64_t until = m_refresh.slotAt(m_elapsed);
        Updates updates{until - m_released, m_refresh.at(until) - m_refresh.at(m_released), {}};
        if (updates.refreshes > 0)
            share(updates);
        m_released = until;
        return updates;
    }
    [[nodiscard]] Nanoseconds buffered() const noexcept override {
        return m_elapsed - m_refresh.at(m_released);
    }

protected:
    /// Fills `updates.steps`; `updates.released` > 0.
    virtual void share(Updates& updates) const = 0;
    /// Whole periods, in steps of at most the longest one.
    void split(Updates& updates) const {
        const std::int64_t until = m_released + updates.refreshes;
        for (std::int64_t from = m_released; from < until; from += m_longest)
            updates.steps.push_back(m_refresh.at(std::min(from + m_longest, until)) - m_refresh.at(from));
    }

private:
    Period m_refresh;
    std::int64_t m_longest;      // of a step, in periods
    std::int64_t m_released = 0; // periods since the start
    Nanoseconds m_elapsed{0};    // since the start
};

/// The article's maximum frame time, in refresh periods. Its minimum rate is a quarter of the refresh rate,
/// so the default is 4.
ParameterInfo longestParameter() {
    return {.name = "longest",
            .label = "Longest step, refreshes",
            .unit = Unit::Count,
            .minimum = 1,
            .maximum = 1000,
            .standard = 4,
            .meaning = "A longer time is split into steps of this many refresh periods. 4 is the article's "
                       "quarter of the refresh rate; 1 is a fixed step."};
}

/// For both remedies, with thresholdForm().
ParameterInfo thresholdParameter() {
    return {.name = "threshold",
            .label = "Threshold",
            .unit = Unit::Time,
            .minimum = 1e6,
            .maximum = 60e9,
            .standard = 100e6,
            .meaning = "The remedy is applied to more time than this at once.",
            .onlyWith = "form=mended"};
}

ParameterInfo thresholdForm() {
    return formParameter("printed: the threshold is the refresh rate / 6 in seconds, 10 s at 60 Hz, which "
                         "hardly ever comes. mended: `threshold`.");
}

/// The threshold in the form that was chosen.
Nanoseconds thresholdOf(const ParameterValues& values, const Period& refresh) {
    return values["form"] == 0 ? printedThreshold(refresh) : Nanoseconds(values.whole("threshold"));
}

class ActualTime final : public Timestep {
public:
    ActualTime(const ParameterValues&, const Period&) {}

    [[nodiscard]] Updates advance(Nanoseconds elapsed) override {
        return {0, elapsed, elapsed > Nanoseconds{0} ? std::vector{elapsed} : std::vector<Nanoseconds>{}};
    }
    [[nodiscard]] Nanoseconds buffered() const noexcept override { return Nanoseconds{0}; }
};

TimestepEntry actualTimeEntry() {
    return {.id = "actual-time",
            .name = "Actual time",
            .description =
                "Each update gets the time that has passed since the one before. The screen shows it at the "
                "next refresh, so what moves steadily seems to stumble.",
            .source = "Article 3, third column of its table",
            .parameters = {},
            .make = makeTimestep<ActualTime>};
}

class WholeRefreshes final : public RefreshTimestep {
public:
    using RefreshTimestep::RefreshTimestep;

private:
    void share(Updates& updates) const override { split(updates); }
};

TimestepEntry wholeRefreshesEntry() {
    return {.id = "whole-refreshes",
            .name = "Whole refreshes",
            .description =
                "Collects time and releases whole refresh periods of it, long times in several steps. Where "
                "an update costs more than it simulates, the time to catch up grows for ever.",
            .source = "Article 3, the time accumulator",
            .parameters = {longestParameter()},
            .make = makeTimestep<WholeRefreshes>};
}

class SlowMotion final : public RefreshTimestep {
public:
    SlowMotion(const ParameterValues& values, const Period& refresh)
        : RefreshTimestep(values, refresh), m_threshold(thresholdOf(values, refresh)) {}

private:
    void share(Updates& updates) const override {
        if (updates.released <= m_threshold) {
            split(updates);
            return;
        }
        const Nanoseconds half = m_threshold / 2;
        updates.steps = {half, m_threshold - half};
    }

    Nanoseconds m_threshold;
};

TimestepEntry slowMotionEntry() {
    return {.id = "slow-motion",
            .name = "Slow motion",
            .description =
                "Lies about time: of more than the threshold the game gets the threshold, in two halves, and "
                "never hears of the rest. The game slows down, and the loop survives.",
            .source = "Article 3, option 1",
            .slows = true,
            .parameters = {longestParameter(), thresholdParameter(), thresholdForm()},
            .make = makeTimestep<SlowMotion>};
}

class OneBigStep final : public RefreshTimestep {
public:
    OneBigStep(const ParameterValues& values, const Period& refresh)
        : RefreshTimestep(values, refresh), m_threshold(thresholdOf(values, refresh)) {}

private:
    void share(Updates& updates) const override {
        if (updates.released > m_threshold)
            updates.steps = {updates.released};
        else
            split(updates);
    }

    Nanoseconds m_threshold;
};

TimestepEntry oneBigStepEntry() {
    return {.id = "one-big-step",
            .name = "One big step",
            .description =
                "Of more than the threshold the game gets all at once, in one update. It stays in time, but "
                "what moves far in one step passes through what should have stopped it.",
            .source = "Article 3, option 2",
            .parameters = {longestParameter(), thresholdParameter(), thresholdForm()},
            .make = makeTimestep<OneBigStep>};
}

} // namespace

Nanoseconds Updates::passed() const noexcept {
    return std::accumulate(steps.begin(), steps.end(), Nanoseconds{0});
}

double slowdown(Nanoseconds passed, Nanoseconds released) noexcept {
    if (released <= Nanoseconds{0})
        return 0;
    return static_cast<double>((released - passed).count()) / static_cast<double>(released.count());
}

Nanoseconds printedThreshold(const Period& refresh) noexcept {
    return Nanoseconds(std::llround(refresh.hertz() / 6 * 1e9));
}

std::span<const TimestepEntry> timestepCatalog() {
    static const std::vector<TimestepEntry> entries{
        actualTimeEntry(),
        wholeRefreshesEntry(),
        slowMotionEntry(),
        oneBigStepEntry(),
    };
    return entries;
}

} // namespace jitterscope
