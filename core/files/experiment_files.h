// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"
#include "core/privacy/redactor.h"

#include <string>

namespace jitterscope {

/// `# key: value` lines, one header line, one row per point. The text of a simulated result depends only on
/// its plan and this program's version.
[[nodiscard]] std::string experimentCsv(const ExperimentResult& result, const Privacy& privacy = {});
/// The result as JSON: plan, columns with their meaning, points as objects, notes, machine facts.
[[nodiscard]] std::string experimentJson(const ExperimentResult& result, const Privacy& privacy = {});

/// `race --json`: as experimentJson, but without the columns, and with statistics by strategy and rate that
/// are nested in `results[]`.
[[nodiscard]] std::string raceJson(const ExperimentResult& result, const Privacy& privacy = {});

} // namespace jitterscope
