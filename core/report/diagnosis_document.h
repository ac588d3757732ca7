// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/report/document.h"

namespace jitterscope {

/// What a report may say of others; everything is left out unless it was asked for.
struct ReportPrivacy {
    bool programs = false; ///< names of other programs
};

/// A diagnosis as a report: verdict, what costs time, anatomy, trials, recommendation, how it was measured, facts.
[[nodiscard]] Document diagnosisDocument(const Diagnosis& diagnosis, const ReportPrivacy& privacy = {});

/// The command line that repeats it.
[[nodiscard]] std::string diagnosisCommand(const DiagnosisPlan& plan, bool trials);

/// JSON; docs/diagnosis.schema.json describes it.
[[nodiscard]] std::string diagnosisJson(const Diagnosis& diagnosis, const ReportPrivacy& privacy = {});

} // namespace jitterscope
