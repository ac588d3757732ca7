// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/report_files.h"
#include "core/experiment/experiment.h"
#include "core/privacy/redactor.h"

#include <string>

namespace jitterscope::cli {

/// Where the result goes besides the table. A file's name may be empty (nowhere), or `-` (standard output).
struct ExperimentFiles {
    using Writer = std::string(const ExperimentResult&, const Privacy&);

    std::string csv;
    std::string json;
    Writer* jsonText = nullptr;
    ReportFiles& reports;
    bool wide = false; ///< the table has every column
    Privacy privacy{};
};

/// Runs the plan with progress on standard error, prints its table and writes its files. After an interrupt,
/// what was measured until then is printed and written. Returns an ExitCode.
[[nodiscard]] int runAndPrint(const ExperimentPlan& plan, const ExperimentFiles& files);

/// A list `A,B,C` without blanks around its parts; empty parts are kept, so that they are refused.
[[nodiscard]] std::vector<std::string> splitList(const std::string& text);

} // namespace jitterscope::cli
