// SPDX-License-Identifier: MIT
#include "core/simulation/machine_catalog.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/platform/own_system.h"
#include "core/platform/system_time.h"

namespace jitterscope {
namespace {

constexpr std::string_view kLinuxSource =
    "Medians by length of sleep, clock cost and CPU cost of a wake-up measured on a 2-core virtual "
    "machine (AMD EPYC, Linux 6.18, tsc); the shape of the tails is an assumption.";
constexpr std::string_view kRtSource =
    "Orders of magnitude of published cyclictest runs on PREEMPT_RT (OSADL's test farm): a few "
    "microseconds, tens at worst.";
constexpr std::string_view kWindowsSource =
    "Microsoft's documentation of Sleep, timeBeginPeriod and high-resolution waitable timers: sleeps end "
    "on a tick of 15.625, 1 or 0.5 ms; latencies are orders of magnitude.";

/// A latency table around a median, with the tail of an idle or a busy machine.
QuantileTable around(double median, double tail) {
    return {{{0, 0.35 * median},
             {0.1, 0.7 * median},
             {0.5, median},
             {0.9, 1.3 * median},
             {0.99, (1.3 + 0.9 * tail) * median},
             {0.999, (1.3 + 6 * tail) * median},
             {1, (1.3 + 30 * tail) * median}}};
}

MachineModel linuxModel(double slack, bool loaded) {
    MachineModel model;
    model.clockCost = 22;
    model.slack = slack;
    const double tail = loaded ? 4 : 1;
    model.latencies[SleepKind::Relative] = {
        {1e6, around(22e3, tail)}, {4e6, around(63e3, tail)}, {16e6, around(112e3, tail)}};
    model.wakeCost = 16e3;
    model.lossesPerSecond = loaded ? 60 : 2;
    model.lossLength = loaded ? QuantileTable{{{0, 50e3}, {0.5, 1e6}, {0.9, 3e6}, {1, 8e6}}}
                              : QuantileTable{{{0, 3e3}, {0.9, 40e3}, {1, 400e3}}};
    return model;
}

MachineModel realtimeModel(bool loaded) {
    MachineModel model;
    model.clockCost = 22;
    model.latencies[SleepKind::Relative] = {{1e6, around(4e3, loaded ? 0.6 : 0.2)}};
    model.wakeCost = 6e3;
    model.lossesPerSecond = loaded ? 20 : 1;
    model.lossLength = {{{0, 1e3}, {0.9, 6e3}, {1, loaded ? 60e3 : 25e3}}};
    return model;
}

MachineModel windowsModel(std::int64_t tick, std::int64_t hiresTick, bool loaded) {
    MachineModel model;
    model.clockCost = 30;
    model.resolution = 100; // QueryPerformanceCounter at 10 MHz
    model.tick = tick;
    model.hiresTick = hiresTick;
    model.latencies[SleepKind::Relative] = {{1e6, around(30e3, loaded ? 6 : 1)}};
    model.wakeCost = 12e3;
    model.lossesPerSecond = loaded ? 80 : 5;
    model.lossLength = loaded ? QuantileTable{{{0, 100e3}, {0.5, 2e6}, {0.9, 10e6}, {1, 30e6}}}
                              : QuantileTable{{{0, 5e3}, {0.9, 60e3}, {1, 1e6}}};
    return model;
}

MachineModel fakeModel(double period, double chance) {
    MachineModel model;
    model.clockCost = 0;
    model.yieldCost = 0;
    model.wakeCost = 0;
    model.lateUniform = period;
    model.periodChance = chance;
    return model;
}

std::vector<MachineEntry> makeEntries() {
    std::vector<MachineEntry> entries;
    entries.push_back({"here",
                       "This machine",
                       "Measured on the machine that runs this program.",
                       "",
                       false,
                       false,
                       false,
                       {},
                       nullptr,
                       kOwnSystem});
    const auto add = [&](std::string_view id, std::string_view name, std::string_view description,
                         std::string_view source, MachineModel (*model)(const MachineChoice&)) {
        const bool windows = id.starts_with("windows");
        entries.push_back({id,
                           name,
                           description,
                           source,
                           true,
                           false,
                           windows,
                           {},
                           model,
                           windows ? SystemFamily::Windows : SystemFamily::Linux});
    };
    add("linux-default", "Linux, 50 µs slack", "A virtual server with the default timer slack of 50 µs.",
        kLinuxSource, [](const MachineChoice&) { return linuxModel(50e3, false); });
    add("linux-default-loaded", "Linux, 50 µs slack, loaded", "The same with every processor busy.",
        kLinuxSource, [](const MachineChoice&) { return linuxModel(50e3, true); });
    add("linux-slack1", "Linux, 1 ns slack",
        "A virtual server with the timer slack of the thread set to 1 ns.", kLinuxSource,
        [](const MachineChoice&) { return linuxModel(1, false); });
    add("linux-slack1-loaded", "Linux, 1 ns slack, loaded", "The same with every processor busy.",
        kLinuxSource, [](const MachineChoice&) { return linuxModel(1, true); });
    add("linux-rt", "Linux, PREEMPT_RT", "A tuned real-time kernel and a thread of the real-time class.",
        kRtSource, [](const MachineChoice&) { return realtimeModel(false); });
    add("linux-rt-loaded", "Linux, PREEMPT_RT, loaded", "The same with every processor busy.", kRtSource,
        [](const MachineChoice&) { return realtimeModel(true); });
    add("windows-15ms", "Windows, 15.6 ms tick", "Windows by default: sleeps end on a tick of 15.625 ms.",
        kWindowsSource, [](const MachineChoice&) { return windowsModel(15'625'000, 500'000, false); });
    add("windows-15ms-loaded", "Windows, 15.6 ms tick, loaded", "The same with every processor busy.",
        kWindowsSource, [](const MachineChoice&) { return windowsModel(15'625'000, 500'000, true); });
    add("windows-1ms", "Windows, 1 ms tick", "Windows after timeBeginPeriod(1).", kWindowsSource,
        [](const MachineChoice&) { return windowsModel(1'000'000, 500'000, false); });
    add("windows-1ms-loaded", "Windows, 1 ms tick, loaded", "The same with every processor busy.",
        kWindowsSource, [](const MachineChoice&) { return windowsModel(1'000'000, 500'000, true); });
    add("windows-hires", "Windows, 0.5 ms tick",
        "The finest tick of Windows, with NtSetTimerResolution or high-resolution timers.", kWindowsSource,
        [](const MachineChoice&) { return windowsModel(500'000, 500'000, false); });
    add("windows-hires-loaded", "Windows, 0.5 ms tick, loaded", "The same with every processor busy.",
        kWindowsSource, [](const MachineChoice&) { return windowsModel(500'000, 500'000, true); });
    entries.push_back({"fake-scheduler",
                       "Fake scheduler",
                       "The fake system sleep of article 1: late by a uniform share of a scheduler period, "
                       "and by further whole periods at random. Reading its clock costs nothing.",
                       "blat-blatnik, Making an accurate Sleep() function, Data: robustness",
                       true,
                       false,
                       true, // its one way of being late stands for every kind of sleep
                       {{.name = "period_ms",
                         .label = "Scheduler period, ms",
                         .unit = Unit::Plain,
                         .minimum = 0.001,
                         .maximum = 1000,
                         .standard = 4,
                         .meaning = "Longest ordinary delay of a wake-up, in milliseconds."},
                        {.name = "preempt",
                         .label = "Chance of a lost period",
                         .unit = Unit::Fraction,
                         .minimum = 0,
                         .maximum = 0.95,
                         .standard = 0.05,
                         .meaning = "Chance that another process takes a whole period; applied repeatedly."}},
                       [](const MachineChoice& machine) {
                           return fakeModel(machine.values["period_ms"] * 1e6, machine.values["preempt"]);
                       }});
    entries.push_back({"recorded",
                       "Recorded machine",
                       "Another machine, simulated from a file: its calibration (interval-sweep with "
                       "calibrate=true), or the sleeps CSV of a run.",
                       "",
                       true,
                       true,
                       false,
                       {},
                       nullptr});
    return entries;
}

} // namespace

std::span<const MachineEntry> machineCatalog() {
    static const std::vector<MachineEntry> entries = makeEntries();
    return entries;
}

Result<std::shared_ptr<const MachineModel>> modelOf(const MachineChoice& machine,
                                                    std::shared_ptr<const MachineModel> recorded) {
    const auto entry = requireEntry(machineCatalog(), machine.id, "machine");
    if (!entry)
        return entry.error();
    if (entry.value()->model != nullptr)
        return std::shared_ptr<const MachineModel>(
            std::make_shared<MachineModel>(entry.value()->model(machine)));
    if (!entry.value()->simulated)
        return Error{ErrorCode::Usage, "this machine is not simulated", "a simulated machine"};
    if (recorded == nullptr)
        return Error{ErrorCode::Usage, "machine " + machine.id + ": its file has not been read", "file=PATH"};
    return recorded;
}

Support sleepSupport(const SleepEntry& strategy, std::string_view machine) {
    const MachineEntry* const entry = findEntry(machineCatalog(), machine);
    if (entry == nullptr)
        return {false, "there is no machine " + inQuotes(machine)};
    if (!entry->simulated)
        return strategy.spinsOnly ? Support{} : sleepKindSupport(strategy.kind);
    if (strategy.kind == SleepKind::HighResolutionTimer && !entry->hiresTimers)
        return {false,
                "high-resolution waitable timers are of Windows, which " + std::string(machine) + " is not"};
    return {};
}

SystemFamily systemOf(std::string_view machine) {
    const MachineEntry* const entry = findEntry(machineCatalog(), machine);
    return entry != nullptr ? entry->system : SystemFamily::Linux;
}

std::string machinesThatRun(const SleepEntry& strategy) {
    std::string list;
    for (const MachineEntry& machine : machineCatalog()) {
        if (machine.simulated && !machine.needsFile && sleepSupport(strategy, machine.id).available)
            said::append(list, std::string(machine.id));
    }
    return list;
}

} // namespace jitterscope
