// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

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
/// `head`: the file's first 64 KiB, or all of it. Error: our library cannot be loaded into this program, and
/// why.
[[nodiscard]] Result<TargetHead> readTargetHead(std::string_view head);

/// The libraries that an ELF file names (DT_NEEDED). `at`: its bytes from an offset on, as many as there are
/// up to a number.
using BytesAt = std::function<std::string(std::uint64_t offset, std::size_t most)>;
[[nodiscard]] std::vector<std::string> neededLibraries(std::string_view head, const BytesAt& at);

/// Checks all of that for a file: its rights, its head, its libraries, and the same for its interpreter.
/// Error: as readTargetHead(); it gives rights (setuid) that keep libraries out; or it ends when another
/// library comes before its own (AddressSanitizer).
[[nodiscard]] Result<Done> checkTarget(const std::string& path);

} // namespace jitterscope
