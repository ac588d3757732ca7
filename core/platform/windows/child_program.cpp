// SPDX-License-Identifier: MIT
#include "core/platform/child_program.h"

namespace jitterscope {

// Nothing is preloaded into a program here, so none is started to be listened to.

Result<std::unique_ptr<ChildProgram>> startProgram(const std::string&, const std::vector<std::string>&,
                                                   const Environment&) {
    return Error{ErrorCode::Unsupported, "programs can be listened to on Linux alone", ""};
}

bool givesRights(const std::string&) {
    return false;
}

std::optional<std::string> findBesideProgram(const std::string&) {
    return std::nullopt;
}

} // namespace jitterscope
