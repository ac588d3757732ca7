// SPDX-License-Identifier: MIT
#include "core/base/wide.h"

namespace jitterscope {
namespace narrow {

/// By halves, as on paper (D. E. Knuth, The Art of Computer Programming 2, 4.3.1, Algorithm M).
WideProduct wideProduct(std::uint64_t a, std::uint64_t b) noexcept {
    constexpr std::uint64_t kHalf = 0xffffffff;
    const std::uint64_t low = (a & kHalf) * (b & kHalf);
    const std::uint64_t middle = (a >> 32U) * (b & kHalf) + (low >> 32U);
    const std::uint64_t other = (a & kHalf) * (b >> 32U) + (middle & kHalf);
    return {(a >> 32U) * (b >> 32U) + (middle >> 32U) + (other >> 32U), other << 32U | (low & kHalf)};
}

/// Long division, bit by bit. The quotient fits into 64 bits, so `high` stays below the divisor.
std::int64_t scaledFloor(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) noexcept {
    const bool negative = a < 0;
    const auto magnitude = negative ? 0 - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a);
    const auto divisor = static_cast<std::uint64_t>(d);
    WideProduct rest = wideProduct(magnitude, static_cast<std::uint64_t>(b));
    // floor(−x / d) is −ceil(x / d) = −floor((x + d − 1) / d), here of x = |a| · b − c.
    const std::uint64_t more =
        negative ? divisor - 1 - static_cast<std::uint64_t>(c) : static_cast<std::uint64_t>(c);
    rest.low += more;
    rest.high += rest.low < more ? 1 : 0;
    std::uint64_t quotient = 0;
    for (int bit = 0; bit < 64; ++bit) {
        rest.high = rest.high << 1U | rest.low >> 63U;
        rest.low <<= 1U;
        quotient <<= 1U;
        if (rest.high >= divisor) {
            rest.high -= divisor;
            quotient |= 1U;
        }
    }
    return static_cast<std::int64_t>(negative ? 0 - quotient : quotient);
}

} // namespace narrow

#if defined(__SIZEOF_INT128__)
namespace {
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;
} // namespace

WideProduct wideProduct(std::uint64_t a, std::uint64_t b) noexcept {
    const UnsignedWide product = static_cast<UnsignedWide>(a) * b;
    return {static_cast<std::uint64_t>(product >> 64U), static_cast<std::uint64_t>(product)};
}

std::int64_t scaledFloor(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) noexcept {
    const Wide sum = Wide{a} * b + c;
    return static_cast<std::int64_t>(sum / d - (sum % d < 0 ? 1 : 0));
}
#else
WideProduct wideProduct(std::uint64_t a, std::uint64_t b) noexcept {
    return narrow::wideProduct(a, b);
}

std::int64_t scaledFloor(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) noexcept {
    return narrow::scaledFloor(a, b, c, d);
}
#endif

} // namespace jitterscope
