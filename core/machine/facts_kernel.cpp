// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/machine/fact_reader.h"
#include "core/platform/clock_readings.h"

#include <array>

namespace jitterscope {
namespace {

/// The options that the kernel was built with, where the distribution keeps them.
std::string kernelOptions(const FactReader& reader) {
    const auto release = reader.text("/proc/sys/kernel/osrelease");
    if (!release || release->find('/') != std::string::npos)
        return {};
    return reader.text("/boot/config-" + *release, FactReader::kMostBytesOfBig).value_or("");
}

/// The value of the line `NAME=value`; empty if there is none.
std::string_view optionValue(std::string_view options, std::string_view name) {
    std::string_view value;
    forEachLine(options, [&](std::string_view line) {
        if (line.starts_with(name) && line.substr(name.size()).starts_with('='))
            value = trimmed(line.substr(name.size() + 1));
    });
    return value;
}

Fact kernel(const FactReader& reader) {
    const auto release = reader.text("/proc/sys/kernel/osrelease");
    if (!release)
        return unknownFact("kernel", "Kernel", std::string("/proc/sys/kernel/osrelease") + kNotReadable);
    return knownFact("kernel", "Kernel", *release, FactState::Note,
                     "Its scheduler and timers decide when a sleeping thread wakes.");
}

/// Which of its models a PREEMPT_DYNAMIC kernel uses: the one in parentheses of "none voluntary (full)", else
/// the boot option's, else the one that it was built with. Empty: not known.
std::string dynamicModel(const FactReader& reader, std::string_view options) {
    const std::string models = reader.text("/sys/kernel/debug/sched/preempt").value_or("");
    const std::string bootLine = reader.text("/proc/cmdline").value_or("");
    for (const std::string_view word : wordsOf(models)) {
        if (word.size() > 2 && word.starts_with('(') && word.ends_with(')'))
            return std::string(word.substr(1, word.size() - 2));
    }
    constexpr std::string_view kOption = "preempt=";
    std::string model;
    for (const std::string_view word : wordsOf(bootLine)) {
        if (word.starts_with(kOption))
            model = word.substr(kOption.size());
    }
    if (!model.empty())
        return model;
    constexpr std::array<std::pair<const char*, const char*>, 4> kBuilt{
        {{"CONFIG_PREEMPT_NONE", "none"},
         {"CONFIG_PREEMPT_VOLUNTARY", "voluntary"},
         {"CONFIG_PREEMPT_LAZY", "lazy"},
         {"CONFIG_PREEMPT", "full"}}};
    for (const auto& [option, name] : kBuilt) {
        if (optionValue(options, option) == "y")
            return name;
    }
    return {};
}

Fact dynamicPreemption(const std::string& model) {
    constexpr const char* kId = "preemption";
    constexpr const char* kName = "Preemption";
    const std::string value = "PREEMPT_DYNAMIC" + (model.empty() ? "" : ", " + model);
    if (model == "full")
        return knownFact(kId, kName, value, FactState::Good,
                         "Almost all kernel code can be interrupted for a wake-up.");
    return advised(knownFact(kId, kName, value, FactState::Note,
                             "Chosen at boot; preempt=full shortens the longest delays."),
                   "boot with preempt=full", "boot without preempt=full");
}

Fact preemption(const FactReader& reader, std::string_view options) {
    constexpr const char* kId = "preemption";
    constexpr const char* kName = "Preemption";
    const auto version = reader.text("/proc/version");
    if (reader.integer("/sys/kernel/realtime") == 1 || (version && hasWord(*version, "PREEMPT_RT")))
        return knownFact(kId, kName, "PREEMPT_RT", FactState::Good,
                         "A real-time kernel: almost nothing in it delays a wake-up.");
    if (!version)
        return unknownFact(kId, kName, std::string("/proc/version") + kNotReadable);
    if (hasWord(*version, "PREEMPT_DYNAMIC"))
        return dynamicPreemption(dynamicModel(reader, options));
    if (hasWord(*version, "PREEMPT"))
        return knownFact(kId, kName, "PREEMPT", FactState::Good,
                         "Almost all kernel code can be interrupted for a wake-up.");
    return knownFact(kId, kName, "voluntary or none", FactState::Note,
                     "A long system call of another thread can delay a wake-up.");
}

/// HZ in kernel options; 0 if they do not tell.
std::int64_t recordedRate(std::string_view options) {
    return parseInteger(optionValue(options, "CONFIG_HZ")).value_or(0);
}

Fact tick(std::int64_t rate) {
    constexpr std::int64_t kMost = 100'000;
    if (rate <= 0 || rate > kMost)
        return unknownFact("tick", "Kernel tick", "The kernel's options do not show it.");
    return knownFact(
        "tick", "Kernel tick", std::to_string(rate) + " Hz", FactState::Note,
        "So often the scheduler looks at a busy processor, and each time interrupts a spinning thread.");
}

/// `resolution`: how finely sleeps can end; 0: not known.
Fact highResolution(Nanoseconds resolution) {
    constexpr const char* kId = "high_resolution_timers";
    constexpr const char* kName = "High-resolution timers";
    constexpr Nanoseconds kTicks{100'000};
    if (resolution <= Nanoseconds{0})
        return unknownFact(kId, kName, "Only root can read /proc/timer_list of a recorded machine.");
    if (resolution < kTicks)
        return knownFact(kId, kName, "on", FactState::Good,
                         "A sleep can end at any moment, not only at the tick.");
    return advised(costing(knownFact(kId, kName, "off", FactState::Bad,
                                     "Sleeps end only at the kernel's tick, up to a whole tick late."),
                           resolution),
                   "boot without highres=off and nohz=off, or with a kernel that has CONFIG_HIGH_RES_TIMERS",
                   "boot with highres=off");
}

/// The line `.resolution: 1 nsecs` of /proc/timer_list.
Nanoseconds recordedResolution(const FactReader& reader) {
    const auto list = reader.text("/proc/timer_list");
    const std::string line = list ? lineValue(*list, ".resolution").value_or("") : "";
    return Nanoseconds(parseInteger(line.substr(0, line.find(' '))).value_or(0));
}

} // namespace

void addKernelFacts(const FactReader& reader, std::vector<Fact>& facts) {
    const bool here = reader.ofThisMachine();
    const std::string options = kernelOptions(reader);
    const Nanoseconds between = here ? tickLength() : Nanoseconds{0};
    facts.push_back(kernel(reader));
    facts.push_back(preemption(reader, options));
    facts.push_back(tick(between > Nanoseconds{0} ? (1'000'000'000 + between.count() / 2) / between.count()
                                                  : recordedRate(options)));
    facts.push_back(highResolution(here ? timerResolution() : recordedResolution(reader)));
}

} // namespace jitterscope
