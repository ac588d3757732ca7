// SPDX-License-Identifier: MIT
#include "tests/faults/fuzz/fuzz_options.h"

#include "app/options/log_options.h"
#include "app/options/metrics_options.h"
#include "app/options/plan_options.h"
#include "core/files/plan_json.h"
#include "tests/faults/fuzz/fuzz_support.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace jitterscope {
namespace {

using namespace cli;

/// Reads what was typed into the options that have been declared.
using Parse = std::function<Result<Done>()>;

Result<Done> readPlan(OptionSet& set, const Parse& parse, PlanOptions::Use use) {
    const PlanOptions options(set, use);
    if (Result<Done> parsed = parse(); !parsed)
        return parsed;
    const Result<RunPlan> plan = options.plan();
    if (!plan)
        return plan.error();
    promise(parsePlan(planJson(plan.value())).ok(), "a plan that is accepted is read back");
    return Done{};
}

Result<Done> readMetrics(OptionSet& set, const Parse& parse) {
    const MetricsOptions options(set, kFileRange, "");
    if (Result<Done> parsed = parse(); !parsed)
        return parsed;
    std::vector<MetricLabel> labels;
    return options.readLabels(labels);
}

Result<Done> readLogs(OptionSet& set, const Parse& parse) {
    const LogOptions options(set);
    if (Result<Done> parsed = parse(); !parsed)
        return parsed;
    const Result<ImportOptions> read = options.read();
    return read ? Result<Done>(Done{}) : read.error();
}

/// What is declared after which command.
struct Typed {
    std::string_view command;
    std::function<Result<Done>(OptionSet&, const Parse&)> read;
};
const std::array<Typed, 5>& commands() {
    using Use = PlanOptions::Use;
    static const std::array<Typed, 5> all{{
        {"run", [](OptionSet& set, const Parse& parse) { return readPlan(set, parse, Use::Run); }},
        {"watch", [](OptionSet& set, const Parse& parse) { return readPlan(set, parse, Use::Watch); }},
        {"diagnose", [](OptionSet& set, const Parse& parse) { return readPlan(set, parse, Use::Diagnosis); }},
        {"metrics", readMetrics},
        {"summarize", readLogs},
    }};
    return all;
}

} // namespace

void fuzzOptions(std::string_view bytes) {
    std::vector<std::string> words;
    while (!bytes.empty() && words.size() < 100) {
        const std::string_view line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
        words.emplace_back(line);
    }
    const auto found = std::ranges::find(commands(), words.empty() ? "" : words.front(), &Typed::command);
    if (found == commands().end())
        return;
    CLI::App root("fuzz", "jitterscope-cli");
    CLI::App& command = addSubcommand(root, words.front(), "");
    OptionSet set(command);
    const Result<Done> read = found->read(set, [&]() -> Result<Done> {
        try {
            std::ranges::reverse(words); // CLI11 takes them from the end
            root.parse(words);
        } catch (const CLI::Success&) {
            return Error{ErrorCode::Usage, "help", ""};
        } catch (const CLI::ParseError& error) {
            return usageError(command, error);
        }
        return set.check();
    });
    if (!read)
        oneLine(read.error().message());
}

} // namespace jitterscope
