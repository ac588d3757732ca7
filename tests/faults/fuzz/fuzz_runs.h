// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace jitterscope {

// Targets: files that are opened to be compared.

void fuzzSession(std::string_view bytes);
void fuzzFigures(std::string_view bytes);
void fuzzRuns(std::string_view bytes);

} // namespace jitterscope
