// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/compare/compared_run.h"
#include "core/privacy/redactor.h"

#include <string>

namespace jitterscope {

/// The report as a file may hold it. If names are left out, programs and their threads have numbers instead,
/// also where a site names an executable. Names of libraries stay.
[[nodiscard]] AttachReport withPrivacy(AttachReport report, const Privacy& privacy);

/// What was found of a program that was listened to: `schema, made_with, program, answer, verdict, loop,
/// candidates, causes, cures, notes`. It names the program, and nothing else of the machine or its user.
[[nodiscard]] std::string attachJson(const AttachReport& whole, const Privacy& privacy = {});

/// The frames of its loop as a samples CSV with `# deadlines: none` or `estimated`. With `none`, the columns
/// of deadline and lateness are empty. Empty text: no loop was found.
[[nodiscard]] std::string attachCsv(const AttachReport& whole, const Privacy& privacy = {});

/// The same frames as a run to compare. `report` has a loop.
[[nodiscard]] ComparedRun attachedRun(const AttachReport& report);

} // namespace jitterscope
