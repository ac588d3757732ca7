// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/document/document.h"

#include <optional>

namespace jitterscope {

/// What to write in the place of this loop's waits: comments that name them, then a loop at its rate that
/// keeps its deadlines, with the thread's setting that the first cause of its long frames calls for. Python
/// for programs that Python runs, otherwise C++ with the one header. Absent: no loop was found, its frames
/// are steady, or no other way of waiting would change them: its work, its present, or somebody else's event
/// makes them as long as they are.
[[nodiscard]] std::optional<CodeBlock> loopCode(const AttachReport& report);

} // namespace jitterscope
