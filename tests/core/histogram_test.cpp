// SPDX-License-Identifier: MIT
#include "core/stats/histogram.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace jitterscope::histogram_test {

class HistogramTest : public QObject {
    Q_OBJECT

private slots:
    void everyBucketIsWithinOneIn128() {
        std::int64_t value = 1;
        while (value < std::numeric_limits<std::int64_t>::max() / 5 * 4) {
            for (const std::int64_t signedValue : {value, -value}) {
                const Histogram::Bucket bucket = Histogram::bucketOf(signedValue);
                QVERIFY(bucket.lower <= signedValue && signedValue <= bucket.upper);
                const double half =
                    (static_cast<double>(bucket.upper) - static_cast<double>(bucket.lower)) / 2;
                QVERIFY(half <= std::fabs(static_cast<double>(signedValue)) / 128 + 0.5);
            }
            value += value / 7 + 1;
        }
    }

    void smallValuesAreExact() {
        for (std::int64_t value = -64; value <= 64; ++value) {
            Histogram histogram;
            histogram.add(value);
            QCOMPARE(*histogram.percentile(0.5), value);
        }
    }

    void bucketsTouchWithoutGapOrOverlap() {
        std::int64_t next = Histogram::bucketOf(0).upper + 1;
        for (int i = 0; i < 2000; ++i) {
            const Histogram::Bucket bucket = Histogram::bucketOf(next);
            QCOMPARE(bucket.lower, next);
            QVERIFY(bucket.upper >= bucket.lower);
            const Histogram::Bucket mirrored = Histogram::bucketOf(-next);
            QCOMPARE(mirrored.upper, -bucket.lower);
            QCOMPARE(mirrored.lower, -bucket.upper);
            next = bucket.upper + 1;
        }
    }

    void extremesAreTaken() {
        Histogram histogram;
        for (const std::int64_t value : {std::numeric_limits<std::int64_t>::min(),
                                         std::numeric_limits<std::int64_t>::max(), std::int64_t{0}})
            histogram.add(value);
        QCOMPARE(histogram.count(), std::uint64_t{3});
        QVERIFY(*histogram.percentile(0.1) < -9'000'000'000'000'000'000);
        QCOMPARE(*histogram.percentile(0.5), std::int64_t{0});
        QVERIFY(*histogram.percentile(1.0) > 9'000'000'000'000'000'000);
    }

    void percentilesCrossTheSign() {
        Histogram histogram;
        for (std::int64_t value = -50; value <= 49; ++value) // 100 values, each in its own bucket
            histogram.add(value);
        QCOMPARE(*histogram.percentile(0.01), std::int64_t{-50});
        QCOMPARE(*histogram.percentile(0.50), std::int64_t{-1});
        QCOMPARE(*histogram.percentile(0.51), std::int64_t{0});
        QCOMPARE(*histogram.percentile(1.0), std::int64_t{49});
        QVERIFY(!Histogram().percentile(0.5));
    }

    void bucketsListWhatWasAdded() {
        Histogram histogram;
        for (const std::int64_t value : {-1'000'000, -3, -3, 0, 5, 1'000'000})
            histogram.add(value);
        const auto buckets = histogram.buckets();
        QCOMPARE(buckets.size(), std::size_t{5});
        QCOMPARE(buckets[1].lower, std::int64_t{-3});
        QCOMPARE(buckets[1].count, std::uint64_t{2});
        QVERIFY(buckets[0].lower <= -1'000'000 && buckets[0].upper >= -1'000'000);
        for (std::size_t i = 1; i < buckets.size(); ++i)
            QVERIFY(buckets[i - 1].upper < buckets[i].lower);
    }

    void mergeAddsCounts() {
        Histogram a;
        Histogram b;
        a.add(-7);
        a.add(100'000);
        b.add(-7);
        b.add(3'000'000);
        a.merge(b);
        QCOMPARE(a.count(), std::uint64_t{4});
        QCOMPARE(*a.percentile(0.5), std::int64_t{-7});
        const std::int64_t top = *a.percentile(1.0);
        QVERIFY(std::llabs(top - 3'000'000) <= 3'000'000 / 128);
        a.clear();
        QCOMPARE(a.count(), std::uint64_t{0});
        QVERIFY(a.buckets().empty());
    }
};

JITTERSCOPE_TEST(HistogramTest)

} // namespace jitterscope::histogram_test

#include "histogram_test.moc"
