// SPDX-License-Identifier: MIT
#pragma once

#include "core/files/streaming_csv.h"
#include "core/run/run_result.h"
#include "core/run/runner.h"

#include <memory>

namespace jitterscope::cli {

/// Waits for the run that `runner` has just started, with progress on standard error, and returns what it
/// measured. A signal to stop ends it. `stream`, which may be null, takes every sample; the caller has to
/// commit it.
/// * Throws std::bad_alloc; the caller then has to stop the runner.
[[nodiscard]] std::shared_ptr<const RunResult> measureRun(Runner& runner, StreamingCsv* stream = nullptr);

} // namespace jitterscope::cli
