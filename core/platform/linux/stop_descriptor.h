// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope {

/// A descriptor for an event loop that becomes readable with the first signal of noteStopSignals()
/// (process_signals.h); −1 before that. Never close it.
[[nodiscard]] int stopSignalDescriptor() noexcept;

} // namespace jitterscope
