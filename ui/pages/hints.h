// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/resolve.h"
#include "core/run/run_result.h"
#include "ui/session/session.h"

#include <QString>

#include <optional>
#include <vector>

namespace jitterscope::ui {

enum class HintLevel { Note, Caution };

/// One sentence of advice that the measurement calls for.
struct Hint {
    const char* id; ///< for tests
    HintLevel level = HintLevel::Note;
    QString text;
    std::optional<RunPlan> cure{}; ///< a plan that follows the advice
    QString button{};              ///< text of the button that takes the plan
};

/// What hints are judged by: values of one moment.
struct HintFacts {
    RunPlan plan = standardPlan();
    bool running = false;
    std::optional<LiveMetrics> metrics;
    std::optional<FrameSample> lastFrame;
    int recentFrames = 0;   ///< at most 64: those that recentSleepers is about
    int recentSleepers = 0; ///< how many of them slept at all
    std::vector<SettingOutcome> settings;
    std::vector<std::string> machineLacks; ///< of a recorded machine's file
    LossEvidence losses;
    std::optional<double> othersPercent; ///< used by other programs now, of all processors
    std::optional<double> windowShare;   ///< SharedProcessor::share()
    int processor = -1;                  ///< where the measuring thread ran last
    bool severalProcessors = false;      ///< this process may use more than one
    std::optional<Anatomy> anatomy;      ///< since the last change of settings
    std::int64_t keptFrames = 0;
    std::uint64_t lostSamples = 0;
    bool recording = false;
};

/// The most pressing hint first; empty when all is well. A pure function.
[[nodiscard]] std::vector<Hint> hintsFor(const HintFacts& facts);

/// From this many frames in memory, a hint says that memory will be full.
inline constexpr std::int64_t kMemoryWarning = 1'800'000;

} // namespace jitterscope::ui
