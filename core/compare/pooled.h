// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/compare/compared_run.h"

#include <string>
#include <vector>

namespace jitterscope {

/// Joins several recordings of the same loop to one run: their columns one after the other, their lengths
/// (`parts`), and the settings on which they agree. Its warnings name what they disagree on. From five
/// recordings on, intervals include what differs between recordings. A single recording stays as it is. If
/// cancelled, the result is unfinished. Error (Format): there are no recordings, or their columns differ.
[[nodiscard]] Result<ComparedRun> pooled(std::vector<ComparedRun> runs, const std::string& name,
                                         const CancelFlag* cancel = nullptr);

/// Adds the counts of histograms up, as of the threads of a cyclictest: all of them as one. Error (Format):
/// they are not histograms of the same quantity, with buckets of the same kind.
[[nodiscard]] Result<ComparedRun> pooledCounts(const std::vector<ComparedRun>& runs, const std::string& name);

} // namespace jitterscope
