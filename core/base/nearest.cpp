// SPDX-License-Identifier: MIT
#include "core/base/nearest.h"

#include "core/base/parse.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace jitterscope {
namespace {

std::size_t lettersApart(std::string_view one, std::string_view other) {
    std::vector<std::size_t> before, last, row(other.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= one.size(); ++i) {
        before = std::move(last);
        last = row;
        row[0] = i;
        for (std::size_t j = 1; j <= other.size(); ++j) {
            const std::size_t changed = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
            if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[other.size()];
}

} // namespace

std::string_view nearest(std::string_view typed, std::span<const std::string> names) {
    constexpr std::size_t kLongest = 64; // letters; nobody types a longer name
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, typed.size() / 3) + 1;
    bool alone = true;
    if (typed.size() < 2 || typed.size() > kLongest)
        return best;
    for (const std::string& name : names) {
        const std::size_t apart = name.size() > kLongest ? least + 1 : lettersApart(typed, name);
        alone = apart < least ? true : apart == least ? false : alone;
        if (apart < least) {
            least = apart;
            best = name;
        }
    }
    return alone ? best : std::string_view();
}

std::string didYouMean(std::string_view typed, std::span<const std::string> names) {
    const std::string_view meant = nearest(typed, names);
    return meant.empty() || meant == typed ? std::string() : "; did you mean " + inQuotes(meant) + "?";
}

} // namespace jitterscope
