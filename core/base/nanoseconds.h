// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace jitterscope {

/// The unit of every duration in core: a signed 64-bit count of nanoseconds.
using Nanoseconds = std::chrono::nanoseconds;

} // namespace jitterscope
