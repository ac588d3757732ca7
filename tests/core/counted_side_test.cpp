// SPDX-License-Identifier: MIT
#include "core/compare/bound.h"
#include "core/compare/compared_run.h"
#include "core/compare/comparison.h"
#include "core/compare/resampled_side.h"
#include "tests/support/histograms.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace jitterscope::counted_side_test {

namespace {

using Kind = SeriesStatistic::Kind;

/// P(at least k of n), each with probability p.
double atLeastOf(int k, int n, double p) {
    double sum = 0;
    for (int i = k; i <= n; ++i)
        sum += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) + i * std::log(p) +
                        (n - i) * std::log1p(-p));
    return sum;
}

} // namespace

class CountedSideTest : public QObject {
    Q_OBJECT
private slots:
    /// A quantile of a resample is at most v if at least as many of its values as the rank are: a binomial
    /// number.
    void resamplesOfAQuantileAreThoseOfItsOrderStatistic() {
        std::map<int, std::uint64_t> counts;
        for (int v = 0; v < 1000; ++v)
            counts[v] = 1;
        const auto results =
            resampleCounts(histogramOf(counts), std::array{SeriesStatistic{Kind::Quantile, 0.9}}, 20'000, 3);
        QCOMPARE(results.front().value.value(), 899e3);
        QCOMPARE(results.front().resamples.size(), std::size_t{20'000});
        for (const int v : {880, 890, 899, 905, 915}) {
            const auto within = std::ranges::count_if(results.front().resamples,
                                                      [v](double each) { return each <= 1e3 * v; });
            QVERIFY2(std::abs(static_cast<double>(within) / 20'000 - atLeastOf(900, 1000, (v + 1) / 1000.0)) <
                         0.012,
                     qPrintable(QString::number(v)));
        }
    }

    /// Python: math.ceil(math.log(0.025) / math.log(q))
    void anUpperLimitNeedsSoManyValues() {
        QCOMPARE(countsNeeded(0.99), 368);
        QCOMPARE(countsNeeded(0.999), 3688);
        QCOMPARE(countsNeeded(0.9999), 36'887);
        const ComparedRun few = kernel(1, 0, 0, 3000);
        const Comparison pair = compareRuns(few, few);
        QCOMPARE(pair.find("lateness.p99_9")->why, std::string("an upper limit needs 3\u2009688 values"));
        QVERIFY(pair.find("lateness.p99")->interval);
        QVERIFY(!pair.find("lateness.p99_99")->a); // needs 10 000 for a value
    }

    void whatLiesBeyondTheHistogramIsNotMadeUp() {
        const ComparedRun run = histogramOf({{5, 9900}}, 100);
        const auto results = resampleCounts(
            run,
            std::array{SeriesStatistic{Kind::Quantile, 0.99}, SeriesStatistic{Kind::Quantile, 0.999},
                       SeriesStatistic{Kind::ShareBeyond, 5e3}, SeriesStatistic{Kind::ShareBeyond, 9e3}},
            500, 1);
        QCOMPARE(results[0].value.value(), 5e3);
        QVERIFY(std::ranges::any_of(results[0].resamples, [](double each) { return std::isnan(each); }));
        QVERIFY(!results[1].value);
        QCOMPARE(results[2].value.value(), 0.01);
        QVERIFY(!results[3].value); // some of the hundred may be below 9 µs
        const Comparison pair = compareRuns(run, run);
        QVERIFY(!pair.find("lateness.p99")->interval);
    }

    void threadsAddUp() {
        const ComparedRun all =
            pooledCounts({histogramOf({{1, 10}, {2, 5}}), histogramOf({{2, 5}, {7, 1}}, 2)}, "both").value();
        QCOMPARE(all.frames, 23);
        QCOMPARE(all.counts.size(), std::size_t{3});
        QCOMPARE(all.counts[1].count, std::uint64_t{10});
        const Summary& summary = all.summaries.at(RunQuantity::Lateness);
        QCOMPARE(summary.p50.value(), 2e3); // the 12th of 23
        QVERIFY(!summary.max);
        QVERIFY(!pooledCounts({histogramOf({{1, 10}}), ComparedRun()}, "unlike"));
    }

    /// Of equal pairs at most 5 % are called different; a shift of one bin in the tail is mostly found.
    void equalHistogramsAreSeldomCalledDifferent() {
        int different = 0;
        int found = 0;
        constexpr int kPairs = 60;
        CompareOptions options;
        options.resamples = 500;
        for (std::uint64_t i = 0; i < kPairs; ++i) {
            const ComparedRun a = kernel(2 * i + 1);
            const auto shown = [&](const ComparedRun& b) {
                return compareRuns(a, b, options).verdict != PairVerdict::NotShown ? 1 : 0;
            };
            different += shown(kernel(2 * i + 2));
            found += shown(kernel(2 * i + 2, 1));
        }
        QVERIFY2(different <= 3, qPrintable(QString::number(different)));
        QCOMPARE(found, kPairs);
    }

    void aBoundHoldsOnHistograms() {
        const ComparedRun a = kernel(1);
        const ComparedRun b = kernel(2, 0, 12);
        const auto check = [&](const char* bound) { return Bound::parse(bound).value().check(a, b).holds; };
        QVERIFY(!check("p99.9<=A*1.1"));
        QVERIFY(check("p99.9<=A*3"));
        QVERIFY(check("lateness.p99<=A*1.1"));
        QVERIFY(!check("p99.99<=A*3")); // 30 000 values are too few
    }

    void theTailIsSaidFirst() {
        const Comparison pair = compareRuns(kernel(1), kernel(2, 0, 12));
        QCOMPARE(pair.verdict, PairVerdict::Worse);
        QVERIFY2(pair.sentence.find("999 of 1 000 wake-ups are at most") != std::string::npos,
                 pair.sentence.c_str());
        QVERIFY(std::ranges::any_of(pair.fairness, [](const FairnessRemark& remark) {
            return remark.text.find("neighbouring values do not depend") != std::string::npos;
        }));
    }

    void bucketsOfPowersAreNotComparedWithFineOnes() {
        ComparedRun coarse = histogramOf({{1, 500}, {3, 400}, {7, 100}});
        coarse.coarseCounts = true;
        const Comparison pair = compareRuns(kernel(1), coarse);
        QCOMPARE(pair.find("lateness.p99")->outcome, FigureDifference::Outcome::Unlike);
    }
};

JITTERSCOPE_TEST(CountedSideTest)

} // namespace jitterscope::counted_side_test

#include "counted_side_test.moc"
