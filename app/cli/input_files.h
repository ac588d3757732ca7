// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/platform/file_system.h"

#include <memory>
#include <string>
#include <vector>

namespace jitterscope::cli {

/// What can be read only once, a pipe or standard input, can be opened again while this lives. One thread.
class StreamCopies {
public:
    /// Copies `path` to its end if it is such a path; waits for its writer. Error: it cannot be read or
    /// copied.
    [[nodiscard]] Result<Done> take(const std::string& path);

private:
    std::vector<std::unique_ptr<StandIn>> m_copies;
};

} // namespace jitterscope::cli
