// SPDX-License-Identifier: MIT
#include "core/pacer.h"

#include "core/pacing/pacing_catalog.h"
#include "core/platform/system_time.h"
#include "core/sleep/sleep_catalog.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

/// The nearest valid rate; 60 Hz for NaN.
Period periodOf(double hertz) {
    const double inRange = std::clamp(hertz, Period::kMinimumHz, Period::kMaximumHz);
    return std::isnan(hertz) ? Period() : Period::fromHertz(std::round(inRange * 1e6) / 1e6).value();
}

std::unique_ptr<SleepStrategy> makeStrategyOn(TimeSource& time) {
    const SleepEntry& entry = *findEntry(sleepCatalog(), "adaptive");
    return entry.make(time, ParameterValues(entry.parameters));
}

std::unique_ptr<PacingPolicy> makePolicy() {
    const PacingEntry& entry = *findEntry(pacingCatalog(), "keep-working");
    return entry.make(ParameterValues(entry.parameters));
}

} // namespace

Pacer::Pacer(double hertz) : Pacer(periodOf(hertz)) {}

Pacer::Pacer(const Period& period) : Pacer(std::make_unique<SystemTime>(), nullptr, period) {}

Pacer::Pacer(TimeSource& time, const Period& period) : Pacer(nullptr, &time, period) {}

Pacer::Pacer(std::unique_ptr<TimeSource> ownTime, TimeSource* othersTime, const Period& period)
    : m_ownTime(std::move(ownTime)),
      m_time(othersTime != nullptr ? *othersTime : *m_ownTime),
      m_period(period),
      m_strategy(makeStrategyOn(m_time)),
      m_policy(makePolicy()) {
    m_frame.due = m_frame.start = m_waitBegin = m_time.now();
    m_policy->start(m_period, 0, m_frame.start);
}

Pacer::~Pacer() = default;

PacedFrame Pacer::wait() noexcept {
    const TimePoint workEnd = m_time.now();
    const Release next = m_policy->schedule({m_frame.number, m_waitBegin, m_frame.start, workEnd});
    m_waitBegin = workEnd;
    m_strategy->sleepUntil(next.due);
    m_frame = {next.iteration, next.lost, next.due, m_time.now()};
    return m_frame;
}

} // namespace jitterscope
