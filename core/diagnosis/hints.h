// SPDX-License-Identifier: MIT
#pragma once

#include "core/meter/cpu_meter.h"
#include "core/plan/run_plan.h"
#include "core/record/anatomy.h"
#include "core/run/run_result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

// What a run calls for: sentences of advice, for the page that shows it while it is measured, and for its
// report. Pure functions.

enum class HintLevel : std::uint8_t { Note, Caution };

struct Hint {
    std::string id;
    HintLevel level = HintLevel::Note;
    std::string text;              ///< one or two sentences
    std::optional<RunPlan> cure{}; ///< a plan that follows the advice
    std::string button{};          ///< text of a button that takes it
};

/// What hints are judged by: values of one moment.
struct HintFacts {
    RunPlan plan;
    bool running = false;
    std::optional<FrameMetrics> now; ///< since the last change of settings, as `cpu` and `anatomy`
    std::optional<double> cpu;       ///< of the thread, % of one core
    std::optional<Anatomy> anatomy;
    LossEvidence losses;
    std::optional<FrameSample> lastFrame;
    int recentFrames = 0;   ///< at most 64: those that recentSleepers is about
    int recentSleepers = 0; ///< how many of them slept at all
    std::vector<SettingOutcome> settings;
    std::vector<std::string> machineLacks; ///< of a recorded machine's file
    std::optional<double> othersPercent;   ///< used by other programs now, of all processors
    std::size_t processors = 1;            ///< of the machine
    std::optional<double> windowShare;     ///< of the measured processor's time, used by the window
    int processor = -1;                    ///< where the measuring thread ran last
    bool severalProcessors = false;        ///< this process may use more than one
    std::int64_t keptFrames = 0;
    std::uint64_t lostSamples = 0;
    bool recording = false;
};

/// The most pressing hint first; empty when all is well.
[[nodiscard]] std::vector<Hint> hintsFor(const HintFacts& facts);

/// What a run that has ended calls for, judged by its last settings: without what its other figures say.
[[nodiscard]] std::vector<Hint> hintsFor(const RunResult& result);

/// From this many frames in memory, a hint says that memory will be full.
inline constexpr std::int64_t kMemoryWarning = 1'800'000;

} // namespace jitterscope
