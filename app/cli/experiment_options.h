// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/experiment_run.h"
#include "app/options/option_set.h"
#include "core/experiment/experiment.h"

namespace jitterscope::cli {

/// The options that `experiment` and `race` share: strategies, machine, seed and files.
class ExperimentOptions {
public:
    /// `strategies`: the help text of --strategies.
    ExperimentOptions(OptionSet& options, const std::string& strategies);

    /// Reads them into `plan`, which has the entry's defaults. Error (Usage) names the option and what it
    /// takes.
    [[nodiscard]] Result<Done> read(ExperimentPlan& plan) const;
    [[nodiscard]] ExperimentFiles files(ExperimentFiles::Writer* jsonText);

private:
    OptionSet& m_options;
    TextOption& m_strategies;
    TextOption& m_machine;
    TextOption& m_seed;
    TextOption& m_csv;
    TextOption& m_json;
    ReportFiles m_reports;
    bool m_wide = false;
    bool m_redact = false;
};

} // namespace jitterscope::cli
