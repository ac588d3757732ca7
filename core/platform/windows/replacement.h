// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace jitterscope {

// How a finished file gets its name, and whose an unfinished one is. Decisions alone, so that a test on any
// system can refuse each call. Inside platform/windows only.

/// What Windows says when somebody else has one of the files open.
enum FileCode : std::uint32_t {
    AccessDenied = 5,
    SharingViolation = 32,
    LockViolation = 33,
    OldNotRemoved = 1175, ///< of ReplaceFileW: nothing has happened
    NewNotMoved = 1176,   ///< of ReplaceFileW: nothing has happened, if the old file had a name to go to
    OldMovedAside = 1177, ///< of ReplaceFileW: the old file has the other name, the new one still its own
};

/// Whether to try again: virus scanners and indexers open a new file for a moment.
[[nodiscard]] constexpr bool mayLetGo(std::uint32_t code) noexcept {
    constexpr std::array kCodes{AccessDenied,  SharingViolation, LockViolation,
                                OldNotRemoved, NewNotMoved,      OldMovedAside};
    return std::any_of(kCodes.begin(), kCodes.end(), [code](FileCode held) { return held == code; });
}

/// Gives a finished file its name, and tries for a second while somebody holds it or the old file. Returns 0,
/// or the code of the last failure; then the old file has its name, unless somebody holds it aside.
/// What `Files` has:
/// * `exists()`, `oldIsAside()`: whether there is a file of the name; an old one, moved aside
/// * `replace()`: ReplaceFileW; `move()`: MoveFileExW, where there is no old file; `takeBack()`: gives the
///   old file, which is aside, its name. Each returns 0 or its code.
/// * `pause()`: 20 ms
template <typename Files>
[[nodiscard]] std::uint32_t giveFinalName(Files& files) {
    constexpr int kMostTries = 50;
    const auto takenBack = [&files]() -> std::uint32_t {
        return files.exists() || !files.oldIsAside() ? 0 : files.takeBack();
    };
    std::uint32_t code = 0;
    for (int i = 0; i < kMostTries; ++i) {
        if (i > 0) {
            files.pause();
            code = takenBack(); // if it was held when it was to be taken back at once
            if (mayLetGo(code))
                continue;
        }
        code = files.exists() ? files.replace() : files.move();
        if (code == 0)
            return 0;
        (void)takenBack(); // at once: nobody shall miss the old file
        if (!mayLetGo(code))
            return code;
    }
    return code;
}

inline constexpr std::wstring_view kTemporaryBegin = L".jitterscope-";
inline constexpr std::wstring_view kTemporaryEnd = L".tmp";

/// The number of the process that made a temporary file, of its name: `.jitterscope-PROCESS-COUNT.tmp`.
/// Absent: it is not such a name, only a similar one.
[[nodiscard]] inline std::optional<std::uint32_t> makerOfTemporary(std::wstring_view name) noexcept {
    const auto number = [](std::wstring_view digits) -> std::optional<std::uint32_t> {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
        std::uint64_t value = 0;
        for (const wchar_t digit : digits) {
            if (digit < L'0' || digit > L'9')
                return std::nullopt;
            value = value * 10 + static_cast<std::uint64_t>(digit - L'0');
            if (value > kMost)
                return std::nullopt;
        }
        return digits.empty() ? std::nullopt : std::optional(static_cast<std::uint32_t>(value));
    };
    if (!name.starts_with(kTemporaryBegin) || !name.ends_with(kTemporaryEnd))
        return std::nullopt;
    name.remove_prefix(kTemporaryBegin.size());
    name.remove_suffix(std::min(kTemporaryEnd.size(), name.size()));
    const std::size_t dash = name.find(L'-');
    if (dash == std::wstring_view::npos || !number(name.substr(dash + 1)))
        return std::nullopt;
    return number(name.substr(0, dash));
}

} // namespace jitterscope
