// SPDX-License-Identifier: MIT
#include "core/base/form_parameter.h"
#include "core/pacing/grid.h"
#include "core/pacing/pacing_catalog.h"

#include <algorithm>
#include <memory>

namespace jitterscope {
namespace {

/// The `make` of a catalogue entry.
template <typename Policy>
[[nodiscard]] std::unique_ptr<PacingPolicy> makePolicy(const ParameterValues& values) {
    auto policy = std::make_unique<Policy>();
    policy->setParameters(values);
    return policy;
}

/// Base of policies whose frames start on a grid and which give up slots when behind.
class GridPolicy : public PacingPolicy {
public:
    void start(const Period& period, std::int64_t iteration, TimePoint release) noexcept override {
        m_grid = Grid(period, iteration, release);
    }
    void retarget(const Period& period, std::int64_t iteration, TimePoint) noexcept override {
        m_grid.retarget(period, iteration);
    }
    std::int64_t reanchor(std::int64_t iteration, TimePoint release) noexcept override {
        return std::max(iteration, m_grid.slotAt(release));
    }
    void setParameters(const ParameterValues&) noexcept override {}

protected:
    Grid m_grid;
};

/// Limits `time` to a year in either direction. So nothing overflows even if a clock jumps by centuries.
[[nodiscard]] constexpr Nanoseconds withinAYear(Nanoseconds time) noexcept {
    constexpr Nanoseconds kYear = std::chrono::hours(365 * 24);
    return std::clamp(time, -kYear, kYear);
}

/// Base of policies that schedule the next wake-up relative to the frame. They fall behind and lose no slots.
class RelativePolicy : public PacingPolicy {
public:
    void start(const Period& period, std::int64_t iteration, TimePoint) noexcept override {
        m_period = period;
        m_firstIteration = iteration;
        forget();
    }
    void retarget(const Period& period, std::int64_t iteration, TimePoint) noexcept override {
        m_period = period;
        m_firstIteration = iteration;
    }
    std::int64_t reanchor(std::int64_t iteration, TimePoint) noexcept override {
        forget();
        return iteration;
    }
    void setParameters(const ParameterValues&) noexcept override {}

protected:
    /// Clears the time carried from frame to frame.
    virtual void forget() noexcept {}
    /// The period of this iteration in whole nanoseconds. These periods add up exactly.
    [[nodiscard]] Nanoseconds step(std::int64_t iteration) const noexcept {
        return stepOf(m_period, iteration - m_firstIteration);
    }

private:
    Period m_period;
    std::int64_t m_firstIteration = 0;
};

class DropAndRest final : public GridPolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        const std::int64_t next = finished.iteration + 1;
        if (finished.workEnd <= m_grid.startOf(next))
            return {m_grid.startOf(next), next, 0};
        std::int64_t slot = m_grid.slotAt(finished.workEnd);
        const bool onItsStart = m_grid.startOf(slot) == finished.workEnd;
        if (!onItsStart || m_printed)
            ++slot;
        return {m_grid.startOf(slot), slot, slot - next};
    }
    void setParameters(const ParameterValues& values) noexcept override { m_printed = values["form"] == 0; }

private:
    bool m_printed = false;
};

PacingEntry dropAndRestEntry() {
    return {.id = "drop-and-rest",
            .name = "Drop and rest",
            .description =
                "Frames start on the grid. When behind, the loop gives up the slot that has begun and rests "
                "until the next one: steady starts, but more lost iterations.",
            .source = "Martin Di Paola, Constant rate loop",
            .grid = true,
            .parameters = {formParameter("printed: late work that ends exactly where a slot starts loses "
                                         "that slot too. mended: it is run.")},
            .make = makePolicy<DropAndRest>};
}

class KeepWorking final : public GridPolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        const std::int64_t next = finished.iteration + 1;
        const std::int64_t slot = std::max(next, m_grid.slotAt(finished.workEnd));
        return {m_grid.startOf(slot), slot, slot - next};
    }
};

PacingEntry keepWorkingEntry() {
    return {.id = "keep-working",
            .name = "Keep working",
            .description = "Frames start on the grid. When behind, the next frame runs at once, late in "
                           "its slot; only slots that have passed completely are lost.",
            .source = "Martin Di Paola, Constant rate loop",
            .grid = true,
            .startsLate = true,
            .parameters = {},
            .make = makePolicy<KeepWorking>};
}

class FixedSleep final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        return {finished.workEnd + step(finished.iteration), finished.iteration + 1, 0};
    }
};

PacingEntry fixedSleepEntry() {
    return {.id = "fixed-sleep",
            .name = "Fixed sleep",
            .description = "Works, then sleeps for one period, however long the work took. Falls behind by "
                           "the work and the wake-up latency in every frame.",
            .source = "Martin Di Paola, Constant rate loop",
            .parameters = {},
            .make = makePolicy<FixedSleep>};
}

class Remainder final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        const TimePoint due = finished.release + step(finished.iteration);
        return {std::max(due, finished.workEnd), finished.iteration + 1, 0};
    }
};

PacingEntry remainderEntry() {
    return {.id = "remainder",
            .name = "Remainder",
            .description = "Sleeps for what the work has left of the period. The oversleep of every frame "
                           "adds up, and the time lost by a long frame is never recovered.",
            .source = "Piotr Sperka, Accurate game loop in C++",
            .parameters = {},
            .make = makePolicy<Remainder>};
}

class Accumulator final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        m_toWait = withinAYear(m_toWait + step(finished.iteration) - (finished.workEnd - finished.release));
        TimePoint due = finished.workEnd;
        if (m_toWait > 0ns) {
            due += m_toWait;
            m_toWait = 0ns;
        }
        return {due, finished.iteration + 1, 0};
    }

private:
    void forget() noexcept override { m_toWait = 0ns; }

    Nanoseconds m_toWait{0};
};

PacingEntry accumulatorEntry() {
    return {.id = "accumulator",
            .name = "Accumulator",
            .description = "Carries the time that long frames missed into the next ones, but takes the "
                           "sleep for exact, so the oversleep of every frame still adds up.",
            .source = "Piotr Sperka, Accurate game loop in C++",
            .parameters = {},
            .make = makePolicy<Accumulator>};
}

class MeasuredAccumulator final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        if (m_waited) // the article subtracts the measured sleep right after it; here it is known only now
            m_toWait = withinAYear(m_toWait - (finished.release - finished.waitBegin));
        m_toWait = withinAYear(m_toWait + step(finished.iteration) - (finished.workEnd - finished.release));
        m_waited = m_toWait > 0ns;
        return {m_waited ? finished.workEnd + m_toWait : finished.workEnd, finished.iteration + 1, 0};
    }

private:
    void forget() noexcept override {
        m_toWait = 0ns;
        m_waited = false;
    }

    Nanoseconds m_toWait{0};
    bool m_waited = false;
};

PacingEntry measuredAccumulatorEntry() {
    return {.id = "measured-accumulator",
            .name = "Measured accumulator",
            .description = "Carries the time that long frames missed and the measured length of the "
                           "sleep, so the mean period is right however late each wake-up is.",
            .source = "Piotr Sperka, Accurate game loop in C++",
            .parameters = {},
            .make = makePolicy<MeasuredAccumulator>};
}

} // namespace

std::span<const PacingEntry> pacingCatalog() {
    static const std::vector<PacingEntry> entries{
        dropAndRestEntry(), keepWorkingEntry(), fixedSleepEntry(),
        remainderEntry(),   accumulatorEntry(), measuredAccumulatorEntry(),
    };
    return entries;
}

} // namespace jitterscope
