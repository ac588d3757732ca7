// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/charts/reduce.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace jitterscope::reduce_test {

using namespace jitterscope::ui;

namespace {

constexpr double kPeriod = 1e6;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double total(const Bins& bins) {
    double sum = bins.below + bins.above;
    for (const double count : bins.counts)
        sum += count;
    return sum;
}

ColumnRing<FrameColumn> columnsOf(const std::vector<std::int64_t>& frameTimes) {
    ColumnRing<FrameColumn> ring(1000, 300);
    std::int64_t at = 0;
    for (const std::int64_t time : frameTimes) {
        FrameColumn* column = ring.at(at);
        column->low = column->high = time;
        column->frames = 1;
        at += 1000;
    }
    return ring;
}

} // namespace

class ReduceTest : public QObject {
    Q_OBJECT

private slots:
    void everyCountLandsSomewhere_data() {
        QTest::addColumn<int>("values");
        QTest::addColumn<int>("spread");
        QTest::newRow("none") << 0 << 1;
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("equal") << 5000 << 0;
        QTest::newRow("many") << 200'000 << 100'000;
    }
    void everyCountLandsSomewhere() {
        QFETCH(int, values);
        QFETCH(int, spread);
        Histogram histogram;
        for (int i = 0; i < values; ++i)
            histogram.add(spread == 0 ? 77 : static_cast<std::int64_t>(i) * 7919 % spread - spread / 3);
        const Range range = histogramRange(histogram);
        QVERIFY(range.span() > 0 && range.low < 0 && range.high > 0); // the target is in it
        const Bins bins = rebin(histogram.buckets(), range, 140);
        QCOMPARE(total(bins), static_cast<double>(values));
        QVERIFY(bins.counts.size() <= 141);
        QVERIFY(stepOutline(bins, 1, kCountFloor).size() <= 2 * 141 + 3);
    }
    void aValueLandsInItsBin() {
        const Bins bins = rebin({{0, 0, 3}, {9, 9, 2}, {10, 10, 1}, {-1, -1, 4}}, {0, 10}, 10);
        QCOMPARE(bins.counts.size(), std::size_t{10});
        QCOMPARE(bins.counts.front(), 3.0);
        QCOMPARE(bins.counts.back(), 2.0);
        QCOMPARE(bins.below, 4.0);
        QCOMPARE(bins.above, 1.0);
    }
    void aFarOutlierDoesNotSetTheScale() {
        Histogram histogram;
        for (int i = 0; i < 1000; ++i)
            histogram.add(i % 50);
        histogram.add(10'000'000'000);
        QVERIFY(histogramRange(histogram).high < 10'000);
        QCOMPARE(rebin(histogram.buckets(), histogramRange(histogram), 100).above, 1.0);
    }
    void anOverlayAsksForItsBulkOnly() {
        Histogram histogram;
        for (int i = 0; i < 1000; ++i)
            histogram.add(i % 50);
        histogram.add(1'000'000);
        QVERIFY(bulkRange(histogram).high <= 50);
        QVERIFY(bulkRange(Histogram()).span() > 0);
    }
    void impossibleRangesGiveNoBins() {
        for (const Range range : {Range{0, kInfinity}, Range{5, 5}, Range{std::nan(""), 1}}) {
            QVERIFY(rebin({}, range, 100).counts.empty());
            QVERIFY(stepOutline(rebin({}, range, 100), 1, kCountFloor).isEmpty());
        }
    }
    void binsAreNoNarrowerThanBuckets() {
        Histogram histogram;
        histogram.add(1'000'000);
        const Bins bins = rebin(histogram.buckets(), {0, 2'000'000}, 100'000);
        QVERIFY(bins.width >= 1'000'000.0 / 128);
    }
    void anOutlineStartsAndEndsOnTheFloor() {
        const Bins bins{0, 1, {0, 10, 10, 0, 1000}, 0, 0};
        const auto points = stepOutline(bins, 1, kCountFloor);
        QCOMPARE(points.first().y(), kCountFloor);
        QCOMPARE(points.last().y(), kCountFloor);
        QCOMPARE(points.size(), 9);
        QVERIFY(points.contains(QPointF(1, 10)));
        QVERIFY(points.contains(QPointF(4, 1000)));
    }
    void anOverlayHasTheSameBins() {
        Histogram histogram;
        histogram.add(50);
        const Bins like{0, 10, {0, 0, 0, 0, 0, 0}, 0, 0};
        QCOMPARE(rebinAs(histogram.buckets(), like).counts[5], 1.0);
        QVERIFY(rebinAs(histogram.buckets(), Bins{}).counts.empty());
    }
    void anEnvelopeHasAtMostTwoPointsAColumn() {
        std::vector<std::int64_t> times(1000, 1'000'000);
        auto columns = columnsOf(times);
        columns.at(999'000)->high = 1'500'000;
        const auto points = envelope(columns, 1'000'000, kPeriod, {-100, 100});
        QVERIFY(points.size() <= 600);
        for (const QPointF& point : points)
            QVERIFY(point.y() >= -100 && point.y() <= 100);
        QVERIFY(envelope(columnsOf({}), 0, kPeriod, {-1, 1}).isEmpty());
    }
    void theStripShowsSpikesUnlessTheyAreRare() {
        std::vector<std::int64_t> times(200, 1'000'000);
        times[50] = 900'000'000;
        const Range rare = stripRange(columnsOf(times), kPeriod, 10'000);
        QVERIFY(rare.high < 1'000'000);
        for (std::size_t i = 0; i < times.size(); i += 4)
            times[i] = 1'200'000;
        QVERIFY(stripRange(columnsOf(times), kPeriod, 10'000).high > 200'000);
        QVERIFY(stripRange(columnsOf({}), kPeriod, 10'000).span() > 0);
        QVERIFY(stripRange(columnsOf({1'000'000}), kPeriod, 10'000).span() > 0);
    }
};

JITTERSCOPE_TEST(ReduceTest)

} // namespace jitterscope::reduce_test

#include "reduce_test.moc"
