// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"

#include <cstdint>
#include <vector>

namespace jitterscope {

/// Sorts ascending, digit by digit. Ten million times of some milliseconds take about 0.2 s, and as much
/// memory again. False: it was cancelled and has ended within 50 ms; the values are then in any order.
bool sortValues(std::vector<std::int64_t>& values, const CancelFlag* cancel = nullptr);

} // namespace jitterscope
