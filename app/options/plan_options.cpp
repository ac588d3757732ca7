// SPDX-License-Identifier: MIT
#include "app/options/plan_options.h"

#include "app/options/readers.h"
#include "core/base/parse.h"
#include "core/diagnosis/target.h"
#include "core/pacing/pacing_catalog.h"
#include "core/platform/own_system.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <cmath>
#include <limits>

namespace jitterscope::cli {
namespace {

constexpr bool kWindows = kOwnSystem == SystemFamily::Windows; // in whose words

constexpr Nanoseconds kDefaultDuration = std::chrono::seconds(10);
constexpr Nanoseconds kProbeDuration = std::chrono::seconds(2); // 120 frames at 60 Hz: p99 needs 100
constexpr Nanoseconds kLongestDuration = std::chrono::hours(24 * 365);
constexpr Nanoseconds kLongestTolerance = std::chrono::seconds(10);
constexpr const char* kTimes = "250us, 1.5ms, 2s; a bare number is nanoseconds";

template <typename Entry>
std::span<const ParameterInfo> parametersOf(std::span<const Entry> catalog, std::string_view id) {
    const Entry* const entry = findEntry(catalog, id);
    return entry == nullptr ? std::span<const ParameterInfo>() : std::span(entry->parameters);
}

} // namespace

PlanOptions::PlanOptions(OptionSet& options, Use use)
    : m_use(use),
      m_strategy(options.add(
          "--strategy", "ID", idRange(sleepCatalog()),
          (use == Use::Diagnosis ? "How your loop waits now; default " : "How to wait; default ") +
              begun().strategy.id)),
      m_policy(options.add("--policy", "ID", idRange(pacingCatalog()),
                           "When frames are due; default " + standardPlan().policy.id)),
      m_job(options.addIf(limited(), "--job", "ID", idRange(jobCatalog()),
                          "Rate and tolerance of what the loop has to be on time for")),
      m_rate(
          options.add("--rate", "HZ", "0.1 … 100000, as 60, 59.94 or 60000/1001", "Target rate; default 60")),
      m_period(options.add("--period", "TIME", "10us … 10s, as 16.667ms", "The same as its period")),
      m_x(options.add("--x", "X", "within the range that `list strategies` shows",
                      "The strategy's parameter x: how careful it is")),
      m_param(options.add("--param", "NAME=VALUE",
                          "names and ranges as `list strategies` and `list policies` show",
                          "A parameter of the strategy, else of the policy; may be repeated", true)),
      m_frames(options.addIf(limited(), "--frames", "N", "1 … 1000000000000",
                             "End after this many frames that count")),
      m_duration(options.addIf(limited(), "--duration", "SECONDS",
                               "above 0, up to a year, as 10, 0.5, 500ms or 2m",
                               "End after this time; default " + std::string(use == Use::Watch ? "2" : "10") +
                                   " without --frames")),
      m_warmup(options.addIf(limited(), "--warmup", "N", "0 … 1000000000000",
                             "Frames to leave out of statistics; default 0")),
      m_tolerance(options.add("--tolerance", "TIME", std::string("0 … 10s, as ") + kTimes,
                              use == Use::Diagnosis ? "A frame is late above it; default 500 µs"
                                                    : "A frame is late above it; default 1 % of the period")),
      m_work(options.add("--work", "ID[:PARAM=VALUE,...]", idRange(workCatalog()),
                         "What a frame does; default none")),
      m_load(options.addIf(use != Use::Diagnosis, "--load", "THREADS",
                           "0 … " + std::to_string(RunPlan::kMaximumLoad),
                           "Background threads that keep processors busy; default 0")),
      m_machine(options.add("--machine", "ID[:PARAM=VALUE,...]", idRange(machineCatalog()),
                            "Where to run: here, or on a simulated machine in virtual time")),
      m_seed(options.add("--seed", "N", "0 … 18446744073709551615",
                         "Seed of simulated machines and work; default 1")),
      m_cpu(options.add("--cpu", "N", "the number of a processor",
                        "Pin the measuring thread to this processor")),
      m_slack(options.add(
          "--slack", "TIME", std::string("1ns … 1s, as ") + kTimes,
          kWindows ? "Tick of the system's timer for the run (timeBeginPeriod), in whole milliseconds"
                   : "Timer slack of the measuring thread for the run")),
      m_stopOn(options.addIf(limited(), "--stop-on", "'late>TIME'", std::string("TIME 0 … 10s, as ") + kTimes,
                             "End at the first frame that is later than this")) {
    if (limited())
        options.addFlag(
            "--no-anatomy", m_noAnatomy,
            "Do not ask the scheduler after each wait (about 1 µs a frame) how long the thread was queued");
    options.addFlag("--realtime", m_realtime,
                    kWindows ? "Ask for the class for sound (MMCSS), which runs before ordinary threads"
                             : "Ask for the real-time class (SCHED_FIFO)");
}

Result<Done> PlanOptions::readChoices(RunPlan& plan) const {
    if (Result<Done> read = readChoice(m_strategy, sleepCatalog(), plan.strategy.id, plan.strategy.values);
        !read)
        return read;
    if (Result<Done> read = readChoice(m_policy, pacingCatalog(), plan.policy.id, plan.policy.values); !read)
        return read;
    if (Result<Done> read = readChoice(m_work, workCatalog(), plan.work.id, plan.work.values); !read)
        return read;
    return readChoice(m_machine, machineCatalog(), plan.machine.id, plan.machine.values, &plan.machine.file);
}

Result<Done> PlanOptions::readParameters(RunPlan& plan) const {
    const std::span<const ParameterInfo> strategy = parametersOf(sleepCatalog(), plan.strategy.id);
    const std::span<const ParameterInfo> policy = parametersOf(pacingCatalog(), plan.policy.id);
    if (m_x.given()) {
        const int index = parameterIndex(strategy, "x");
        if (index < 0)
            return m_x.refusal(m_x.text(), plan.strategy.id + " has no parameter x");
        const ParameterInfo& info = strategy[static_cast<std::size_t>(index)];
        const Result<double> value = parseParameter(info, m_x.text());
        if (!value)
            return Error{ErrorCode::Usage, "--x " + inQuotes(m_x.text()) + " is not in its range",
                         rangeText(info)};
        plan.strategy.values.set(static_cast<std::size_t>(index), value.value());
    }
    for (const std::string& text : m_param.texts) {
        const std::string_view name = trimmed(std::string_view(text).substr(0, text.find('=')));
        const bool ofPolicy = parameterIndex(strategy, name) < 0 && parameterIndex(policy, name) >= 0;
        Result<Done> set = ofPolicy ? setValue(m_param, text, policy, plan.policy.values)
                                    : setValue(m_param, text, strategy, plan.strategy.values);
        if (!set)
            return set;
    }
    return Done{};
}

/// Takes rate and tolerance of the job. The options --rate, --period and --tolerance come later and win.
Result<Done> PlanOptions::readJob(RunPlan& plan) const {
    if (!m_job.given())
        return Done{};
    const auto job = requireEntry(jobCatalog(), m_job.text(), "job");
    if (!job)
        return job.error();
    if (job.value()->id == "own")
        return m_job.refusal(m_job.text(), "its figures are --rate and --tolerance");
    plan.period = job.value()->period();
    plan.tolerance = Nanoseconds{std::llround(job.value()->beyond)};
    return Done{};
}

Result<Done> PlanOptions::readPace(RunPlan& plan) const {
    if (m_rate.given() && m_period.given())
        return m_period.refusal(m_period.text(), "given beside --rate");
    if (m_rate.given()) {
        const Result<Period> period = Period::parseRate(m_rate.text());
        if (!period)
            return m_rate.refusal(m_rate.text(), "not a rate in its range");
        plan.period = period.value();
    }
    if (m_period.given()) {
        const Result<Period> period = Period::parsePeriod(m_period.text());
        if (!period)
            return m_period.refusal(m_period.text(), "not a period in its range");
        plan.period = period.value();
    }
    return readTime(m_tolerance, Nanoseconds{0}, kLongestTolerance, plan.tolerance);
}

Result<Done> PlanOptions::readLimits(RunPlan& plan) const {
    if (Result<Done> read = readInteger<std::int64_t>(m_frames, 1, RunPlan::kMaximumFrames, plan.frames);
        !read)
        return read;
    if (Result<Done> read = readInteger<std::int64_t>(m_warmup, 0, RunPlan::kMaximumFrames, plan.warmup);
        !read)
        return read;
    if (m_duration.given()) {
        std::optional<Nanoseconds> length;
        if (Result<Done> read = readLength(m_duration, Nanoseconds{1}, kLongestDuration, length); !read)
            return read;
        plan.duration = *length;
    } else if (limited() && !m_frames.given()) {
        plan.duration = m_use == Use::Watch ? kProbeDuration : kDefaultDuration;
    }
    if (!m_stopOn.given())
        return Done{};
    std::string_view text = trimmed(m_stopOn.text());
    for (const std::string_view part : {"late", ">"}) {
        if (!text.starts_with(part))
            return m_stopOn.refusal(m_stopOn.text(), "not as late>2ms");
        text = trimmed(text.substr(part.size()));
    }
    const Result<Nanoseconds> time = readTime(m_stopOn, text, Nanoseconds{0}, kLongestTolerance);
    if (!time)
        return time.error();
    plan.stopOnLate = time.value();
    return Done{};
}

Result<Done> PlanOptions::readThread(RunPlan& plan) const {
    plan.thread.realtime = m_realtime;
    plan.thread.anatomy = !m_noAnatomy;
    if (Result<Done> read = readInteger(m_load, 0, RunPlan::kMaximumLoad, plan.load); !read)
        return read;
    if (Result<Done> read = readInteger(m_cpu, 0, std::numeric_limits<int>::max(), plan.thread.cpu); !read)
        return read;
    if (Result<Done> read =
            readInteger<std::uint64_t>(m_seed, 0, std::numeric_limits<std::uint64_t>::max(), plan.seed);
        !read)
        return read;
    return readTime(m_slack, Nanoseconds{1}, std::chrono::seconds(1), plan.thread.slack);
}

RunPlan PlanOptions::begun() const {
    RunPlan plan = standardPlan();
    if (m_use == Use::Diagnosis)
        plan.strategy = sleepChoice("system-sleep");
    return plan;
}

Result<RunPlan> PlanOptions::plan() const {
    using Reader = Result<Done> (PlanOptions::*)(RunPlan&) const;
    RunPlan plan = begun();
    for (const Reader read : {&PlanOptions::readChoices, &PlanOptions::readParameters, &PlanOptions::readJob,
                              &PlanOptions::readPace, &PlanOptions::readLimits, &PlanOptions::readThread}) {
        if (Result<Done> done = (this->*read)(plan); !done)
            return done.error();
    }
    if (Result<Done> checked = checkPlan(plan); !checked)
        return checked.error();
    return plan;
}

} // namespace jitterscope::cli
