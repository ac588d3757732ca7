// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/listen_record.h"

#include <span>
#include <string_view>

namespace jitterscope {

/// What a call of another program does, as far as its loop is concerned.
enum class CallKind : std::uint8_t {
    Sleep,   ///< waits for time alone
    Event,   ///< waits for a file, another thread or a timer, perhaps with a time limit
    Yield,   ///< lets others run and goes on
    Present, ///< shows a frame
    Mark,    ///< says that a frame begins
};

struct CallEntry {
    listen::Call call = listen::Call::None;
    std::string_view id;   ///< in files; never changes
    std::string_view name; ///< as its programmers know it
    CallKind kind = CallKind::Sleep;
};

/// All calls that are listened to. Presents stand in the order in which they are believed to be the frame.
[[nodiscard]] std::span<const CallEntry> callCatalog();
/// Null for what is no call.
[[nodiscard]] const CallEntry* findCall(listen::Call call) noexcept;

} // namespace jitterscope
