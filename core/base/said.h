// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Numbers for people: C locale, true minus signs, "–" for what is not finite. The window writes numbers in
/// the same form (ui/format).
namespace jitterscope::said {

[[nodiscard]] std::string absent(); ///< "–"
/// `pattern` with %1 … %9 replaced by the values.
[[nodiscard]] std::string say(std::string_view pattern, std::initializer_list<std::string> values);

/// A plain number with this many decimals.
[[nodiscard]] std::string number(double value, int decimals);
/// With this many decimals, in the C locale and as in files; "–" if absent.
[[nodiscard]] std::string fixed(const std::optional<double>& value, int decimals);
/// With `+` or `−`; none before a zero.
[[nodiscard]] std::string signedNumber(double value, int decimals);
/// A difference with its interval: `−1.2 (−1.5 … −0.9)`.
[[nodiscard]] std::string difference(double value, double low, double high, int decimals);
/// Digits without the zeros that end their decimals: "16.70" is "16.7".
[[nodiscard]] std::string withoutZeros(std::string digits);
/// number() without zeros at the end: "16.7".
[[nodiscard]] std::string plain(double value, int decimals);
/// Grouped in threes by thin spaces: `12 345`.
[[nodiscard]] std::string count(std::int64_t value);
/// `once`, `12 times`
[[nodiscard]] std::string times(std::int64_t count);
/// A time in the unit that suits it, with at most two decimals: `35 ns`, `3.50 µs`, `104.2 µs`, `16.67 ms`,
/// `2.50 s`.
[[nodiscard]] std::string duration(double nanoseconds);
[[nodiscard]] std::string duration(Nanoseconds time);
[[nodiscard]] std::string duration(const std::optional<double>& nanoseconds);
/// The same without zeros at the end: `1 µs`, `16.7 ms`.
[[nodiscard]] std::string shortDuration(double nanoseconds);
[[nodiscard]] std::string shortDuration(Nanoseconds time);
/// As duration, with `+` or `−`.
[[nodiscard]] std::string signedDuration(double nanoseconds);
/// A time given in ms, with the unit that suits it.
[[nodiscard]] std::string timeText(double milliseconds);
/// `0 %`, `<0.01 %`, `0.02 %`, `4.8 %`, `100 %`.
[[nodiscard]] std::string percent(double percent);
[[nodiscard]] std::string percent(const std::optional<double>& percent); ///< "–" if absent
/// A share from 0 to 1 as a percentage, with the digits that matter: `12 %`, `1.3 %`, `0.21 %`, `0.004 %`,
/// `99.97 %`.
[[nodiscard]] std::string share(double share);
/// The same with its 95 % interval: `2 %, 95 % interval 1.2 … 3.5 %`.
[[nodiscard]] std::string share(double share, double low, double high);
/// `00:07`, `1:02:03`.
[[nodiscard]] std::string elapsed(double seconds);
[[nodiscard]] std::string signedPercent(double percent);
/// How much of a machine was used, coarsely: `97 %`, `4.8 %`.
[[nodiscard]] std::string used(double percent);
[[nodiscard]] std::string ppm(double value);
/// About five significant digits: `59.998 Hz`, `1000.0 Hz`.
[[nodiscard]] std::string rate(double hertz);
/// With a no-break space between each number and its unit, and within numbers, so that no line ends there.
[[nodiscard]] std::string unbroken(std::string_view text);
/// Whether a text begins with a unit, and nothing more of that word.
[[nodiscard]] bool beginsWithUnit(std::string_view text);
/// "a, b, c".
[[nodiscard]] std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");
/// "a, b and c".
[[nodiscard]] std::string listed(const std::vector<std::string>& words);
/// Adds a word to such a list: "a" becomes "a, b".
void append(std::string& list, std::string_view word);

} // namespace jitterscope::said
