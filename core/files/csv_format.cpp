// SPDX-License-Identifier: MIT
#include "core/files/csv_format.h"

#include "core/base/parse.h"
#include "core/base/version.h"
#include "core/machine/disturbance.h"
#include "core/pacing/pacing_catalog.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <algorithm>

namespace jitterscope::csv {
namespace {

/// Collects `# key: value` lines; `prefix` is put before each key.
class PlanLines {
public:
    explicit PlanLines(std::string prefix = {}) : m_prefix(std::move(prefix)) {}

    void add(std::string_view key, std::string_view value) {
        m_lines += headerLine(m_prefix + std::string(key), value);
    }
    /// `strategy: precise-sleep`, `strategy.x: 1`, …
    template <typename Entry>
    void addChoice(std::span<const Entry> catalog, std::string_view what, std::string_view id,
                   const ParameterValues& values) {
        add(what, id);
        const Entry* const entry = findEntry(catalog, id);
        for (std::size_t i = 0; entry != nullptr && i < entry->parameters.size(); ++i) {
            const ParameterInfo& info = entry->parameters[i];
            add(std::string(what) + "." + std::string(info.name), parameterText(info, values[i]));
        }
    }
    /// Settings that can change during a run.
    void addChangeable(const RunPlan& plan) {
        addChoice(sleepCatalog(), "strategy", plan.strategy.id, plan.strategy.values);
        addChoice(pacingCatalog(), "policy", plan.policy.id, plan.policy.values);
        add(kRateKey, plan.period.rateText());
        addChoice(workCatalog(), "work", plan.work.id, plan.work.values);
        add(kToleranceKey, std::to_string(plan.effectiveTolerance().count()));
        if (plan.stopOnLate)
            add(kStopKey, std::to_string(plan.stopOnLate->count()));
        if (plan.load > 0 || !m_prefix.empty())
            add("load", std::to_string(plan.load));
    }
    void addThread(const ThreadPlan& thread) {
        if (thread.realtime)
            add("realtime", "yes");
        if (thread.cpu >= 0)
            add("cpu", std::to_string(thread.cpu));
        if (thread.slack)
            add("slack_ns", std::to_string(thread.slack->count()));
        if (!thread.anatomy)
            add("anatomy", "no");
    }
    [[nodiscard]] const std::string& text() const noexcept { return m_lines; }

private:
    std::string m_prefix;
    std::string m_lines;
};

std::string disturbanceLines(const std::string& of, const MachineLoad& load) {
    std::string text;
    for (const std::string& each : disturbancesOf(load))
        text += (text.empty() ? "" : std::string(kBetweenDisturbances)) + each;
    if (text.empty())
        text = load.known() ? kUndisturbed : kNotKnown;
    const auto ofTime = [](const std::optional<double>& percent, std::string_view who) {
        return percent ? decimalText(*percent, 1) + " % of the time (" + std::string(who) + ")"
                       : std::string(kNotKnown);
    };
    return headerLine(of + std::string(kDisturbedKey), text) +
           headerLine(of + "pressure", ofTime(load.pressure, kSaysPressure)) +
           headerLine(of + "steal", ofTime(load.steal, kSaysSteal));
}

/// Whether a spreadsheet would take a cell for a formula: it begins like one, and is not a negative number.
bool isFormula(std::string_view cell) {
    if (cell.empty() || std::string_view("=+-@").find(cell[0]) == std::string_view::npos)
        return false;
    return cell[0] != '-' || cell.size() < 2 || cell[1] < '0' || cell[1] > '9';
}

/// The line with an apostrophe before what a spreadsheet would take for a formula, should it split the line.
std::string withoutFormulas(std::string_view line) {
    std::string safe;
    for (std::size_t i = 0; i < line.size(); ++i) {
        safe += line[i];
        if ((line[i] == ',' || line[i] == ';') && isFormula(line.substr(i + 1)))
            safe += '\'';
    }
    return safe;
}

} // namespace

std::string planLines(const RunPlan& plan) {
    PlanLines lines;
    lines.addChangeable(plan);
    lines.addChoice(machineCatalog(), "machine", plan.machine.id, plan.machine.values);
    if (!plan.machine.file.empty())
        lines.add("machine.file", plan.machine.file);
    lines.add("seed", std::to_string(plan.seed));
    lines.add("frames", std::to_string(plan.frames));
    lines.add("duration_ns", std::to_string(plan.duration.count()));
    lines.addThread(plan.thread);
    return lines.text();
}

std::string_view deadlinesText(std::string_view id) noexcept {
    return id == kNoDeadlines          ? "Its loop has no deadlines, so there is no lateness."
           : id == kEstimatedDeadlines ? "Its deadlines are estimated, from when its frames start."
                                       : "Its deadlines are the ends that its waits asked for.";
}

std::string stretchKey(std::uint32_t stretch, std::string_view key) {
    return "stretch." + std::to_string(stretch) + "." + std::string(key);
}

std::string headerLine(std::string_view key, std::string_view value) {
    std::string line = "# " + std::string(key) + ": " + std::string(value);
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return withoutFormulas(line) + "\n";
}

std::string field(std::string_view text) {
    if (isFormula(text))
        return field("'" + std::string(text));
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string quotes = "\"";
    for (const char c : text)
        quotes += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quotes + '"';
}

std::string endLine(std::int64_t rows, std::uint64_t lost, bool complete) {
    return headerLine(kEndKey, "rows=" + std::to_string(rows) + " lost=" + std::to_string(lost) +
                                   " complete=" + (complete ? "yes" : "no"));
}

std::string recordingLine(bool complete) {
    return headerLine(kRecordingKey, complete ? "complete" : "partial ");
}

std::string privacyLine(const Privacy& privacy) {
    return privacy.redacted ? headerLine(kLeftOutKey, leftOutText()) : std::string();
}

std::string headerBlock(const RunResult& result, std::string_view kind, std::int64_t warmup,
                        const Privacy& privacy) {
    std::string block = headerLine(kSchemaKey, std::to_string(kSchema));
    block += headerLine(kKindKey, kind);
    block += headerLine("program", "jitterscope " + std::string(version()));
    block += privacyLine(privacy);
    block += planLines(Redactor(privacy).plan(result.plan));
    block += headerLine(kWarmupKey, std::to_string(warmup));
    if (result.plan.simulated())
        return block;
    block += headerLine("started_utc", result.startedUtc);
    for (const Fact& fact : result.facts)
        block +=
            headerLine("machine_fact." + fact.id, fact.state == FactState::Unknown ? "unknown" : fact.value);
    return block;
}

std::string stretchBlock(std::uint32_t index, const RunPlan& plan) {
    PlanLines lines(stretchKey(index, ""));
    lines.addChangeable(plan);
    return lines.text();
}

void changeSettings(std::map<std::string, std::string>& settings,
                    const std::map<std::string, std::string>& stretch) {
    if (stretch.contains(std::string(kRateKey))) // it states all that can change
        settings.erase(std::string(kStopKey));
    for (const auto& [key, value] : stretch) { // `strategy` comes before `strategy.x`
        if (key.find('.') == std::string::npos)
            std::erase_if(settings,
                          [prefix = key + "."](const auto& old) { return old.first.starts_with(prefix); });
        settings[key] = value;
    }
}

std::string usageBlock(const std::vector<Stretch>& stretches) {
    std::string block;
    for (const Stretch& stretch : stretches) {
        const std::string of = stretches.size() > 1 ? stretchKey(stretch.index, "") : std::string();
        const std::string prefix = of + std::string(kUsagePrefix);
        for (const auto& [name, percent] : {std::pair{"thread_percent", stretch.cpu.threadPercent},
                                            std::pair{"process_percent", stretch.cpu.processPercent},
                                            std::pair{"machine_percent", stretch.cpu.machinePercent},
                                            std::pair{"pressure_percent", stretch.cpu.pressurePercent},
                                            std::pair{"steal_percent", stretch.cpu.stealPercent}}) {
            if (percent)
                block += headerLine(prefix + name, numberText(*percent));
        }
        if (!stretch.plan.simulated())
            block += disturbanceLines(of, machineLoad(stretch.cpu));
    }
    return block;
}

std::string usageBlock(const RunSummary& run) {
    std::vector<Stretch> whole(1);
    whole.front().plan = run.plan;
    whole.front().cpu = run.cpu;
    return usageBlock(whole);
}

} // namespace jitterscope::csv
