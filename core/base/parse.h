// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope {

/// Conversion of numbers in files and user input, always in the C locale. Every parser consumes the whole
/// text (except surrounding blanks) or fails; none accepts `nan` or `inf`.

[[nodiscard]] std::optional<double> parseDouble(std::string_view text) noexcept;
[[nodiscard]] std::optional<std::int64_t> parseInteger(std::string_view text) noexcept;

/// A decimal number without a sign, as an exact fraction: `59.94` → 5994/100. Up to 18 digits, up to 15 of
/// them after the point. Zeros at the beginning and at the end of the decimals do not count as digits.
struct Fraction {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
};
[[nodiscard]] std::optional<Fraction> parseDecimal(std::string_view text) noexcept;

/// A time: `250us`, `1.5ms`, `2s`, `40 µs`, `100ns`; a bare number is nanoseconds. Signed, rounded to whole
/// nanoseconds, within ±10^9 s.
[[nodiscard]] std::optional<Nanoseconds> parseDuration(std::string_view text) noexcept;

/// The same, and longer times: `10min` or `10m`, `1h`, `2d`.
[[nodiscard]] std::optional<Nanoseconds> parseLongDuration(std::string_view text) noexcept;

/// A text that parseDuration reads back as the same value: `250us`, `16.667ms`. The unit is the largest in
/// which the value is at least 1 and has at most six decimals; from 10^6 s on it is ns.
[[nodiscard]] std::string durationText(Nanoseconds value);

/// The shortest decimal text that reads back as the same double; C locale.
[[nodiscard]] std::string numberText(double value);

/// The same, but without an exponent from 10^-6 to below 10^15: `1000000`, not `1e+06`.
[[nodiscard]] std::string plainNumberText(double value);

/// A fixed number of decimals; C locale, and no "-0".
[[nodiscard]] std::string decimalText(double value, int decimals);

[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;
/// Replaces the first `what` in the text, if it is there.
void replaceFirst(std::string& text, std::string_view what, std::string_view with);

/// At most 40 bytes of user input in quotes, for an error message. Control characters become "?".
[[nodiscard]] std::string inQuotes(std::string_view text);

/// The text as one word for a shell, in quotes only where the shell needs them: `'run 1.csv'`.
[[nodiscard]] std::string shellWord(std::string_view text);

/// The last part of a path, of a Unix or of a Windows one.
[[nodiscard]] std::string fileName(const std::string& path);

} // namespace jitterscope
