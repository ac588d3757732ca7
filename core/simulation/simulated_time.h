// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/random.h"
#include "core/base/result.h"
#include "core/meter/cpu_meter.h"
#include "core/plan/run_plan.h"
#include "core/simulation/machine_model.h"

#include <atomic>
#include <memory>

namespace jitterscope {

/// The virtual time of a machine model. Nothing waits: each sleep or spin is a jump in time, so a minute
/// takes milliseconds. The same model, seed and calls give the same bits on every platform.
/// * One thread, except requestStop() and counters(): any thread.
class SimulatedTime final : public TimeSource {
public:
    SimulatedTime(MachineModel model, std::uint64_t seed);

    void requestStop() noexcept { m_stop.store(true, std::memory_order_relaxed); }
    [[nodiscard]] const MachineModel& model() const noexcept { return m_model; }
    /// Switches to another machine, to see how strategies handle a change of regime.
    void become(MachineModel model);

    /// Virtual time and CPU time of the simulated thread, as of its last sleep or spin.
    [[nodiscard]] CpuCounters counters() const noexcept;

    [[nodiscard]] TimePoint now() noexcept override;
    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override;
    NativeSleep sleepUntil(TimePoint deadline) noexcept override;
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override;
    [[nodiscard]] bool stopRequested() const noexcept override {
        return m_stop.load(std::memory_order_relaxed);
    }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept override { return Nanoseconds(m_cpu); }
    [[nodiscard]] Nanoseconds tick(SleepKind kind) const noexcept override {
        return Nanoseconds(m_model.tickOf(kind));
    }

private:
    [[nodiscard]] TimePoint shown() const noexcept;
    std::int64_t work(std::int64_t amount) noexcept;
    [[nodiscard]] std::int64_t wakeTime(std::int64_t target, std::int64_t length, SleepKind kind) noexcept;
    NativeSleep sleep(TimePoint begin, Nanoseconds length, SleepKind kind) noexcept;
    void drawLoss() noexcept;
    [[nodiscard]] std::int64_t untilInterrupted() noexcept;
    std::int64_t loseProcessor() noexcept;
    void publish() noexcept;

    MachineModel m_model;
    Random m_random;
    std::int64_t m_now;
    std::int64_t m_cpu = 0;
    std::int64_t m_nextLoss = INT64_MAX;      // in CPU time
    std::int64_t m_nextInterrupt = INT64_MAX; // in time
    std::int64_t m_phase = 0;                 // of the tick
    double m_readDebt = 0;                    // parts of a nanosecond of clock reads
    std::int64_t m_sleeps = 0;
    std::int64_t m_losses = 0;
    std::atomic<bool> m_stop{false};
    std::atomic<std::int64_t> m_shownNow{0};
    std::atomic<std::int64_t> m_shownCpu{0};
    std::atomic<std::int64_t> m_shownSleeps{0};
    std::atomic<std::int64_t> m_shownLosses{0};
};

/// The virtual time of a machine, by catalogue id. Error (Usage): `here`, or a machine that needs a file.
[[nodiscard]] Result<std::unique_ptr<SimulatedTime>> makeSimulatedTime(const MachineChoice& machine,
                                                                       std::uint64_t seed);

} // namespace jitterscope
