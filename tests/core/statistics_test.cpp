// SPDX-License-Identifier: MIT
#include "core/stats/distribution.h"
#include "core/stats/interval.h"
#include "core/stats/moments.h"
#include "core/stats/percentile_search.h"
#include "tests/support/number_sequence.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::statistics_test {

namespace {

bool near(std::optional<double> value, double expected, double relative = 1e-12) {
    return value && std::fabs(*value - expected) <= relative * std::max(1.0, std::fabs(expected));
}

} // namespace

/// Golden values: Python's fractions and statistics over the same sequence (tests/support/number_sequence.h).
class StatisticsTest : public QObject {
    Q_OBJECT

private slots:
    /// Against a sort of the same values: every rank, whatever the buckets.
    void percentilesThatAreSearchedForAreExact_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("scale");
        for (const int count : {1, 2, 99, 100, 101, 999, 1000, 1001, 20000}) {
            for (const int scale : {1, 7, 100000})
                QTest::addRow("%d/%d", count, scale) << count << scale;
        }
    }
    void percentilesThatAreSearchedForAreExact() {
        QFETCH(int, count);
        QFETCH(int, scale);
        std::vector<std::int64_t> values;
        Distribution distribution;
        for (const std::int64_t value : test::numberSequence(count)) {
            values.push_back(value / scale);
            distribution.add(values.back());
        }
        PercentileSearch search(distribution.histogram());
        for (const std::int64_t value : values)
            search.take(value);
        Summary found = distribution.summary(1000);
        search.applyTo(found, 1000);
        std::vector<std::int64_t> copy = values;
        const Summary exact = exactSummary(copy, 1000);
        QCOMPARE(found.p50, exact.p50);
        QCOMPARE(found.p90, exact.p90);
        QCOMPARE(found.p99, exact.p99);
        QCOMPARE(found.p99_9, exact.p99_9);
    }
    void figuresMatchAnIndependentComputation_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<qint64>("outlier");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("stddev");
        QTest::addColumn<QList<qint64>>("metrics"); // min p50 p90 p99 p99.9 max
        QTest::newRow("1") << 1 << qint64{0} << 25572.0 << -1.0
                           << QList<qint64>{25572, 25572, 25572, 25572, 25572, 25572};
        QTest::newRow("2") << 2 << qint64{0} << 53037.5 << 38842.08259735824
                           << QList<qint64>{25572, 25572, 80503, 80503, 80503, 80503};
        QTest::newRow("999") << 999 << qint64{0} << 825.4314314314314 << 57468.968862764115
                             << QList<qint64>{-99754, 7, 80055, 98473, 99916, 99916};
        QTest::newRow("1000") << 1000 << qint64{0} << 774.652 << 57462.63955332483
                              << QList<qint64>{-99754, -141, 79983, 98200, 99895, 99916};
        QTest::newRow("1001") << 1001 << qint64{0} << 706.4155844155844 << 57474.46262568374
                              << QList<qint64>{-99754, -141, 79983, 98200, 99895, 99916};
        QTest::newRow("10 s outlier") << 1000 << qint64{10'000'000'000} << 10000824.606 << 316227745.1311767
                                      << QList<qint64>{-99754, 7, 80055, 98473, 99916, 10'000'000'000};
    }

    void figuresMatchAnIndependentComputation() {
        QFETCH(int, count);
        QFETCH(qint64, outlier);
        QFETCH(double, mean);
        QFETCH(double, stddev);
        QFETCH(QList<qint64>, metrics);
        std::vector<std::int64_t> values = test::numberSequence(count);
        if (outlier != 0)
            values.back() = outlier;
        Distribution distribution;
        for (const std::int64_t value : values)
            distribution.add(value);
        const Summary streamed = distribution.summary();
        const Summary exact = exactSummary(values);

        for (const Summary& summary : {streamed, exact}) {
            QCOMPARE(summary.count, static_cast<std::int64_t>(count));
            QVERIFY(near(summary.mean, mean));
            QCOMPARE(summary.stddev.has_value(), count > 1);
            if (count > 1)
                QVERIFY(near(summary.stddev, stddev, 1e-9));
            QVERIFY(near(summary.min, static_cast<double>(metrics[0])));
            QVERIFY(near(summary.max, static_cast<double>(metrics[5])));
        }
        const std::array<std::pair<double, std::optional<double> Summary::*>, 4> percentiles{
            {{0.5, &Summary::p50}, {0.9, &Summary::p90}, {0.99, &Summary::p99}, {0.999, &Summary::p99_9}}};
        for (int i = 0; i < 4; ++i) {
            const auto [fraction, figure] = percentiles[static_cast<std::size_t>(i)];
            const bool carried = count >= samplesNeeded(fraction);
            QCOMPARE((exact.*figure).has_value(), carried);
            QCOMPARE((streamed.*figure).has_value(), carried);
            if (!carried)
                continue;
            const auto expected = static_cast<double>(metrics[i + 1]);
            QCOMPARE(*(exact.*figure), expected);
            QVERIFY(std::fabs(*(streamed.*figure) - expected) <= std::fabs(expected) / 128 + 1e-9);
        }
    }

    void nothingIsKnownOfNoSample() {
        std::vector<std::int64_t> none;
        for (const Summary& summary : {exactSummary(none), Distribution().summary()}) {
            QCOMPARE(summary.count, std::int64_t{0});
            for (const SummaryField& field : summaryFields())
                QVERIFY(!(summary.*field.figure).has_value());
        }
    }

    void equalValuesHaveNoSpread() {
        Distribution distribution;
        for (int i = 0; i < 1000; ++i)
            distribution.add(-777'777);
        const Summary summary = distribution.summary();
        QCOMPARE(*summary.stddev, 0.0);
        for (const auto figure :
             {&Summary::min, &Summary::p50, &Summary::p99, &Summary::p99_9, &Summary::max})
            QCOMPARE(*(summary.*figure), -777'777.0);
    }

    void mergingIsTheSameAsAddingAll() {
        Distribution all;
        Distribution left;
        Distribution right;
        const auto values = test::numberSequence(1001);
        for (std::size_t i = 0; i < values.size(); ++i) {
            all.add(values[i]);
            (i < 300 ? left : right).add(values[i]);
        }
        left.merge(right);
        left.merge(Distribution());
        QVERIFY(near(left.summary().mean, *all.summary().mean));
        QVERIFY(near(left.summary().stddev, *all.summary().stddev));
        QCOMPARE(*left.summary().p99_9, *all.summary().p99_9);
        QCOMPARE(*left.summary().min, *all.summary().min);
        QCOMPARE(*left.summary().max, *all.summary().max);
    }

    void percentilesWantTheirSamples() {
        QCOMPARE(samplesNeeded(0.5), std::int64_t{1});
        QCOMPARE(samplesNeeded(0.9), std::int64_t{10});
        QCOMPARE(samplesNeeded(0.99), std::int64_t{100});
        QCOMPARE(samplesNeeded(0.999), std::int64_t{1000});
        std::vector<std::pair<std::string, std::int64_t>> needs;
        for (const SummaryField& field : summaryFields())
            needs.emplace_back(field.label, field.needs);
        QCOMPARE(needs, (std::vector<std::pair<std::string, std::int64_t>>{{"mean", 1},
                                                                           {"stddev", 2},
                                                                           {"min", 1},
                                                                           {"p50", 1},
                                                                           {"p90", 10},
                                                                           {"p99", 100},
                                                                           {"p99.9", 1000},
                                                                           {"max", 1}}));
    }

    void wilsonIntervalMatchesTheFormula() {
        QVERIFY(!wilsonShare(0, 0));
        const auto few = wilsonShare(0, 10); // 0 … 0.27753279986 (closed form, Python)
        QCOMPARE(few->value, 0.0);
        QCOMPARE(few->interval.low, 0.0);
        QVERIFY(near(few->interval.high, 0.2775327998628892));
        const auto some = wilsonShare(25, 2500);
        QVERIFY(near(some->interval.low, 0.006782640222825534));
        QVERIFY(near(some->interval.high, 0.014720901317721276));
        QVERIFY(near(wilsonShare(1000, 1000)->interval.low, 0.996173241514445));
        QCOMPARE(wilsonShare(1000, 1000)->interval.high, 1.0);
    }

    void differencesOfSharesHaveNewcombesInterval() {
        // 56 of 70 against 48 of 80: 0.2 (0.0524 … 0.3339), table II of the paper, method 10.
        const Share difference = shareDifference(*wilsonShare(56, 70), *wilsonShare(48, 80));
        QVERIFY(near(difference.value, 0.2));
        QVERIFY(std::fabs(difference.interval.low - 0.0524) < 5e-5);
        QVERIFY(std::fabs(difference.interval.high - 0.3339) < 5e-5);
        const Share other = shareDifference(*wilsonShare(48, 80), *wilsonShare(56, 70));
        QVERIFY(near(other.interval.low, -difference.interval.high));
    }

    void driftIsTheSlopeInPartsPerMillion() {
        Drift drift;
        QVERIFY(!drift.slope());
        drift.add(5, 0);
        drift.add(5, 10);
        QVERIFY(!drift.slope()); // one iteration says nothing
        Drift line;
        for (int i = 0; i < 1000; ++i)
            line.add(i, 250.0 * i + 1e6);
        QVERIFY(near(line.slope(), 250, 1e-9));
        QVERIFY(near(line.ppm(16'666'666.0), 15.0000006, 1e-9)); // 250 / 16666666 · 1e6
        Drift points;                                            // (0,1) (1,2) (2,2): slope 1/2 by hand
        points.add(0, 1);
        points.add(1, 2);
        points.add(2, 2);
        QVERIFY(near(points.slope(), 0.5));
    }
};

JITTERSCOPE_TEST(StatisticsTest)

} // namespace jitterscope::statistics_test

#include "statistics_test.moc"
