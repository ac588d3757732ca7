// SPDX-License-Identifier: MIT
#include "core/compare/compared_run.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

namespace jitterscope {

std::string_view runQuantityName(RunQuantity quantity) noexcept {
    switch (quantity) {
    case RunQuantity::FrameTime:
        return "frame_time";
    case RunQuantity::Lateness:
        return "lateness";
    case RunQuantity::Error:
        return "error";
    case RunQuantity::Duration:
        return "duration";
    case RunQuantity::Displayed:
        return "displayed_time";
    case RunQuantity::GpuBusy:
        return "gpu_busy";
    case RunQuantity::Latency:
        return "latency";
    }
    return "duration";
}

std::size_t RunColumns::size() const noexcept {
    return std::max({frameTime.size(), lateness.size(), duration.size()});
}

std::span<const std::int64_t> RunColumns::values(RunQuantity quantity,
                                                 std::vector<std::int64_t>& room) const {
    switch (quantity) {
    case RunQuantity::FrameTime:
        return frameTime;
    case RunQuantity::Lateness:
        return lateness;
    case RunQuantity::Duration:
        return duration;
    case RunQuantity::Displayed:
    case RunQuantity::GpuBusy:
    case RunQuantity::Latency:
        return {};
    case RunQuantity::Error:
        break;
    }
    room.resize(lateness.size());
    std::ranges::transform(lateness, room.begin(), [](std::int64_t late) { return std::abs(late); });
    return room;
}

std::optional<double> ComparedRun::seconds() const {
    const auto frameTime = summaries.find(RunQuantity::FrameTime);
    if (frameTime == summaries.end() || !frameTime->second.mean)
        return std::nullopt;
    return *frameTime->second.mean * static_cast<double>(frameTime->second.count) / 1e9;
}

void summarizeColumns(ComparedRun& run, const CancelFlag* cancel) {
    constexpr std::array kAll{RunQuantity::FrameTime, RunQuantity::Lateness, RunQuantity::Error,
                              RunQuantity::Duration};
    const RunColumns& columns = *run.columns;
    for (const RunQuantity quantity : kAll) {
        if (quantity == RunQuantity::Error && columns.frameTime.empty())
            continue; // late, but without frames: another program's wake-ups
        std::vector<std::int64_t> room;
        const std::span<const std::int64_t> view = columns.values(quantity, room);
        std::vector<std::int64_t> values(view.begin(), view.end());
        if (!values.empty())
            run.summaries[quantity] = exactSummary(values, 0, cancel);
    }
    run.frames = static_cast<std::int64_t>(columns.size());
    const auto frames = static_cast<double>(run.frames);
    if (run.tolerance && !columns.lateness.empty())
        run.lateFraction =
            static_cast<double>(std::ranges::count_if(
                columns.lateness, [&](std::int64_t late) { return late > run.tolerance->count(); })) /
            frames;
    if (!columns.lost.empty()) {
        const auto lost =
            static_cast<double>(std::accumulate(columns.lost.begin(), columns.lost.end(), std::int64_t{0}));
        run.lostFraction = lost / (lost + frames);
    }
}

} // namespace jitterscope
