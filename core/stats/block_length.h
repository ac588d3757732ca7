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

/// How many values that follow each other are worth one independent value (the statistical inefficiency): the
/// variance of means of batches against that of independent values (P. Heidelberger and P. D. Welch,
/// Communications of the ACM 24, 1981), the largest over 8, 16, 32 and 64 batches of four values at least.
/// * About 1 for independent values, never less; beyond kNearlyIndependent but once in a million for them.
/// * A lower bound where the values hang together for longer than an eighth of the series.
inline constexpr double kNearlyIndependent = 6;
[[nodiscard]] double valuesPerIndependent(std::span<const double> values);
/// As far as batches of this length know of it: less, if values hang together for longer. `batch`: ≥ 1.
[[nodiscard]] double valuesPerIndependent(std::span<const double> values, std::size_t batch);

} // namespace jitterscope
