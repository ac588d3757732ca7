// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace jitterscope {

/// The processes that show the windows of programs with this environment (DISPLAY, WAYLAND_DISPLAY), by their
/// numbers in the system. Empty: there are none, or it cannot be told, as with a display on another machine.
[[nodiscard]] std::vector<std::int32_t> displayServers();

} // namespace jitterscope
