// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

/// How experiments make few rows of many, for Digest.

/// Column and word that a row is to have in it.
using Where = std::vector<std::pair<std::string_view, std::string>>;

/// The different words of a column, in the order of their first rows.
[[nodiscard]] std::vector<std::string> wordsOf(const PointTable& points, std::string_view column);
/// The rows that have these words, without the columns that say so.
[[nodiscard]] PointTable rowsWhere(const PointTable& points, const Where& where);
/// The last row of each combination of words in `columns`.
[[nodiscard]] PointTable lastOfEach(const PointTable& points, const std::vector<std::string_view>& columns);

/// What a map is made of: the columns whose values go down, across, and into the cells.
struct MapColumns {
    std::string_view down;
    std::string_view across;
    std::string_view value;
};
struct MapSize {
    std::size_t down = 0;
    std::size_t across = 0;
};
/// A row for each value of one column and a column for each of another, thinned evenly to `most`, first and
/// last kept.
[[nodiscard]] PointTable mapOf(const PointTable& points, const Where& where, const MapColumns& columns,
                               const MapSize& most);

} // namespace jitterscope
