// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/listen_record.h"

#include <span>
#include <string_view>

namespace jitterscope {

/// What a call does in another program's loop.
enum class CallKind : std::uint8_t {
    Sleep,   ///< waits only for time to pass
    Event,   ///< waits for a file, another thread or a timer, perhaps with a time limit
    Yield,   ///< lets other threads run and goes on
    Present, ///< shows a frame
    Mark,    ///< says that a frame begins
};

struct CallEntry {
    listen::Call call = listen::Call::None;
    std::string_view id;   ///< in files; never changes
    std::string_view name; ///< as programmers know it
    CallKind kind = CallKind::Sleep;
};

/// All calls that are listened to. If a program makes several kinds of presents, the first of them in this
/// list counts as the frame.
[[nodiscard]] std::span<const CallEntry> callCatalog();
/// The entry of a call; null if it is not in the list.
[[nodiscard]] const CallEntry* findCall(listen::Call call) noexcept;

} // namespace jitterscope
