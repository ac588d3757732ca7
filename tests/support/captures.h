// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/random.h"
#include "core/compare/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace jitterscope {

/// A game's frame times as captures hold them, generated: a level that wanders, noise from frame to frame,
/// long frames now and then; ten of them with scenes, each of another level. No capture of a real game is in
/// it.
struct GeneratedCapture {
    const char* name;
    double fps;       ///< of the first scene
    double seconds;   ///< length
    double wander;    ///< standard deviation of the level's logarithm
    double memory;    ///< of the level, seconds
    double noise;     ///< from frame to frame, share of the frame time
    double longShare; ///< of frames that are longer by 30 … 120 %
    double scene;     ///< mean length of a scene, s; 0: one scene
    double sceneSpan; ///< scenes differ by up to this share
};
inline constexpr std::array<GeneratedCapture, 18> kCaptures{{
    {"steady-60", 60, 60, 0.005, 0.1, 0.02, 0.001, 0, 0},
    {"steady-144", 144, 60, 0.005, 0.1, 0.02, 0.001, 0, 0},
    {"steady-240", 240, 40, 0.01, 0.1, 0.03, 0.002, 0, 0},
    {"noisy-60", 60, 90, 0.02, 0.2, 0.08, 0.005, 0, 0},
    {"noisy-120", 120, 60, 0.02, 0.2, 0.08, 0.005, 0, 0},
    {"tails-75", 75, 60, 0.01, 0.1, 0.05, 0.015, 0, 0},
    {"wandering-90", 90, 60, 0.03, 0.5, 0.04, 0.003, 0, 0},
    {"capped-30", 30, 120, 0.002, 0.1, 0.01, 0.002, 0, 0},
    {"scenes-60", 60, 60, 0.01, 0.2, 0.03, 0.002, 10, 0.15},
    {"scenes-100", 100, 60, 0.01, 0.2, 0.03, 0.002, 8, 0.2},
    {"scenes-144", 144, 60, 0.02, 0.2, 0.04, 0.003, 6, 0.25},
    {"scenes-200", 200, 45, 0.02, 0.2, 0.04, 0.003, 5, 0.3},
    {"scenes-45", 45, 120, 0.01, 0.2, 0.05, 0.004, 12, 0.3},
    {"scenes-long-60", 60, 180, 0.01, 0.2, 0.03, 0.002, 20, 0.2},
    {"scenes-short-60", 60, 30, 0.01, 0.2, 0.03, 0.002, 6, 0.2},
    {"scenes-tails-80", 80, 60, 0.02, 0.3, 0.06, 0.01, 9, 0.2},
    {"scenes-quick-120", 120, 60, 0.02, 0.3, 0.05, 0.004, 2, 0.2},
    {"scenes-wild-70", 70, 90, 0.03, 0.5, 0.08, 0.006, 7, 0.5},
}};

inline double normalOf(Random& random) {
    return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * std::numbers::pi * random.uniform());
}

/// Frame times in ns. The same seed gives the same frames.
inline std::vector<double> framesOf(const GeneratedCapture& capture, std::uint64_t seed) {
    Random random(streamSeed(seed, capture.name));
    std::vector<double> frames;
    double seconds = 0;
    double level = capture.wander * normalOf(random);
    double scene = 1;
    double sceneEnds = 0;
    while (seconds < capture.seconds) {
        if (capture.scene > 0 && seconds >= sceneEnds) {
            scene = 1 + capture.sceneSpan * (2 * random.uniform() - 1);
            sceneEnds = seconds + capture.scene * (0.5 + random.uniform());
        }
        double frame = scene / capture.fps;
        const double kept = std::exp(-frame / capture.memory);
        level = kept * level + std::sqrt(1 - kept * kept) * capture.wander * normalOf(random);
        frame *= std::exp(level) * std::max(0.2, 1 + capture.noise * normalOf(random));
        if (random.chance(capture.longShare))
            frame *= 1.3 + 0.9 * random.uniform();
        frames.push_back(frame * 1e9);
        seconds += frame;
    }
    return frames;
}

/// As a log that was opened: no deadlines, no machine.
inline ComparedRun captureOf(const std::vector<double>& frames, const char* name) {
    RunColumns columns;
    for (const double frame : frames)
        columns.frameTime.push_back(std::llround(frame));
    ComparedRun run;
    run.name = name;
    run.origin = RunOrigin::Log;
    run.recordedBy = "generated";
    run.columns = std::make_shared<const RunColumns>(std::move(columns));
    run.rateEstimated = true;
    summarizeColumns(run);
    run.rateHz = 1e9 / *run.summaries.at(RunQuantity::FrameTime).p50;
    return run;
}

/// Every frame by so much longer.
inline std::vector<double> longerBy(std::vector<double> frames, double share) {
    for (double& frame : frames)
        frame *= 1 + share;
    return frames;
}

/// A share of the frames takes three times as long.
inline std::vector<double> withTripled(std::vector<double> frames, double share, std::uint64_t seed) {
    Random random(seed);
    for (double& frame : frames)
        frame *= random.chance(share) ? 3 : 1;
    return frames;
}

/// Ten hitches of 100 ms a minute: one in each six seconds, anywhere in them.
inline std::vector<double> withHitches(std::vector<double> frames, std::uint64_t seed) {
    Random random(seed);
    double begins = 0;
    double next = 6e9 * random.uniform();
    for (double& frame : frames) {
        begins += frame;
        if (begins < next)
            continue;
        frame = 100e6;
        next = 6e9 * (std::floor(next / 6e9) + 1 + random.uniform());
    }
    return frames;
}

} // namespace jitterscope
