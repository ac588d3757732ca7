// SPDX-License-Identifier: MIT
#include "core/time/period.h"

#include "core/base/parse.h"

#include <cmath>
#include <numeric>

namespace jitterscope {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kShortest = 10'000;                    // ns, 100 kHz
constexpr std::int64_t kLongest = 10'000'000'000;             // ns, 0.1 Hz
constexpr std::int64_t kMostInText = 999'999'999'999'999'999; // parseDecimal's 18 digits
constexpr std::string_view kRange = "0.1 … 100000 Hz, as 60, 59.94, 60000/1001 or 48000/128";
constexpr std::string_view kPeriodRange = "10us … 10s, as 16.667ms or 250us";

Wide floorDivide(Wide a, Wide b) noexcept { // b > 0
    return a / b - (a % b < 0 ? 1 : 0);
}

/// std::gcd does not support 128 bits.
Wide commonDivisor(Wide a, Wide b) noexcept {
    while (b != 0) {
        const Wide rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

Error badRate(std::string_view text) {
    return {ErrorCode::Usage, "rate " + inQuotes(text) + " is not in its range", std::string(kRange)};
}

Error badPeriod(std::string_view text) {
    return {ErrorCode::Usage, "period " + inQuotes(text) + " is not in its range", std::string(kPeriodRange)};
}

/// Removes "Hz" or "kHz" from the end; returns the factor.
std::int64_t takeRateUnit(std::string_view& text) {
    for (const auto& [unit, factor] :
         {std::pair<std::string_view, std::int64_t>{"kHz", 1000}, {"khz", 1000}, {"Hz", 1}, {"hz", 1}}) {
        if (text.ends_with(unit)) {
            text = trimmed(text.substr(0, text.size() - unit.size()));
            return factor;
        }
    }
    return 1;
}

} // namespace

Period::Period(std::int64_t numerator, std::int64_t denominator) noexcept
    : m_numerator(numerator), m_denominator(denominator) {}

Result<Period> Period::fromRate(std::int64_t hertzNumerator, std::int64_t hertzDenominator) {
    const std::string shown = std::to_string(hertzNumerator) + "/" + std::to_string(hertzDenominator);
    if (hertzNumerator <= 0 || hertzDenominator <= 0)
        return badRate(shown);
    const std::int64_t common = std::gcd(hertzNumerator, hertzDenominator);
    Wide numerator = Wide{hertzDenominator / common} * 1'000'000'000;
    Wide denominator = hertzNumerator / common;
    if (numerator < denominator * kShortest || numerator > denominator * kLongest)
        return badRate(shown);
    const Wide divisor = commonDivisor(numerator, denominator);
    numerator /= divisor;
    denominator /= divisor;
    if (numerator > INT64_MAX / 4)
        return badRate(shown);
    return Period(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
}

Result<Period> Period::fromHertz(double hertz) {
    constexpr std::int64_t kParts = 1'000'000'000;
    if (!(hertz >= kMinimumHz && hertz <= kMaximumHz))
        return badRate(numberText(hertz));
    return fromRate(std::llround(hertz * static_cast<double>(kParts)), kParts);
}

Result<Period> Period::fromDuration(Nanoseconds duration) {
    if (duration.count() < kShortest || duration.count() > kLongest)
        return badPeriod(durationText(duration));
    return Period(duration.count(), 1);
}

Result<Period> Period::parseRate(std::string_view text) {
    std::string_view rest = trimmed(text);
    const std::int64_t factor = takeRateUnit(rest);
    const std::size_t slash = rest.find('/');
    const auto over = parseDecimal(rest.substr(0, slash));
    const auto under =
        slash == std::string_view::npos ? Fraction{1, 1} : parseDecimal(rest.substr(slash + 1));
    if (!over || !under || under->numerator == 0)
        return badRate(text); // each number has at most 18 digits
    Wide numerator = Wide{over->numerator} * under->denominator;
    Wide denominator = Wide{over->denominator} * under->numerator;
    for (const std::int64_t times : {std::int64_t{1}, factor}) {
        numerator *= times;
        const Wide common = commonDivisor(numerator, denominator);
        numerator /= common;
        denominator /= common;
        if (numerator > kMostInText || denominator > kMostInText) // parseRate must be able to read rateText()
            return badRate(text);
    }
    const Result<Period> period =
        fromRate(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
    return period ? period : Result<Period>(badRate(text));
}

Result<Period> Period::parsePeriod(std::string_view text) {
    const auto duration = parseDuration(text);
    if (!duration)
        return badPeriod(text);
    const Result<Period> period = fromDuration(*duration);
    return period ? period : Result<Period>(badPeriod(text));
}

Result<Period> Period::parse(std::string_view text) {
    const std::string_view rest = trimmed(text);
    const bool isPeriod = rest.ends_with('s');
    const Result<Period> period = isPeriod ? parsePeriod(rest) : parseRate(rest);
    if (period || isPeriod)
        return period;
    return Error{ErrorCode::Usage, "rate or period " + inQuotes(text) + " is not in its range",
                 std::string(kRange) + ", or a period 10us … 10s"};
}

double Period::hertz() const noexcept {
    return 1e9 * static_cast<double>(m_denominator) / static_cast<double>(m_numerator);
}

double Period::nanoseconds() const noexcept {
    return static_cast<double>(m_numerator) / static_cast<double>(m_denominator);
}

Nanoseconds Period::rounded() const noexcept {
    return Nanoseconds((2 * m_numerator + m_denominator) / (2 * m_denominator));
}

Nanoseconds Period::at(std::int64_t slot) const noexcept {
    return Nanoseconds(static_cast<std::int64_t>(floorDivide(Wide{slot} * m_numerator, m_denominator)));
}

std::int64_t Period::slotAt(Nanoseconds offset) const noexcept {
    // floor(n · p) ≤ d  ⟺  n · p < d + 1  ⟺  n < (d + 1) / p, so the largest n is ⌈(d + 1) / p⌉ − 1.
    const Wide scaled = (Wide{offset.count()} + 1) * m_denominator;
    return static_cast<std::int64_t>(floorDivide(scaled + m_numerator - 1, m_numerator)) - 1;
}

std::string Period::rateText() const {
    // 10⁹ · denominator / numerator in lowest terms; as a decimal if that is exact and short.
    Wide over = Wide{m_denominator} * 1'000'000'000;
    Wide under = m_numerator;
    const Wide divisor = commonDivisor(over, under);
    over /= divisor;
    under /= divisor;
    for (std::int64_t scale = 1; scale <= 1'000'000; scale *= 10) {
        if (scale % under == 0) {
            const Wide scaled = over * (scale / under);
            std::string digits = std::to_string(static_cast<std::int64_t>(scaled));
            std::size_t behind = std::to_string(scale).size() - 1;
            if (behind == 0)
                return digits;
            if (digits.size() <= behind)
                digits.insert(0, behind + 1 - digits.size(), '0');
            return digits.substr(0, digits.size() - behind) + "." + digits.substr(digits.size() - behind);
        }
    }
    return std::to_string(static_cast<std::int64_t>(over)) + "/" +
           std::to_string(static_cast<std::int64_t>(under));
}

} // namespace jitterscope
