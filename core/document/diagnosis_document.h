// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/report_privacy.h"
#include "core/document/document.h"

namespace jitterscope {

/// A diagnosis as a report: verdict, what costs time, anatomy, trials, recommendation, how it was measured,
/// facts.
[[nodiscard]] Document diagnosisDocument(const Diagnosis& diagnosis, const ReportPrivacy& privacy = {});

} // namespace jitterscope
