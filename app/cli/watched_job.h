// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/job.h"

#include <functional>

namespace jitterscope::cli {

/// Runs a computation as a job and waits for it, with progress and time left on standard error. An interrupt
/// cancels it. Error: no thread could be made.
[[nodiscard]] Result<Done> runWatched(std::function<void(JobControl&)> computation);

} // namespace jitterscope::cli
