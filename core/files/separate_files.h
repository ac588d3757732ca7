// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace jitterscope {

/// A file that a command reads or writes, with the option or argument that named it.
struct NamedFile {
    enum class Use { Input, Output, Recording };
    std::string option; ///< "--csv"
    std::string path;   ///< empty if not asked for
    Use use = Use::Output;
};

/// Error (Usage): an output is the same file as an input or another output, under any name (links, `./x`,
/// standard output). Call it before anything is opened.
[[nodiscard]] Result<Done> checkSeparate(const std::vector<NamedFile>& files);
/// Whether an output is standard output; no other text may then be printed there.
[[nodiscard]] bool anyToStandardOutput(const std::vector<NamedFile>& files);

} // namespace jitterscope
