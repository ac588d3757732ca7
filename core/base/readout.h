// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace jitterscope {

/// A figure of the window's head line: `4.20 s` above `real time`.
struct Readout {
    std::string value;
    std::string name;
    std::string tooltip; ///< what it is, and which way is good
    bool bad = false;
};

} // namespace jitterscope
