// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace jitterscope {

/// Target: the files of /proc and /sys before and after a run, as tests/report/machines has them.
void fuzzTree(std::string_view bytes);

} // namespace jitterscope
