// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/lab/lab.h"

#include <array>

namespace jitterscope {

/// The dot crosses 100 units in a second.
constexpr double kDotUnitsPerNs = 1e-7;
/// When the frames of the article's table are drawn.
constexpr std::array<Nanoseconds, 7> kArticleTimes{
    Nanoseconds(0),          Nanoseconds(10'000'000), Nanoseconds(21'000'000), Nanoseconds(33'333'333),
    Nanoseconds(43'000'000), Nanoseconds(54'000'000), Nanoseconds(66'666'666)};

/// `refresh`: a dot drawn by actual time and at refresh times (article 3).
[[nodiscard]] LabEntry refreshLab();

} // namespace jitterscope
