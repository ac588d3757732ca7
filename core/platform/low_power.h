// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>

namespace jitterscope {

/// Instructions with which a program rests its processor for a time without leaving it: fewer watts than
/// spinning, and more for the other thread of the core; the thread counts as running all the same.
enum class TimedWait : std::uint8_t {
    None,
    Tpause, ///< Intel SDM vol. 2, TPAUSE: until the TSC reaches EDX:EAX; IA32_UMWAIT_CONTROL may end it
            ///< sooner
    Mwaitx, ///< AMD APM vol. 3, MONITORX and MWAITX: for EBX ticks of the TSC when ECX bit 1 is set
    Wfet,   ///< Arm ARM, WFET: until CNTVCT_EL0 reaches Xt, or an event
};
[[nodiscard]] std::string_view timedWaitId(TimedWait wait) noexcept; ///< `none`, `tpause`, `mwaitx`, `wfet`

/// What a processor says of itself; 0 where it has no such word.
struct ProcessorWords {
    std::uint32_t leaf7Ecx = 0;      ///< CPUID 7.0 ECX: bit 5 WAITPKG (SDM vol. 2, CPUID)
    std::uint32_t extended1Ecx = 0;  ///< CPUID 8000_0001 ECX: bit 29 MONITORX (APM vol. 3, app. E)
    std::uint32_t extended7Edx = 0;  ///< CPUID 8000_0007 EDX: bit 8, the TSC ticks evenly
    std::uint64_t capabilities2 = 0; ///< AT_HWCAP2 on arm64: bit 31, ID_AA64ISAR2_EL1.WFxT is 2 or more
};
[[nodiscard]] TimedWait timedWaitOf(const ProcessorWords& words) noexcept;

/// A processor as LowPowerSpin sees it; tests have their own. One thread.
class WaitingProcessor {
public:
    virtual ~WaitingProcessor() = default;
    [[nodiscard]] virtual TimedWait timedWait() const noexcept = 0;
    [[nodiscard]] virtual TimePoint now() noexcept = 0;       ///< the clock that deadlines are on
    [[nodiscard]] virtual std::uint64_t ticks() noexcept = 0; ///< the counter that waits are measured in
    /// Rests for `ticks` at most; may return at any time before. Not called where timedWait() is None.
    virtual void wait(std::uint64_t ticks) noexcept = 0;
    virtual void pause() noexcept = 0;
};

/// The processor that this runs on.
[[nodiscard]] std::unique_ptr<WaitingProcessor> makeWaitingProcessor();

/// How fast the counter ticks against the clock. Reads both for two milliseconds. 0: there is no timed wait,
/// or the two do not go together.
[[nodiscard]] double measureTicksPerNanosecond(WaitingProcessor& processor) noexcept;

/// A busy wait that rests in timed waits. Each is asked to end a margin before the deadline, and the rest is
/// spent in pauses; without a timed wait (rate 0) all of it is.
/// * Never early. A wait that comes back late, be it the processor's fault or that of a hypervisor or the
///   scheduler, widens the margin, which then fades from spin to spin.
/// * One thread; nothing allocates, locks or throws.
class LowPowerSpin {
public:
    static constexpr Nanoseconds kMargin{5'000}; ///< more than a return from C1 or C0.2 takes
    static constexpr Nanoseconds kWidestMargin{10'000'000};
    static constexpr int kFading = 256; ///< a wider margin is worth a third after so many spins
    static constexpr Nanoseconds kLongest{
        100'000}; ///< of one wait: a stop, or a rate that is off, is seen soon
    static constexpr Nanoseconds kShortest{1'000}; ///< less is not worth a wait

    /// `processor` outlives it.
    LowPowerSpin(WaitingProcessor& processor, double ticksPerNanosecond) noexcept
        : m_processor(processor), m_ticksPerNanosecond(ticksPerNanosecond) {}

    /// Until `deadline`, or until `stop` is set.
    Spin spinUntil(TimePoint deadline, const std::atomic<bool>& stop) noexcept;

private:
    Nanoseconds rest(Nanoseconds left) noexcept;
    void learn(Nanoseconds late) noexcept;

    WaitingProcessor& m_processor;
    const double m_ticksPerNanosecond;
    Nanoseconds m_margin = kMargin;
};

} // namespace jitterscope
