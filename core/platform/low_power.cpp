// SPDX-License-Identifier: MIT
#include "core/platform/low_power.h"

#include "core/platform/relax.h"
#include "core/platform/system_time.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::uint32_t kWaitpkg = 1U << 5;
constexpr std::uint32_t kMonitorx = 1U << 29;
constexpr std::uint32_t kInvariantTsc = 1U << 8;
constexpr std::uint64_t kWfxt = 1ULL << 31;

/// Clock and counter, read together.
struct Moment {
    TimePoint time{};
    std::uint64_t ticks = 0;
    Nanoseconds doubt{}; // the longest time between the two readings
};

/// The closest of several readings, which excludes those in which the thread lost the processor.
Moment readMoment(WaitingProcessor& processor) noexcept {
    constexpr int kTries = 8;
    Moment best;
    for (int i = 0; i < kTries; ++i) {
        const TimePoint before = processor.now();
        const std::uint64_t ticks = processor.ticks();
        const Nanoseconds doubt = processor.now() - before;
        if (i == 0 || doubt < best.doubt)
            best = {before + doubt / 2, ticks, doubt};
    }
    return best;
}

} // namespace

std::string_view timedWaitId(TimedWait wait) noexcept {
    switch (wait) {
    case TimedWait::Tpause:
        return "tpause";
    case TimedWait::Mwaitx:
        return "mwaitx";
    case TimedWait::Wfet:
        return "wfet";
    case TimedWait::None:
        break;
    }
    return "none";
}

TimedWait timedWaitOf(const ProcessorWords& words) noexcept {
    const bool even = (words.extended7Edx & kInvariantTsc) != 0; // otherwise ticks have no fixed length
    if (even && (words.leaf7Ecx & kWaitpkg) != 0)
        return TimedWait::Tpause;
    if (even && (words.extended1Ecx & kMonitorx) != 0)
        return TimedWait::Mwaitx;
    return (words.capabilities2 & kWfxt) != 0 ? TimedWait::Wfet : TimedWait::None;
}

double measureTicksPerNanosecond(WaitingProcessor& processor) noexcept {
    constexpr Nanoseconds kSpan{2'000'000};
    constexpr Nanoseconds kMostDoubt{kSpan / 200};
    if (processor.timedWait() == TimedWait::None)
        return 0;
    const Moment begin = readMoment(processor);
    while (processor.now() - begin.time < kSpan)
        processor.pause();
    const Moment end = readMoment(processor);
    if (begin.doubt + end.doubt > kMostDoubt || end.ticks <= begin.ticks)
        return 0;
    return static_cast<double>(end.ticks - begin.ticks) /
           static_cast<double>((end.time - begin.time).count());
}

Spin LowPowerSpin::spinUntil(TimePoint deadline, const std::atomic<bool>& stop) noexcept {
    Spin spin;
    m_margin = std::max(kMargin, m_margin - m_margin / kFading);
    spin.begin = m_processor.now();
    TimePoint now = spin.begin;
    while (now < deadline && !stop.load(std::memory_order_relaxed)) {
        const Nanoseconds asked = rest(deadline - now);
        const TimePoint next = m_processor.now();
        const Nanoseconds late = next - now - asked;
        if (asked > Nanoseconds{0})
            learn(late);
        spin.largestGap = std::max(spin.largestGap, late);
        now = next;
    }
    spin.end = now;
    return spin;
}

/// One timed wait or one pause; returns the length asked for.
Nanoseconds LowPowerSpin::rest(Nanoseconds left) noexcept {
    const Nanoseconds length = std::min(left - m_margin, kLongest);
    if (m_ticksPerNanosecond <= 0 || length < kShortest) {
        m_processor.pause();
        return Nanoseconds{0};
    }
    m_processor.wait(static_cast<std::uint64_t>(static_cast<double>(length.count()) * m_ticksPerNanosecond));
    return length;
}

void LowPowerSpin::learn(Nanoseconds late) noexcept {
    m_margin = std::max(m_margin, std::min(2 * late, kWidestMargin));
}

namespace {

/// Measured once: it is the same for all clocks of a process.
double ticksPerNanosecond(WaitingProcessor& processor) noexcept {
    static const double rate = measureTicksPerNanosecond(processor);
    return rate;
}

} // namespace

BusyWait::BusyWait()
    : m_processor(makeWaitingProcessor()), m_lowPower(*m_processor, ticksPerNanosecond(*m_processor)) {}

Spin BusyWait::until(TimePoint deadline, SpinKind kind, const std::atomic<bool>& stop) noexcept {
    if (kind == SpinKind::LowPower)
        return m_lowPower.spinUntil(deadline, stop);
    Spin spin;
    spin.begin = systemNow();
    TimePoint now = spin.begin;
    while (now < deadline && !stop.load(std::memory_order_relaxed)) {
        if (kind == SpinKind::Yield)
            yieldProcessor();
        else if (kind != SpinKind::Bare)
            relax();
        const TimePoint next = systemNow();
        spin.largestGap = std::max(spin.largestGap, next - now);
        now = next;
    }
    spin.end = now;
    return spin;
}

} // namespace jitterscope
