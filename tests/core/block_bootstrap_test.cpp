// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/stats/block_bootstrap.h"
#include "core/stats/block_length.h"
#include "core/stats/rank_table.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numeric>

namespace jitterscope::block_bootstrap_test {

using Kind = SeriesStatistic::Kind;

namespace {

/// A small generator that any language repeats exactly: for values from an independent program.
std::vector<double> noise(std::size_t count, std::uint32_t state = 7) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        state = (1103515245U * state + 12345U) % (1U << 31U);
        values.push_back(static_cast<double>(state) / (1U << 31U) - 0.5);
    }
    return values;
}

std::vector<double> autoregressive(std::size_t count, double phi, std::uint32_t seed = 7) {
    std::vector<double> values = noise(count, seed);
    for (std::size_t i = 1; i < count; ++i)
        values[i] += phi * values[i - 1];
    return values;
}

std::vector<std::int64_t> scaled(const std::vector<double>& values) {
    std::vector<std::int64_t> whole;
    for (const double value : values)
        whole.push_back(std::llround(1e6 * value));
    return whole;
}

Interval meanInterval(const std::vector<std::int64_t>& values, std::size_t block, std::uint64_t seed) {
    const std::vector<SeriesStatistic> mean{{Kind::Mean, 0}};
    std::vector<double> resamples =
        resample(SortedSeries(values), mean, {block, 400, seed}).front().resamples;
    return middleInterval(resamples, 0.95);
}

} // namespace

class BlockBootstrapTest : public QObject {
    Q_OBJECT
private slots:
    /// The figures are of a Python program that follows the two papers' text on its own.
    void theBlockLengthIsThatOfThePapers() {
        const auto near = [](double a, double b) { return std::abs(a - b) < 1e-6 * b; };
        QVERIFY(near(automaticBlockLength(noise(1000)), 2.0283400265450133));
        QVERIFY(near(automaticBlockLength(autoregressive(1000, 0.5)), 13.154723053221995));
        QVERIFY(near(automaticBlockLength(autoregressive(1000, 0.9)), 35.18743573328276));
        std::vector<double> trend(500);
        std::iota(trend.begin(), trend.end(), 0.0);
        QVERIFY(near(automaticBlockLength(trend), 43.82542058881765));
        QCOMPARE(automaticBlockLength(std::vector<double>(100, 3.5)), 1.0);
        QCOMPARE(automaticBlockLength(std::vector<double>{1, 2, 3}), 1.0);
        QCOMPARE(automaticBlockLength({}), 1.0);
    }

    /// The figures are of a Python program that follows the definition on its own.
    void howManyValuesAreWorthOne() {
        const auto near = [](double a, double b) { return std::abs(a - b) < 1e-9 * b; };
        QVERIFY(near(valuesPerIndependent(noise(1000)), 1.4922125466440448));
        QVERIFY(near(valuesPerIndependent(autoregressive(1000, 0.9)), 22.62058260431591));   // in theory 19
        QVERIFY(near(valuesPerIndependent(autoregressive(4000, 0.99)), 194.73255268208766)); // 199
        // The largest is that of 16, 32 and 64 batches.
        QVERIFY(near(valuesPerIndependent(autoregressive(2000, 0.9)), 23.45757623867176));
        QVERIFY(near(valuesPerIndependent(autoregressive(3000, 0.95, 3)), 31.60243652182555));
        QVERIFY(near(valuesPerIndependent(autoregressive(4000, 0.9, 11)), 17.600859926266846));
        QCOMPARE(valuesPerIndependent(std::vector<double>(100, 3.5)), 1.0);
        QCOMPARE(valuesPerIndependent({}), 1.0);
        for (std::uint32_t seed = 1; seed <= 300; ++seed) {
            for (const std::size_t count : {40U, 300U, 2000U})
                QVERIFY(valuesPerIndependent(noise(count, 104729 * seed)) < kNearlyIndependent);
        }
    }

    void valuesAreExact() {
        std::vector<std::int64_t> values(1000);
        std::iota(values.begin(), values.end(), 1);
        const auto value = [&](Kind kind, double argument) {
            return *valueOf(SortedSeries(values), {kind, argument});
        };
        QCOMPARE(value(Kind::Mean, 0), 500.5);
        QVERIFY(std::abs(value(Kind::StandardDeviation, 0) - std::sqrt(1000 * 1001 / 12.0)) < 1e-9);
        QCOMPARE(value(Kind::Quantile, 0.5), 500.0);
        QCOMPARE(value(Kind::Quantile, 0.99), 990.0);
        QCOMPARE(value(Kind::Quantile, 0.999), 999.0);
        QCOMPARE(value(Kind::Longest, 0), 1000.0);
        QCOMPARE(value(Kind::ShareBeyond, 900), 0.1);
        QCOMPARE(value(Kind::TailMean, 0.99), 995.5); // 991 … 1000
        values.resize(99);
        QVERIFY(!valueOf(SortedSeries(values), {Kind::Quantile, 0.99}));
        QVERIFY(!valueOf({}, {Kind::Mean, 0}));
    }

    /// With every cell drawn once, a resample is the series itself.
    void aRankTableFindsWhatSortingFinds() {
        const std::vector<std::int64_t> values = scaled(autoregressive(1800, 0.4));
        std::vector<std::int64_t> sorted = values;
        std::ranges::sort(sorted);
        const Cells cells(values.size(), 10);
        for (const double fraction : {0.5, 0.9, 0.99}) {
            const RankTable table(values, sorted, {fraction, true}, cells);
            const Weights once(cells.size(), 1);
            const double count = cells.drawn(once);
            QCOMPARE(table.quantile(once, count), *valueOf(SortedSeries(values), {Kind::Quantile, fraction}));
            QVERIFY(std::abs(table.tailMean(once, count) -
                             *valueOf(SortedSeries(values), {Kind::TailMean, fraction})) < 1e-6);
        }
        const Cells blocks(100'000, 1000); // longer than there are cells
        QCOMPARE(blocks.size(), Cells::kMost);
        QCOMPARE(blocks.blockCells(), std::size_t{20});
        QCOMPARE(blocks.drawn(Weights(blocks.size(), 1)), 100'000.0);
    }

    /// Blocks go round: each value is drawn once a resample on average, the first and the last one too.
    void blocksGoRound() {
        constexpr std::size_t kValues = 40;
        const BootstrapSetting setting{.blockLength = 4, .resamples = 20'000, .seed = 5};
        for (const std::size_t place : {0U, 1U, 3U, 20U, 39U}) {
            std::vector<std::int64_t> values(kValues, 0);
            values[place] = 1;
            const std::vector<SeriesStatistic> statistics{{Kind::ShareBeyond, 0.5}};
            const auto results = resample(SortedSeries(values), statistics, setting);
            const std::vector<double>& shares = results[0].resamples;
            const double mean = kValues * std::accumulate(shares.begin(), shares.end(), 0.0) /
                                static_cast<double>(shares.size());
            QVERIFY2(std::abs(mean - 1) < 0.04, qPrintable(QString("%1: %2").arg(place).arg(mean)));
        }
    }

    /// Cells with more values than 16 bits count, drawn often.
    void longRecordingsAreCountedWhole() {
        const std::vector<std::size_t> parts{70'000, 3, 200'000, 65'536, 65'535, 1, 40, 2, 9};
        const Weights weights{3, 1, 2, 0, 5, 60'000, 7, 1, 4};
        const Cells cells(parts);
        std::vector<std::int64_t> values;
        std::vector<std::int64_t> drawn;
        for (std::size_t part = 0; part < parts.size(); ++part) {
            for (std::size_t i = 0; i < parts[part]; ++i) {
                values.push_back(static_cast<std::int64_t>((part * 1'000'003 + i * 7919) % 1'000'000));
                drawn.insert(drawn.end(), weights[part], values.back());
            }
        }
        std::vector<std::int64_t> sorted = values;
        std::ranges::sort(sorted);
        std::ranges::sort(drawn);
        const auto count = static_cast<double>(drawn.size());
        QCOMPARE(cells.drawn(weights), count);
        const RankTable table(values, sorted, {0.5, false}, cells);
        // The table knows a quantile to a tenth of its distance from that of the series, in ranks.
        const auto found = static_cast<std::int64_t>(table.quantile(weights, count));
        const auto rank = [](const std::vector<std::int64_t>& of, std::int64_t value) {
            return static_cast<double>(std::ranges::lower_bound(of, value) - of.begin());
        };
        const double exact = rank(sorted, drawn[static_cast<std::size_t>(std::ceil(count / 2)) - 1]);
        const double off = rank(sorted, found) - exact;
        const double distance = std::abs(exact - static_cast<double>(sorted.size()) / 2);
        QVERIFY2(off >= 0 && off <= 1 + distance / 10,
                 qPrintable(QString("%1 of %2").arg(off).arg(distance)));
        QVERIFY(distance > 1000);
    }

    void theSameSeedGivesTheSameResamples() {
        const std::vector<std::int64_t> values = scaled(noise(500));
        const std::vector<SeriesStatistic> statistics{{Kind::Mean, 0}, {Kind::Quantile, 0.5}};
        const auto once = resample(SortedSeries(values), statistics, {5, 50, 3});
        QCOMPARE(once[1].resamples, resample(SortedSeries(values), statistics, {5, 50, 3})[1].resamples);
        QVERIFY(once[1].resamples != resample(SortedSeries(values), statistics, {5, 50, 4})[1].resamples);
        QCOMPARE(once[0].resamples.size(), std::size_t{50});
    }

    void tooFewValuesHaveNoInterval() {
        const std::vector<std::int64_t> values = scaled(noise(500));
        const auto results = resample(
            SortedSeries(values),
            std::vector<SeriesStatistic>{{Kind::Quantile, 0.99}, {Kind::Quantile, 0.5}, {Kind::Longest, 0}},
            {5, 20, 1});
        QVERIFY(results[0].value && results[0].resamples.empty()); // ten beyond it need 1000
        QCOMPARE(results[1].resamples.size(), std::size_t{20});
        QVERIFY(results[2].value && results[2].resamples.empty());
        QCOMPARE(resample({}, std::vector<SeriesStatistic>{{Kind::Mean, 0}}, {1, 20, 1}).size(),
                 std::size_t{1});
    }

    /// Values that hang together: blocks know it, single values do not. 95 % are promised; for φ = 0.8 the
    /// block bootstrap is known to come a little short of it.
    void blocksKeepTheirPromiseWhereSingleValuesDoNot() {
        int withBlocks = 0;
        int withoutBlocks = 0;
        constexpr int kSeries = 200;
        for (std::uint32_t seed = 1; seed <= kSeries; ++seed) {
            const std::vector<std::int64_t> values = scaled(autoregressive(600, 0.8, 7919 * seed));
            const std::size_t block =
                blockLengthFor(SortedSeries(values), std::vector<SeriesStatistic>{{Kind::Mean, 0}});
            const Interval blocks = meanInterval(values, block, seed);
            const Interval single = meanInterval(values, 1, seed);
            withBlocks += blocks.low <= 0 && blocks.high >= 0;
            withoutBlocks += single.low <= 0 && single.high >= 0;
        }
        QVERIFY2(withBlocks >= 0.87 * kSeries, qPrintable(QString::number(withBlocks)));
        QVERIFY2(withoutBlocks <= 0.65 * kSeries, qPrintable(QString::number(withoutBlocks)));
    }

    /// A long series costs no more and knows its median as theory says: σ = √(f(1−f)/n) / density.
    void longSeriesKnowTheirMedian() {
        const std::vector<std::int64_t> values = scaled(noise(60'000));
        const std::vector<SeriesStatistic> median{{Kind::Quantile, 0.5}};
        std::vector<double> resamples = resample(SortedSeries(values), median, {1, 500, 1}).front().resamples;
        const Interval interval = middleInterval(resamples, 0.95);
        const double expected = 2 * 1.96 * std::sqrt(0.25 / 60'000) * 1e6; // a density of 1 per 10⁶
        QVERIFY2(std::abs((interval.high - interval.low) / expected - 1) < 0.2,
                 qPrintable(QString::number((interval.high - interval.low) / expected)));
    }

    /// Drawn whole, recordings of different levels give the mean the variance of their levels: σ²/n.
    void recordingsAreDrawnWhole() {
        constexpr std::size_t kParts = 12;
        std::vector<std::int64_t> values;
        for (std::size_t part = 0; part < kParts; ++part)
            values.insert(values.end(), 40, static_cast<std::int64_t>(1000 * part));
        BootstrapSetting setting{1, 4000, 1, std::vector<std::size_t>(kParts, 40)};
        const std::vector<SeriesStatistic> mean{{Kind::Mean, 0}};
        const std::vector<double> means = resample(SortedSeries(values), mean, setting).front().resamples;
        double squares = 0;
        for (const double each : means)
            squares += (each - 5500) * (each - 5500) / 4000;
        const double expected = 1000.0 * 1000 * (kParts + 1) / 12; // variance of 0 … 11 is n(n+1)/12; over n
        QVERIFY2(std::abs(squares / expected - 1) < 0.08, qPrintable(QString::number(squares / expected)));
        setting.parts.assign(4, 120); // too few to know
        QVERIFY(!setting.byParts());
    }

    /// By hand: of 1 … 100 (sum 5 050) the largest one alone is more than a hundredth, 505 needs six.
    void theTailByItsSum() {
        std::vector<std::int64_t> values(100);
        std::iota(values.begin(), values.end(), 1);
        const SortedSeries series{values};
        QCOMPARE(valueOf(series, {SeriesStatistic::Kind::TailBySum, 0.99}).value_or(0), 100.0);
        QCOMPARE(valueOf(series, {SeriesStatistic::Kind::TailBySum, 0.9}).value_or(0), 95.0);
        const std::vector<std::int64_t> few{5, 6};
        QVERIFY(!valueOf(SortedSeries{few}, {SeriesStatistic::Kind::TailBySum, 0.99}));
        const std::vector<std::int64_t> signs{-3, 4};
        QCOMPARE(valueOf(SortedSeries{signs}, {SeriesStatistic::Kind::OffZero, 0}).value_or(0), 5.0);
    }

    void intervalsHoldTogether() {
        Random random(5);
        std::vector<std::vector<double>> resamples(4, std::vector<double>(2000));
        for (std::size_t i = 0; i < 2000; ++i) {
            for (std::size_t k = 0; k < 3; ++k)
                resamples[k][i] = random.uniform();
            resamples[3][i] = 7; // a statistic that never changes costs nothing
        }
        const std::vector<Interval> together = simultaneousIntervals(resamples, 0.95);
        int within = 0;
        for (std::size_t i = 0; i < 2000; ++i) {
            bool all = true;
            for (std::size_t k = 0; k < 4; ++k)
                all = all && resamples[k][i] >= together[k].low && resamples[k][i] <= together[k].high;
            within += all;
        }
        QVERIFY(within >= 1900 && within <= 1930);
        const Interval alone = middleInterval(resamples[0], 0.95);
        QVERIFY(together[0].low < alone.low && together[0].high > alone.high);
        QCOMPARE(together[3].low, 7.0);
        QVERIFY(simultaneousIntervals({}, 0.95).empty());
    }

    void theMiddleLeavesAsMuchOnBothSides() {
        std::vector<double> values(1000);
        std::iota(values.begin(), values.end(), 0.0);
        const Interval interval = middleInterval(values, 0.95);
        QCOMPARE(interval.low, 25.0);
        QCOMPARE(interval.high, 974.0);
        std::vector<double> one{4};
        QCOMPARE(middleInterval(one, 0.95).low, 4.0);
    }
};

JITTERSCOPE_TEST(BlockBootstrapTest)

} // namespace jitterscope::block_bootstrap_test

#include "block_bootstrap_test.moc"
