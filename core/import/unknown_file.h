// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/import/log_catalog.h"

namespace jitterscope::logs {

/// What is said of a file that no format claims: what it looks like, and what to do next.
[[nodiscard]] Error unknownFile(const std::string& path, const LogHead& head);

} // namespace jitterscope::logs
