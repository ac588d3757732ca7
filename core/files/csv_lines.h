// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/platform/file_system.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope::csv {

/// Reads a file line by line through one buffer. Lines end with LF or CRLF, or with CR alone if the beginning
/// of the file has no LF. A byte order mark is skipped. A line longer than kLongestLine bytes is an Error.
class LineReader {
public:
    static constexpr std::size_t kLongestLine = 1 << 16;

    [[nodiscard]] static Result<LineReader> open(const std::string& path);
    /// Of a file that is open already; `path` is for messages.
    [[nodiscard]] static Result<LineReader> open(std::unique_ptr<InputFile> file, const std::string& path);

    /// The next line without its end, valid until the next call; absent at the end of the file.
    [[nodiscard]] Result<std::optional<std::string_view>> next();
    [[nodiscard]] std::int64_t number() const noexcept { return m_number; } ///< of the last line, from 1
    /// The bytes of all lines so far.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes; }
    /// Whether the last line had no line end: the file stops within it or right after it.
    [[nodiscard]] bool unterminated() const noexcept { return m_unterminated; }
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    /// Error (Format): "'x.csv' line 12: what".
    [[nodiscard]] Error error(std::string_view what, std::string_view hint = {}) const;

private:
    LineReader(std::unique_ptr<InputFile> file, std::string path);
    Result<Done> fill();
    std::string_view take(std::size_t length, std::size_t end);

    std::unique_ptr<InputFile> m_file;
    std::string m_path;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    bool m_atEnd = false;
    bool m_unterminated = false;
    char m_lineEnd = '\n';
    std::int64_t m_number = 0;
    std::uint64_t m_bytes = 0;
};

using Header = std::map<std::string, std::string>;

/// The text without its byte order mark, if it begins with one.
[[nodiscard]] std::string_view withoutMark(std::string_view bytes) noexcept;

/// Whether the line is part of the `# key: value` block.
[[nodiscard]] bool isHeaderLine(std::string_view line) noexcept;
/// Adds the line's key and value. Error: a NUL byte, or more than a header may hold.
[[nodiscard]] Result<Done> addHeaderLine(const LineReader& lines, std::string_view line, Header& header);
/// Checks schema and kind. Error: missing, newer, or not `kind`.
[[nodiscard]] Result<Done> checkHeader(const LineReader& lines, const Header& header, std::string_view kind);

/// Splits rows into columns, in the order given by the file's column line.
class RowSplitter {
public:
    static constexpr std::size_t kMostColumns = 16;

    /// Reads the column line. Error: a wanted column is missing or appears twice, a quote is left open, or
    /// there are more than 1000 columns.
    [[nodiscard]] static Result<RowSplitter> make(const LineReader& lines, std::string_view columnLine,
                                                  std::span<const std::string_view> wanted);

    /// Field `i` of `fields` belongs to wanted column i. Error: too few or too many fields, or an unclosed
    /// quote.
    [[nodiscard]] Result<Done> split(const LineReader& lines, std::string_view line,
                                     std::array<std::string_view, kMostColumns>& fields) const;

private:
    std::vector<std::size_t> m_places; // column in the file → wanted column, or kMostColumns
};

} // namespace jitterscope::csv

namespace jitterscope {

/// Splits `line` into `fields`, at most `most` of them; the rest is left out. Quotes around a field are
/// removed; doubled quotes inside it stay doubled.
void splitFields(std::string_view line, char delimiter, std::size_t most,
                 std::vector<std::string_view>& fields);

} // namespace jitterscope
