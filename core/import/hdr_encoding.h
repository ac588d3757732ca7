// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_lines.h"

#include <map>

namespace jitterscope::logs {

/// Counts of a HdrHistogram, by the lowest value of a bucket.
struct HdrCounts {
    struct Bucket {
        std::int64_t highest = 0; ///< the largest value in it, which HdrHistogram reports
        std::uint64_t count = 0;
    };
    std::map<std::int64_t, Bucket> buckets;
    [[nodiscard]] std::int64_t greatest() const noexcept {
        return buckets.empty() ? 0 : buckets.rbegin()->second.highest;
    }
};

/// Adds the counts of a histogram in the base64 text of an interval log: V0, V1 or V2, packed.
/// Error: one sentence without the file's name: damaged, impossible.
[[nodiscard]] Result<Done> addHdrHistogram(std::string_view base64, HdrCounts& counts);

} // namespace jitterscope::logs
