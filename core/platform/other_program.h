// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// Path of the executable `name`, in the folder of this program or else on PATH; absent: it is in neither.
[[nodiscard]] std::optional<std::string> findProgram(const std::string& name);

/// Where a thread of another program waits just now.
struct BlockedCall {
    /// The system call's name: `read`, `fsync`. `system call 451` if it has none here, `a page of memory` if
    /// it is in none, or the kernel's own function if nothing else may be read.
    std::string call;
    /// What it waits at: a file's name without folders, a device's path, `a pipe`, `a socket`. Empty: nothing
    /// of that kind, or it is not known.
    std::string object = {};
    bool ofUser = false; ///< the object is a file, whose name may tell of its user

    [[nodiscard]] bool operator==(const BlockedCall&) const = default;
};

/// Absent: it runs, is ready to run, or has ended, or the system does not tell. Needs the rights to trace the
/// process, which a program has over those that it has started.
[[nodiscard]] std::optional<BlockedCall> blockedCall(std::int32_t process, std::int32_t thread);

/// The process ids of the servers that show the windows of programs with this environment (DISPLAY,
/// WAYLAND_DISPLAY). Empty: there are none, or they are not known, for example on another machine.
[[nodiscard]] std::vector<std::int32_t> displayServers();

} // namespace jitterscope
