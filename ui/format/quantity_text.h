// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"

#include <QString>

/// Numbers of an experiment's table as text for people, by what they mean.
namespace jitterscope::ui::format {

/// `16.67 ms`, `4.8 %`, `+12 ppm`, `600`; "–" for what is not finite. Times in ns, fractions shown as
/// percent.
[[nodiscard]] QString quantity(double value, Quantity quantity);
/// As quantity(); a word is shown as it is, an absent cell as "–".
[[nodiscard]] QString cell(const Cell& cell, Quantity quantity);
/// `about 2 min 10 s`, `about 20 s`, `a moment`.
[[nodiscard]] QString aboutDuration(double seconds);
/// `2:05`, for the time that is left.
[[nodiscard]] QString clockDuration(double seconds);

} // namespace jitterscope::ui::format
