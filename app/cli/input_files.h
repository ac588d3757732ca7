// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/platform/file_system.h"

#include <memory>
#include <string>
#include <vector>

namespace jitterscope::cli {

/// Copies of inputs that can be read only once (a pipe, standard input). While this exists, such a path can
/// be opened again. One thread.
class StreamCopies {
public:
    /// If `path` is such an input, copies it to its end; waits for its writer. Error: it cannot be read or
    /// copied.
    [[nodiscard]] Result<Done> take(const std::string& path);

private:
    std::vector<std::unique_ptr<StandIn>> m_copies;
};

} // namespace jitterscope::cli
