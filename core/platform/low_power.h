// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

namespace jitterscope {

/// Instructions that rest the processor for a limited time. They take less power than spinning and leave more
/// of the core to its other hardware thread. The resting thread keeps the processor:
/// it still counts as running.
enum class TimedWait : std::uint8_t {
    None,
    /// Intel SDM vol. 2, TPAUSE: until the TSC reaches EDX:EAX; IA32_UMWAIT_CONTROL may end it sooner.
    Tpause,
    Mwaitx, ///< AMD APM vol. 3, MONITORX and MWAITX: for EBX ticks of the TSC when ECX bit 1 is set
    Wfet,   ///< Arm ARM, WFET: until CNTVCT_EL0 reaches Xt, or an event
};
[[nodiscard]] std::string_view timedWaitId(TimedWait wait) noexcept; ///< `none`, `tpause`, `mwaitx`, `wfet`

/// What a processor reports of itself; 0 for a register that it does not have.
struct ProcessorWords {
    std::uint32_t leaf7Ecx = 0;      ///< CPUID 7.0 ECX: bit 5 WAITPKG (SDM vol. 2, CPUID)
    std::uint32_t extended1Ecx = 0;  ///< CPUID 8000_0001 ECX: bit 29 MONITORX (APM vol. 3, app. E)
    std::uint32_t extended7Edx = 0;  ///< CPUID 8000_0007 EDX: bit 8, the TSC ticks evenly
    std::uint64_t capabilities2 = 0; ///< AT_HWCAP2 on arm64: bit 31, ID_AA64ISAR2_EL1.WFxT is 2 or more
};
/// The timed wait of such a processor; None: it has none that can be used.
[[nodiscard]] TimedWait timedWaitOf(const ProcessorWords& words) noexcept;

/// The processor as LowPowerSpin sees it; tests use their own. One thread.
class WaitingProcessor {
public:
    virtual ~WaitingProcessor() = default;
    [[nodiscard]] virtual TimedWait timedWait() const noexcept = 0;
    [[nodiscard]] virtual TimePoint now() noexcept = 0;       ///< the clock of the deadlines
    [[nodiscard]] virtual std::uint64_t ticks() noexcept = 0; ///< the counter of the timed waits
    /// Rests for at most `ticks`; may return earlier. Not called if timedWait() is None.
    virtual void wait(std::uint64_t ticks) noexcept = 0;
    virtual void pause() noexcept = 0;
};

/// The real processor.
[[nodiscard]] std::unique_ptr<WaitingProcessor> makeWaitingProcessor();

/// The counter's rate relative to the clock. Reads both for two milliseconds. 0: there is no timed wait, or
/// the two do not advance together.
[[nodiscard]] double measureTicksPerNanosecond(WaitingProcessor& processor) noexcept;

/// A busy wait that rests in timed waits. Each is asked to end a margin before the deadline. The remaining
/// time is spent in pauses. Without a timed wait (rate 0) it only pauses.
/// * Never early. A timed wait that returns late (because of the processor, a hypervisor or the scheduler)
///   widens the margin, which then shrinks again from spin to spin.
/// * One thread; nothing allocates, locks or throws.
class LowPowerSpin {
public:
    static constexpr Nanoseconds kMargin{5'000}; ///< longer than a return from C1 or C0.2
    static constexpr Nanoseconds kWidestMargin{10'000'000};
    static constexpr int kFading = 256; ///< spins until a widened margin has shrunk to a third
    /// Of one timed wait, so that a stop or a wrong rate is noticed soon.
    static constexpr Nanoseconds kLongest{100'000};
    static constexpr Nanoseconds kShortest{1'000}; ///< a shorter timed wait is not worth it

    /// `processor` must outlive it.
    LowPowerSpin(WaitingProcessor& processor, double ticksPerNanosecond) noexcept
        : m_processor(processor), m_ticksPerNanosecond(ticksPerNanosecond) {}

    /// Spins until `deadline`, or until `stop` is set.
    Spin spinUntil(TimePoint deadline, const std::atomic<bool>& stop) noexcept;

private:
    Nanoseconds rest(Nanoseconds left) noexcept;
    void learn(Nanoseconds late) noexcept;

    WaitingProcessor& m_processor;
    const double m_ticksPerNanosecond;
    Nanoseconds m_margin = kMargin;
};

/// The busy waits of this machine, of every kind. One thread.
class BusyWait {
public:
    /// The first in a process takes 2 ms if the processor has a timed wait.
    BusyWait();

    /// Spins until `deadline`, or until `stop` is set.
    Spin until(TimePoint deadline, SpinKind kind, const std::atomic<bool>& stop) noexcept;

private:
    std::unique_ptr<WaitingProcessor> m_processor;
    LowPowerSpin m_lowPower;
};

} // namespace jitterscope
