// SPDX-License-Identifier: MIT
#include "app/cli/input_files.h"

#include <utility>

namespace jitterscope::cli {

Result<Done> StreamCopies::take(const std::string& path) {
    if (!isStream(path))
        return Done{};
    const Result<std::unique_ptr<InputFile>> stream = openStream(path);
    if (!stream)
        return stream.error();
    Result<std::unique_ptr<StandIn>> copy = standInFor(path, *stream.value());
    if (!copy)
        return copy.error();
    m_copies.push_back(std::move(copy).value());
    return Done{};
}

} // namespace jitterscope::cli
