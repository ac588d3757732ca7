// SPDX-License-Identifier: MIT
#include "core/attach/desktop_entries.h"

#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/platform/file_system.h"
#include "core/platform/other_program.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestEntry = 1U << 20U;    // bytes
constexpr std::size_t kMostDesktopEntries = 20'000; // files, in all folders
constexpr std::size_t kFolderWords = 3;             // env -C FOLDER, before the program

/// Replaces the escapes `\s`, `\n`, `\t`, `\r`, `\\` of a value.
std::string unescaped(std::string_view value) {
    std::string text;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '\\' || i + 1 == value.size()) {
            text += value[i];
            continue;
        }
        switch (const char letter = value[++i]) {
        case 's':
            text += ' ';
            break;
        case 'n':
            text += '\n';
            break;
        case 't':
            text += '\t';
            break;
        case 'r':
            text += '\r';
            break;
        case '\\':
            text += '\\';
            break;
        default: // an escape of another kind of value, which its reader replaces
            text += '\\';
            text += letter;
        }
    }
    return text;
}

/// The keys of the group [Desktop Entry].
std::map<std::string, std::string, std::less<>> keysOf(std::string_view text) {
    std::map<std::string, std::string, std::less<>> keys;
    bool inside = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('[')) {
            inside = line == "[Desktop Entry]";
            continue;
        }
        const std::size_t equals = line.find('=');
        if (inside && !line.starts_with('#') && equals != std::string_view::npos)
            keys.try_emplace(std::string(trimmed(line.substr(0, equals))),
                             unescaped(trimmed(line.substr(equals + 1))));
    }
    return keys;
}

using Keys = std::map<std::string, std::string, std::less<>>;

std::string valueOf(const Keys& keys, std::string_view key) {
    const auto found = keys.find(key);
    return found == keys.end() ? std::string() : found->second;
}

/// The value of a key in the user's language. For `de_DE.UTF-8@euro` it looks for `de_DE@euro`, `de_DE`,
/// `de@euro` and `de`, in this order.
std::string localized(const Keys& keys, const std::string& key, std::string_view locale) {
    const std::size_t at = locale.find('@');
    const std::string modifier(at == std::string_view::npos ? std::string_view() : locale.substr(at));
    const std::string_view plain = locale.substr(0, std::min(locale.find('.'), std::min(at, locale.size())));
    const std::string whole(plain);
    const std::string language(plain.substr(0, plain.find('_')));
    for (const std::string& tag : {whole + modifier, whole, language + modifier, language}) {
        if (const std::string value = valueOf(keys, key + "[" + tag + "]"); !value.empty())
            return value;
    }
    return valueOf(keys, key);
}

/// The words of an Exec key. Only " quotes a word. Within quotes a backslash stands before `"`,
/// `` ` ``, `$` and `\`. Absent: a quotation does not end.
std::optional<std::vector<std::string>> execWords(std::string_view exec) {
    std::vector<std::string> words;
    std::string word;
    bool any = false;
    bool quoted = false;
    for (std::size_t i = 0; i < exec.size(); ++i) {
        const char letter = exec[i];
        if (letter == '"') {
            quoted = !quoted;
            any = true;
        } else if (letter == '\\' && quoted && i + 1 < exec.size()) {
            word += exec[++i];
        } else if (!quoted && (letter == ' ' || letter == '\t')) {
            if (any)
                words.push_back(std::move(word));
            word.clear();
            any = false;
        } else {
            word += letter;
            any = true;
        }
    }
    if (quoted)
        return std::nullopt;
    if (any)
        words.push_back(std::move(word));
    return words;
}

/// Fills in the field codes. Those of files and links have no value here. Those that the specification has
/// dropped are left out, as it demands.
std::vector<std::string> filledIn(const std::vector<std::string>& words, const Keys& keys,
                                  const std::string& name, const std::string& path) {
    std::vector<std::string> filled;
    for (const std::string& word : words) {
        if (word == "%i") {
            if (const std::string icon = valueOf(keys, "Icon"); !icon.empty())
                filled.insert(filled.end(), {"--icon", icon});
            continue;
        }
        std::string text;
        bool leftOut = false;
        for (std::size_t i = 0; i < word.size(); ++i) {
            if (word[i] != '%' || i + 1 == word.size()) {
                text += word[i];
                continue;
            }
            const char code = word[++i];
            if (code == '%')
                text += '%';
            else if (code == 'c')
                text += name;
            else if (code == 'k')
                text += path;
            else
                leftOut = true;
        }
        if (!text.empty() || !leftOut)
            filled.push_back(std::move(text));
    }
    return filled;
}

bool isTrue(const Keys& keys, std::string_view key) {
    return valueOf(keys, key) == "true";
}

/// The id of an entry: `games/doom.desktop` in its folder has the id `games-doom.desktop`.
std::string idOf(const fs::path& file, const fs::path& folder) {
    std::string id = file.lexically_relative(folder).generic_string();
    std::ranges::replace(id, '/', '-');
    return id;
}

void findAmongGames(DesktopEntry& entry, const std::vector<std::string>& games) {
    const bool elsewhere =
        entry.words.size() > kFolderWords && entry.words[0] == "env" && entry.words[1] == "-C";
    std::string& program = entry.words[elsewhere ? kFolderWords : 0];
    if (program.find('/') != std::string::npos || findProgram(program))
        return;
    for (const std::string& folder : games) {
        std::error_code none;
        if (const fs::path path = fs::path(folder) / program; fs::is_regular_file(path, none)) {
            program = path.string();
            return;
        }
    }
}

constexpr std::string_view kExec = "Exec=";
constexpr std::string_view kBusStarted = "DBusActivatable=true";
constexpr std::string_view kKept = "X-Jitterscope-";              // before the line that was
constexpr std::string_view kCopied = "# Copied by Jitterscope\n"; // the first line of a copy

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The value of this key; empty: the line has another one.
std::string valueOfLine(std::string_view line, std::string_view key) {
    return std::string(line.starts_with(key) ? trimmed(line.substr(key.size())) : std::string_view());
}

/// A word as an Exec key holds it: escaped within quotes, then as a value.
std::string execWord(const std::string& word) {
    std::string text = "\"";
    for (const char letter : word) {
        if (letter == '\\')
            text += "\\\\\\\\"; // four: once as a quoted letter, once as a value
        else if (letter == '"' || letter == '`' || letter == '$')
            text += std::string("\\\\") + letter;
        else if (letter == '%')
            text += "%%";
        else
            text += letter;
    }
    const bool plain = std::ranges::all_of(word, [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
               std::string_view("/._-,:+").find(letter) != std::string_view::npos;
    });
    return plain && !word.empty() ? word : text + '"';
}

bool liesIn(const std::string& path, const std::string& folder) {
    const std::string inside = fs::path(path).lexically_relative(folder).generic_string();
    return !inside.empty() && !inside.starts_with("..");
}

std::optional<std::string> contentOf(const fs::path& path) {
    std::error_code none;
    if (!fs::is_regular_file(path, none) || fs::file_size(path, none) > kLargestEntry)
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<Done> writeEntry(const std::string& path, std::string_view text) {
    Result<std::unique_ptr<OutputFile>> file = openOutput(path);
    if (!file)
        return file.error();
    if (Result<Done> written = file.value()->write(text); !written)
        return written;
    return file.value()->commit();
}

} // namespace

std::optional<DesktopEntry> readDesktopEntry(std::string_view text, std::string_view locale,
                                             const std::string& path) {
    const Keys keys = keysOf(text);
    if (valueOf(keys, "Type") != "Application" || isTrue(keys, "Hidden") || isTrue(keys, "NoDisplay") ||
        isTrue(keys, "Terminal"))
        return std::nullopt;
    DesktopEntry entry;
    entry.name = shownText(localized(keys, "Name", locale));
    const std::optional<std::vector<std::string>> words = execWords(valueOf(keys, "Exec"));
    if (entry.name.empty() || !words)
        return std::nullopt;
    entry.words = filledIn(*words, keys, entry.name, path);
    if (entry.words.empty())
        return std::nullopt;
    if (const std::string folder = valueOf(keys, "Path"); !folder.empty())
        entry.words.insert(entry.words.begin(), {"env", "-C", folder}); // the working directory
    entry.game = (";" + valueOf(keys, "Categories") + ";").find(";Game;") != std::string::npos;
    return entry;
}

std::vector<std::string> desktopFolders(std::string_view dataHome, std::string_view home,
                                        std::string_view dataFolders) {
    std::vector<std::string> folders;
    const auto add = [&](std::string_view folder) {
        if (folder.starts_with('/')) // the specification ignores relative ones
            folders.push_back((fs::path(folder) / "applications").string());
    };
    if (!dataHome.empty())
        add(dataHome);
    else if (!home.empty())
        add((fs::path(home) / ".local/share").string());
    std::string_view rest = dataFolders.empty() ? "/usr/local/share:/usr/share" : dataFolders;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        add(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

std::vector<DesktopEntry> installedPrograms(const std::vector<std::string>& folders, std::string_view locale,
                                            const std::vector<std::string>& games) {
    std::vector<DesktopEntry> entries;
    std::set<std::string> seen;
    std::size_t files = 0;
    for (const std::string& folder : folders) {
        std::error_code none;
        constexpr auto kSkip = fs::directory_options::skip_permission_denied;
        for (fs::recursive_directory_iterator file(folder, kSkip, none), end; !none && file != end;
             file.increment(none)) {
            if (file->path().extension() != ".desktop" || ++files > kMostDesktopEntries)
                continue;
            const std::string id = idOf(file->path(), folder);
            if (!seen.insert(id).second)
                continue;
            const std::optional<std::string> text = contentOf(file->path());
            if (std::optional<DesktopEntry> entry =
                    text ? readDesktopEntry(*text, locale, file->path().string()) : std::nullopt) {
                entry->id = id;
                entry->path = file->path().string();
                findAmongGames(*entry, games);
                entries.push_back(*std::move(entry));
            }
        }
    }
    std::ranges::stable_sort(entries, [](const DesktopEntry& a, const DesktopEntry& b) {
        return a.game != b.game ? a.game : a.name < b.name;
    });
    return entries;
}

std::string entryWith(std::string_view text, const std::vector<std::string>& words) {
    std::string before;
    for (const std::string& word : words)
        before += execWord(word) + ' ';
    std::string changed;
    for (const std::string& line : linesOf(entryWithout(text))) {
        const std::string value = valueOfLine(line, kExec);
        if (!value.empty())
            changed += std::string(kExec) + before + value + '\n';
        if (line == kBusStarted)
            changed += "DBusActivatable=false\n"; // else the menu would start it by the bus, not by Exec
        changed += (!value.empty() || line == kBusStarted ? std::string(kKept) : "") + line + '\n';
    }
    return changed;
}

std::string entryWithout(std::string_view text) {
    std::vector<std::string> lines = linesOf(text);
    std::string same;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i + 1 < lines.size() && lines[i + 1].starts_with(kKept))
            continue; // what stands in its place
        same += lines[i].starts_with(kKept) ? lines[i].substr(kKept.size()) : lines[i];
        same += '\n';
    }
    if (!text.empty() && !text.ends_with('\n') && !same.empty())
        same.pop_back();
    return same;
}

Result<Done> changeEntry(const DesktopEntry& entry, const std::string& folder,
                         const std::vector<std::string>& words) {
    const std::optional<std::string> text = contentOf(entry.path);
    if (!text)
        return Error{ErrorCode::Io, "cannot read " + pathText(entry.path), ""};
    if (liesIn(entry.path, folder)) // also a copy of before, whose first line says so
        return writeEntry(entry.path, entryWith(*text, words));
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        return Error{ErrorCode::Io, "cannot make " + pathText(folder), failed.message()};
    return writeEntry(pathIn(folder, entry.id), std::string(kCopied) + entryWith(*text, words));
}

Result<Done> putEntryBack(const DesktopEntry& entry, const std::string& folder) {
    const std::string path = liesIn(entry.path, folder) ? entry.path : pathIn(folder, entry.id);
    const std::optional<std::string> text = contentOf(path);
    if (!text)
        return Error{ErrorCode::Io, "cannot read " + pathText(path), ""};
    if (!text->starts_with(kCopied))
        return writeEntry(path, entryWithout(*text));
    std::error_code failed;
    if (!fs::remove(path, failed))
        return Error{ErrorCode::Io, "cannot remove " + pathText(path), failed.message()};
    return Done{};
}

} // namespace jitterscope
