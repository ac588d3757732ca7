// SPDX-License-Identifier: MIT
#pragma once

#include "core/meter/cpu_meter.h"

#include <memory>

namespace jitterscope {

/// A meter of the calling thread, the process and the machine. Another thread may read it. Once the metered
/// thread has ended, that thread's values are absent.
[[nodiscard]] std::unique_ptr<CpuMeter> makeCpuMeter();

/// A meter of the calling thread, to be read by it. Null if the system has no such counts.
[[nodiscard]] std::unique_ptr<SchedulerMeter> makeSchedulerMeter();

/// CPU time of the calling thread and of the whole process.
[[nodiscard]] Nanoseconds threadCpuTime() noexcept;
[[nodiscard]] Nanoseconds processCpuTime() noexcept;

/// The kernel's id of the calling thread.
[[nodiscard]] int thisThread() noexcept;

/// The processor that the calling thread runs on now; −1: not known.
[[nodiscard]] int currentProcessor() noexcept;
/// The processor that a thread of this process runs on, or ran on last; −1: it has ended, or it is not known.
/// Reads a file of /proc: some microseconds.
[[nodiscard]] int lastProcessor(int thread) noexcept;

} // namespace jitterscope
