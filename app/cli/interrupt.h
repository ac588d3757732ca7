// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope::cli {

/// From here on the first SIGINT or SIGTERM is noted only; the second ends the program.
void noteInterrupts() noexcept;
[[nodiscard]] bool interrupted() noexcept;

} // namespace jitterscope::cli
