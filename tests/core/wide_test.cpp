// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <limits>

namespace jitterscope::wide_test {

class WideTest : public QObject {
    Q_OBJECT

private slots:
    /// python3 -c 'p = (2**64 - 1) ** 2; print(hex(p >> 64), hex(p % 2**64))', and so on.
    void productsByHand() {
        const auto both = [](std::uint64_t a, std::uint64_t b, std::uint64_t high, std::uint64_t low) {
            for (const WideProduct& product : {wideProduct(a, b), narrow::wideProduct(a, b)})
                QVERIFY(product.high == high && product.low == low);
        };
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
        both(0, kMost, 0, 0);
        both(kMost, kMost, 0xfffffffffffffffeU, 1);
        both(0x123456789abcdef0U, 0xfedcba9876543210U, 0x121fa00ad77d7422U, 0x236d88fe5618cf00U);
        both(std::uint64_t{1} << 63U, 2, 1, 0);
    }

    /// A slot's start at 60000/1001 Hz: python3 -c 'print(10**11 * 50050000 // 3)'
    void quotientsByHand() {
        const auto both = [](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d,
                             std::int64_t is) {
            QCOMPARE(scaledFloor(a, b, c, d), is);
            QCOMPARE(narrow::scaledFloor(a, b, c, d), is);
        };
        both(100'000'000'000, 50'050'000, 0, 3, 1'668'333'333'333'333'333);
        both(-1, 1, 0, 3, -1); // downwards
        both(-3, 1, 0, 3, -1);
        both(-3, 1, 2, 3, -1);
        both(-4, 1, 1, 3, -1);
        both(-4, 1, 0, 3, -2);
        both(5, 7, 8, 9, 4);
        both(0, 0, 0, 1, 0);
    }

    /// The narrow way and the processor's, where it has one: 200 000 operands of all sizes.
    void bothWaysAreTheSame() {
        Random random(20);
        const auto any = [&random](unsigned most) { // of 1 … `most` bits
            const std::uint64_t bits = 1 + random.below(most);
            return random.next() >> (64 - bits);
        };
        for (int i = 0; i < 200'000; ++i) {
            const std::uint64_t a = any(64);
            const std::uint64_t b = any(64);
            const WideProduct one = wideProduct(a, b);
            const WideProduct other = narrow::wideProduct(a, b);
            QVERIFY(one.high == other.high && one.low == other.low);
            const auto divisor = static_cast<std::int64_t>(std::max<std::uint64_t>(any(62), 1));
            const auto factor = static_cast<std::int64_t>(any(62)) % divisor; // so that the result has room
            const auto value = static_cast<std::int64_t>(any(62)) * (i % 2 == 0 ? 1 : -1);
            const auto more = static_cast<std::int64_t>(any(62)) % divisor;
            QCOMPARE(narrow::scaledFloor(value, factor, more, divisor),
                     scaledFloor(value, factor, more, divisor));
        }
    }
};

JITTERSCOPE_TEST(WideTest)

} // namespace jitterscope::wide_test

#include "wide_test.moc"
