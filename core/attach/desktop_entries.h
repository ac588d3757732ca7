// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

// Installed programs, as menus show them (freedesktop.org, Desktop Entry Specification 1.5).

/// A program as its desktop entry describes it.
struct DesktopEntry {
    std::string id;   ///< `org.chocolate_doom.Doom.desktop`
    std::string path; ///< of its file
    std::string name; ///< in the user's language, if the entry has it
    /// The command line without files. Its field codes are filled in or left out.
    std::vector<std::string> words;
    bool game = false;
};

/// Reads such a file. `locale`: `de_DE`, or empty. `path`: the path of the file, for entries that use `%k`.
/// Absent: it is not an application, a menu does not show it, it needs a terminal, or it is not valid.
[[nodiscard]] std::optional<DesktopEntry> readDesktopEntry(std::string_view text, std::string_view locale,
                                                           const std::string& path);

/// The folders of desktop entries, the user's own first, from the values of XDG_DATA_HOME, HOME and
/// XDG_DATA_DIRS. An empty value is not set.
[[nodiscard]] std::vector<std::string> desktopFolders(std::string_view dataHome, std::string_view home,
                                                      std::string_view dataFolders);

/// The programs of these folders, games first, then by name. If two entries have the same id, that of the
/// first folder counts, even if it is not shown. A program that is not on PATH is named by its path where it
/// is in one of `games`: not every session has the folders of games on its PATH.
[[nodiscard]] std::vector<DesktopEntry>
installedPrograms(const std::vector<std::string>& folders, std::string_view locale,
                  const std::vector<std::string>& games = {"/usr/games", "/usr/local/games"});

// An entry that starts its program by other words, as by those of holdingWords(). What it was is written
// beside that in the file, so that it can be put back to the letter. Entries of the system are never changed:
// the user's own folder gets a copy, which goes before them.

/// The text of an entry with these words before each of its command lines. Words from an earlier time go.
[[nodiscard]] std::string entryWith(std::string_view text, const std::vector<std::string>& words);
/// The text as it was. The same text, if entryWith() has not made it.
[[nodiscard]] std::string entryWithout(std::string_view text);

/// Makes the menu start this program by these words. `folder`: the user's own, the first of desktopFolders().
/// Error: the entry cannot be read, or the folder cannot be written into.
[[nodiscard]] Result<Done> changeEntry(const DesktopEntry& entry, const std::string& folder,
                                       const std::vector<std::string>& words);
/// Undoes that: removes the copy, or puts the user's own entry back. Error: as above.
[[nodiscard]] Result<Done> putEntryBack(const DesktopEntry& entry, const std::string& folder);

} // namespace jitterscope
