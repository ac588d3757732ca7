// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace jitterscope {

// Whether a program can be listened to, before it is started. What cannot be is refused by name: started all
// the same it would run, and nothing would be heard.

/// The file that `name` means, as a shell finds it. Error: there is none, or it cannot be run.
[[nodiscard]] Result<std::string> findTarget(const std::string& name);

/// What the beginning of a file says. Empty: a program that loads libraries. `#! …`: a script; the
/// interpreter's words follow.
struct TargetHead {
    std::string interpreter; ///< `/usr/bin/env python3`; empty: it is no script
};
/// `head`: its first 64 KiB, or all of it. Error: a program that no library can be loaded into, and why.
[[nodiscard]] Result<TargetHead> readTargetHead(std::string_view head);

/// All of that for a file: its rights, its head, and its interpreter's.
[[nodiscard]] Result<Done> checkTarget(const std::string& path);

} // namespace jitterscope
