// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"

#include <QString>

#include <cstdint>
#include <optional>

/// Numbers as text for people, in the window's strings; core/base/said.h makes most of them. C locale, true
/// minus sign. A value that is not finite is "–", as is an absent one. Only elapsed() has no "–".
namespace jitterscope::ui::format {

[[nodiscard]] QString absent(); ///< "–"

/// Three or four significant digits from 1 µs to 100 s: `35 ns`, `3.50 µs`, `194.8 µs`, `16.67 ms`, `2.50 s`.
[[nodiscard]] QString duration(double nanoseconds);
/// As duration, with `+` or `−`.
[[nodiscard]] QString signedDuration(double nanoseconds);
/// A frame time. Its period (ns) decides unit and decimals, so that all frame times of a column share them.
[[nodiscard]] QString frameTime(double nanoseconds, double period);
/// The unit of frameTime(), in ns: 1e6 (ms) for periods of 1 ms and more, otherwise 1e3 (µs).
[[nodiscard]] double frameTimeUnit(double period);
[[nodiscard]] QString unitName(double unit); ///< `unit` in ns: `s`, `ms`, `µs`, `ns`

/// About five significant digits: `59.998 Hz`, `1000.0 Hz`.
[[nodiscard]] QString rate(double hertz);
/// `0 %`, `0.02 %`, `4.8 %`, `100 %`.
[[nodiscard]] QString percent(double percent);
[[nodiscard]] QString percent(const std::optional<double>& value); ///< "–" if absent
[[nodiscard]] QString signedPercent(double percent);
[[nodiscard]] QString ppm(double value);
/// Grouped in threes by thin spaces: `12 345`.
[[nodiscard]] QString count(std::int64_t value);
/// `00:07`, `1:02:03`.
[[nodiscard]] QString elapsed(double seconds);
/// `needs 1000`, in the place of a percentile that needs more samples than there are.
[[nodiscard]] QString needs(std::int64_t samples);
/// A plain number with so many decimals; true minus.
[[nodiscard]] QString number(double value, int decimals);

} // namespace jitterscope::ui::format

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
