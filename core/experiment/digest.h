// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitterscope {

// Helpers that reduce many rows to few, for Digest.

/// A column and the word that selected rows have in it.
using Where = std::vector<std::pair<std::string_view, std::string>>;

/// The distinct words of a column, in order of first appearance.
[[nodiscard]] std::vector<std::string> wordsOf(const Table& points, std::string_view column);
/// The rows with these words, without the columns used for the selection.
[[nodiscard]] Table rowsWhere(const Table& points, const Where& where);
/// The last row of each combination of words in `columns`.
[[nodiscard]] Table lastOfEach(const Table& points, const std::vector<std::string_view>& columns);

/// The columns of a map: values down, values across, and values in the cells.
struct MapColumns {
    std::string_view down;
    std::string_view across;
    std::string_view value;
};
struct MapSize {
    std::size_t down = 0;
    std::size_t across = 0;
};
/// A map: one row for each value of one column, one column for each value of another. Thinned evenly to
/// `most`; first and last are kept.
[[nodiscard]] Table mapOf(const Table& points, const Where& where, const MapColumns& columns,
                          const MapSize& most);

} // namespace jitterscope
