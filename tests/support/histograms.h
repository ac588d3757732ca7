// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/random.h"
#include "core/compare/compared_run.h"

#include <cmath>
#include <map>
#include <vector>

namespace jitterscope {

/// A histogram of lateness, µs → count, with this many values beyond its end.
inline ComparedRun histogramOf(const std::map<int, std::uint64_t>& counts, std::uint64_t beyond = 0) {
    ComparedRun run;
    run.name = "threads · thread 0";
    run.origin = RunOrigin::Log;
    run.countsOf = RunQuantity::Lateness;
    std::vector<int> values;
    for (const auto& [value, count] : counts) {
        run.counts.push_back({value * 1000LL, count});
        values.insert(values.end(), count, value);
    }
    Summary summary;
    summary.count = static_cast<std::int64_t>(values.size() + beyond);
    run.frames = summary.count;
    const auto at = [&](double fraction) -> std::optional<double> {
        const auto rank = static_cast<std::size_t>(std::ceil(fraction * static_cast<double>(summary.count)));
        return rank <= values.size() ? std::optional(1e3 * values[rank - 1]) : std::nullopt;
    };
    summary.p50 = at(0.5);
    summary.p99 = at(0.99);
    summary.p99_9 = at(0.999);
    if (beyond == 0 && !values.empty())
        summary.max = 1e3 * values.back();
    run.summaries[RunQuantity::Lateness] = summary;
    return run;
}

/// 30 000 wake-ups about 9 µs late, two in a thousand of them in a tail; as a kernel's.
inline ComparedRun kernel(std::uint64_t seed, int shift = 0, int tailShift = 0, std::size_t values = 30'000) {
    Random random(seed);
    std::map<int, std::uint64_t> counts;
    for (std::size_t i = 0; i < values; ++i) {
        double sum = 0;
        for (int k = 0; k < 4; ++k)
            sum += random.uniform() - 0.5;
        const bool tail = random.chance(0.002);
        counts[tail ? 15 + shift + tailShift + static_cast<int>(random.below(9))
                    : 9 + shift + static_cast<int>(std::lround(1.9 * sum))] += 1;
    }
    return histogramOf(counts);
}

} // namespace jitterscope
