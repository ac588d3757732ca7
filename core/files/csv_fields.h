// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Splits `line` into `fields`, at most `most` of them; the rest is left out. Quotes around a field are
/// removed; doubled quotes inside it stay doubled.
void splitFields(std::string_view line, char delimiter, std::size_t most,
                 std::vector<std::string_view>& fields);

} // namespace jitterscope
