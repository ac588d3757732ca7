// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/lines.h"
#include "core/stats/histogram.h"

#include <string>

namespace jitterscope::cli {

/// A histogram of nanoseconds as about a dozen lines of text: equal steps of 1, 2 or 5 between the 1st and
/// the 99th percentile, and a line each for what lies below and above. Empty for fewer than two values.
/// `unicode`: bars are exact to an eighth of a character; otherwise they are made of `#`.
[[nodiscard]] Lines textHistogram(const Histogram& histogram, bool unicode);

} // namespace jitterscope::cli
