// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"

#include <cmath>
#include <limits>
#include <utility>

namespace jitterscope::portable {

namespace {

/// high + low, where low is at most half a unit in the last place of high.
struct Twofold {
    double high = 0;
    double low = 0;
};

constexpr Twofold kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr Twofold kLog10E{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
constexpr Twofold kHalfPi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// |a| ≥ |b|
Twofold quickSum(double a, double b) noexcept {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

Twofold exactSum(double a, double b) noexcept {
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

/// The upper and lower half of the digits.
Twofold halves(double a) noexcept {
    constexpr double kSplitter = 0x1p27 + 1;
    const double c = kSplitter * a;
    const double high = c - (c - a);
    return {high, a - high};
}

Twofold exactProduct(double a, double b) noexcept {
    const double product = a * b;
    const Twofold x = halves(a);
    const Twofold y = halves(b);
    return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

Twofold plus(const Twofold& a, const Twofold& b) noexcept {
    const Twofold sum = exactSum(a.high, b.high);
    return quickSum(sum.high, sum.low + (a.low + b.low));
}

Twofold times(const Twofold& a, const Twofold& b) noexcept {
    const Twofold product = exactProduct(a.high, b.high);
    return quickSum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

Twofold times(const Twofold& a, double b) noexcept {
    return times(a, Twofold{b, 0});
}

Twofold over(const Twofold& a, const Twofold& b) noexcept {
    const double first = a.high / b.high;
    const Twofold rest = plus(a, times(b, -first));
    const double second = rest.high / b.high;
    return quickSum(first, second);
}

/// For a finite x > 0: x = m · 2^e with m near 1, and log m = 2 · artanh((m − 1) / (m + 1)).
Twofold twofoldLog(double x) noexcept {
    constexpr int kTerms = 16;
    constexpr double kRootHalf = 0.70710678118654752;
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < kRootHalf) {
        m *= 2;
        --exponent;
    }
    const Twofold z = over(exactSum(m, -1), exactSum(m, 1));
    const Twofold square = times(z, z);
    Twofold sum;
    for (int n = kTerms; n >= 0; --n)
        sum = plus(times(sum, square), over({1, 0}, {2.0 * n + 1, 0}));
    return plus(times(kLn2, exponent), times(times(sum, z), 2));
}

double twofoldExp(const Twofold& x) noexcept {
    constexpr int kTerms = 22;
    constexpr double kMost = 709.9;
    constexpr double kLeast = -745.2;
    if (x.high > kMost)
        return std::numeric_limits<double>::infinity();
    if (x.high < kLeast)
        return 0;
    const double turns = std::floor(x.high / kLn2.high + 0.5);
    const Twofold rest = plus(x, times(kLn2, -turns));
    Twofold sum{1, 0};
    for (int n = kTerms; n > 0; --n)
        sum = plus({1, 0}, over(times(sum, rest), {static_cast<double>(n), 0}));
    return std::ldexp(sum.high + sum.low, static_cast<int>(turns));
}

/// Whether the logarithm is a finite number; logWithout() gives it for all other arguments.
bool hasLog(double x) noexcept {
    return x > 0 && x <= std::numeric_limits<double>::max();
}
double logWithout(double x) noexcept {
    if (x == 0)
        return -std::numeric_limits<double>::infinity();
    return x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
}

/// Sine and cosine of x less whole quarter turns, and how many these are.
struct Angle {
    Twofold sine;
    Twofold cosine;
    int quarters = 0;
};

Angle angleOf(double x) noexcept {
    constexpr int kTerms = 24;
    const double turns = std::floor(x / kHalfPi.high + 0.5);
    const Twofold rest = plus({x, 0}, times(kHalfPi, -turns));
    const Twofold square = times(rest, rest);
    Angle angle;
    angle.sine = angle.cosine = {1, 0};
    for (int n = kTerms; n > 1; n -= 2) {
        angle.sine = plus({1, 0}, times(over(times(angle.sine, square), {n * (n + 1.0), 0}), -1));
        angle.cosine = plus({1, 0}, times(over(times(angle.cosine, square), {n * (n - 1.0), 0}), -1));
    }
    angle.sine = times(angle.sine, rest);
    angle.quarters = static_cast<int>(turns - 4 * std::floor(turns / 4));
    return angle;
}

double sumOf(const Twofold& value) noexcept {
    return value.high + value.low;
}

} // namespace

double log(double x) noexcept {
    return hasLog(x) ? sumOf(twofoldLog(x)) : logWithout(x);
}

double log10(double x) noexcept {
    return hasLog(x) ? sumOf(times(twofoldLog(x), kLog10E)) : logWithout(x);
}

double quickLog10(double x) noexcept {
    constexpr double kRootHalf = 0.70710678118654752;
    constexpr double kLog10Of2 = 0.30102999566398120;
    constexpr double kLog10OfE = 0.43429448190325183;
    constexpr int kTerms = 10; // the next one is below 1e-17
    if (!(x > 0) || !std::isfinite(x))
        return log10(x);
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < kRootHalf) {
        m *= 2;
        --exponent;
    }
    const double z = (m - 1) / (m + 1);
    double sum = 0;
    for (int term = kTerms; term >= 0; --term)
        sum = sum * z * z + 1.0 / (2 * term + 1);
    return exponent * kLog10Of2 + 2 * z * sum * kLog10OfE;
}

double exp(double x) noexcept {
    return x == x ? twofoldExp({x, 0}) : x;
}

double pow(double x, double y) noexcept {
    if (y == 0 || x == 1)
        return 1;
    const bool whole = std::floor(y) == y;
    const bool odd = whole && std::floor(y / 2) * 2 != y;
    if (x < 0 && whole) {
        const double value = pow(-x, y);
        return odd ? -value : value;
    }
    if (x == 0)
        return y > 0 ? 0 : std::numeric_limits<double>::infinity();
    return hasLog(x) ? twofoldExp(times(twofoldLog(x), y)) : logWithout(x);
}

double cbrt(double x) noexcept {
    if (x == 0 || !hasLog(std::abs(x)))
        return x;
    const double root = twofoldExp(over(twofoldLog(std::abs(x)), {3, 0}));
    return x < 0 ? -root : root;
}

double hypot(double x, double y) noexcept {
    double larger = std::abs(x);
    double smaller = std::abs(y);
    if (larger < smaller)
        std::swap(larger, smaller);
    if (larger == 0 || larger > std::numeric_limits<double>::max())
        return larger;
    int exponent = 0;
    (void)std::frexp(larger, &exponent);
    larger = std::ldexp(larger, -exponent);
    smaller = std::ldexp(smaller, -exponent);
    const Twofold sum = plus(exactProduct(larger, larger), exactProduct(smaller, smaller));
    const double root = std::sqrt(sum.high);
    const Twofold rest = plus(sum, times(exactProduct(root, root), -1));
    return std::ldexp(root + rest.high / (2 * root), exponent);
}

double sin(double x) noexcept {
    const Angle angle = angleOf(x);
    const double value = sumOf(angle.quarters % 2 == 0 ? angle.sine : angle.cosine);
    return angle.quarters < 2 ? value : -value;
}

double cos(double x) noexcept {
    const Angle angle = angleOf(x);
    const double value = sumOf(angle.quarters % 2 == 0 ? angle.cosine : angle.sine);
    return angle.quarters == 1 || angle.quarters == 2 ? -value : value;
}

} // namespace jitterscope::portable

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
