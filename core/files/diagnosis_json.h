// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/privacy/redactor.h"

#include <string>

namespace jitterscope {

/// A diagnosis as JSON; docs/schemas/diagnosis.schema.json describes it.
[[nodiscard]] std::string diagnosisJson(const Diagnosis& diagnosis, const Privacy& privacy = {});

} // namespace jitterscope
