// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

#include <string>

namespace jitterscope {

/// `# key: value` lines, one header line, one row a point. A simulated result's text depends on its plan
/// alone.
[[nodiscard]] std::string experimentCsv(const ExperimentResult& result);
/// The same as JSON: plan, columns with their meaning, points as objects, notes, machine facts.
[[nodiscard]] std::string experimentJson(const ExperimentResult& result);

/// `race --json`: `results[]` of nested figures by strategy and rate, besides what experimentJson has.
[[nodiscard]] std::string raceJson(const ExperimentResult& result);

} // namespace jitterscope
