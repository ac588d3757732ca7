// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison_report.h"
#include "core/diagnosis/recorded_verdict.h"
#include "core/privacy/redactor.h"

#include <string>

namespace jitterscope {

/// A comparison as JSON; docs/compare.md describes it.
[[nodiscard]] std::string comparisonJson(const ComparisonReport& report);
/// One row a figure; `# key: value` lines before them.
[[nodiscard]] std::string comparisonCsv(const ComparisonReport& report);

/// What a job makes of a recording, as JSON: the run, the job's verdict, its sentence.
[[nodiscard]] std::string recordedJson(const ComparedRun& run, const Target& target, const Privacy& privacy);

} // namespace jitterscope
