// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// The name that was probably meant: the one with the fewest letters wrong, missing, too many or changed with
/// their neighbour (optimal string alignment, a restricted form of F. J. Damerau's distance, Commun. ACM
/// 1964), at most a third of the typed ones. Empty: none is near, or two are as near as each other.
[[nodiscard]] std::string_view nearest(std::string_view typed, std::span<const std::string> names);

/// `; did you mean 'spin'?`; empty: no name is near.
[[nodiscard]] std::string didYouMean(std::string_view typed, std::span<const std::string> names);

} // namespace jitterscope
