// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What a figure is called in this program's files. Names of nested objects are joined by `_`:
/// `late_fraction`. In a name, `{q}` stands for a quantity (`error`) and `{s}` for a statistic (`p50`).
struct FigureName {
    std::string_view name;                     ///< as a run's JSON and the summary CSV have it
    std::array<std::string_view, 2> aliases{}; ///< as tables of experiments have it; some may be empty
};
[[nodiscard]] std::span<const FigureName> figureNames() noexcept;

/// `name` and its aliases, in the order in which a reader looks for them.
[[nodiscard]] std::vector<std::string> spellingsOf(std::string_view name);
/// The same for a statistic of a quantity.
[[nodiscard]] std::vector<std::string> spellingsOf(std::string_view quantity, std::string_view statistic);

} // namespace jitterscope
