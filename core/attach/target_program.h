// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace jitterscope {

// Tells before a program is started whether it can be listened to. A program that cannot is refused with a
// reason: if it were started, it would run, but nothing would be heard.

/// The file that `name` means, as a shell finds it. Error: there is none, or it cannot be run.
[[nodiscard]] Result<std::string> findTarget(const std::string& name);

/// What the beginning of a file tells about a program.
struct TargetHead {
    /// Of a script (`#! …`): `/usr/bin/env python3`. Empty: it is a program that loads libraries.
    std::string interpreter;
};
/// `head`: the file's first 64 KiB, or all of it. Error: no library can be loaded into this program, and why.
[[nodiscard]] Result<TargetHead> readTargetHead(std::string_view head);

/// Checks all of that for a file: its rights, its head, and the same for its interpreter. Error: as
/// readTargetHead(), or it gives rights (setuid) that keep libraries out.
[[nodiscard]] Result<Done> checkTarget(const std::string& path);

} // namespace jitterscope
