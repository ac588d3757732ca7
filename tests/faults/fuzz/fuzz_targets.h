// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One reader of what others write. A target takes any bytes; it aborts where a promise is broken.
/// To add one: a function, a line in the table of fuzz_targets.cpp, a folder of seeds in corpus/.
struct FuzzTarget {
    std::string name;
    std::string seeds; ///< their folder, below tests/
    std::function<void(std::string_view bytes)> run;
    bool shared = false; ///< another target has the same seeds and runs this one too
};
[[nodiscard]] const std::vector<FuzzTarget>& fuzzTargets();

} // namespace jitterscope
