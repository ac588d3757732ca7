// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace jitterscope::portable {

// Functions of the C library whose last bits differ from system to system. Here they give the same bits on
// every system, because what a file holds must not depend on who wrote it. They use basic operations alone,
// on pairs of numbers whose sum has twice the digits (T. J. Dekker, A floating-point technique for extending
// the available precision, 1971), so the result is nearly always the nearest number. Each takes about a
// microsecond: for figures and scales, not for a wait.

/// For x > 0. log(0) is −∞; of a negative number or NaN the result is NaN.
[[nodiscard]] double log(double x) noexcept;
[[nodiscard]] double log10(double x) noexcept;
/// log10 for pixels, about ten times as quick: within 1e-14 of it, relative to the larger of it and 1.
[[nodiscard]] double quickLog10(double x) noexcept;
/// 0 below −745, ∞ above 709.8.
[[nodiscard]] double exp(double x) noexcept;
/// x to the power y, both finite. NaN for a negative x unless y is a whole number.
[[nodiscard]] double pow(double x, double y) noexcept;
[[nodiscard]] double cbrt(double x) noexcept;
/// The root of x² + y², without overflow.
[[nodiscard]] double hypot(double x, double y) noexcept;
/// Of an angle up to 10⁶ in either direction.
[[nodiscard]] double sin(double x) noexcept;
[[nodiscard]] double cos(double x) noexcept;

} // namespace jitterscope::portable

namespace jitterscope {

// Products that 64 bits do not hold. Compilers for processors of 32 bits have no type for them; the results
// are the same there.

struct WideProduct {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
};
/// All 128 bits of a · b.
[[nodiscard]] WideProduct wideProduct(std::uint64_t a, std::uint64_t b) noexcept;

/// floor((a · b + c) / d) for b ≥ 0, c in [0, d), d > 0. The result has to fit into 64 bits.
[[nodiscard]] std::int64_t scaledFloor(std::int64_t a, std::int64_t b, std::int64_t c,
                                       std::int64_t d) noexcept;

/// The same without a type of 128 bits, so that tests can compare them.
namespace narrow {
[[nodiscard]] WideProduct wideProduct(std::uint64_t a, std::uint64_t b) noexcept;
[[nodiscard]] std::int64_t scaledFloor(std::int64_t a, std::int64_t b, std::int64_t c,
                                       std::int64_t d) noexcept;
} // namespace narrow

} // namespace jitterscope
