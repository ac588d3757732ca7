// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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
