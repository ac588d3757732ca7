// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/compare/comparison.h"
#include "core/machine/disturbance.h"
#include "core/platform/own_system.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

using Texts = ComparedRun::Texts;

/// Settings and facts in the words of the window. What is missing here may differ without a meaning: counts,
/// seeds, times, what the machine was doing.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kSettings{{
    {"strategy", "strategy"},
    {"policy", "policy"},
    {"rate_hz", "rate"},
    {"work", "work"},
    {"load", "background load"},
    {"machine", "machine"},
    {"realtime", "real-time class"},
    {"cpu", "pinned CPU"},
    {"slack_ns", kOwnSystem == SystemFamily::Windows ? "timer tick" : "timer slack"},
    {"process", "program"},
}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kFacts{{
    {"resolution", "resolution"},
    {"present_mode", "present mode"},
    {"api", "graphics interface"},
    {"gpu", "graphics card"},
    {"cpu_model", "processor"},
    {"cpus", "number of processors"},
    {"kernel", "kernel"},
    {"clocksource", "clock source"},
    {"governor", "frequency governor"},
    {"driver", "graphics driver"},
    {"os", "operating system"},
    {"ram", "memory"},
}};
/// What decides a game's frame times. If a log does not have these, a remark says so.
constexpr std::array<std::string_view, 5> kAskedOfLogs{"resolution", "gpu", "driver", "cpu_model", "os"};

std::string valueOf(const Texts& texts, std::string_view key) {
    const auto found = texts.find(std::string(key));
    return found != texts.end() ? found->second : std::string();
}

/// `precise-sleep x 2, form mended`: a choice with those of its parameters that differ.
std::string choiceText(const Texts& mine, const Texts& other, std::string_view key) {
    std::string text = valueOf(mine, key);
    if (text == "0" && key == "load") // not every file names it
        text.clear();
    const std::string prefix = std::string(key) + ".";
    const bool sameChoice = text == valueOf(other, key);
    for (auto it = mine.lower_bound(prefix); sameChoice && it != mine.end() && it->first.starts_with(prefix);
         ++it) {
        if (other.contains(it->first) && valueOf(other, it->first) != it->second)
            text += " " + it->first.substr(prefix.size()) + " " + it->second;
    }
    return text.empty() ? std::string("standard") : text;
}

bool choiceDiffers(const Texts& a, const Texts& b, std::string_view key) {
    return choiceText(a, b, key) != choiceText(b, a, key);
}

bool ofLogs(const ComparedRun& a, const ComparedRun& b) noexcept {
    return a.origin == RunOrigin::Log || b.origin == RunOrigin::Log;
}

/// What differs; each item as `strategy (spin → adaptive)`.
std::vector<std::string> differences(const ComparedRun& a, const ComparedRun& b) {
    std::vector<std::string> items;
    for (const auto& [key, name] : kSettings) {
        const bool known =
            !ofLogs(a, b) || (!valueOf(a.settings, key).empty() && !valueOf(b.settings, key).empty());
        if (known && choiceDiffers(a.settings, b.settings, key))
            items.push_back(std::string(name) + " (" + choiceText(a.settings, b.settings, key) + " → " +
                            choiceText(b.settings, a.settings, key) + ")");
    }
    for (const auto& [key, name] : kFacts) {
        const std::string first = valueOf(a.facts, key);
        const std::string second = valueOf(b.facts, key);
        if (!first.empty() && !second.empty() && first != second)
            items.push_back(std::string(name) + " (" + first + " → " + second + ")");
    }
    return items;
}

/// The names of the facts that are the same in both recordings.
std::string sameFacts(const ComparedRun& a, const ComparedRun& b) {
    std::vector<std::string> same;
    for (const auto& [key, name] : kFacts) {
        if (!valueOf(a.facts, key).empty() && valueOf(a.facts, key) == valueOf(b.facts, key))
            same.emplace_back(name);
    }
    return said::joined(same);
}

void addSettings(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    const std::vector<std::string> items = differences(a, b);
    if (items.size() > 1)
        remarks.push_back({false, std::to_string(items.size()) + " things differ: " + said::joined(items) +
                                      ". Which of them made the difference is not shown."});
    else if (items.size() == 1)
        remarks.push_back({true, "One thing differs: " + items.front() + "."});
    else if (!ofLogs(a, b))
        remarks.push_back({true, "The settings are the same."});
}

/// Whether the recording tells what else the machine did meanwhile.
bool watched(const ComparedRun& run) noexcept {
    return run.origin != RunOrigin::Log &&
           (run.machinePercent || run.pressurePercent || run.stealPercent || !run.disturbances.empty());
}

/// For logs: which facts are the same in both, and which are not known because one log lacks them.
void addRecorded(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    std::vector<std::string> same;
    if (!valueOf(a.settings, "process").empty() &&
        valueOf(a.settings, "process") == valueOf(b.settings, "process"))
        same.emplace_back("program");
    if (const std::string facts = sameFacts(a, b); !facts.empty())
        same.push_back(facts);
    if (!same.empty())
        remarks.push_back({true, "Recorded and the same in both: " + said::joined(same) + "."});
    std::vector<std::string> missing;
    for (const auto& [key, name] : kFacts) {
        const bool asked = std::ranges::find(kAskedOfLogs, key) != kAskedOfLogs.end();
        if (asked && (valueOf(a.facts, key).empty() || valueOf(b.facts, key).empty()))
            missing.emplace_back(name);
    }
    if (!watched(a) || !watched(b))
        missing.emplace_back("what else ran");
    if (!missing.empty())
        remarks.push_back(
            {false, "Not recorded: " + said::joined(missing) + ". Whether they differ is not known."});
}

void addSameFile(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    if (!a.path.empty() && a.path == b.path && a.part == b.part)
        remarks.push_back({false, "A and B are the same recording."});
}

void addMachines(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    if (a.origin == RunOrigin::Simulated && b.origin == RunOrigin::Simulated)
        return;
    if ((a.origin == RunOrigin::Simulated) != (b.origin == RunOrigin::Simulated)) {
        remarks.push_back({false, std::string(a.origin == RunOrigin::Simulated ? "A" : "B") +
                                      " is simulated: a model is compared with a measurement."});
        return;
    }
    if (ofLogs(a, b)) {
        addRecorded(remarks, a, b);
        return;
    }
    const bool none = a.facts.empty() && b.facts.empty();
    if (none || a.facts.empty() || b.facts.empty())
        remarks.push_back({false, none ? "On which machines they ran is not recorded."
                                       : std::string("On which machine ") + (a.facts.empty() ? "A" : "B") +
                                             " ran is not recorded."});
    else if (const std::string same = sameFacts(a, b); !same.empty())
        remarks.push_back({true, "The same in both: " + same + "."});
    else
        remarks.push_back({false, "Whether they ran on the same machine is not recorded."});
}

void addLength(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    const std::optional<double> first = a.seconds();
    const std::optional<double> second = b.seconds();
    if (!first || !second || *first <= 0 || *second <= 0)
        return;
    const double ratio = *second / *first;
    if (ratio > 2)
        remarks.push_back({false, "B is " + decimalText(ratio, ratio < 10 ? 1 : 0) + " times as long as A."});
    else if (ratio < 0.5)
        remarks.push_back(
            {false, "A is " + decimalText(1 / ratio, ratio > 0.1 ? 1 : 0) + " times as long as B."});
}

/// `0.3 % (A) and 45 % (B)`
std::string ofBoth(const std::optional<double>& a, const std::optional<double>& b) {
    const auto text = [](const std::optional<double>& percent, const char* name) {
        return (percent ? said::percent(percent) : std::string("not recorded")) + " (" + name + ")";
    };
    return text(a, "A") + " and " + text(b, "B");
}

/// What else the machines did meanwhile, as far as the recordings tell. Virtual time is never disturbed. For
/// logs, addRecorded() says that it is not recorded.
void addDisturbances(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    std::string unknown;
    for (const auto& [run, name] : {std::pair{&a, "A"}, std::pair{&b, "B"}}) {
        if (!run->disturbances.empty())
            remarks.push_back(
                {false, std::string(name) + " was disturbed: " + said::joined(run->disturbances) + "."});
        if (run->origin == RunOrigin::Here && !watched(*run))
            unknown += (unknown.empty() ? "" : " and ") + std::string(name);
    }
    if (!unknown.empty())
        remarks.push_back({false, "Whether anything disturbed " + unknown + " is not recorded."});
    const bool measured = a.origin == RunOrigin::Here && b.origin == RunOrigin::Here;
    if (!measured || (!a.pressurePercent && !b.pressurePercent && !a.stealPercent && !b.stealPercent))
        return;
    const bool calm = a.disturbances.empty() && b.disturbances.empty() && unknown.empty();
    remarks.push_back(
        {calm, std::string(calm ? "Neither was disturbed. " : "") + "Threads waited for a processor in " +
                   ofBoth(a.pressurePercent, b.pressurePercent) + " of the time (" +
                   std::string(kSaysPressure) + "); the hypervisor took " +
                   ofBoth(a.stealPercent, b.stealPercent) + " (" + std::string(kSaysSteal) + ")."});
}

/// Whether the intervals include what differs between recordings of the same thing.
FairnessRemark recordings(const ComparedRun& a, const ComparedRun& b) {
    const std::size_t fewest = std::min(a.parts.size(), b.parts.size());
    if (fewest >= BootstrapSetting::kLeastParts)
        return {true, std::to_string(a.parts.size()) + " recordings of A, " + std::to_string(b.parts.size()) +
                          " of B: what differs from one to the next is in the intervals."};
    if (a.parts.size() > 1 || b.parts.size() > 1)
        return {false, std::to_string(std::max<std::size_t>(a.parts.size(), 1)) + " of A and " +
                           std::to_string(std::max<std::size_t>(b.parts.size(), 1)) +
                           " of B were recorded: from five of each on, what differs from one to the next is "
                           "in the intervals."};
    return {false, "One run each. The 95 % are about these two: another run of the same may differ by more."};
}

/// What the intervals of histograms rest on.
void addCounts(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    if (!a.counts.empty() || !b.counts.empty())
        remarks.push_back(
            {false, "The order of the values is not recorded: intervals from the counts hold if neighbouring "
                    "values do not depend on each other."});
}

/// Where only a part of a recording counts.
void addParts(std::vector<FairnessRemark>& remarks, const ComparedRun& a, const ComparedRun& b) {
    if (!a.taken && !b.taken)
        return;
    const bool same = a.taken && b.taken && a.taken->range == b.taken->range;
    const auto textOf = [](const ComparedRun& run) { return run.taken ? run.taken->text() : "all of it"; };
    remarks.push_back({same, std::string(same ? "The same part of each counts" : "Different parts count") +
                                 ". A: " + textOf(a) + ". B: " + textOf(b) + "."});
}

std::string timeOf(Nanoseconds time) {
    return said::shortDuration(time);
}

} // namespace

bool isComparedFact(std::string_view key) noexcept {
    return std::ranges::find(kFacts, key, &std::pair<std::string_view, std::string_view>::first) !=
           kFacts.end();
}

std::vector<FairnessRemark> fairnessOf(const ComparedRun& a, const ComparedRun& b) {
    std::vector<FairnessRemark> remarks;
    addSameFile(remarks, a, b);
    addSettings(remarks, a, b);
    addMachines(remarks, a, b);
    addParts(remarks, a, b);
    addLength(remarks, a, b);
    addDisturbances(remarks, a, b);
    addCounts(remarks, a, b);
    const bool simulated = a.origin == RunOrigin::Simulated && b.origin == RunOrigin::Simulated;
    if (!simulated || !a.parts.empty() || !b.parts.empty())
        remarks.push_back(recordings(a, b));
    return remarks;
}

bool ratesDiffer(const ComparedRun& a, const ComparedRun& b) noexcept {
    const bool known = a.rateHz && b.rateHz && !a.rateEstimated && !b.rateEstimated;
    return known && *a.rateHz != *b.rateHz && a.hasDeadlines() && b.hasDeadlines();
}

std::string whyUnlike(const FigureEntry& entry, const ComparedRun& a, const ComparedRun& b,
                      const CompareOptions& options) {
    const bool late =
        entry.quantity == RunQuantity::Lateness && entry.statistic.kind == SeriesStatistic::Kind::ShareBeyond;
    if (!a.counts.empty() && !b.counts.empty() && a.coarseCounts != b.coarseCounts &&
        a.countsOf == entry.quantity && entry.statistic.kind == SeriesStatistic::Kind::Quantile)
        return std::string("the buckets of ") + (a.coarseCounts ? "A" : "B") +
               " are powers of two, and known to a factor of two alone";
    if (late && !options.tolerance && a.tolerance && b.tolerance && a.tolerance != b.tolerance)
        return "another tolerance: " + timeOf(*a.tolerance) + " in A, " + timeOf(*b.tolerance) + " in B";
    if (entry.quantity == RunQuantity::Latency) {
        const auto column = [](const ComparedRun& run) {
            const auto found = run.facts.find("latency");
            const std::string_view text = found != run.facts.end() ? found->second : std::string_view();
            return std::string(text.substr(text.starts_with("column ") ? 7 : 0));
        };
        if (a.has(RunQuantity::Latency) && b.has(RunQuantity::Latency) && column(a) != column(b))
            return column(a) + " in A, " + column(b) + " in B";
    }
    const bool byRate = (entry.quantity == RunQuantity::FrameTime || entry.column == &RunColumns::spin) &&
                        entry.form != FigureEntry::Form::OfPeriod && entry.single == nullptr;
    if (byRate && ratesDiffer(a, b))
        return "another rate: " + plainNumberText(*a.rateHz) + " Hz in A, " + plainNumberText(*b.rateHz) +
               " Hz in B";
    return {};
}

} // namespace jitterscope
