// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

namespace jitterscope {

// The one place that owns signals of the process. What asks a program to end is for main(); what stops and
// continues the process, and what limits its processor time, for those who measure.

/// From here on SIGTERM, SIGINT, SIGHUP, SIGQUIT and the SIGXCPU of RLIMIT_CPU end nothing by themselves: the
/// first is noted, and the program ends its run and writes what was measured. Later ones change nothing.
/// * A signal that was ignored at the start (nohup, a shell's background job) stays ignored.
/// * From the thread that runs main(), before others are started.
void noteStopSignals() noexcept;
/// Number of the first one noted; 0: none yet. Any thread.
[[nodiscard]] int stopSignal() noexcept;
/// Becomes readable with the first one, for an event loop; −1 before noteStopSignals(). Never to be closed.
[[nodiscard]] int stopSignalDescriptor() noexcept;

/// From here on processStopped() knows of stop signals. A handler that others have set is still called.
void watchProcessStops() noexcept;
/// Whether the process as a whole was stopped between `begin` and now: a stop signal (SIGCONT was seen
/// since), or a debugger that is attached. Waits up to 2 ms for the signal's handler, so only for gaps of a
/// second.
[[nodiscard]] bool processStopped(TimePoint begin) noexcept;

/// From here on a thread of a real-time class that reaches RLIMIT_RTTIME leaves its class (the kernel would
/// kill the program). A handler that others have set is called for every other SIGXCPU.
void watchRealtimeLimit() noexcept;
/// That has happened since the program began. RLIMIT_CPU sends the same signal and does not count.
[[nodiscard]] bool realtimeLimitHit() noexcept;

} // namespace jitterscope
