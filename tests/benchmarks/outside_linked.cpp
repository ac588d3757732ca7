// SPDX-License-Identifier: MIT
#include "tests/benchmarks/outside_linked.h"

#include "core/pacer/pacer.h"
#include "core/platform/system_time.h"
#include "core/sleep/sleep_catalog.h"
#include "include/jitterscope/adaptive_wait.hpp"
#include "tests/benchmarks/outside_field.h"

#include <algorithm>
#include <chrono>

using namespace jitterscope;

namespace outside {
namespace {

/// A wait until points in time, and the grid that its caller keeps.
class OnAGrid : public Linked {
public:
    void begin(std::int64_t start, std::int64_t period) final {
        m_due = start;
        m_period = period;
    }
    Arrival wait() final {
        const std::int64_t passed = std::max<std::int64_t>((callersClock() - m_due) / m_period - 1, 0);
        m_due += (passed + 1) * m_period;
        until(m_due);
        return {m_due, 0, passed};
    }

private:
    virtual void until(std::int64_t due) = 0;

    std::int64_t m_due = 0, m_period = 1; // ns
};

class LinkedStrategy final : public OnAGrid {
public:
    explicit LinkedStrategy(const SleepEntry& entry)
        : m_strategy(entry.make(m_time, ParameterValues(entry.parameters))) {}

private:
    void until(std::int64_t due) override { m_strategy->sleepUntil(TimePoint(Nanoseconds(due))); }

    SystemTime m_time;
    std::unique_ptr<SleepStrategy> m_strategy;
};

class LinkedHeader final : public OnAGrid {
    void until(std::int64_t due) override {
        m_wait.until(std::chrono::steady_clock::time_point(std::chrono::nanoseconds(due)));
    }

    PreciseWait m_wait;
};

class LinkedPacer final : public Linked {
public:
    void begin(std::int64_t start, std::int64_t period) override {
        if (!m_pacer || m_period != period)
            m_pacer = std::make_unique<Pacer>(1e9 / static_cast<double>(period));
        m_period = period;
        m_pacer->restart(TimePoint(Nanoseconds(start + period)));
    }
    Arrival wait() override {
        const PacedFrame frame = m_pacer->wait();
        return {frame.due.time_since_epoch().count(), frame.lateness().count(), frame.skipped};
    }

private:
    std::int64_t m_period = 0;
    std::unique_ptr<Pacer> m_pacer;
};

} // namespace

std::unique_ptr<Linked> makeLinked(std::string_view name) {
    if (name == "pacer")
        return std::make_unique<LinkedPacer>();
    if (name == "header")
        return std::make_unique<LinkedHeader>();
    const SleepEntry* const entry = findEntry(sleepCatalog(), name);
    return entry != nullptr ? std::make_unique<LinkedStrategy>(*entry) : nullptr;
}

} // namespace outside
