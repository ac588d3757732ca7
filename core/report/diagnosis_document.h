// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/report/document.h"
#include "core/report/svg.h"

#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// What a report may say of others; everything is left out unless it was asked for.
struct ReportPrivacy {
    bool programs = false; ///< names of other programs
};

/// A diagnosis as a report: verdict, what costs time, anatomy, trials, recommendation, how it was measured,
/// facts. `theme` of its figures: Automatic for HTML, Light for what Qt draws.
[[nodiscard]] Document diagnosisDocument(const Diagnosis& diagnosis, const ReportPrivacy& privacy = {},
                                         SvgTheme theme = SvgTheme::Automatic);

/// `249 of 265 µs mean lateness explained. …`
[[nodiscard]] std::string findingsSum(const Findings& findings);
/// Id of the snippet that shows this plan best without anything to install.
[[nodiscard]] std::string_view standardSnippet(const RunPlan& plan) noexcept;

/// The command line that repeats it.
/// The loop of a plan on this machine, as `jitterscope-cli run` takes it; without limits.
[[nodiscard]] std::string runCommand(const RunPlan& loop);
[[nodiscard]] std::string diagnosisCommand(const DiagnosisPlan& plan, bool trials);

/// JSON; docs/diagnosis.schema.json describes it.
[[nodiscard]] std::string diagnosisJson(const Diagnosis& diagnosis, const ReportPrivacy& privacy = {});

} // namespace jitterscope
