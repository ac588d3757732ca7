// SPDX-License-Identifier: MIT
#include "core/base/parse.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#if !defined(__cpp_lib_to_chars)
#include <locale>
#include <sstream>
#endif

namespace jitterscope {
namespace {

constexpr std::int64_t kSmallestPart = 1'000'000'000'000'000; // denominator of a decimal
constexpr std::int64_t kLongest = 1'000'000'000'000'000'000;  // 10^9 s in ns

struct DurationUnit {
    std::string_view name;
    double nanoseconds;
};
constexpr std::array<DurationUnit, 6> kUnits{{
    {"ns", 1},
    {"us", 1e3},
    {"µs", 1e3},
    {"μs", 1e3},
    {"ms", 1e6},
    {"s", 1e9},
}};
constexpr std::array<DurationUnit, 4> kLongUnits{{
    {"m", 60e9},
    {"min", 60e9},
    {"h", 3600e9},
    {"d", 86'400e9},
}};

bool isNumberChar(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '+' || c == '-';
}

/// from_chars accepts no plus sign. "+-1" stays an error.
std::string_view withoutPlus(std::string_view text) {
    return text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+' ? text.substr(1) : text;
}

/// The length of the number in "1.5e3 ms"; its exponent belongs to it.
std::size_t numberLength(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size() && isNumberChar(text[length]))
        ++length;
    if (length + 1 < text.size() && (text[length] == 'e' || text[length] == 'E') &&
        isNumberChar(text[length + 1])) {
        ++length;
        while (length < text.size() && isNumberChar(text[length]))
            ++length;
    }
    return length;
}

/// All of `text` as a number in the C locale. False: it is none, or too large or too small for a double.
bool readWhole(std::string_view text, double& value) {
#if defined(__cpp_lib_to_chars)
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
#else // libc++ before its release 20: none for floating point
    if (text.find_first_not_of("0123456789.+-eE") != std::string_view::npos)
        return false;
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    stream >> value;
    return !stream.fail() && stream.eof();
#endif
}

} // namespace

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

void replaceFirst(std::string& text, std::string_view what, std::string_view with) {
    if (const std::size_t place = text.find(what); place != std::string::npos)
        text.replace(place, what.size(), with);
}

std::optional<double> parseDouble(std::string_view text) noexcept {
    text = withoutPlus(trimmed(text));
    if (text.empty() || !isNumberChar(text.front())) // from_chars would accept "nan" and "inf"
        return std::nullopt;
    double value = 0;
    if (!readWhole(text, value) || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> parseInteger(std::string_view text) noexcept {
    text = withoutPlus(trimmed(text));
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<Fraction> parseDecimal(std::string_view text) noexcept {
    text = trimmed(text);
    // "60.000" is 60, with any number of zeros.
    if (const std::size_t point = text.find('.'); point != std::string_view::npos)
        text = text.substr(0, std::max(text.find_last_not_of('0'), std::min(point + 1, text.size() - 1)) + 1);
    Fraction fraction;
    bool point = false;
    bool digit = false;
    for (const char c : text) {
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9' || fraction.numerator > 99'999'999'999'999'999)
            return std::nullopt;
        digit = true;
        fraction.numerator = fraction.numerator * 10 + (c - '0');
        if (point)
            fraction.denominator *= 10;
        if (fraction.denominator > kSmallestPart)
            return std::nullopt;
    }
    return digit ? std::optional(fraction) : std::nullopt;
}

std::optional<Nanoseconds> parseLongDuration(std::string_view text) noexcept {
    text = trimmed(text);
    const std::size_t length = numberLength(text);
    const std::optional<double> number = parseDouble(text.substr(0, length));
    for (const DurationUnit& unit : kLongUnits) {
        if (number && trimmed(text.substr(length)) == unit.name) {
            const double value = *number * unit.nanoseconds;
            return std::fabs(value) <= static_cast<double>(kLongest)
                       ? std::optional(Nanoseconds(std::llround(value)))
                       : std::nullopt;
        }
    }
    return parseDuration(text);
}

std::optional<Nanoseconds> parseDuration(std::string_view text) noexcept {
    text = trimmed(text);
    const std::size_t length = numberLength(text);
    const std::optional<double> number = parseDouble(text.substr(0, length));
    const std::string_view unit = trimmed(text.substr(length));
    if (!number)
        return std::nullopt;
    double scale = unit.empty() ? 1 : 0;
    for (const DurationUnit& known : kUnits) {
        if (unit == known.name)
            scale = known.nanoseconds;
    }
    if (const auto whole = parseInteger(text.substr(0, length)); whole && scale == 1) // beyond 2^53 exactly
        return *whole >= -kLongest && *whole <= kLongest ? std::optional(Nanoseconds(*whole)) : std::nullopt;
    const double value = *number * scale;
    if (scale == 0 || !(std::fabs(value) <= static_cast<double>(kLongest)))
        return std::nullopt;
    return Nanoseconds(std::llround(value));
}

std::string numberText(double value) {
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string("0");
}

std::string plainNumberText(double value) {
    constexpr double kLongestPlain = 1e15;
    constexpr double kSmallestPlain = 1e-6;
    const double magnitude = std::fabs(value);
    if (magnitude >= kLongestPlain || (magnitude < kSmallestPlain && value != 0))
        return numberText(value);
    std::array<char, 64> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string("0");
}

std::string decimalText(double value, int decimals) {
    std::array<char, 400> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::fixed, decimals);
    if (error != std::errc())
        return "–";
    std::string text(buffer.data(), end);
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return zero && text.starts_with('-') ? text.substr(1) : text;
}

std::string durationText(Nanoseconds value) {
    const std::int64_t count = value.count();
    if (count == 0)
        return "0ns";
    for (const auto& [name, scale] :
         {std::pair<const char*, std::int64_t>{"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}}) {
        // At most six decimals; otherwise a smaller unit reads better.
        const std::int64_t magnitude = count < 0 ? -count : count;
        if (magnitude >= scale && count % (scale >= 1'000'000 ? scale / 1'000'000 : 1) == 0 &&
            magnitude < 1'000'000'000'000'000)
            return plainNumberText(static_cast<double>(count) / static_cast<double>(scale)) + name;
    }
    return std::to_string(count) + "ns";
}

std::string inQuotes(std::string_view text) {
    constexpr std::size_t kMost = 40;
    std::string shown;
    for (const char c : firstBytes(text, kMost))
        shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    return "'" + shown + (text.size() > kMost ? "…" : "") + "'";
}

std::string shellWord(std::string_view text) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+=:/@%,";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos && text[0] != '-')
        return std::string(text);
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string fileName(const std::string& path) {
    return path.substr(path.find_last_of("/\\") + 1);
}

} // namespace jitterscope
