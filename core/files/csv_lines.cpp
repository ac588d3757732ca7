// SPDX-License-Identifier: MIT
#include "core/files/csv_lines.h"

#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/files/csv_format.h"

#include <algorithm>
#include <cstring>

namespace jitterscope::csv {

namespace {

constexpr std::size_t kBlock = 1 << 18; // four times the longest line; small enough for many small files
constexpr std::size_t kMostHeaderLines = 100'000;
constexpr std::size_t kMostFileColumns = 1000;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Removes what spreadsheets add to a header line: quotes around it, and commas to fill the row.
std::string_view withoutPadding(std::string_view line) noexcept {
    while (line.ends_with(','))
        line.remove_suffix(1);
    if (line.starts_with('"') && line.ends_with('"') && line.size() > 1)
        line = line.substr(1, line.size() - 2);
    return line;
}

/// Removes one field from the front of `rest`. False: a quote is unclosed or followed by other text.
bool takeField(std::string_view& rest, std::string_view& field) noexcept {
    std::size_t end = 0;
    if (rest.starts_with('"')) {
        const std::size_t quote = rest.find('"', 1);
        if (quote == std::string_view::npos)
            return false;
        field = rest.substr(1, quote - 1);
        end = quote + 1;
        if (end < rest.size() && rest[end] != ',')
            return false;
    } else {
        end = std::min(rest.find(','), rest.size());
        field = rest.substr(0, end);
    }
    rest.remove_prefix(end);
    return true;
}

} // namespace

std::string_view withoutMark(std::string_view bytes) noexcept {
    return bytes.starts_with(kByteOrderMark) ? bytes.substr(kByteOrderMark.size()) : bytes;
}

LineReader::LineReader(std::unique_ptr<InputFile> file, std::string path)
    : m_file(std::move(file)), m_path(std::move(path)), m_buffer(kBlock) {}

Result<LineReader> LineReader::open(const std::string& path) {
    Result<std::unique_ptr<InputFile>> file = openInput(path);
    if (!file)
        return file.error();
    return open(std::move(file).value(), path);
}

Result<LineReader> LineReader::open(std::unique_ptr<InputFile> file, const std::string& path) {
    LineReader reader(std::move(file), path);
    if (Result<Done> filled = reader.fill(); !filled)
        return filled.error();
    const std::string_view start(reader.m_buffer.data(), reader.m_end);
    if (start.starts_with(kByteOrderMark))
        reader.m_begin = kByteOrderMark.size();
    if (start.find('\n') == std::string_view::npos && start.find('\r') != std::string_view::npos)
        reader.m_lineEnd = '\r';
    return reader;
}

/// Moves the remaining bytes to the front and reads more.
Result<Done> LineReader::fill() {
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_end -= m_begin;
    m_begin = 0;
    while (!m_atEnd && m_end < kBlock / 2) {
        const Result<std::size_t> count = m_file->read(m_buffer.data() + m_end, m_buffer.size() - m_end);
        if (!count)
            return count.error();
        m_end += count.value();
        m_atEnd = count.value() == 0;
    }
    return Done{};
}

std::string_view LineReader::take(std::size_t length, std::size_t end) {
    std::string_view line(m_buffer.data() + m_begin, length);
    m_begin += end;
    m_bytes += end;
    ++m_number;
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

Result<std::optional<std::string_view>> LineReader::next() {
    for (bool filled = false;; filled = true) {
        const char* const begin = m_buffer.data() + m_begin;
        const std::size_t waiting = m_end - m_begin;
        const std::size_t window = std::min(waiting, kLongestLine + 1);
        if (const void* const found = window > 0 ? std::memchr(begin, m_lineEnd, window) : nullptr) {
            const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - begin);
            return std::optional(take(length, length + 1));
        }
        if (waiting > kLongestLine) {
            ++m_number;
            return error("longer than " + std::to_string(kLongestLine) + " bytes");
        }
        if (filled || m_atEnd) {
            m_unterminated = waiting > 0;
            return waiting > 0 ? std::optional(take(waiting, waiting)) : std::nullopt;
        }
        if (Result<Done> more = fill(); !more)
            return more.error();
    }
}

Error LineReader::error(std::string_view what, std::string_view hint) const {
    return Error{ErrorCode::Format,
                 pathText(m_path) + " line " + std::to_string(m_number) + ": " + std::string(what),
                 std::string(hint)};
}

bool isHeaderLine(std::string_view line) noexcept {
    return line.starts_with('#') || line.starts_with("\"#");
}

Result<Done> addHeaderLine(const LineReader& lines, std::string_view line, Header& header) {
    if (line.find('\0') != std::string_view::npos)
        return lines.error("a NUL byte in the header");
    if (header.size() >= kMostHeaderLines)
        return lines.error("more than " + std::to_string(kMostHeaderLines) + " header lines");
    line = withoutPadding(line).substr(1);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return Done{};
    constexpr std::size_t kLongest = 1000;
    const std::string_view key = trimmed(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    header.insert_or_assign(std::string(firstBytes(key, kLongest)), std::string(firstBytes(value, kLongest)));
    return Done{};
}

Result<Done> checkHeader(const LineReader& lines, const Header& header, std::string_view kind) {
    const auto schema = header.find(std::string(kSchemaKey));
    if (schema == header.end())
        return lines.error("no '# jitterscope-csv: 1' line above it", "is this a file of jitterscope?");
    const std::optional<std::int64_t> number = parseInteger(schema->second);
    if (!number || *number < 1)
        return lines.error("schema " + inQuotes(schema->second) + " is not a whole number from 1");
    if (*number > kSchema)
        return lines.error("schema " + std::to_string(*number) + " is newer than this program reads, " +
                               std::to_string(kSchema),
                           "a newer jitterscope wrote it");
    const auto found = header.find(std::string(kKindKey));
    if (found != header.end() && found->second != kind)
        return lines.error("it holds " + inQuotes(found->second) + ", not " + std::string(kind));
    return Done{};
}

Result<RowSplitter> RowSplitter::make(const LineReader& lines, std::string_view columnLine,
                                      std::span<const std::string_view> wanted) {
    RowSplitter splitter;
    std::vector<bool> seen(wanted.size());
    for (bool more = true; more;) {
        std::string_view name;
        if (!takeField(columnLine, name))
            return lines.error("a quote is left open");
        const auto place =
            static_cast<std::size_t>(std::ranges::find(wanted, trimmed(name)) - wanted.begin());
        if (place < wanted.size() && seen[place])
            return lines.error("column " + std::string(wanted[place]) + " is named twice");
        if (place < wanted.size())
            seen[place] = true;
        splitter.m_places.push_back(place < wanted.size() ? place : kMostColumns);
        if (splitter.m_places.size() > kMostFileColumns)
            return lines.error("more than " + std::to_string(kMostFileColumns) + " columns");
        more = !columnLine.empty();
        if (more)
            columnLine.remove_prefix(1);
    }
    const auto missing = std::ranges::find(seen, false);
    if (missing != seen.end())
        return lines.error("column " + std::string(wanted[static_cast<std::size_t>(missing - seen.begin())]) +
                           " is missing");
    return splitter;
}

Result<Done> RowSplitter::split(const LineReader& lines, std::string_view line,
                                std::array<std::string_view, kMostColumns>& fields) const {
    std::string_view unwanted;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        std::string_view& field = m_places[i] < kMostColumns ? fields[m_places[i]] : unwanted;
        if (!takeField(line, field))
            return lines.error("a quote is left open");
        const bool last = i + 1 == m_places.size();
        if (last != line.empty())
            return lines.error(std::string(last ? "more" : "fewer") + " than " +
                               std::to_string(m_places.size()) + " fields");
        if (!last)
            line.remove_prefix(1);
    }
    return Done{};
}

} // namespace jitterscope::csv

namespace jitterscope {

namespace {

/// Removes one field from the front of `rest`. An unclosed quote takes the rest of the line.
std::string_view takeField(std::string_view& rest, char delimiter) noexcept {
    std::string_view field;
    std::size_t end = 0;
    if (rest.starts_with('"')) {
        end = rest.find('"', 1);
        while (end != std::string_view::npos && end + 1 < rest.size() && rest[end + 1] == '"')
            end = rest.find('"', end + 2); // "" is a quote within the field
        end = std::min(end, rest.size());
        field = rest.substr(1, std::max<std::size_t>(end, 1) - 1);
        end = std::min(rest.find(delimiter, end), rest.size());
    } else {
        end = std::min(rest.find(delimiter), rest.size());
        field = rest.substr(0, end);
    }
    rest.remove_prefix(end);
    return field;
}

} // namespace

void splitFields(std::string_view line, char delimiter, std::size_t most,
                 std::vector<std::string_view>& fields) {
    fields.clear();
    while (fields.size() < most) {
        fields.push_back(takeField(line, delimiter));
        if (line.empty())
            return;
        line.remove_prefix(1);
    }
}

} // namespace jitterscope
