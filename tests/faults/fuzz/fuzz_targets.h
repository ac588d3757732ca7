// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace jitterscope {

/// One reader of what others write. A target takes any bytes; it aborts where a promise is broken.
/// To add one: a function in fuzz_targets.cpp, a line in its table, a folder of seeds in corpus/.
struct FuzzTarget {
    std::string_view name; ///< and of its folder in corpus/
    void (*run)(std::string_view bytes);
};
[[nodiscard]] std::span<const FuzzTarget> fuzzTargets();

} // namespace jitterscope
