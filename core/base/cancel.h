// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace jitterscope {

/// Another thread sets it to cancel a long computation, write or read. The working thread looks at it often
/// enough to end within 200 ms. The result is then unfinished, or an Error (Cancelled), and no file has
/// changed.
using CancelFlag = std::atomic<bool>;

/// Whether the work is to end. Null: nobody can cancel it.
[[nodiscard]] inline bool isCancelled(const CancelFlag* cancel) noexcept {
    return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

} // namespace jitterscope
