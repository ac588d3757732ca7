// SPDX-License-Identifier: MIT
#pragma once

#include "app/listen/listener.h"

#include <optional>

namespace jitterscope::listen {

/// How a wait of our own ended.
struct ExactWait {
    bool interrupted = false; ///< by a signal, as the program's own sleep would have been
    timespec left{};          ///< the time that was left then
};

/// Waits until `end` (CLOCK_MONOTONIC, ns) with adaptive_wait.hpp, if the lease asks for that on this thread
/// and at this site, the address that the call returns to. Absent: the program's own sleep is to be called.
/// * A signal ends it early.
/// * A cancellation of the thread takes effect when the wait ends. So only waits up to 50 ms are replaced.
[[nodiscard]] std::optional<ExactWait> exactWait(const Entered& entered, std::int64_t end, const void* site);

} // namespace jitterscope::listen
