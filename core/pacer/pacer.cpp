// SPDX-License-Identifier: MIT
#include "core/pacer/pacer.h"

#include "core/base/parse.h"
#include "core/pacer/pacer_recorder.h"
#include "core/pacing/pacing_catalog.h"
#include "core/platform/system_time.h"
#include "core/run/resolve.h"
#include "core/sleep/sleep_catalog.h"
#include "core/sleep/strategies/strategies.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

static_assert(sizeof(FrameSample) == 136, "PacerOptions::recordFrames names the size");

constexpr Nanoseconds kFarthestDue = std::chrono::hours(24 * 365);
constexpr Nanoseconds kRehearsal{2'000}; // before the deadline

/// The nearest valid rate; 60 Hz for NaN.
Period periodOf(double hertz) {
    const double inRange = std::clamp(hertz, Period::kMinimumHz, Period::kMaximumHz);
    return std::isnan(hertz) ? Period() : Period::fromHertz(std::round(inRange * 1e6) / 1e6).value();
}

std::string namesOf(const std::vector<ParameterInfo>& infos) {
    std::string names;
    for (const ParameterInfo& info : infos)
        names += (names.empty() ? "there is " : ", ") + std::string(info.name);
    return names.empty() ? "it has none" : names;
}

/// The part with all its values, checked.
template <typename Entry>
Result<Choice> choiceOf(std::span<const Entry> catalog, const PacerOptions::Part& part,
                        std::string_view what) {
    const Result<const Entry*> entry = requireEntry(catalog, part.id, what);
    if (!entry)
        return entry.error();
    const std::vector<ParameterInfo>& infos = entry.value()->parameters;
    Choice choice{part.id, ParameterValues(infos)};
    for (const auto& [name, text] : part.values) {
        const int index = parameterIndex(infos, name);
        if (index < 0)
            return Error{ErrorCode::Usage, part.id + " has no parameter " + inQuotes(name), namesOf(infos)};
        const auto place = static_cast<std::size_t>(index);
        const Result<double> value = parseParameter(infos[place], text);
        if (!value)
            return value.error();
        choice.values.set(place, value.value());
    }
    return choice;
}

/// The plan in the head of the recording's file. `own` stands for what only the program knows: its work, and
/// a clock that is not this machine's.
RunPlan planOf(const Choice& strategy, const Choice& policy, const Period& period, bool here) {
    RunPlan plan;
    plan.strategy = strategy;
    plan.policy = policy;
    plan.period = period;
    plan.work.id = "own";
    plan.machine.id = here ? "here" : "own";
    return plan;
}

} // namespace

Pacer::Pacer(double hertz) : Pacer(periodOf(hertz)) {}

// The default options are valid on every machine.
Pacer::Pacer(const Period& period) : Pacer(make(period, {}).value()) {}

Pacer::Pacer(TimeSource& time, const Period& period) : Pacer(make(time, period, {}).value()) {}

Pacer::Pacer(std::unique_ptr<TimeSource> ownTime, TimeSource* othersTime, const Period& period,
             const Choice& strategy, const Choice& policy, const PacerOptions& options)
    : m_ownTime(std::move(ownTime)),
      m_time(othersTime != nullptr ? othersTime : m_ownTime.get()),
      m_period(period),
      m_policy(findEntry(pacingCatalog(), policy.id)->make(policy.values)),
      m_firstDue(options.firstDue) {
    const bool here = m_time->measuresHere();
    if (options.recordFrames > 0)
        m_recorder = std::make_unique<PacerRecorder>(*m_time, options.recordFrames,
                                                     planOf(strategy, policy, period, here),
                                                     here ? utcNow() : std::string());
    TimeSource& waitTime = m_recorder ? m_recorder->time() : *m_time;
    m_strategy = findEntry(sleepCatalog(), strategy.id)->make(waitTime, strategy.values);
    m_frame.due = m_frame.start = m_waitBegin = m_time->now(); // last: making the parts takes time
    m_policy->start(m_period, 0, m_frame.start);
    if (m_recorder)
        m_recorder->begin(m_frame.start);
}

Pacer::Pacer(Pacer&&) noexcept = default;
Pacer::~Pacer() = default;

Result<Pacer> Pacer::make(TimeSource* othersTime, const Period& period, const PacerOptions& options) {
    Result<Choice> strategy = choiceOf(sleepCatalog(), options.strategy, "strategy");
    if (!strategy)
        return strategy.error();
    if (options.aim) {
        const SleepEntry& adaptive = *findEntry(sleepCatalog(), "adaptive");
        if (options.strategy.id != adaptive.id)
            return Error{ErrorCode::Usage, options.strategy.id + " takes no aim", "only adaptive does"};
        setAim(strategy.value().values, *options.aim);
        if (auto checked = checkParameters(adaptive.parameters, strategy.value().values, adaptive.id);
            !checked)
            return checked.error();
    }
    const Result<Choice> policy = choiceOf(pacingCatalog(), options.policy, "policy");
    if (!policy)
        return policy.error();
    if (options.recordFrames > PacerOptions::kMostRecordedFrames)
        return Error{ErrorCode::Usage, std::to_string(options.recordFrames) + " frames cannot be recorded",
                     "0 … " + std::to_string(PacerOptions::kMostRecordedFrames)};
    if (othersTime == nullptr) {
        if (const Result<Done> supported = checkSupport(options.strategy.id, "here"); !supported)
            return supported.error();
    }
    auto ownTime = othersTime == nullptr ? std::make_unique<SystemTime>() : nullptr;
    const TimePoint now = othersTime == nullptr ? ownTime->now() : othersTime->now();
    if (options.firstDue &&
        (*options.firstDue > now + kFarthestDue || *options.firstDue < now - kFarthestDue))
        return Error{ErrorCode::Usage, "the first frame is due more than a year from now", ""};
    return Pacer(std::move(ownTime), othersTime, period, strategy.value(), policy.value(), options);
}

Result<Pacer> Pacer::make(const Period& period, const PacerOptions& options) {
    return make(nullptr, period, options);
}

Result<Pacer> Pacer::make(TimeSource& time, const Period& period, const PacerOptions& options) {
    return make(&time, period, options);
}

/// Does everything that can be done before the wait, because all that comes after the deadline makes the
/// frame late. Returns when the way out is to be rehearsed; the deadline if it is too late for that.
TimePoint Pacer::approach() noexcept {
    const TimePoint workEnd = m_time->now();
    const TimePoint workBegin = std::max(m_frame.start, m_restarted);
    const Release next = schedule(workBegin, workEnd);
    if (m_recorder)
        m_recorder->frameDone(m_frame, workEnd - workBegin, next);
    m_waitBegin = workEnd;
    m_frame.number = next.iteration;
    m_frame.skipped = next.lost;
    m_frame.due = next.due;
    const bool before = m_strategy->approach(next.due);
    return before && m_time->now() + kRehearsal < next.due ? next.due - kRehearsal : next.due;
}

Release Pacer::schedule(TimePoint workBegin, TimePoint workEnd) noexcept {
    if (!m_firstDue)
        return m_policy->schedule({m_frame.number, m_waitBegin, workBegin, workEnd});
    const Release next{*std::exchange(m_firstDue, std::nullopt), m_frame.number + 1, 0};
    m_policy->start(m_period, next.iteration, next.due);
    return next;
}

void Pacer::restart() noexcept {
    m_restarted = m_waitBegin = m_time->now();
    m_firstDue.reset();
    m_policy->start(m_period, m_frame.number, m_restarted);
    if (m_recorder)
        m_recorder->pause();
}

void Pacer::restart(TimePoint due) noexcept {
    constexpr Nanoseconds kYear = std::chrono::hours(365 * 24);
    restart();
    m_firstDue = std::clamp(due, m_restarted - kYear, m_restarted + kYear);
}

bool Pacer::learned(LearnedLatency& latency) const noexcept {
    return m_strategy->learned(latency);
}

std::optional<Achieved> Pacer::achieved() const noexcept {
    LearnedLatency latency;
    if (!learned(latency))
        return std::nullopt;
    return latency.achieved;
}

std::span<const FrameSample> Pacer::recorded() const noexcept {
    return m_recorder ? m_recorder->frames() : std::span<const FrameSample>();
}

std::uint64_t Pacer::notRecorded() const noexcept {
    return m_recorder ? m_recorder->lost() : 0;
}

} // namespace jitterscope
