// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parse.h"
#include "core/files/csv.h"
#include "core/files/csv_doubts.h"
#include "core/files/csv_format.h"
#include "core/files/csv_lines.h"

#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace jitterscope::csv {

// Reads samples and sleeps row by row; used only in core/files.

/// No value in a file exceeds 31 years, so that sums and differences fit into 64 bits.
inline constexpr std::int64_t kFarthest = 1'000'000'000'000'000'000;

using Fields = std::array<std::string_view, RowSplitter::kMostColumns>;

/// Reads the fields of one row; keeps the first error.
class FieldReader {
public:
    /// `withoutDeadlines`: of a loop that has none, as the head of the file says.
    FieldReader(const LineReader& lines, const Fields& fields, std::span<const std::string_view> names,
                bool withoutDeadlines = false)
        : m_lines(lines), m_fields(fields), m_names(names), m_withoutDeadlines(withoutDeadlines) {}

    [[nodiscard]] bool empty(std::size_t column) const noexcept { return m_fields[column].empty(); }
    [[nodiscard]] std::string_view text(std::size_t column) const noexcept { return m_fields[column]; }
    [[nodiscard]] bool withoutDeadlines() const noexcept { return m_withoutDeadlines; }
    [[nodiscard]] const std::optional<Error>& failure() const noexcept { return m_failure; }

    std::int64_t integer(std::size_t column, std::int64_t least = -kFarthest, std::int64_t most = kFarthest) {
        const std::string_view field = m_fields[column];
        std::int64_t value = 0;
        const char* const end = field.data() + field.size();
        const auto [stop, error] = std::from_chars(field.data(), end, value);
        if (error != std::errc() || stop != end)
            fail(column, inQuotes(field) + " is not a whole number");
        else if (value < least || value > most)
            fail(column,
                 inQuotes(field) + " is not within " + std::to_string(least) + " … " + std::to_string(most));
        else
            return value;
        return 0;
    }

    void fail(std::size_t column, const std::string& what) {
        if (!m_failure)
            m_failure = m_lines.error(std::string(m_names[column]) + ": " + what);
    }

private:
    const LineReader& m_lines;
    const Fields& m_fields;
    std::span<const std::string_view> m_names;
    bool m_withoutDeadlines;
    std::optional<Error> m_failure;
};

/// How the reading of a long file is watched and ended; both may be null.
struct Watch {
    const CancelFlag* cancel = nullptr;
    const ReadProgress* progress = nullptr;
};

/// Reads a file to its end: header lines, the column line, rows. Contradictions go to `doubts`.
/// * `begin(lines)` is called once before the first row, `take(lines, fields)` for each row.
/// * A row cut off by the end of the file is left out. Empty lines are skipped.
/// * Error: unreadable content, with its line; or Cancelled.
template <typename Begin, typename Take>
Result<Done> readRows(const std::string& path, std::string_view kind,
                      std::span<const std::string_view> columns, Header& header, Doubts& doubts,
                      const Watch& watch, Begin begin, Take take) {
    constexpr std::int64_t kRowsBetweenLooks = 4096;
    Result<LineReader> opened = LineReader::open(path);
    if (!opened)
        return opened.error();
    LineReader& lines = opened.value();
    std::optional<RowSplitter> splitter;
    Fields fields;
    std::int64_t rows = 0;
    std::int64_t emptyLine = 0; // the last one
    const std::string endKey(kEndKey);
    while (true) {
        const auto next = lines.next();
        if (!next)
            return next.error();
        if (!next.value())
            break;
        if (lines.number() % kRowsBetweenLooks == 0) {
            if (isCancelled(watch.cancel))
                return Error{ErrorCode::Cancelled, "cancelled", ""};
            if (watch.progress != nullptr && *watch.progress)
                (*watch.progress)(lines.bytes());
        }
        const std::string_view line = *next.value();
        if (isHeaderLine(line)) {
            if (Result<Done> added = addHeaderLine(lines, line, header); !added)
                return added;
            continue;
        }
        if (trimmed(line).empty()) {
            emptyLine = lines.number();
            continue;
        }
        if (!splitter) {
            if (Result<Done> done = checkHeader(lines, header, kind); !done)
                return done;
            Result<RowSplitter> made = RowSplitter::make(lines, line, columns);
            if (!made)
                return made.error();
            splitter = std::move(made).value();
            if (Result<Done> done = begin(lines); !done)
                return done;
            continue;
        }
        if (lines.unterminated()) {
            doubts.add(Doubts::Kind::Cut, lines.number(), "the row is cut off, and left out");
            continue;
        }
        if (emptyLine > 0)
            doubts.add(Doubts::Kind::Empty, std::exchange(emptyLine, 0), "is empty, with rows behind it");
        if (header.contains(endKey))
            doubts.add(Doubts::Kind::BehindEnd, lines.number(), "comes after the last line of the file");
        if (Result<Done> done = splitter->split(lines, line, fields); !done)
            return done;
        if (Result<Done> done = take(lines, fields); !done)
            return done;
        ++rows;
    }
    if (!splitter)
        return lines.error("the file ends before its column line");
    const auto end = header.find(endKey);
    doubts.judgeEnd(end == header.end() ? std::nullopt : std::optional(end->second), rows, lines.number());
    return Done{};
}

} // namespace jitterscope::csv
