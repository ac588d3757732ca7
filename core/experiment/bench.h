// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"
#include "core/plan/run_plan.h"
#include "core/record/sample_ring.h"
#include "core/record/samples.h"
#include "core/run/frame_loop.h"
#include "core/run/job.h"
#include "core/run/statistics.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/time/forwarding_time.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The machine for one measurement of an experiment: the real one, or a new simulated one. Use it on the
/// job's thread.
class BenchMachine {
public:
    /// `plan` as passed on by runExperiment. `stream` names the measurement by what is measured (ids,
    /// values). Each measurement has its own random numbers, which do not change when a catalogue grows.
    BenchMachine(const ExperimentPlan& plan, JobControl& control, std::string_view stream);
    /// A simulated machine with this model.
    BenchMachine(MachineModel model, std::uint64_t seed, JobControl& control);
    ~BenchMachine(); ///< books the simulated time with the job
    BenchMachine(const BenchMachine&) = delete;
    BenchMachine& operator=(const BenchMachine&) = delete;

    /// Switches a simulated machine to another model; its time goes on.
    void become(MachineModel model) { m_simulated->become(std::move(model)); }

    /// The simulated machine's model; null on this machine.
    [[nodiscard]] const MachineModel* model() const noexcept {
        return m_simulated ? &m_simulated->model() : nullptr;
    }
    [[nodiscard]] TimeSource& time() noexcept {
        return m_simulated ? static_cast<TimeSource&>(*m_simulated) : m_real;
    }
    /// For what a loop on this machine records.
    [[nodiscard]] RingMemory ringMemory() const noexcept {
        return m_simulated ? RingMemory::AsNeeded : RingMemory::Ready;
    }
    /// Counters of the calling thread, or of the simulated one, and of the process; none of the whole
    /// machine.
    [[nodiscard]] CpuCounters counters() noexcept;

private:
    JobControl& m_control;
    SystemTime& m_real;
    std::unique_ptr<SimulatedTime> m_simulated;
    TimePoint m_begin{};
};

/// One call of a strategy, timed as in the articles: clock read, wait, clock read.
struct TimedWait {
    Nanoseconds asked{};
    Nanoseconds took{};

    [[nodiscard]] Nanoseconds error() const noexcept { return took - asked; } ///< negative: early
};

/// Waits for `interval` with the strategy, outside any loop.
[[nodiscard]] TimedWait timeWait(TimeSource& time, SleepStrategy& strategy, Nanoseconds interval) noexcept;

/// What a whole loop gave.
struct LoopResult {
    std::deque<FrameSample> frames;
    std::vector<SleepSample> sleeps;
    FrameStatistics statistics;
    FrameMetrics metrics;
    CpuUsage cpu;
    bool cancelled = false;
};
/// Runs a loop by a plan (strategy, policy, work, period, frames or duration, warm-up) on a bench machine.
/// Statistics are exact and all samples are kept.
[[nodiscard]] LoopResult measureLoop(BenchMachine& machine, const RunPlan& plan, JobControl& control);

/// The strategy's defaults, with `form` and `x` set if it has them.
[[nodiscard]] ParameterValues strategyValues(const SleepEntry& entry, double form, double x);

/// The strategies of a plan that can run on its machine. The others become notes of the result.
[[nodiscard]] std::vector<const SleepEntry*> runnableStrategies(const ExperimentPlan& plan,
                                                                ExperimentResult& result);

/// Parameters that several experiments share.
[[nodiscard]] ParameterInfo formChoice();
[[nodiscard]] ParameterInfo xValue(double standard);
[[nodiscard]] ParameterInfo rateValue(double standard);
[[nodiscard]] ParameterInfo countValue(std::string_view name, std::string_view label, double minimum,
                                       double maximum, double standard, std::string_view meaning);

/// Rings for a loop that runs on the thread that also drains them: when full, they are emptied into lists.
class BenchRings final : public Backpressure {
public:
    explicit BenchRings(RingMemory memory) : frameRing(1 << 14, memory), sleepRing(1 << 17, memory) {}

    SampleRing<FrameSample> frameRing;
    SampleRing<SleepSample> sleepRing;
    std::deque<FrameSample> frames;
    std::vector<SleepSample> sleeps;

    void makeRoom() noexcept override {
        frameRing.drain([this](const FrameSample& sample) { frames.push_back(sample); });
        sleepRing.drain([this](const SleepSample& sample) { sleeps.push_back(sample); });
    }
};

/// Forwards to a machine's time and requests a stop when the job is cancelled, also in virtual time.
class CancellableTime final : public ForwardingTime {
public:
    CancellableTime(TimeSource& time, const JobControl& control) noexcept
        : ForwardingTime(time), m_control(control) {}

    [[nodiscard]] bool stopRequested() const noexcept override { return m_control.cancelled(); }

private:
    const JobControl& m_control;
};

} // namespace jitterscope
