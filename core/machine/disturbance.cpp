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
    return std::clamp(*usage.machinePercent - usage.stealPercent.value_or(0) -
                          *usage.processPercent / processors,
                      0.0, 100.0);
}

std::optional<double> othersPercent(const CpuUsage& usage) noexcept {
    return othersPercent(usage, std::thread::hardware_concurrency());
}

std::string othersText(double percent) {
    return "other programs used " + decimalText(percent, 0) + " % of the processors";
}

std::string pressureText(double percent) {
    return "threads had to wait for a processor in " + decimalText(percent, 0) + " % of the time";
}

std::string stealText(double percent) {
    return "the hypervisor took " + decimalText(percent, 1) + " % of the time";
}

MachineLoad machineLoad(const CpuUsage& usage, unsigned processors) noexcept {
    return {othersPercent(usage, processors), usage.pressurePercent, usage.stealPercent};
}

MachineLoad machineLoad(const CpuUsage& usage) noexcept {
    return machineLoad(usage, std::thread::hardware_concurrency());
}

std::string_view saysBusy(SystemFamily system) noexcept {
    return system == SystemFamily::Windows ? "GetSystemTimes" : "/proc/stat";
}

std::vector<std::string> disturbancesOf(const MachineLoad& load) {
    const auto by = [](std::string_view who) { return " (" + std::string(who) + ")"; };
    std::vector<std::string> list;
    if (load.others.value_or(0) >= kDisturbing)
        list.push_back(othersText(*load.others) + (load.system ? by(saysBusy(*load.system)) : ""));
    if (load.pressure.value_or(0) >= kDisturbingPressure)
        list.push_back(pressureText(*load.pressure) + by(kSaysPressure));
    if (load.steal.value_or(0) >= kDisturbingSteal)
        list.push_back(stealText(*load.steal) + by(kSaysSteal));
    return list;
}

} // namespace jitterscope
