// SPDX-License-Identifier: MIT
#include "tests/benchmarks/outside_field.h"

#include "core/adaptive/adaptive_wait.h"
#include "core/pacer/pacer.h"
#include "core/platform/system_time.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/benchmarks/outside_linked.h"
#include "tests/benchmarks/outside_loop.h"
#include "tests/benchmarks/tuning_variants.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <utility>
#include <vector>

using namespace jitterscope;

namespace outside {
namespace {

TimePoint pointOf(std::int64_t ns) noexcept {
    return TimePoint(Nanoseconds(ns));
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
    explicit OfWait(const Tuning& tuning, const Aim& aim = LateShare()) : m_wait(m_time, tuning) {
        m_wait.aim(aim);
    }
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

/// What a caller writes who knows the best margin beforehand: nothing to call, so no way out that could be
/// cold.
class OfCaller final : public Contestant {
public:
    explicit OfCaller(std::int64_t margin) : m_margin(margin) {} // ns; 0: no sleep
    Block run(const Task& task) override {
        return callersLoop(task, [margin = m_margin](std::int64_t due) {
            if (margin > 0) {
                const timespec until{(due - margin) / 1'000'000'000, (due - margin) % 1'000'000'000};
                clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
            }
            while (callersClock() < due) {
            }
        });
    }

private:
    std::int64_t m_margin;
};

/// Null for a name that is none of them.
std::unique_ptr<Contestant> makeCallers(const std::string& name) {
    if (name == "inline-spin")
        return std::make_unique<OfCaller>(0);
    int margin = 0;
    int end = 0;
    if (std::sscanf(name.c_str(), "inline-%dus%n", &margin, &end) != 1 || margin < 1 || name[end] != 0)
        return nullptr;
    return std::make_unique<OfCaller>(std::int64_t{1'000} * margin);
}

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

class OfLinked final : public Contestant {
public:
    explicit OfLinked(std::unique_ptr<Linked> linked) : m_linked(std::move(linked)) {}
    Block run(const Task& task) override {
        Block block;
        block.errors.reserve(static_cast<std::size_t>(task.frames));
        std::int64_t work = 0;
        const Meter meter;
        m_linked->begin(task.start, task.period);
        while (block.slots() < task.frames) {
            work += otherCode(task.between);
            const Arrival arrival = m_linked->wait();
            const std::int64_t now = callersClock();
            block.errors.push_back(now - arrival.due);
            block.lost += std::min(arrival.skipped, task.frames - block.slots());
            block.said += arrival.said > task.tolerance ? 1 : 0;
        }
        return meter.finish(std::move(block), work);
    }

private:
    std::unique_ptr<Linked> m_linked;
};

} // namespace

std::int64_t otherCode(std::int64_t length) noexcept {
    static std::vector<std::uint64_t> memory(1 << 19); // 4 MB
    static std::size_t place = 0;
    const std::int64_t begin = callersClock();
    std::int64_t now = begin;
    for (; now - begin < length; now = callersClock()) {
        for (int line = 0; line < 256; ++line, place = (place + 8) % memory.size())
            memory[place] = memory[place] * 6364136223846793005U + 1;
    }
    return now - begin;
}

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
        return std::make_unique<OfWait>(tuning, variant.aim);
    }
    if (name == "thrifty")
        return std::make_unique<OfWait>(Tuning(), Thrifty());
    if (name == "pacer")
        return std::make_unique<OfPacer>();
    if (auto copied = makeCopied(name))
        return copied;
    if (auto callers = makeCallers(std::string(name)))
        return callers;
    if (constexpr std::string_view kLinked = "linked-"; name.starts_with(kLinked)) {
        auto linked = makeLinked(name.substr(kLinked.size()));
        return linked ? std::make_unique<OfLinked>(std::move(linked)) : nullptr;
    }
    const SleepEntry* const entry = findEntry(sleepCatalog(), name);
    return entry != nullptr ? std::make_unique<OfCatalogue>(*entry) : nullptr;
}

} // namespace outside
