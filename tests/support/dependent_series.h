// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/random.h"
#include "core/compare/comparison.h"
#include "tests/support/captures.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jitterscope {

using Series = std::vector<double>;

/// Autoregressive of order one; mean 0, standard deviation 1 at every place.
inline Series autoregressive(std::size_t frames, double memory, Random& random) {
    Series series(frames);
    double value = normalOf(random);
    for (double& each : series) {
        each = value;
        value = memory * value + std::sqrt(1 - memory * memory) * normalOf(random);
    }
    return series;
}

/// Independent frames, with bursts of 300 longer ones that begin anywhere, one in 1 500 frames on average.
inline Series bursts(std::size_t frames, Random& random) {
    Series series(frames);
    int left = static_cast<int>(random.below(1500)) - 1200;
    for (double& each : series) {
        if (left <= 0 && random.chance(1.0 / 1200))
            left = 300;
        each = normalOf(random) + (left-- > 0 ? 4 : 0);
    }
    return series;
}

/// A process of which series are made, mean 0 and standard deviation about 1.
struct Process {
    const char* name;
    Series (*make)(std::size_t frames, Random& random);
};

inline const Process kDependentSeries[] = {
    {"independent", [](std::size_t frames, Random& random) { return autoregressive(frames, 0, random); }},
    {"heavy-tails",
     [](std::size_t frames, Random& random) {
         Series series(frames);
         for (double& each : series)
             each = std::min(200.0, std::pow(1 - random.uniform(), -0.4)) - 1.67; // Pareto, 2.5
         return series;
     }},
    {"ticks",
     [](std::size_t frames, Random& random) {
         Series series(frames);
         for (double& each : series)
             each = random.chance(0.3) ? 1 : random.chance(0.02) ? 5 : 0;
         return series;
     }},
    {"ar-0.9", [](std::size_t frames, Random& random) { return autoregressive(frames, 0.9, random); }},
    {"ar-0.99", [](std::size_t frames, Random& random) { return autoregressive(frames, 0.99, random); }},
    {"ar-0.999", [](std::size_t frames, Random& random) { return autoregressive(frames, 0.999, random); }},
    {"bursts", bursts},
};

/// The process as frame times of a log around 16.7 ms, or as lateness around 100 µs; `factor`: longer by it.
inline ComparedRun recordingOf(const Process& process, std::size_t frames, std::uint64_t seed, bool deadlines,
                               double factor) {
    Random random(streamSeed(seed, process.name));
    RunColumns columns;
    double before = 0;
    for (const double each : process.make(frames, random)) {
        const double late = factor * std::max(1e3, 100e3 + 20e3 * each);
        columns.frameTime.push_back(std::llround(deadlines ? 16'666'667 + late - before
                                                           : factor * std::max(1e6, 16.7e6 + 1.67e6 * each)));
        if (deadlines)
            columns.lateness.push_back(std::llround(late));
        before = late;
    }
    ComparedRun run;
    run.name = process.name;
    run.origin = RunOrigin::Simulated;
    run.columns = std::make_shared<const RunColumns>(std::move(columns));
    run.rateHz = 60;
    if (deadlines)
        run.tolerance = Nanoseconds{120'000};
    summarizeColumns(run);
    return run;
}

} // namespace jitterscope
