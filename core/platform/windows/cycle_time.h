// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/platform/windows/windows_header.h"

#include <optional>

namespace jitterscope {

// CPU time; inside platform/windows only. Processors' cycles are counted to the switch, but their rate must
// be measured once, which takes a millisecond. Where Windows does not count them, it is the thread's times,
// which grow in steps of a tick, usually 15.6 ms.

/// Absent: the thread has ended, or the handle may not be asked.
[[nodiscard]] std::optional<Nanoseconds> threadCpuOf(HANDLE thread) noexcept;
[[nodiscard]] std::optional<Nanoseconds> processCpuOf(HANDLE process) noexcept;
/// Of the calling thread; 0: not known.
[[nodiscard]] Nanoseconds threadCpuNow() noexcept;

} // namespace jitterscope
