// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

// Installed programs, as menus know them (freedesktop.org, Desktop Entry Specification 1.5).

/// A program as its desktop entry describes it.
struct DesktopEntry {
    std::string id;   ///< `org.chocolate_doom.Doom.desktop`
    std::string name; ///< in the user's language, where it has that
    std::vector<std::string>
        words; ///< what is started, without files: its field codes are filled in or left out
    bool game = false;
};

/// Reads such a file. `locale`: `de_DE`, or empty. `path`: of the file, for who asks for it with `%k`.
/// Absent: it is no application, a menu does not show it, it wants a terminal, or it cannot be understood.
[[nodiscard]] std::optional<DesktopEntry> readDesktopEntry(std::string_view text, std::string_view locale,
                                                           const std::string& path);

/// The folders of desktop entries, the user's own first, from the values of XDG_DATA_HOME, HOME and
/// XDG_DATA_DIRS; empty: not set.
[[nodiscard]] std::vector<std::string> desktopFolders(std::string_view dataHome, std::string_view home,
                                                      std::string_view dataFolders);

/// What is installed there, games first, then by name. Of two entries with one id the first folder's counts,
/// also if that one is not shown.
[[nodiscard]] std::vector<DesktopEntry> installedPrograms(const std::vector<std::string>& folders,
                                                          std::string_view locale);

} // namespace jitterscope
