// SPDX-License-Identifier: MIT
#include "core/time/period.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"

#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kShortest = 10'000;                    // ns, 100 kHz
constexpr std::int64_t kLongest = 10'000'000'000;             // ns, 0.1 Hz
constexpr std::int64_t kMostInText = 999'999'999'999'999'999; // parseDecimal's 18 digits
constexpr std::string_view kRange = "0.1 … 100000 Hz, as 60, 59.94, 60000/1001 or 48000/128";
constexpr std::string_view kPeriodRange = "10us … 10s, as 16.667ms or 250us";

/// Divides both by their greatest common divisor. They must not both be 0.
void reduce(std::int64_t& a, std::int64_t& b) noexcept {
    const std::int64_t common = std::gcd(a, b);
    a /= common;
    b /= common;
}

/// a · b, both at least 0; absent if it is more than `most`.
std::optional<std::int64_t> productUpTo(std::int64_t most, std::int64_t a, std::int64_t b) noexcept {
    const WideProduct product = wideProduct(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
    if (product.high > 0 || product.low > static_cast<std::uint64_t>(most))
        return std::nullopt;
    return static_cast<std::int64_t>(product.low);
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
    reduce(hertzNumerator, hertzDenominator);
    std::int64_t second = 1'000'000'000; // ns
    reduce(second, hertzNumerator);      // these two may have common divisors left
    const auto numerator = productUpTo(INT64_MAX / 4, hertzDenominator, second);
    // Checks numerator / hertzNumerator against [kShortest, kLongest] in whole numbers that do not overflow.
    if (!numerator || *numerator / kShortest < hertzNumerator ||
        (*numerator + kLongest - 1) / kLongest > hertzNumerator)
        return badRate(shown);
    return Period(*numerator, hertzNumerator);
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
    // (a / b) / (c / d) = (a · d) / (b · c), in lowest terms
    std::int64_t a = over->numerator;
    std::int64_t b = over->denominator;
    std::int64_t c = under->numerator;
    std::int64_t d = under->denominator;
    for (std::int64_t* const above : {&a, &d}) {
        for (std::int64_t* const below : {&b, &c})
            reduce(*above, *below);
    }
    const auto plain = productUpTo(kMostInText, a, d); // parseRate must be able to read rateText()
    auto denominator = productUpTo(kMostInText, b, c);
    if (!plain || !denominator)
        return badRate(text);
    std::int64_t times = factor;
    reduce(times, *denominator);
    const auto numerator = productUpTo(kMostInText, *plain, times);
    const Result<Period> period = numerator ? fromRate(*numerator, *denominator) : badRate(text);
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
    Result<Period> period = isPeriod ? parsePeriod(rest) : parseRate(rest);
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
    return Nanoseconds(scaledFloor(slot, m_numerator, 0, m_denominator));
}

std::int64_t Period::slotAt(Nanoseconds offset) const noexcept {
    // floor(n · p) ≤ d  ⟺  n · p < d + 1  ⟺  n < (d + 1) / p, so the largest n is ⌈(d + 1) / p⌉ − 1.
    return scaledFloor(offset.count() + 1, m_denominator, m_numerator - 1, m_numerator) - 1;
}

std::string Period::rateText() const {
    // 10⁹ · denominator / numerator in lowest terms; as a decimal if that is exact and short.
    std::int64_t second = 1'000'000'000;
    std::int64_t under = m_numerator;
    reduce(second, under);
    const std::int64_t over = m_denominator * second; // the numerator that fromRate() took, so it fits
    for (std::int64_t scale = 1; scale <= 1'000'000; scale *= 10) {
        if (scale % under == 0) {
            std::string digits = std::to_string(over * (scale / under));
            std::size_t behind = std::to_string(scale).size() - 1;
            if (behind == 0)
                return digits;
            if (digits.size() <= behind)
                digits.insert(0, behind + 1 - digits.size(), '0');
            return digits.substr(0, digits.size() - behind) + "." + digits.substr(digits.size() - behind);
        }
    }
    return std::to_string(over) + "/" + std::to_string(under);
}

} // namespace jitterscope
