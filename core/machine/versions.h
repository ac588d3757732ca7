// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace jitterscope {

/// What somebody who mends a fault has to know first: the program's version, how it was built, the system and
/// the processor. A line each, and nothing of who uses it. `toolkit`: what the window is made with, as
/// `Qt 6.4.2`; empty: none. Takes as long as readFacts(); any thread.
[[nodiscard]] std::string versionsText(const std::string& toolkit = {});

} // namespace jitterscope
