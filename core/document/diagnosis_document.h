// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/document/document.h"
#include "core/privacy/redactor.h"

namespace jitterscope {

/// A diagnosis as a report: verdict, what costs time, anatomy, trials, recommendation, how it was measured,
/// facts.
[[nodiscard]] Document diagnosisDocument(const Diagnosis& diagnosis, const Privacy& privacy = {});

} // namespace jitterscope
