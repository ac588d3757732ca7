// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/stats/block_bootstrap.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jitterscope {

// Statistics of a run that is a histogram, with resamples. The values are taken as independent of each other,
// as the multinomial distribution has them: their order is not known.

/// Whether a statistic of this quantity can be had from the counts of the run.
[[nodiscard]] bool hasCounts(const ComparedRun& run, RunQuantity quantity,
                             const SeriesStatistic& statistic) noexcept;

/// How many values a quantile needs for an upper limit: with fewer, even the largest value need not reach it
/// (the chance of that is above 2.5 %). 368 for p99, 36 887 for p99.99.
[[nodiscard]] std::int64_t countsNeeded(double fraction);

/// Quantiles and shares beyond a limit of a run for which hasCounts(), in their order, with their resamples.
/// * A quantile of a resample lies where the order statistic of its rank does, which has a beta distribution;
/// the
///   resamples of all quantiles are drawn together, as one sample has them. Resamples of shares are drawn
///   from the beta distribution that the counts give (H. Jeffreys).
/// * Absent: too few values, or it lies beyond what was counted singly. A resample beyond that is NaN.
[[nodiscard]] std::vector<ResampledStatistic> resampleCounts(const ComparedRun& run,
                                                             std::span<const SeriesStatistic> statistics,
                                                             std::size_t resamples, std::uint64_t seed);

} // namespace jitterscope
