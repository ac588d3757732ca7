// SPDX-License-Identifier: MIT
#include "core/machine/disturbance.h"

#include "core/base/parse.h"

#include <algorithm>
#include <thread>

namespace jitterscope {

std::optional<double> othersPercent(const CpuUsage& usage, unsigned processors) noexcept {
    constexpr Nanoseconds kShortest{500'000'000};
    if (usage.wall < kShortest || !usage.machinePercent || !usage.processPercent || processors == 0)
        return std::nullopt;
    return std::clamp(*usage.machinePercent - *usage.processPercent / processors, 0.0, 100.0);
}

std::optional<double> othersPercent(const CpuUsage& usage) noexcept {
    return othersPercent(usage, std::thread::hardware_concurrency());
}

std::string othersText(double percent) {
    return "other programs used " + decimalText(percent, 0) + " % of the processors";
}

} // namespace jitterscope
