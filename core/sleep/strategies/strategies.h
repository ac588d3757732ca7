// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"
#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

// The strategies, each in the file of its name, in the order of the catalogue: those of the articles, the
// system's own, ours, and those of other programs.

/// `system-sleep`: one relative sleep for the time that is left (article 1, "Sleep").
[[nodiscard]] SleepEntry systemSleepEntry();

/// `spin`: a busy wait until the deadline (article 1, "Spin-lock").
[[nodiscard]] SleepEntry spinEntry();

/// `precise-sleep`: 1 ms sleeps while the time left exceeds mean + X·σ of all sleeps so far, then spin
/// (article 1, "Combining sleep and spin-lock").
/// * printed: the time left is the time asked for minus the time inside the sleeps; time outside them is not
///   counted, so a frame ends about a microsecond late.
/// * mended: the time left is computed from the deadline.
[[nodiscard]] SleepEntry preciseSleepEntry();

/// `timer-sleep`: one long timer sleep for the time left minus the estimate (mean + X·σ of the timer's
/// error), repeated while the sleep would exceed 100 ns, then spin (article 1, "Timers on Windows").
[[nodiscard]] SleepEntry timerSleepEntry();

/// `hires-timer`: slices of 0.95 scheduler periods on a high-resolution waitable timer until 1.02 ms before
/// the deadline, then spin; the later Windows form of article 1's author.
[[nodiscard]] SleepEntry hiresTimerEntry();

/// `sliced-sleep`: 1 ms sleeps while more than 1 ms is left, then spin (article 4).
[[nodiscard]] SleepEntry slicedSleepEntry();

/// `remaining-sleep`: while more than 1 ms is left, sleep for all the remaining time; then spin (article 4).
[[nodiscard]] SleepEntry remainingSleepEntry();

/// `absolute-sleep`: one absolute sleep until the deadline (POSIX clock_nanosleep with TIMER_ABSTIME).
[[nodiscard]] SleepEntry absoluteSleepEntry();

/// `adaptive`: sleeps until a learned margin before the deadline, then spins.
///
/// With one sleep that ends late by L and a margin m, a wait costs E[(m − L)+] of spinning and is late by
/// E[(L − m)+]. Both are convex in m, so a stable quantile of L beats every margin that wobbles. The quantile
/// is learned separately for each length of sleep, because longer sleeps wake later. It forgets with time.
/// What was learned is given little weight when late wake-ups come much too often, or have stayed away for
/// too long. A second sleep is taken where it costs less CPU than the spin that it saves. No sleep is taken
/// where spinning is cheaper (WakeModel).
[[nodiscard]] SleepEntry adaptiveEntry();

/// `fixed-margin`: native sleep until a constant margin before the deadline, then spin. The margin is another
/// one if sleeps end on ticks (the spin_sleep crate).
[[nodiscard]] SleepEntry fixedMarginEntry();

/// `delay-precise`: 1 ms sleeps, the last one shortened by the worst overshoot of this call, then spin with
/// pause (SDL 3, SDL_DelayPrecise).
[[nodiscard]] SleepEntry delayPreciseEntry();

/// `quarter-granularity`: sleep until a margin before the deadline, then spin. The margin is four times the
/// system's granularity plus a sixth of the wait (DXVK).
[[nodiscard]] SleepEntry quarterGranularityEntry();

/// `fixed-millisecond`: native sleep until 1.02 ms before the deadline, then spin with yield. If sleeps end
/// on ticks: steps of 0.95 ms on a high-resolution timer, then spin with pause (Dolphin).
[[nodiscard]] SleepEntry fixedMillisecondEntry();

/// `peak-decay`: a margin that jumps to the worst oversleep and decays by 2 % per frame. It is limited to
/// 0.05 … 1 ms (mtasa-blue).
[[nodiscard]] SleepEntry peakDecayEntry();

/// `last-overshoot`: shortens each sleep by the oversleep of the last one. It never spins, so it may wake
/// early (as MangoHud and bevy_framepace do).
[[nodiscard]] SleepEntry lastOvershootEntry();

/// `halving`: sleeps half of what is left, again and again, then spins (libstrangle).
[[nodiscard]] SleepEntry halvingEntry();

/// `stepped-peak`: 7 ms steps, then 1 ms steps, as long as the decaying worst step fits, then spin. It is
/// meant for a timer slack of 1 ns (airbus/sen).
[[nodiscard]] SleepEntry steppedPeakEntry();

/// `half-millisecond`: one absolute sleep until 0.5 ms before the deadline, then a spin (DuckStation).
[[nodiscard]] SleepEntry halfMillisecondEntry();

/// `average-oversleep`: sleeps shorter by the mean oversleep, of which the last one is a hundredth, and again
/// while more than that mean is left; then a spin (MAME).
[[nodiscard]] SleepEntry averageOversleepEntry();

/// `quantum-yield`: sleeps whole quanta of 50 µs and leaves one to two of them, which it gives to other
/// threads by yields until the deadline (RPCS3).
[[nodiscard]] SleepEntry quantumYieldEntry();

/// Writes the aim into the values of the parameters of `adaptive`. The other parameters stay as they are.
void setAim(ParameterValues& values, const Aim& aim);

} // namespace jitterscope
