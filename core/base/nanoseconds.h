// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace jitterscope {

/// The unit of every length of time here, a signed 64-bit count.
using Nanoseconds = std::chrono::nanoseconds;

} // namespace jitterscope
