// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace jitterscope {

/// Who works on which machine. Empty texts: not known.
struct Account {
    std::string host; ///< without its domain
    std::string user;
    std::string home; ///< folder
};
/// Asks the system; a few microseconds.
[[nodiscard]] Account thisAccount();

} // namespace jitterscope
