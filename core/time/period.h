// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/time/time.h"

#include <string>
#include <string_view>

namespace jitterscope {

/// The time from one frame to the next, 1 / target rate. It is a fraction of nanoseconds in lowest terms, so
/// that a grid of periods never drifts: 59.94 Hz is 5994/100 per second; 60000/1001 is kept as it is.
/// * Range: 0.1 Hz … 100 000 Hz (10 s … 10 µs).
/// * 128-bit arithmetic inside; exact for offsets within ±292 years. A value type; nothing is shared.
class Period {
public:
    static constexpr double kMinimumHz = 0.1;
    static constexpr double kMaximumHz = 100'000.0;

    /// 60 Hz.
    Period() noexcept = default;

    /// `hertzNumerator / hertzDenominator` frames per second. Error (Usage): out of range.
    [[nodiscard]] static Result<Period> fromRate(std::int64_t hertzNumerator, std::int64_t hertzDenominator);
    /// The same from a number that a person typed: 60 is 1/60 s, not 16 666 667 ns; 59.94 is 5994/100. Kept
    /// to a billionth of a hertz. Error (Usage): out of range, or not a number.
    [[nodiscard]] static Result<Period> fromHertz(double hertz);
    /// Error (Usage): out of range.
    [[nodiscard]] static Result<Period> fromDuration(Nanoseconds duration);
    /// Parses a rate: `60`, `59.94`, `60000/1001`, `48000/128`, `144 Hz`, `1 kHz`. The digits are kept
    /// exactly. Error (Usage): one line with the range.
    [[nodiscard]] static Result<Period> parseRate(std::string_view text);
    /// Parses a period: `16.667ms`, `250us`; a bare number is nanoseconds. Error (Usage): as parseRate().
    [[nodiscard]] static Result<Period> parsePeriod(std::string_view text);
    /// Parses a rate or a period, by its unit; a bare number is a rate. Error (Usage): as parseRate().
    [[nodiscard]] static Result<Period> parse(std::string_view text);

    [[nodiscard]] std::int64_t numerator() const noexcept { return m_numerator; }
    [[nodiscard]] std::int64_t denominator() const noexcept { return m_denominator; }
    [[nodiscard]] double hertz() const noexcept;
    /// Nearest whole nanosecond; halves round up.
    [[nodiscard]] Nanoseconds rounded() const noexcept;
    [[nodiscard]] double nanoseconds() const noexcept;
    /// Where slot n starts: floor(n · period), n of either sign.
    [[nodiscard]] Nanoseconds at(std::int64_t slot) const noexcept;
    /// The slot that contains this offset: the largest n with at(n) ≤ offset.
    [[nodiscard]] std::int64_t slotAt(Nanoseconds offset) const noexcept;
    /// The exact rate, as `parseRate` reads it: `60`, `59.94`, `60000/1001`.
    [[nodiscard]] std::string rateText() const;

    friend bool operator==(const Period&, const Period&) = default;

private:
    Period(std::int64_t numerator, std::int64_t denominator) noexcept;

    std::int64_t m_numerator = 50'000'000;
    std::int64_t m_denominator = 3;
};

} // namespace jitterscope
