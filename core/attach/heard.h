// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/listen_record.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What one thread of a program that is listened to has called, in order.
struct HeardThread {
    std::int32_t thread = 0; ///< its number in the system
    std::string name;
    bool main = false;
    std::vector<listen::Row> rows;
    std::uint64_t lost = 0; ///< rows that a full ring could not take
};

/// A piece of an executable or library in memory.
struct HeardModule {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t offset = 0; ///< of `begin` in its file
    std::string name;         ///< without folders
};

/// One image of one process.
struct HeardProgram {
    std::int32_t process = 0;
    std::int32_t parent = 0;
    std::string name; ///< of its executable
    bool ended = false;
    std::uint64_t threadsWithout = 0; ///< threads that were too many to listen to
    std::vector<HeardThread> threads;
    std::vector<HeardModule> modules;

    /// `chocolate-doom+0x2f31c`, or the bare address where it is not known what lies there.
    [[nodiscard]] std::string siteText(std::uint64_t address) const;
};

/// The modules that /proc/PID/maps lists. Lines that are none are passed over.
[[nodiscard]] std::vector<HeardModule> modulesOf(std::string_view maps);

} // namespace jitterscope
