// SPDX-License-Identifier: MIT
#include "core/machine/fact_reader.h"

#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <filesystem>

namespace jitterscope {

std::optional<std::string> FactReader::text(const std::string& path, std::size_t most) const {
    constexpr std::size_t kFirst = 4096; // nearly every file fits: there are thousands of them
    Result<std::unique_ptr<InputFile>> file = openInput(m_root + path);
    if (!file)
        return std::nullopt;
    std::string bytes(std::min(kFirst, most), '\0');
    std::size_t length = 0;
    while (true) {
        const Result<std::size_t> count = file.value()->read(bytes.data() + length, bytes.size() - length);
        if (!count)
            return std::nullopt;
        length += count.value();
        if (count.value() == 0 || length == most)
            break;
        if (length == bytes.size())
            bytes.resize(std::min(4 * bytes.size(), most));
    }
    return std::string(trimmed(std::string_view(bytes).substr(0, length)));
}

std::optional<std::int64_t> FactReader::integer(const std::string& path) const {
    const std::optional<std::string> found = text(path);
    return found ? parseInteger(*found) : std::nullopt;
}

bool FactReader::exists(const std::string& path) const {
    std::error_code error;
    return std::filesystem::exists(m_root + path, error);
}

std::vector<std::string> FactReader::names(const std::string& folder) const {
    std::vector<std::string> found;
    std::error_code error;
    std::filesystem::directory_iterator entries(m_root + folder, error);
    while (!error && entries != std::filesystem::directory_iterator() && found.size() < kMostEntries) {
        found.push_back(entries->path().filename().string());
        entries.increment(error);
    }
    std::ranges::sort(found);
    return found;
}

std::optional<std::string> lineValue(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == name)
            return std::string(trimmed(line.substr(colon + 1)));
    }
    return std::nullopt;
}

bool isPlainWord(std::string_view text) noexcept {
    constexpr std::size_t kLongest = 40;
    return !text.empty() && text.size() <= kLongest && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.';
    });
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\n";
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(kBlanks); at < text.size();
         at = text.find_first_not_of(kBlanks, at)) {
        const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

/// "12 (name) S 1 …": the name may hold blanks and parentheses, so the last one counts. The field after it is
/// a letter.
std::vector<std::int64_t> processFields(std::string_view stat, std::string* name) {
    const std::size_t open = stat.find('(');
    const std::size_t close = stat.rfind(')');
    std::vector<std::int64_t> fields;
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return fields;
    if (name != nullptr)
        *name = stat.substr(open + 1, close - open - 1);
    const std::vector<std::string_view> words = wordsOf(stat.substr(close + 1));
    for (std::size_t i = 1; i < words.size(); ++i)
        fields.push_back(
            parseInteger(words[i]).value_or(0)); // some are beyond 63 bits; those are not asked for
    return fields;
}

bool hasWord(std::string_view text, std::string_view word) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
        if (text.substr(0, end) == word)
            return true;
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return false;
}

namespace {

/// Calls `take(first, last)` for each range of a list such as `0-3,8`. False: it is not one.
template <typename Take>
bool forEachRange(std::string_view list, Take take) {
    constexpr std::int64_t kMost = 1'000'000;
    list = trimmed(list);
    while (!list.empty()) {
        const std::string_view range = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), range.size() + 1));
        const std::size_t dash = range.find('-');
        const std::optional<std::int64_t> first = parseInteger(range.substr(0, dash));
        const std::optional<std::int64_t> last =
            dash == std::string_view::npos ? first : parseInteger(range.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last > kMost || !take(*first, *last))
            return false;
    }
    return true;
}

} // namespace

std::optional<std::int64_t> processorCount(std::string_view list) {
    constexpr std::int64_t kMost = 1'000'000;
    std::int64_t count = 0;
    const bool understood = forEachRange(list, [&count](std::int64_t first, std::int64_t last) {
        count += last - first + 1;
        return count <= kMost;
    });
    return understood ? std::optional(count) : std::nullopt;
}

std::vector<int> processorsIn(std::string_view list, std::size_t most) {
    std::vector<int> found;
    const bool understood = forEachRange(list, [&found, most](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i <= last && found.size() < most; ++i)
            found.push_back(static_cast<int>(i));
        return true;
    });
    return understood ? found : std::vector<int>();
}

std::vector<int> usableProcessors(const FactReader& reader) {
    const auto status = reader.text("/proc/self/status");
    const auto allowed = status ? lineValue(*status, "Cpus_allowed_list") : std::nullopt;
    std::vector<int> found = processorsIn(allowed.value_or(""));
    return found.empty() ? processorsIn(reader.text("/sys/devices/system/cpu/online").value_or("")) : found;
}

std::int64_t processorsOnline(const FactReader& reader) {
    return processorCount(reader.text("/sys/devices/system/cpu/online").value_or("")).value_or(0);
}

namespace {

/// One line of at most 200 bytes without control characters, cut between UTF-8 characters.
std::string tidy(std::string_view value) {
    constexpr std::size_t kMost = 200;
    std::string text(firstBytes(value, kMost));
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    }
    return text;
}

} // namespace

Fact knownFact(std::string id, std::string name, std::string_view value, FactState state,
               std::string_view why) {
    if (trimmed(value).empty())
        return unknownFact(std::move(id), std::move(name), "The system gives no value for it.");
    return {std::move(id), std::move(name), tidy(value), state, tidy(why)};
}

Fact unknownFact(std::string id, std::string name, std::string_view why) {
    return {std::move(id), std::move(name), {}, FactState::Unknown, tidy(why)};
}

Fact advised(Fact fact, std::string doThis, std::string undo) {
    if (fact.state != FactState::Unknown) {
        fact.doThis = std::move(doThis);
        fact.undo = std::move(undo);
    }
    return fact;
}

Fact costing(Fact fact, Nanoseconds cost) {
    if (fact.state != FactState::Unknown)
        fact.cost = cost;
    return fact;
}

FactState judged(double value, double good, double note) noexcept {
    return value <= good ? FactState::Good : value <= note ? FactState::Note : FactState::Warn;
}

} // namespace jitterscope
