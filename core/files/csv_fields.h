// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The fields of `line` into `fields`, no more than `most`; quotes around a field are removed.
void splitFields(std::string_view line, char delimiter, std::size_t most,
                 std::vector<std::string_view>& fields);

} // namespace jitterscope
