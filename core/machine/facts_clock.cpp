// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/machine/fact_reader.h"
#include "core/platform/system_time.h"

namespace jitterscope {
namespace {

const std::string kClockSources = "/sys/devices/system/clocksource/clocksource0/";

Fact slowSource(const FactReader& reader, const std::string& source) {
    Fact fact = knownFact("clocksource", "Clock source", source, FactState::Bad,
                          "Reading this clock takes about a microsecond or is coarse; tsc would be better.");
    if (!hasWord(reader.text(kClockSources + "available_clocksource").value_or(""), "tsc"))
        return fact;
    const std::string file = kClockSources + "current_clocksource";
    return advised(std::move(fact), "echo tsc > " + file, "echo " + source + " > " + file);
}

Fact clockSource(const FactReader& reader) {
    constexpr const char* kId = "clocksource";
    constexpr const char* kName = "Clock source";
    const auto source = reader.text(kClockSources + "current_clocksource");
    if (!source)
        return unknownFact(kId, kName, "The kernel does not show its clock source.");
    for (const std::string_view slow : {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"}) {
        if (*source == slow)
            return slowSource(reader, *source);
    }
    for (const std::string_view fast : {"tsc", "arch_sys_counter", "hyperv_clocksource_tsc_page"}) {
        if (*source == fast)
            return knownFact(kId, kName, *source, FactState::Good, "Reading this clock takes about 20 ns.");
    }
    return knownFact(kId, kName, *source, FactState::Note,
                     "The cost of reading it is measured before each run; see the run's clock data.");
}

/// Measured, so only for the machine that this runs on.
Fact granularity(const FactReader& reader) {
    constexpr const char* kId = "clock_granularity";
    constexpr const char* kName = "Clock granularity";
    constexpr double kFine = 200;
    constexpr double kCoarse = 2000;
    const std::int64_t step = reader.ofThisMachine() ? measureClock().resolution : 0;
    if (step <= 0)
        return unknownFact(kId, kName, "It can only be measured on the machine itself.");
    const FactState state = judged(static_cast<double>(step), kFine, kCoarse);
    return costing(knownFact(kId, kName, said::shortDuration(static_cast<double>(step)), state,
                             state == FactState::Good
                                 ? "The clock tells apart what matters here."
                                 : "Nothing shorter than this can be measured or waited for."),
                   Nanoseconds(step));
}

} // namespace

void addClockFacts(const FactReader& reader, std::vector<Fact>& facts) {
    facts.push_back(clockSource(reader));
    facts.push_back(granularity(reader));
}

} // namespace jitterscope
