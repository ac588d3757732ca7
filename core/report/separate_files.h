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
    std::string path;   ///< empty: not asked for
    Use use = Use::Output;
};

/// Error (Usage): an output is the same file as an input or another output, by whatever name (links, `./x`,
/// standard output). To be asked before anything is opened.
[[nodiscard]] Result<Done> checkSeparate(const std::vector<NamedFile>& files);
/// Whether one of the outputs is standard output, where no other text may then go.
[[nodiscard]] bool anyToStandardOutput(const std::vector<NamedFile>& files);

} // namespace jitterscope
