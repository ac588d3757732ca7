// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/compare/compared_run.h"

#include <string>

namespace jitterscope {

/// What was found of a program that was listened to: `schema, program, answer, verdict, loop, candidates,
/// causes, cures`. It names the program, and nothing else of the machine or its user.
[[nodiscard]] std::string attachJson(const AttachReport& report);

/// Its frames as a samples CSV with `# deadlines: none` or `estimated`: without deadlines, those columns are
/// empty. Empty text: no loop was found.
[[nodiscard]] std::string attachCsv(const AttachReport& report);

/// The same frames as a run to compare. `report` has a loop.
[[nodiscard]] ComparedRun attachedRun(const AttachReport& report);

} // namespace jitterscope
