// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/compare/compared_run.h"

#include <string>
#include <vector>

namespace jitterscope {

/// Several recordings of the same as one run: its columns one after the other, what they agree on, and where
/// each begins (`parts`). With five or more, intervals know what differs from recording to recording.
/// What they disagree on is named in its warnings. Of one recording it is that one.
/// A cancelled one is unfinished. Error (Format): none, or they did not record the same columns.
[[nodiscard]] Result<ComparedRun> pooled(std::vector<ComparedRun> runs, const std::string& name,
                                         const CancelFlag* cancel = nullptr);

} // namespace jitterscope
