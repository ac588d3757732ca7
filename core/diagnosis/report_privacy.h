// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope {

/// What a report or a file may say of others; everything is left out unless it was asked for.
struct ReportPrivacy {
    bool programs = false; ///< names of other programs
};

} // namespace jitterscope
