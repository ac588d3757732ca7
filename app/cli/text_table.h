// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/lines.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope::cli {

/// The columns that a terminal needs for UTF-8 text: one for each character.
[[nodiscard]] std::size_t displayWidth(std::string_view text) noexcept;

/// A name for the head of a column: cut in the middle if it has more than 24 bytes.
[[nodiscard]] std::string shortened(std::string_view name);

/// Rows of cells as lines of text. The first column is left-aligned, the others right-aligned, with two
/// blanks between.
[[nodiscard]] Lines textTable(const std::vector<std::vector<std::string>>& rows);

/// `text` in lines of at most `width` columns, each begun with `indent` blanks.
[[nodiscard]] Lines wrapped(std::string_view text, std::size_t indent, std::size_t width = 100);

} // namespace jitterscope::cli
