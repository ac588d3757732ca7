// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/report_privacy.h"
#include "core/document/document.h"
#include "core/picture/svg.h"

namespace jitterscope {

/// A diagnosis as a report: verdict, what costs time, anatomy, trials, recommendation, how it was measured,
/// facts. `theme` of its figures: Automatic for HTML, Light for what Qt draws.
[[nodiscard]] Document diagnosisDocument(const Diagnosis& diagnosis, const ReportPrivacy& privacy = {},
                                         SvgTheme theme = SvgTheme::Automatic);

} // namespace jitterscope
