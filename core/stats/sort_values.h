// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"

#include <cstdint>
#include <vector>

namespace jitterscope {

/// Sorts ascending, digit by digit: ten million times of some milliseconds in about 0.2 s, for as much memory
/// again. False: cancelled, within 50 ms; the values are then in any order.
bool sortValues(std::vector<std::int64_t>& values, const CancelFlag* cancel = nullptr);

} // namespace jitterscope
