// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

namespace jitterscope {

// The one place that handles the signals of the process. main() uses those that ask the program to end;
// measuring code uses those that stop and continue the process or limit its processor time.

/// From now on the signals of noteStopSignals() are held back until that or releaseStopSignals() is called.
/// So a signal that comes while options are read ends the run in order. Call it first in main().
void holdStopSignals() noexcept;
/// These signals have their usual effect again, and those that were held back come now. Call it before
/// anything that may block or take long without asking stopSignal().
void releaseStopSignals() noexcept;

/// From now on SIGTERM, SIGINT, SIGHUP, SIGQUIT and the SIGXCPU of RLIMIT_CPU do not kill the program; on
/// Windows Ctrl-C, Ctrl-Break and a closed console do not. The first one is noted, and the program ends its
/// run and writes what was measured. Only takeStopSignal() returns later ones. Windows does not tell of a
/// log-off or a shutdown.
/// * A signal that was ignored at the start (nohup, a shell's background job) stays ignored.
/// * Call it on the thread that runs main(), before other threads are started.
void noteStopSignals() noexcept;
/// Number of the first signal noted; 0: none. On Windows the number of the most similar signal: 2 for Ctrl-C,
/// 21 for Ctrl-Break, 1 for a closed console. Any thread.
[[nodiscard]] int stopSignal() noexcept;
/// A signal that has come and was not taken before, numbered as by stopSignal(); 0: none. Several with the
/// same number may count as one. For code that passes signals on to another program; one thread.
[[nodiscard]] int takeStopSignal() noexcept;

/// Waits for the first signal, but at most `longest`. Returns whether it has come. Takes no processor time.
[[nodiscard]] bool awaitStopSignal(Nanoseconds longest) noexcept;

/// From now on processStopped() knows of stop signals. A handler that was set before is still called. Windows
/// does not tell that a process was suspended, so there only a debugger is noticed.
void watchProcessStops() noexcept;
/// Whether the whole process was stopped between `begin` and now: by a stop signal (SIGCONT was seen since),
/// or by an attached debugger. Waits up to 2 ms for the signal's handler, so call it only after a gap of more
/// than a second.
[[nodiscard]] bool processStopped(TimePoint begin) noexcept;

/// From now on a real-time thread that reaches RLIMIT_RTTIME leaves its class (otherwise the kernel would
/// kill the program). A handler that was set before is called for every other SIGXCPU.
void watchRealtimeLimit() noexcept;
/// Whether that has happened since the program began. RLIMIT_CPU sends the same signal and does not count.
[[nodiscard]] bool realtimeLimitHit() noexcept;

} // namespace jitterscope
