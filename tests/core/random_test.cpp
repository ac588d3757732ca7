// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace jitterscope::random_test {

class RandomTest : public QObject {
    Q_OBJECT

private slots:
    /// From a Python transcription of the authors' reference code.
    void aSeedGivesTheSameBitsEverywhere() {
        Random random(42);
        QCOMPARE(random.next(), std::uint64_t{0x15780b2e0c2ec716});
        QCOMPARE(random.next(), std::uint64_t{0x6104d9866d113a7e});
        QCOMPARE(random.next(), std::uint64_t{0xae17533239e499a1});
    }

    void uniformStaysInItsRangeAndFillsIt() {
        Random random(1);
        int low = 0;
        double sum = 0;
        for (int i = 0; i < 100'000; ++i) {
            const double value = random.uniform();
            QVERIFY(value >= 0 && value < 1);
            low += value < 0.1 ? 1 : 0;
            sum += value;
        }
        QVERIFY(low > 9'700 && low < 10'300); // 3 standard deviations of 95
        QVERIFY(sum > 49'700 && sum < 50'300);
    }

    void belowIsFair() {
        Random random(7);
        std::array<int, 5> counts{};
        for (int i = 0; i < 50'000; ++i)
            ++counts[random.below(5)];
        for (const int count : counts)
            QVERIFY(count > 9'700 && count < 10'300);
    }

    void streamsOfOneSeedDiffer() {
        QVERIFY(streamSeed(1, 0) != streamSeed(1, 1));
        QVERIFY(streamSeed(1, 1) != streamSeed(2, 1));
        QCOMPARE(streamSeed(3, 4), streamSeed(3, 4));
    }
};

JITTERSCOPE_TEST(RandomTest)

} // namespace jitterscope::random_test

#include "random_test.moc"
