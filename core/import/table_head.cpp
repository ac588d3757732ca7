// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/text.h"
#include "core/files/csv_lines.h"
#include "core/import/log_table.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

char commonestDelimiter(std::string_view line) {
    char commonest = ',';
    std::ptrdiff_t most = 0;
    for (const char candidate : {',', ';', '\t'}) {
        const std::ptrdiff_t count = std::ranges::count(line, candidate);
        if (count > most) {
            most = count;
            commonest = candidate;
        }
    }
    return commonest;
}

} // namespace

void leaveColumns(const std::vector<std::string>& names, bool named, const ImportOptions& options) {
    if (!options.choices)
        return;
    options.choices->columns.clear();
    for (std::size_t i = 0; i < names.size(); ++i)
        options.choices->columns.push_back(named && !names[i].empty() ? cleanText(names[i])
                                                                      : std::to_string(i + 1));
    options.choices->columns = timesFirst(std::move(options.choices->columns));
}

void splitRow(std::string_view line, char delimiter, std::size_t most,
              std::vector<std::string_view>& fields) {
    if (delimiter != ' ')
        return splitFields(line, delimiter, most, fields);
    fields.clear();
    for (line = trimmed(line); !line.empty() && fields.size() < most; line = trimmed(line)) {
        const std::size_t quote = line.starts_with('"') ? line.find('"', 1) : std::string_view::npos;
        const std::size_t end =
            quote != std::string_view::npos ? quote + 1 : std::min(line.find_first_of(" \t"), line.size());
        fields.push_back(quote != std::string_view::npos ? line.substr(1, quote - 1) : line.substr(0, end));
        line.remove_prefix(end);
    }
}

TableHead::TableHead(std::string_view line) : TableHead(line, commonestDelimiter(line)) {}

TableHead::TableHead(std::string_view line, char delimiter) : m_delimiter(delimiter) {
    std::vector<std::string_view> fields;
    splitRow(line, m_delimiter, kMostColumns, fields);
    for (const std::string_view field : fields)
        m_names.emplace_back(trimmed(field));
}

std::string TableHead::namesShown(std::size_t most) const {
    constexpr std::size_t kLongest = 40; // bytes of a name
    std::string shown;
    for (std::size_t i = 0; i < std::min(m_names.size(), most); ++i)
        shown += (i > 0 ? ", " : "") + std::string(firstBytes(m_names[i], kLongest));
    return cleanText(shown) + (m_names.size() > most ? ", …" : "");
}

std::string TableHead::namesToChoose() const {
    std::string shown;
    for (const std::string& name : timesFirst(m_names))
        said::append(shown, cleanText(name));
    return shown;
}

std::optional<std::size_t> TableHead::column(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names) {
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (equalNames(m_names[i], name))
                return i;
        }
    }
    return std::nullopt;
}

} // namespace jitterscope::logs
