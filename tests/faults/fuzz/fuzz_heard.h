// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace jitterscope {

/// Target: what a program that is listened to has written. A row of its rings a line, in numbers: thread,
/// call, under, flags, site, cures, result, ns since the last row's end, ns that it took, what it asked for
/// (of a reading or of yields as it is; else ns after its begin, or `x`: for ever), processor time. Behind an
/// empty line, its maps file.
void fuzzHeard(std::string_view bytes);

} // namespace jitterscope
