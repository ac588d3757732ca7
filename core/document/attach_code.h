// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"
#include "core/document/document.h"

#include <optional>

namespace jitterscope {

/// What to write in the place of this loop's waits: comments that name them, then a loop at its rate that
/// keeps its deadlines. The loop sets up its thread as the first cause of the long frames calls for. It is
/// Python for programs that Python runs, otherwise C++ with the one header. Absent: no loop was found, its
/// frames are steady, or another way of waiting would not change them, because its work, its present or
/// somebody else's event makes them long.
[[nodiscard]] std::optional<CodeBlock> loopCode(const AttachReport& report);

} // namespace jitterscope
