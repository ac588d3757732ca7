// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace jitterscope {

/// The process ids of the servers that show the windows of programs with this environment (DISPLAY,
/// WAYLAND_DISPLAY). Empty: there are none, or they are not known, for example on another machine.
[[nodiscard]] std::vector<std::int32_t> displayServers();

} // namespace jitterscope
