// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace jitterscope {

/// Whether something can be used on this machine; asked before a start. The window greys out what cannot
/// and shows the reason.
struct Support {
    bool available = true;
    std::string reason; ///< one sentence; empty when available
};

} // namespace jitterscope
