// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace jitterscope {

/// The kind of system that a measured machine runs: its cures, its words and the code for it differ.
enum class SystemFamily : std::uint8_t { Linux, Windows };

} // namespace jitterscope
