// SPDX-License-Identifier: MIT
#pragma once

#include "app/listen/listener.h"

#include <optional>

namespace jitterscope::listen {

/// How a wait of our own ended.
struct ExactWait {
    bool interrupted = false; ///< by a signal, as the program's own sleep would have been
    timespec left{};          ///< when interrupted
};

/// Waits until `end` with the header that people copy, if the lease asks for it on this thread and at this
/// site, the address that the call returns to; absent: it does not, and the program's own sleep is called.
/// Ends early on a signal. A cancelled thread is cancelled when the wait ends, so a wait is ours only up to
/// 50 ms.
[[nodiscard]] std::optional<ExactWait> exactWait(const Entered& entered, std::int64_t end, const void* site);

} // namespace jitterscope::listen
