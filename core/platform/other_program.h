// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Path of the executable `name`, in the folder of this program or else on PATH; absent: it is in neither.
[[nodiscard]] std::optional<std::string> findProgram(const std::string& name);

/// Runs `path` with `arguments`, gives it `input` to read, and returns what it wrote to its standard output.
/// * Blocks until it has ended. A signal that ends a terminal's programs ends it, too.
/// * Error: it cannot be started, or its exit status is not 0. The hint is its last line on standard error.
[[nodiscard]] Result<std::string> outputOf(const std::string& path, const std::vector<std::string>& arguments,
                                           std::string_view input);

} // namespace jitterscope
