// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/experiment_options.h"
#include "app/options/readers.h"
#include "core/experiment/experiment.h"
#include "core/files/result_files.h"

namespace jitterscope::cli {
namespace {

class ExperimentCommand {
public:
    explicit ExperimentCommand(CLI::App& app);
    int run();

private:
    [[nodiscard]] Result<ExperimentPlan> plan() const;

    OptionSet m_options;
    ExperimentOptions m_shared;
    TextOption& m_param;
    std::string m_id;
    bool m_quick = false;
};

ExperimentCommand::ExperimentCommand(CLI::App& app)
    : m_options(app),
      m_shared(m_options, "Strategies to compare; default: those of the article"),
      m_param(m_options.add("--param", "NAME=VALUE", "names and ranges as `list experiments` shows",
                            "A parameter of the experiment; may be repeated", true)) {
    m_options.addPositional("ID", m_id, idRange(experimentCatalog()));
    m_options.addFlag("--quick", m_quick, "A fraction of the time, wider spread");
}

Result<ExperimentPlan> ExperimentCommand::plan() const {
    const auto entry = requireEntry(experimentCatalog(), m_id, "experiment");
    if (!entry)
        return entry.error();
    ExperimentPlan plan = experimentPlan(m_id);
    plan.quick = m_quick;
    if (auto read = m_shared.read(plan); !read)
        return read.error();
    for (const std::string& text : m_param.texts) {
        if (auto set = setValue(m_param, text, entry.value()->parameters, plan.values); !set)
            return set.error();
    }
    return plan;
}

int ExperimentCommand::run() {
    const Result<ExperimentPlan> chosen = plan();
    if (!chosen)
        return report(chosen.error());
    return runAndPrint(chosen.value(), m_shared.files(experimentJson));
}

} // namespace

Command addExperimentCommand(CLI::App& root) {
    return addCommand<ExperimentCommand>(root, "experiment",
                                         "Measure one figure, here or on a simulated machine");
}

} // namespace jitterscope::cli
