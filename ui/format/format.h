// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>

/// The one place that turns numbers into text for people. C locale, true minus sign, a figure space between
/// number and unit. A value that is not finite is "–", as is an absent one.
namespace jitterscope::ui::format {

[[nodiscard]] QString absent(); ///< "–"

/// Three or four significant digits: `35 ns`, `3.5 µs`, `194.8 µs`, `16.67 ms`, `2.50 s`.
[[nodiscard]] QString duration(double nanoseconds);
/// As duration, with `+` or `−`.
[[nodiscard]] QString signedDuration(double nanoseconds);
/// A frame time with the digits that its period calls for: all of one column share unit and decimals.
[[nodiscard]] QString frameTime(double nanoseconds, double period);
[[nodiscard]] QString signedFrameTime(double nanoseconds, double period);
/// Unit of frameTime for such a period: 1e6 (ms) or 1e3 (µs), in ns.
[[nodiscard]] double frameTimeUnit(double period);
[[nodiscard]] QString unitName(double unit); ///< `s`, `ms`, `µs`, `ns`

/// Five significant digits: `59.998 Hz`, `1000.0 Hz`.
[[nodiscard]] QString rate(double hertz);
/// `0 %`, `0.02 %`, `4.8 %`, `100 %`.
[[nodiscard]] QString percent(double percent);
[[nodiscard]] QString signedPercent(double percent);
[[nodiscard]] QString ppm(double value);
/// Grouped in threes by thin spaces: `12 345`.
[[nodiscard]] QString count(std::int64_t value);
/// `00:07`, `1:02:03`.
[[nodiscard]] QString elapsed(double seconds);
/// `needs 1000`: a percentile that its samples do not carry yet.
[[nodiscard]] QString needs(std::int64_t samples);
/// A plain number with so many decimals; true minus.
[[nodiscard]] QString number(double value, int decimals);

} // namespace jitterscope::ui::format
