// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/experiment_run.h"
#include "app/cli/options/readers.h"
#include "core/report/experiment_files.h"
#include "core/simulation/machine_catalog.h"

#include <limits>
#include <memory>

namespace jitterscope::cli {
namespace {

class ExperimentCommand {
public:
    explicit ExperimentCommand(CLI::App& app);
    int run();

private:
    [[nodiscard]] Result<ExperimentPlan> plan() const;

    OptionSet m_options;
    std::string m_id;
    bool m_quick = false;
    TextOption& m_strategies;
    TextOption& m_param;
    TextOption& m_machine;
    TextOption& m_seed;
    TextOption& m_csv;
    TextOption& m_json;
};

constexpr const char* kFile = "a path, or - for standard output";

ExperimentCommand::ExperimentCommand(CLI::App& app)
    : m_options(app),
      m_strategies(m_options.add("--strategies", "A,B,...", "ids as `list strategies` shows",
                                 "Strategies to compare; default: those of the article")),
      m_param(m_options.add("--param", "NAME=VALUE", "names and ranges as `list experiments` shows",
                            "A parameter of the experiment; may be repeated", true)),
      m_machine(m_options.add("--machine", "ID[:PARAM=VALUE,...]", idRange(machineCatalog()),
                              "Where to run: here, or on a simulated machine in virtual time")),
      m_seed(m_options.add("--seed", "N", "0 … 18446744073709551615", "Of simulated machines; default 1")),
      m_csv(m_options.add("--csv", "FILE", kFile, "Write the points as CSV")),
      m_json(m_options.add("--json", "FILE", kFile, "Write the points as JSON")) {
    app.add_option("ID", m_id, idRange(experimentCatalog()))->type_name("");
    app.add_flag("--quick", m_quick, "A fraction of the time, wider spread");
}

Result<ExperimentPlan> ExperimentCommand::plan() const {
    if (auto checked = m_options.check(); !checked)
        return checked.error();
    const auto entry = requireEntry(experimentCatalog(), m_id, "experiment");
    if (!entry)
        return entry.error();
    ExperimentPlan plan = experimentPlan(m_id);
    plan.quick = m_quick;
    if (m_strategies.given()) {
        if (entry.value()->strategies.empty())
            return m_strategies.refusal(m_strategies.text(), m_id + " does not compare strategies");
        plan.strategies = splitList(m_strategies.text());
    }
    for (const std::string& text : m_param.texts) {
        if (auto set = setValue(m_param, text, entry.value()->parameters, plan.values); !set)
            return set.error();
    }
    if (auto read =
            readChoice(m_machine, machineCatalog(), plan.machine.id, plan.machine.values, &plan.machine.file);
        !read)
        return read.error();
    if (auto read =
            readInteger<std::uint64_t>(m_seed, 0, std::numeric_limits<std::uint64_t>::max(), plan.seed);
        !read)
        return read.error();
    return plan;
}

int ExperimentCommand::run() {
    const Result<ExperimentPlan> chosen = plan();
    if (!chosen)
        return report(chosen.error());
    return runAndPrint(chosen.value(), {m_csv.text(), m_json.text(), experimentJson});
}

} // namespace

Command addExperimentCommand(CLI::App& root) {
    CLI::App* const app =
        root.add_subcommand("experiment", "Measure one figure, here or on a simulated machine");
    const auto command = std::make_shared<ExperimentCommand>(*app);
    return {app, [command] { return command->run(); }};
}

} // namespace jitterscope::cli
