// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

namespace jitterscope {

// The one place that handles the signals of the process. main() uses those that ask the program to end;
// measuring code uses those that stop and continue the process or limit its processor time.

/// From now on the signals of noteStopSignals() wait until that is called, or releaseStopSignals(): what
/// comes while options are read ends the run in order. First in main(), on its thread.
void holdStopSignals() noexcept;
/// They have their usual effect again, and those that have waited come now. Before anything that may block or
/// take long without asking stopSignal().
void releaseStopSignals() noexcept;

/// From now on SIGTERM, SIGINT, SIGHUP, SIGQUIT and the SIGXCPU of RLIMIT_CPU do not kill the program; on
/// Windows Ctrl-C, Ctrl-Break and a closed console do not. The first one is noted, and the program ends its
/// run and writes what was measured. Later ones are for takeStopSignal() alone. Of a log-off and a shutdown
/// Windows does not tell.
/// * A signal that was ignored at the start (nohup, a shell's background job) stays ignored.
/// * Call it on the thread that runs main(), before other threads are started.
void noteStopSignals() noexcept;
/// Number of the first signal noted; 0 if none. On Windows that of the signal that comes nearest: 2 Ctrl-C,
/// 21 Ctrl-Break, 1 a closed console. Any thread.
[[nodiscard]] int stopSignal() noexcept;
/// A signal that has come and was not taken before, as stopSignal() names it; 0: none. Several of one number
/// may be one. For who hands them on to another program; one thread.
[[nodiscard]] int takeStopSignal() noexcept;

/// Waits for the first signal, `longest` at most; returns whether it has come. Takes no processor time.
[[nodiscard]] bool awaitStopSignal(Nanoseconds longest) noexcept;

/// From now on processStopped() knows of stop signals. A handler that was set before is still called. Windows
/// tells nobody that a process was suspended: there only a debugger is known.
void watchProcessStops() noexcept;
/// Whether the whole process was stopped between `begin` and now: by a stop signal (SIGCONT was seen since),
/// or by an attached debugger. Waits up to 2 ms for the signal's handler, so call it only after gaps of a
/// second.
[[nodiscard]] bool processStopped(TimePoint begin) noexcept;

/// From now on a real-time thread that reaches RLIMIT_RTTIME leaves its class (otherwise the kernel would
/// kill the program). A handler that was set before is called for every other SIGXCPU.
void watchRealtimeLimit() noexcept;
/// Whether that has happened since the program began. RLIMIT_CPU sends the same signal and does not count.
[[nodiscard]] bool realtimeLimitHit() noexcept;

} // namespace jitterscope
