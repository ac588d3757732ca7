// SPDX-License-Identifier: MIT
#include "core/files/csv_doubts.h"

#include "core/base/parse.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::csv {
namespace {

/// Removes `name=value` and a blank from the front.
std::optional<std::string_view> takeValue(std::string_view& text, std::string_view name) {
    if (!text.starts_with(name) || !text.substr(name.size()).starts_with('='))
        return std::nullopt;
    text.remove_prefix(name.size() + 1);
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view value = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + 1));
    return value;
}

} // namespace

std::optional<End> parseEnd(std::string_view value) {
    const auto rows = takeValue(value, "rows");
    const auto lost = rows ? takeValue(value, "lost") : std::nullopt;
    const auto complete = lost ? takeValue(value, "complete") : std::nullopt;
    if (!complete || !value.empty() || (*complete != "yes" && *complete != "no"))
        return std::nullopt;
    const std::optional<std::int64_t> rowCount = parseInteger(*rows);
    const std::optional<std::int64_t> lostCount = parseInteger(*lost);
    if (!rowCount || !lostCount || *rowCount < 0 || *lostCount < 0)
        return std::nullopt;
    return End{*rowCount, *lostCount, *complete == "yes"};
}

void Doubts::add(Kind kind, std::int64_t line, const std::string& what) {
    Entry& entry = m_entries[static_cast<std::size_t>(kind)];
    if (entry.count++ > 0)
        return;
    entry.line = line;
    entry.what = what;
}

void Doubts::judgeEnd(const std::optional<std::string>& text, std::int64_t rows, std::int64_t line) {
    if (!text) {
        add(Kind::NoEnd, line,
            "is not the line that ends a whole file ('# end: …'): the file was cut off, is still being "
            "written, or an older version wrote it");
        return;
    }
    const std::optional<End> end = parseEnd(*text);
    if (!end) {
        add(Kind::BadEnd, line, "'end: " + *text + "' is not as rows=1 lost=0 complete=yes");
        return;
    }
    if (end->rows != rows)
        add(Kind::RowCount, line,
            "says that there are " + std::to_string(end->rows) + " rows, where there are " +
                std::to_string(rows));
    if (end->lost > 0)
        add(Kind::Lost, line,
            "says that " + std::to_string(end->lost) + " more rows were measured and are lost (" +
                std::to_string(
                    std::lround(100.0 * static_cast<double>(end->lost) /
                                (static_cast<double>(end->lost) + static_cast<double>(end->rows)))) +
                " %): the statistics are of the others");
    else if (!end->complete)
        add(Kind::NotComplete, line,
            "says that it is not complete: the measurement ended early, or older rows were left out");
}

std::vector<std::string> Doubts::texts(const std::string& path) const {
    std::vector<std::string> list;
    for (const Entry& entry : m_entries) {
        if (entry.count == 0)
            continue;
        std::string text = pathText(path) + " line " + std::to_string(entry.line) + ": " + entry.what;
        if (entry.count > 1)
            text += "; " + std::to_string(entry.count - 1) + " more like it";
        list.push_back(std::move(text));
    }
    return list;
}

} // namespace jitterscope::csv
