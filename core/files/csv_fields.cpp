// SPDX-License-Identifier: MIT
#include "core/files/csv_fields.h"

#include <algorithm>

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
