// SPDX-License-Identifier: MIT
#include "tests/benchmarks/outside_field.h"

#include "core/adaptive/adaptive_wait.h"
#include "core/pacer.h"
#include "core/platform/counters.h"
#include "core/platform/system_time.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/benchmarks/tuning_variants.h"

#include <algorithm>
#include <chrono>
#include <sys/resource.h>

using namespace jitterscope;

namespace outside {
namespace {

TimePoint pointOf(std::int64_t ns) noexcept {
    return TimePoint(Nanoseconds(ns));
}

std::int64_t voluntarySwitches() noexcept {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

/// Takes CPU time and switches around a block.
class Meter {
public:
    Block finish(Block block) const {
        const std::int64_t wall = callersClock() - m_begin;
        block.cpu =
            100.0 * static_cast<double>((threadCpuTime() - m_cpu).count()) / static_cast<double>(wall);
        block.sleeps = voluntarySwitches() - m_sleeps;
        return block;
    }

private:
    std::int64_t m_sleeps = voluntarySwitches();
    Nanoseconds m_cpu = threadCpuTime();
    std::int64_t m_begin = callersClock();
};

/// The loop of a caller who keeps the grid itself. A template, so that each contestant has one of its own, as
/// in a program of its own.
template <typename Wait>
Block callersLoop(const Task& task, Wait&& wait) {
    Block block;
    block.errors.reserve(static_cast<std::size_t>(task.frames));
    const Meter meter;
    std::int64_t due = task.start;
    for (std::int64_t slot = 1; slot <= task.frames; ++slot) {
        due += task.period;
        wait(due);
        const std::int64_t error = callersClock() - due;
        block.errors.push_back(error);
        if (const std::int64_t passed = error / task.period; passed > 0) {
            const std::int64_t lost = std::min(passed, task.frames - slot);
            due += passed * task.period;
            slot += lost;
            block.lost += lost;
        }
    }
    return meter.finish(std::move(block));
}

class OfCatalogue final : public Contestant {
public:
    explicit OfCatalogue(const SleepEntry& entry)
        : m_strategy(entry.make(m_time, ParameterValues(entry.parameters))) {}
    Block run(const Task& task) override {
        return callersLoop(task, [this](std::int64_t due) { m_strategy->sleepUntil(pointOf(due)); });
    }

private:
    SystemTime m_time;
    std::unique_ptr<SleepStrategy> m_strategy;
};

class OfWait final : public Contestant {
public:
    explicit OfWait(const Tuning& tuning) : m_wait(m_time, tuning) {}
    Block run(const Task& task) override {
        std::int64_t said = 0;
        Block block = callersLoop(task, [&](std::int64_t due) {
            const std::int64_t end = m_wait.until(pointOf(due)).time_since_epoch().count();
            m_end = end; // counted before the next wait, not in the way of this one
            said += m_end - due > task.tolerance ? 1 : 0;
        });
        block.said = said;
        return block;
    }

private:
    SystemTime m_time;
    AdaptiveWait m_wait;
    std::int64_t m_end = 0;
};

class OfPacer final : public Contestant {
public:
    Block run(const Task& task) override {
        if (!m_pacer || m_period != task.period) {
            m_period = task.period;
            m_pacer = std::make_unique<Pacer>(1e9 / static_cast<double>(task.period));
        }
        m_pacer->restart(pointOf(task.start + task.period));
        Block block;
        block.errors.reserve(static_cast<std::size_t>(task.frames));
        const Meter meter;
        while (block.slots() < task.frames) {
            const PacedFrame frame = m_pacer->wait();
            const std::int64_t now = callersClock();
            block.errors.push_back(now - frame.due.time_since_epoch().count());
            block.lost += std::min(frame.skipped, task.frames - block.slots());
            block.said += frame.lateness() > Nanoseconds(task.tolerance) ? 1 : 0;
        }
        return meter.finish(std::move(block));
    }

private:
    std::int64_t m_period = 0;
    std::unique_ptr<Pacer> m_pacer;
};

} // namespace

std::int64_t callersClock() noexcept {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

std::int64_t Block::late(std::int64_t tolerance) const noexcept {
    return lost + std::count_if(errors.begin(), errors.end(),
                                [tolerance](std::int64_t error) { return error > tolerance; });
}

std::unique_ptr<Contestant> makeContestant(std::string_view name) {
    if (name == "wait")
        return std::make_unique<OfWait>(Tuning());
    for (const benchmarks::Variant& variant : benchmarks::parts()) {
        if (name != "wait-" + variant.name)
            continue;
        Tuning tuning;
        variant.change(tuning);
        return std::make_unique<OfWait>(tuning);
    }
    if (name == "pacer")
        return std::make_unique<OfPacer>();
    const SleepEntry* const entry = findEntry(sleepCatalog(), name);
    return entry != nullptr ? std::make_unique<OfCatalogue>(*entry) : nullptr;
}

} // namespace outside
