// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

// What is written to a session file and read from it; used only in core/files. To keep one more field of a
// run: a line in one of these tables.

inline constexpr int kSessionVersion = 1;
inline constexpr std::string_view kSessionOlderField = "jitterscope_session";
inline constexpr std::size_t kLargestSession = std::size_t{1} << 30U;
inline constexpr std::size_t kMostSessionRuns = 1000;
inline constexpr std::array kSessionQuantities{
    RunQuantity::FrameTime, RunQuantity::Lateness, RunQuantity::Error,   RunQuantity::Duration,
    RunQuantity::Displayed, RunQuantity::GpuBusy,  RunQuantity::Latency, RunQuantity::AnimationError};
inline constexpr std::array<std::pair<RunOrigin, const char*>, 3> kSessionOrigins{
    {{RunOrigin::Here, "here"}, {RunOrigin::Simulated, "simulated"}, {RunOrigin::Log, "log"}}};

struct SessionNumber {
    const char* name;
    std::optional<double> ComparedRun::*number;
};
inline constexpr std::array<SessionNumber, 10> kSessionNumbers{
    {{"rate_hz", &ComparedRun::rateHz},
     {"late_fraction", &ComparedRun::lateFraction},
     {"lost_fraction", &ComparedRun::lostFraction},
     {"thread_percent", &ComparedRun::threadPercent},
     {"process_percent", &ComparedRun::processPercent},
     {"machine_percent", &ComparedRun::machinePercent},
     {"pressure_percent", &ComparedRun::pressurePercent},
     {"steal_percent", &ComparedRun::stealPercent},
     {"drift_ppm", &ComparedRun::driftPpm},
     {"dropped_fraction", &ComparedRun::droppedFraction}}};

struct SessionText {
    const char* name;
    std::string ComparedRun::*text;
};
inline constexpr std::array<SessionText, 8> kSessionTexts{{{"name", &ComparedRun::name},
                                                           {"note", &ComparedRun::note},
                                                           {"recorded_by", &ComparedRun::recordedBy},
                                                           {"path", &ComparedRun::path},
                                                           {"part", &ComparedRun::part},
                                                           {"opened_with", &ComparedRun::openedWith},
                                                           {"started_utc", &ComparedRun::startedUtc},
                                                           {"command", &ComparedRun::command}}};

struct SessionList {
    const char* name;
    std::vector<std::string> ComparedRun::*list;
};
inline constexpr std::array<SessionList, 3> kSessionLists{{{"disturbances", &ComparedRun::disturbances},
                                                           {"warnings", &ComparedRun::warnings},
                                                           {"lacks", &ComparedRun::lacks}}};

struct SessionMap {
    const char* name;
    ComparedRun::Texts ComparedRun::*map;
};
inline constexpr std::array<SessionMap, 2> kSessionMaps{
    {{"settings", &ComparedRun::settings}, {"facts", &ComparedRun::facts}}};

} // namespace jitterscope
