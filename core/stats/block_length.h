// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace jitterscope {

/// How many values that follow each other a block of the circular block bootstrap should hold, so that blocks
/// are nearly independent: the automatic choice of D. N. Politis and H. White (Econometric Reviews 23, 2004)
/// with the correction of A. Patton, D. N. Politis and H. White (Econometric Reviews 28, 2009).
/// * 1 for independent values; at most min(3·√n, n/3), rounded up. 1 for fewer than 10 values, or equal ones.
/// * O(n·√n): meant for up to 2^16 values.
[[nodiscard]] double automaticBlockLength(std::span<const double> values);

} // namespace jitterscope
