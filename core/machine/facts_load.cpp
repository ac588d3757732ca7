// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/machine/fact_reader.h"

namespace jitterscope {
namespace {

Fact load(const FactReader& reader) {
    constexpr const char* kId = "load_average";
    constexpr const char* kName = "Load average";
    const auto text = reader.text("/proc/loadavg");
    const auto value = text ? parseDouble(text->substr(0, text->find(' '))) : std::nullopt;
    if (!value || *value < 0)
        return unknownFact(kId, kName, std::string("/proc/loadavg") + kNotReadable);
    const std::string shown = text->substr(0, text->find(' '));
    const std::int64_t count = processorsOnline(reader);
    if (count < 1)
        return knownFact(kId, kName, shown, FactState::Note, "The number of processors is not known.");
    const double share = *value / static_cast<double>(count);
    if (share > 1)
        return advised(
            knownFact(kId, kName, shown, FactState::Warn,
                      "More threads want to run than there are processors: wake-ups have to queue."),
            "end or pause other programs", "start them again");
    return knownFact(kId, kName, shown, share > 0.5 ? FactState::Note : FactState::Good,
                     share > 0.5 ? "Other programs keep more than half of the processors busy."
                                 : "The processors are mostly free.");
}

/// `some avg10=1.23 avg60=…` of /proc/pressure.
Fact pressure(const FactReader& reader, const std::string& what, const std::string& name) {
    const std::string path = "/proc/pressure/" + what;
    const std::string id = what + "_pressure";
    constexpr std::string_view kKey = "avg10=";
    const auto text = reader.text(path);
    const std::size_t place = text ? text->find(kKey) : std::string::npos;
    if (place == std::string::npos)
        return unknownFact(id, name, path + kNotReadable);
    const std::size_t begin = place + kKey.size();
    const std::string shown = text->substr(begin, text->find_first_of(" \n", begin) - begin);
    const auto value = parseDouble(shown);
    if (!value)
        return unknownFact(id, name, path + " is not as expected.");
    constexpr double kHigh = 10;
    const FactState state = judged(*value, 1, kHigh);
    Fact fact = knownFact(id, name, shown + " %", state,
                          "Share of the last 10 s in which a thread had to wait for " +
                              std::string(what == "cpu" ? "a processor." : "memory."));
    return state == FactState::Warn
               ? advised(std::move(fact), "end or pause other programs", "start them again")
               : fact;
}

} // namespace

void addLoadFacts(const FactReader& reader, std::vector<Fact>& facts) {
    facts.push_back(load(reader));
    facts.push_back(pressure(reader, "cpu", "Processor pressure"));
    facts.push_back(pressure(reader, "memory", "Memory pressure"));
}

} // namespace jitterscope
