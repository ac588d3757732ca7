// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/options/option_set.h"
#include "app/options/readers.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/document/text_lines.h"
#include "core/experiment/experiment.h"
#include "core/files/json_parts.h"
#include "core/import/log_catalog.h"
#include "core/lab/challenge.h"
#include "core/lab/lab.h"
#include "core/pacing/pacing_catalog.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <array>
#include <span>

namespace jitterscope::cli {
namespace {

constexpr std::string_view kHere = "here";

/// One entry of any catalogue, as both outputs show it.
struct Listed {
    std::string_view id;
    std::string_view name;
    std::string_view description;
    std::string_view source;
    std::span<const ParameterInfo> parameters;
    Support support;
    bool mayWakeEarly = false;
    std::string elsewhere; ///< simulated machines that can run it, if this machine cannot
};

std::vector<Listed> strategiesOf(std::string_view machine) {
    std::vector<Listed> list;
    for (const SleepEntry& entry : sleepCatalog())
        list.push_back({entry.id, entry.name, entry.description, entry.source, entry.parameters,
                        sleepSupport(entry, machine), entry.mayWakeEarly, machinesThatRun(entry)});
    return list;
}

std::vector<Listed> policies() {
    std::vector<Listed> list;
    for (const PacingEntry& entry : pacingCatalog())
        list.push_back(
            {entry.id, entry.name, entry.description, entry.source, entry.parameters, {}, false, {}});
    return list;
}

std::vector<Listed> work() {
    std::vector<Listed> list;
    for (const WorkEntry& entry : workCatalog())
        list.push_back({entry.id, entry.name, entry.description, {}, entry.parameters, {}, false, {}});
    return list;
}

std::vector<Listed> experiments() {
    std::vector<Listed> list;
    for (const ExperimentEntry& entry : experimentCatalog())
        list.push_back({entry.id, entry.name, entry.asks, entry.article, entry.parameters, {}, false, {}});
    return list;
}

std::vector<Listed> machines() {
    std::vector<Listed> list;
    for (const MachineEntry& entry : machineCatalog())
        list.push_back(
            {entry.id, entry.name, entry.description, entry.source, entry.parameters, {}, false, {}});
    return list;
}

std::vector<Listed> labs() {
    std::vector<Listed> list;
    for (const LabEntry& entry : labCatalog())
        list.push_back({entry.id, entry.name, entry.question, entry.article, entry.knobs, {}, false, {}});
    list.push_back({"challenge", "The challenge", challengeText(), {}, challengeKnobs(), {}, false, {}});
    return list;
}

std::vector<Listed> formats() {
    std::vector<Listed> list;
    for (const LogEntry& entry : importCatalog())
        list.push_back({entry.id,
                        entry.name,
                        entry.description,
                        entry.source,
                        {},
                        entry.support == nullptr ? Support{} : entry.support(),
                        false,
                        {}});
    return list;
}

struct Topic {
    const char* name;
    std::vector<Listed> (*list)() = nullptr;
    /// Instead of `list` if machines differ.
    std::vector<Listed> (*listOf)(std::string_view machine) = nullptr;
};
constexpr std::array<Topic, 7> kTopics{{
    {"strategies", nullptr, strategiesOf},
    {"policies", policies},
    {"work", work},
    {"experiments", experiments},
    {"machines", machines},
    {"labs", labs},
    {"formats", formats},
}};

std::string topicNames() {
    std::string names;
    for (const Topic& topic : kTopics)
        said::append(names, std::string(topic.name));
    return names;
}

Json bound(const ParameterInfo& info, double value) {
    return info.unit == Unit::Choice ? Json(parameterText(info, value)) : Json(value);
}

std::string_view unitId(Unit unit) noexcept {
    switch (unit) {
    case Unit::Time:
        return "ns";
    case Unit::Fraction:
        return "fraction";
    case Unit::Hertz:
        return "hz";
    case Unit::Choice:
        return "choice";
    case Unit::Count:
        return "count";
    case Unit::Plain:
        break;
    }
    return "none";
}

Json parameterJson(const ParameterInfo& info) {
    Json json{{"name", info.name}, {"unit", unitId(info.unit)}, {"default", bound(info, info.standard)}};
    if (info.unit == Unit::Choice) {
        json["choices"] = info.choices;
    } else {
        json["minimum"] = info.minimum;
        json["maximum"] = info.maximum;
    }
    json["meaning"] = info.meaning;
    if (!info.onlyWith.empty())
        json["only_with"] = info.onlyWith;
    return json;
}

std::string onlyWith(const ParameterInfo& info) {
    return info.onlyWith.empty() ? std::string() : " Only with " + onlyWithText(info) + ".";
}

Json entryJson(const Listed& entry) {
    Json json{{"id", entry.id}, {"name", entry.name}, {"description", entry.description}};
    if (!entry.source.empty())
        json["source"] = entry.source;
    json["may_wake_early"] = entry.mayWakeEarly;
    json["available"] = entry.support.available;
    json["reason"] = entry.support.available ? Json(nullptr) : Json(entry.support.reason);
    json["parameters"] = Json::array();
    for (const ParameterInfo& info : entry.parameters)
        json["parameters"].push_back(parameterJson(info));
    return json;
}

std::string jsonOf(const Topic& topic, const std::vector<Listed>& entries) {
    Json list = Json::array();
    for (const Listed& entry : entries)
        list.push_back(entryJson(entry));
    Json json = fileObject("list");
    json[topic.name] = std::move(list);
    return dumped(json);
}

/// `Not on this machine: … Simulated machines that run it: …`
std::string refusalText(const Listed& entry, std::string_view machine) {
    return "Not on " + (machine == kHere ? "this machine" : std::string(machine)) + ": " +
           entry.support.reason + "." +
           (entry.elsewhere.empty() ? std::string()
                                    : " Simulated machines that run it: " + entry.elsewhere + ".");
}

Lines textOf(const std::vector<Listed>& entries, std::string_view machine) {
    constexpr std::size_t kIndent = 4;
    constexpr std::size_t kWidth = 80;
    Lines text;
    for (const Listed& entry : entries) {
        if (!text.empty())
            text.addBlank();
        text.add(std::string(entry.id) + "  " + std::string(entry.name));
        text.add(wrapped(entry.description, kIndent, kWidth));
        if (!entry.source.empty())
            text.add(wrapped("Source: " + std::string(entry.source), kIndent, kWidth));
        if (entry.mayWakeEarly)
            text.add(wrapped("May wake early.", kIndent, kWidth));
        if (!entry.support.available)
            text.add(wrapped(refusalText(entry, machine), kIndent, kWidth));
        for (const ParameterInfo& info : entry.parameters) {
            text.add(wrapped(std::string(info.name) + ": " + rangeText(info), kIndent, kWidth));
            text.add(wrapped(std::string(info.meaning) + onlyWith(info), 2 * kIndent, kWidth));
        }
    }
    return text;
}

class ListCommand {
public:
    explicit ListCommand(CLI::App& app)
        : m_options(app),
          m_machine(m_options.add("--machine", "ID", idRange(machineCatalog()),
                                  "Whose strategies are listed; default here")) {
        m_options.addPositional("WHAT", m_topic, "one of " + topicNames());
        m_options.addFlag("--json", m_json, "As JSON");
    }

    int run() const {
        if (const Result<Done> once = m_options.check(); !once)
            return report(once.error());
        for (const Topic& topic : kTopics) {
            if (m_topic == topic.name)
                return print(topic);
        }
        return report(
            {ErrorCode::Usage,
             "list takes one of " + topicNames() + (m_topic.empty() ? "" : ", not " + inQuotes(m_topic)),
             "see jitterscope-cli list --help"});
    }

private:
    int print(const Topic& topic) const {
        const std::string machine = m_machine.given() ? m_machine.text() : std::string(kHere);
        if (findEntry(machineCatalog(), machine) == nullptr)
            return report(m_machine.refusal(machine, "there is no such machine"));
        if (m_machine.given() && topic.listOf == nullptr)
            return report({ErrorCode::Usage,
                           std::string("--machine: ") + topic.name + " are the same on every machine",
                           "list strategies --machine ID"});
        const std::vector<Listed> entries = topic.listOf != nullptr ? topic.listOf(machine) : topic.list();
        return m_json ? printData(jsonOf(topic, entries)) : printLines(textOf(entries, machine));
    }

    OptionSet m_options;
    TextOption& m_machine;
    std::string m_topic;
    bool m_json = false;
};

} // namespace

Command addListCommand(CLI::App& root) {
    return addCommand<ListCommand>(root, "list",
                                   "Show what there is to choose from, with parameters and ranges");
}

} // namespace jitterscope::cli
