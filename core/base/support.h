// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace jitterscope {

/// Whether something can be used on this machine; checked before a start. The window disables what cannot be
/// used and shows the reason.
struct Support {
    bool available = true;
    std::string reason; ///< one sentence; empty if available
};

} // namespace jitterscope
