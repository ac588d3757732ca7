// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace jitterscope {

/// Path of the executable `name`, in the folder of this program or else on PATH; absent: it is in neither.
[[nodiscard]] std::optional<std::string> findProgram(const std::string& name);

} // namespace jitterscope
