// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace jitterscope {

/// How many successive values a block of the circular block bootstrap should hold, so that blocks are nearly
/// independent: the automatic choice of D. N. Politis and H. White (Econometric Reviews 23, 2004) with the
/// correction of A. Patton, D. N. Politis and H. White (Econometric Reviews 28, 2009).
/// * 1 for independent values; at most min(3·√n, n/3), rounded up. 1 for fewer than 10 values, or equal ones.
/// * Takes O(n·√n), so it is meant for up to 2^16 values.
[[nodiscard]] double automaticBlockLength(std::span<const double> values);

/// How many successive values are worth one independent value (the statistical inefficiency). It is the
/// variance of the means of batches over that of independent values (P. Heidelberger and P. D. Welch,
/// Communications of the ACM 24, 1981): the largest one of 8, 16, 32 and 64 batches of at least four values.
/// * About 1 for independent values, never less. For them it exceeds kNearlyIndependent once in a million.
/// * A lower bound if the values stay correlated for longer than an eighth of the series.
inline constexpr double kNearlyIndependent = 6;
[[nodiscard]] double valuesPerIndependent(std::span<const double> values);
/// The same with batches of this length alone: less, if values stay correlated for longer. `batch`: ≥ 1.
[[nodiscard]] double valuesPerIndependent(std::span<const double> values, std::size_t batch);

} // namespace jitterscope
