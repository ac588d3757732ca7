// SPDX-License-Identifier: MIT
#include "core/base/said.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace jitterscope::said {
namespace {

/// Puts the sign of `value` in front of `size`, the text of its magnitude.
std::string withSign(double value, const std::string& size, bool plus) {
    return value < 0 ? "−" + size : plus && value > 0 ? "+" + size : size;
}

std::string sizeOfTime(double ns) {
    if (ns < 0.5)
        return "0 ns";
    if (ns < 999.5)
        return decimalText(ns, 0) + " ns";
    if (ns < 999'950)
        return decimalText(ns / 1e3, ns < 9'995 ? 2 : 1) + " µs";
    if (ns < 999'950'000)
        return decimalText(ns / 1e6, ns < 99'950'000 ? 2 : 1) + " ms";
    return decimalText(ns / 1e9, 2) + " s";
}

std::string sizeOfShare(double value) {
    if (value == 0)
        return "0 %";
    if (value < 0.01)
        return "<0.01 %";
    if (value >= 99.95)
        return decimalText(value, 0) + " %";
    return decimalText(value, value < 0.995 ? 2 : 1) + " %";
}

constexpr std::string_view kThin = "\u2009"; // between the threes of a long number
constexpr std::string_view kNarrowNoBreak = "\u202f";

/// Units that follow a number and a blank.
constexpr std::array<std::string_view, 16> kUnits{"ns",  "µs", "ms",  "s", "min", "h", "Hz",  "kHz",
                                                  "MHz", "%",  "ppm", "m", "ms²", "W", "FPS", "×"};

} // namespace

bool beginsWithUnit(std::string_view text) {
    return std::ranges::any_of(kUnits, [text](std::string_view unit) {
        return text.starts_with(unit) && (text.size() == unit.size() ||
                                          std::isalnum(static_cast<unsigned char>(text[unit.size()])) == 0);
    });
}

std::string absent() {
    return "–";
}

std::string say(std::string_view pattern, std::initializer_list<std::string> values) {
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const auto place = i + 1 < pattern.size() ? static_cast<std::size_t>(pattern[i + 1] - '1') : 9;
        if (pattern[i] == '%' && place < values.size()) {
            text += values.begin()[place];
            ++i;
        } else {
            text += pattern[i];
        }
    }
    return text;
}

std::string number(double value, int decimals) {
    if (!std::isfinite(value))
        return absent();
    const std::string size = decimalText(std::abs(value), decimals);
    return withSign(size.find_first_not_of("0.") == std::string::npos ? 0 : value, size, false);
}

std::string fixed(const std::optional<double>& value, int decimals) {
    return value ? decimalText(*value, decimals) : absent();
}

std::string signedNumber(double value, int decimals) {
    const std::string size = decimalText(std::abs(value), decimals);
    return withSign(size.find_first_not_of("0.") == std::string::npos ? 0 : value, size, true);
}

std::string difference(double value, double low, double high, int decimals) {
    return signedNumber(value, decimals) + " (" + signedNumber(low, decimals) + " … " +
           signedNumber(high, decimals) + ")";
}

std::string withoutZeros(std::string digits) {
    if (digits.find('.') != std::string::npos) {
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.')
            digits.pop_back();
    }
    return digits;
}

std::string plain(double value, int decimals) {
    return withoutZeros(number(value, decimals));
}

std::string count(std::int64_t value) {
    std::string digits = std::to_string(value < 0 ? -value : value);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), kThin);
    return withSign(static_cast<double>(value), digits, false);
}

std::string times(std::int64_t count) {
    return count == 1 ? "once" : std::to_string(count) + " times";
}

std::string duration(double ns) {
    return std::isfinite(ns) ? withSign(ns <= -0.5 ? ns : 0, sizeOfTime(std::abs(ns)), false) : absent();
}

std::string duration(Nanoseconds time) {
    return duration(static_cast<double>(time.count()));
}

std::string duration(const std::optional<double>& ns) {
    return ns ? duration(*ns) : absent();
}

std::string shortDuration(double ns) {
    const std::string text = duration(ns);
    const std::size_t unit = std::min(text.find(' '), text.size());
    return withoutZeros(text.substr(0, unit)) + text.substr(unit);
}

std::string shortDuration(Nanoseconds time) {
    return shortDuration(static_cast<double>(time.count()));
}

std::string signedDuration(double ns) {
    return std::isfinite(ns) ? withSign(std::abs(ns) < 0.5 ? 0 : ns, sizeOfTime(std::abs(ns)), true)
                             : absent();
}

std::string timeText(double milliseconds) {
    return milliseconds == 0 ? "0 ms" : duration(milliseconds * 1e6);
}

std::string percent(double value) {
    return std::isfinite(value) ? withSign(value, sizeOfShare(std::abs(value)), false) : absent();
}

std::string percent(const std::optional<double>& value) {
    return value ? percent(*value) : absent();
}

std::string share(double share) {
    const double percent = 100 * share;
    const double rest = 100 - percent; // near 100 % the digits of the rest matter
    int decimals = percent >= 10 ? 0 : percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3;
    constexpr int kMostDecimals = 9;
    if (percent > 0 && percent < 0.001)
        decimals = std::min(static_cast<int>(std::ceil(-portable::log10(percent))), kMostDecimals);
    if (percent > 99 && rest > 0)
        decimals = rest >= 0.1 ? 1 : rest >= 0.01 ? 2 : 3;
    return withoutZeros(decimalText(percent, decimals)) + " %";
}

std::string share(double value, double low, double high) {
    const std::string from = share(low);
    return share(value) + ", 95 % interval " + from.substr(0, from.rfind(' ')) + " … " + share(high);
}

std::string elapsed(double seconds) {
    const auto whole = std::isfinite(seconds) && seconds > 0 ? static_cast<std::int64_t>(seconds) : 0;
    const auto two = [](std::int64_t value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    const std::string tail = two(whole / 60 % 60) + ":" + two(whole % 60);
    return whole < 3600 ? tail : std::to_string(whole / 3600) + ":" + tail;
}

std::string signedPercent(double value) {
    return std::isfinite(value) ? withSign(value, sizeOfShare(std::abs(value)), true) : absent();
}

std::string used(double value) {
    return decimalText(value, value < 10 ? 1 : 0) + " %";
}

std::string ppm(double value) {
    if (!std::isfinite(value))
        return absent();
    constexpr double kMost = 9e15; // fits into a whole number of 64 bits
    const double size = std::abs(value);
    if (size < 0.05)
        return "0.0 ppm";
    const std::string text =
        size >= 1000 ? count(std::llround(std::min(size, kMost))) : decimalText(size, size >= 100 ? 0 : 1);
    return withSign(value, text, true) + " ppm";
}

std::string rate(double hertz) {
    if (!std::isfinite(hertz))
        return absent();
    return number(hertz, hertz >= 10'000 ? 0 : hertz >= 1000 ? 1 : hertz >= 100 ? 2 : 3) + " Hz";
}

std::string unbroken(std::string_view text) {
    std::string kept;
    bool number = false; // the last thing that is seen is a digit
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (letter == ' ' && number && beginsWithUnit(text.substr(i + 1))) {
            kept += "\u00a0";
        } else if (text.substr(i).starts_with(kThin)) {
            kept += kNarrowNoBreak;
            i += kThin.size() - 1;
        } else {
            kept += letter;
        }
        if (static_cast<unsigned char>(letter) >= ' ') // marks within a text are not seen
            number = std::isdigit(static_cast<unsigned char>(letter)) != 0;
    }
    return kept;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : std::string(between)) + word;
    return text;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

void append(std::string& list, std::string_view word) {
    list += list.empty() ? "" : ", ";
    list += word;
}

} // namespace jitterscope::said
