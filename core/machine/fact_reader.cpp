// SPDX-License-Identifier: MIT
#include "core/machine/fact_reader.h"

#include "core/base/parse.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <filesystem>

namespace jitterscope {

std::optional<std::string> FactReader::text(const std::string& path) const {
    Result<std::unique_ptr<InputFile>> file = openInput(m_root + path);
    if (!file)
        return std::nullopt;
    std::string bytes(kMostBytes, '\0');
    std::size_t length = 0;
    while (length < bytes.size()) {
        const Result<std::size_t> count = file.value()->read(bytes.data() + length, bytes.size() - length);
        if (!count)
            return std::nullopt;
        if (count.value() == 0)
            break;
        length += count.value();
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

bool hasWord(std::string_view text, std::string_view word) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
        if (text.substr(0, end) == word)
            return true;
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return false;
}

std::optional<std::int64_t> processorCount(std::string_view list) {
    constexpr std::int64_t kMost = 1'000'000;
    std::int64_t count = 0;
    list = trimmed(list);
    while (!list.empty()) {
        const std::string_view range = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), range.size() + 1));
        const std::size_t dash = range.find('-');
        const std::optional<std::int64_t> first = parseInteger(range.substr(0, dash));
        const std::optional<std::int64_t> last =
            dash == std::string_view::npos ? first : parseInteger(range.substr(dash + 1));
        if (!first || !last || *first < 0 || *last < *first || *last > kMost || count > kMost)
            return std::nullopt;
        count += *last - *first + 1;
    }
    return count;
}

std::int64_t processorsOnline(const FactReader& reader) {
    return processorCount(reader.text("/sys/devices/system/cpu/online").value_or("")).value_or(0);
}

namespace {

/// One line of at most 200 bytes without control characters, cut between UTF-8 characters.
std::string tidy(std::string_view value) {
    constexpr std::size_t kMost = 200;
    std::string text(value.substr(0, kMost));
    while (value.size() > kMost && !text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80)
        text.pop_back();
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    }
    return text;
}

} // namespace

Fact knownFact(std::string id, std::string name, std::string value, FactState state, std::string why) {
    if (trimmed(value).empty())
        return unknownFact(std::move(id), std::move(name), "The system gives no value for it.");
    return {std::move(id), std::move(name), tidy(value), state, std::move(why)};
}

Fact unknownFact(std::string id, std::string name, std::string why) {
    return {std::move(id), std::move(name), {}, FactState::Unknown, std::move(why)};
}

} // namespace jitterscope
