// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/compare/bound.h"
#include "core/compare/compared_run.h"
#include "core/compare/curves.h"
#include "core/diagnosis/verdict.h"
#include "tests/core/compared_samples.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::compare_uses_test {

/// What is made of two runs beside the table: bounds, pictures, a job's verdict.
class CompareUsesTest : public QObject {
    Q_OBJECT
private slots:
    void boundsAreReadOrRefused() {
        for (const char* text :
             {"p99<=A*1.05", "p99.9<A", "late.fraction<=A+0.01", "frame_time_ns.p50 < 2ms",
              "error.p50<=A*1.1+2us", "rate_hz>=A*0.9", "cpu.thread_percent<5", "p50<A-1us"})
            QVERIFY2(Bound::parse(text).ok(), text);
        for (const char* text : {"", "p99", "p99<=", "p99<=A*", "p99<=A*0", "p99<=A*-1", "p99<=B",
                                 "nothing<=A", "p99<=A+", "p99<=Ax", "p99<=A*1.05+"}) {
            const Result<Bound> bound = Bound::parse(text);
            QVERIFY2(!bound.ok() && bound.error().code == ErrorCode::Usage, text);
        }
    }

    /// Broken only where the whole interval lies beyond it.
    void aBoundIsBrokenOnlyForSure() {
        const ComparedRun a = simulated("absolute-sleep", "linux-default", 3000, 1);
        const ComparedRun same = simulated("absolute-sleep", "linux-default", 3000, 2);
        const ComparedRun worse = simulated("absolute-sleep", "linux-default", 3000, 2, 1.3);
        const auto holds = [&a](const char* text, const ComparedRun& b) {
            return Bound::parse(text).value().check(a, b).holds;
        };
        QVERIFY(holds("p50<=A*1.05", same));
        QVERIFY(holds("p50<=A", same) && holds("p50>=A", same)); // noise breaks neither
        QVERIFY(!holds("p50<=A*1.05", worse));
        QVERIFY(holds("p50<=A*1.4", worse));
        QVERIFY(!holds("p50<100us", worse) && holds("p50<10ms", worse));
        QVERIFY(!holds("p99.9<=A*9", same));            // 10 000 frames are needed for an interval
        QVERIFY(!holds("cpu.thread_percent<=A", same)); // absent
        const Bound::Outcome outcome = Bound::parse("p50<=A*1.05").value().check(a, worse);
        QVERIFY(outcome.text.find("error.p50 of B is") != std::string::npos);
        ComparedRun other = same;
        other.rateHz = 144;
        QVERIFY(!holds("frame_time.p50<=A", other)); // cannot be compared
        QVERIFY(holds("frame_time.max<=A*2", same)); // one number: as it is
    }

    /// Where the comparison says that both are too short to tell, a bound does not claim 95 %: it fails, and
    /// says how long they must be. What lies far beyond it, or far within it, is judged.
    void aBoundIsNotJudgedOnTooShortARecording() {
        const auto slowScenes = [](std::uint64_t seed, double times) { // AR(1), 0.999
            Random random(seed);
            RunColumns columns;
            double level = 0;
            for (int i = 0; i < 2000; ++i) {
                level = 0.999 * level + 0.0447 * std::sqrt(12.0) * (random.uniform() - 0.5);
                columns.frameTime.push_back(std::llround(times * 16.7e6 * std::exp(0.1 * level)));
            }
            ComparedRun run = runOf(std::move(columns), 60, {});
            run.tolerance.reset();
            run.origin = RunOrigin::Log;
            run.rateEstimated = true;
            return run;
        };
        const ComparedRun a = slowScenes(1, 1);
        const ComparedRun b = slowScenes(2, 1);
        QCOMPARE(compareRuns(a, b).find("frame_time.p50")->outcome, FigureDifference::Outcome::TooShort);
        for (const char* const text :
             {"frame_time.p50<=A", "frame_time.p50>=A", "frame_time.p99<=A*1.05", "frame_time.p50<=16ms"}) {
            const Bound::Outcome outcome = Bound::parse(text).value().check(a, b);
            QVERIFY2(!outcome.holds && outcome.text.find("are needed, since") != std::string::npos,
                     outcome.text.c_str());
            QVERIFY2(outcome.text.find("95 %") == std::string::npos, outcome.text.c_str());
        }
        const auto judged = [&](const char* text, const ComparedRun& of) {
            const Bound::Outcome outcome = Bound::parse(text).value().check(a, of);
            return outcome.text.find("(95 %)") != std::string::npos ? std::optional(outcome.holds)
                                                                    : std::nullopt;
        };
        QCOMPARE(judged("frame_time.p50<=A*1.05", slowScenes(2, 8)), std::optional(false));
        QCOMPARE(judged("frame_time.p50<=A*8", b), std::optional(true));
        QCOMPARE(judged("frame_time.p50<=1s", b), std::optional(true));
    }

    /// Without a limit of the user's, 1.1 periods of A, as in the table.
    void aBoundHasTheLimitOfTheTable() {
        const ComparedRun a = logOf(5000, 16'666'667, 1'000'000, 50, 5'000'000);
        const ComparedRun b = logOf(5000, 16'666'667, 1'000'000, 25, 5'000'000);
        const FigureDifference line = *compareRuns(a, b).find("frame_time.beyond");
        QCOMPARE(*line.a, 0.02);
        QCOMPARE(*line.b, 0.04);
        const Bound::Outcome outcome = Bound::parse("frame_time.beyond<=A+0.5").value().check(a, b);
        QVERIFY2(outcome.holds, outcome.text.c_str());
        QVERIFY(!Bound::parse("frame_time.beyond<=0.001").value().check(a, b).holds);
    }

    void curvesAreOfTheSameValues() {
        const ComparedRun a = simulated("absolute-sleep", "linux-default", 3000, 1);
        const ComparedRun b = simulated("adaptive", "linux-default", 3000, 2);
        QCOMPARE(shownQuantity(a, b), std::optional(RunQuantity::FrameTime));
        const ComparisonCurves curves = comparisonCurves(a, b, RunQuantity::FrameTime);
        double inBins = curves.counts.aBeyond;
        for (const double count : curves.counts.a)
            inBins += count;
        QCOMPARE(inBins, 3000.0);
        QCOMPARE(curves.quantilesA.points.front().fraction, 0.5);
        QCOMPARE(curves.quantilesOf, RunQuantity::Error); // both have deadlines
        QCOMPARE(curves.quantilesA.points.front().value, *a.summaries.at(RunQuantity::Error).p50);
        QVERIFY(curves.quantilesA.last > 0.999 && curves.quantilesA.last < 0.9998); // 1 / 3000 lies beyond
        for (const QuantilePoint& point : curves.quantilesA.points)
            QVERIFY(point.band.low <= point.value && point.value <= point.band.high);
        double largest = 0;
        for (const StripColumn& column : curves.overTime.front().b)
            largest = std::max(largest, column.largest);
        QCOMPARE(largest, *b.summaries.at(RunQuantity::FrameTime).max);
        QVERIFY(std::abs(curves.overTime.front().b.back().to - *b.seconds()) < 1e-6);
        const PairOverTime& lateness = curves.overTime.back();
        QCOMPARE(lateness.quantity, RunQuantity::Lateness);
        double latest = 0;
        for (const StripColumn& column : lateness.a)
            latest = std::max(latest, column.largest);
        QCOMPARE(latest, *a.summaries.at(RunQuantity::Lateness).max);
        QVERIFY(lateness.seconds);
        const ComparisonCurves alone = comparisonCurves(a, ComparedRun(), RunQuantity::FrameTime);
        QCOMPARE(alone.quantilesOf, RunQuantity::FrameTime);
        QVERIFY(alone.quantilesB.points.empty() && alone.overTime.front().b.empty());
    }

    /// 950 values from 1 to 10 µs, and 50 that the histogram counts without saying how large they are.
    void whatLiesBeyondAHistogramIsCounted() {
        ComparedRun run;
        run.countsOf = RunQuantity::Duration;
        for (int i = 1; i <= 10; ++i)
            run.counts.push_back({i * 1000, 95});
        run.summaries[RunQuantity::Duration].count = 1000;
        const ComparisonCurves curves = comparisonCurves(run, run, RunQuantity::Duration);
        QCOMPARE(curves.counts.aBeyond, 50.0);
        QVERIFY2(curves.quantilesA.last > 0.93 && curves.quantilesA.last <= 0.95,
                 qPrintable(QString::number(curves.quantilesA.last)));
        QCOMPARE(curves.quantilesA.points.front().value, 6000.0); // the 500th of 1000: 5 · 95 are less
    }

    /// Without frame times nothing is known of seconds.
    void placesAreNumbersWhereThereAreNoTimes() {
        ComparedRun a;
        RunColumns columns;
        columns.lateness.assign(1200, 5000);
        a.columns = std::make_shared<const RunColumns>(std::move(columns));
        summarizeColumns(a);
        const ComparedRun b = simulated("spin", "linux-default", 1200, 1);
        const ComparisonCurves curves = comparisonCurves(a, b, RunQuantity::Lateness);
        const PairOverTime& pair = curves.overTime.front();
        QVERIFY(!pair.seconds);
        QCOMPARE(pair.a.back().to, 1200.0);
        QCOMPARE(pair.b.back().to, 1200.0); // on the same axis
    }

    /// Bands know what differs from recording to recording, as the table does.
    void bandsDrawRecordingsWhole() {
        std::vector<ComparedRun> runs;
        for (std::uint64_t part = 0; part < 8; ++part)
            runs.push_back(
                simulated("absolute-sleep", "linux-default", 400, part, 1 + static_cast<double>(part % 4)));
        ComparedRun run = pooled(std::move(runs), "side").value();
        const auto width = [](const ComparedRun& of) {
            const ComparisonCurves curves = comparisonCurves(of, of, RunQuantity::Lateness);
            const Interval& band = curves.quantilesA.points.front().band;
            return band.high - band.low;
        };
        const double whole = width(run);
        run.parts.clear();
        QVERIFY2(whole > 1.5 * width(run), qPrintable(QString::number(whole / width(run))));
    }

    void aJobJudgesARecordedRun() {
        RunColumns columns;
        for (int i = 0; i < 1000; ++i) {
            columns.frameTime.push_back(16'666'667);
            columns.lateness.push_back(i % 50 == 0 ? 1'000'000 : 10'000); // 2 %
            columns.lost.push_back(0);
        }
        const ComparedRun run = runOf(columns, 60, Nanoseconds{100'000});
        const Target target = targetOf("game-60");
        const RecordedVerdict verdict = judgeRecorded(run, target);
        QCOMPARE(verdict.late->value, 0.02);
        QCOMPARE(verdict.fitness, judge(verdict.late, 1000, target.allowed));
        QVERIFY(verdict.sentence.find("2 % late, 1 % allowed") != std::string::npos);
        columns.lateness.assign(1000, 0);
        columns.lost.assign(1000, 1); // every second slot was given up
        QCOMPARE(judgeRecorded(runOf(columns, 60, Nanoseconds{100'000}), target).fitness, Fitness::Unfit);
        columns.lost.assign(1000, 0);
        const auto none = judgeRecorded(runOf(columns, 60, Nanoseconds{100'000}), target);
        QCOMPARE(none.late->interval.high, 0.003);
        QCOMPARE(none.fitness, Fitness::Fit);
        const RecordedVerdict unknown = judgeRecorded(logOf(1000, 16'666'667, 1000, 10, 0), target);
        QCOMPARE(unknown.id(), std::string_view("unknown"));
        QCOMPARE(unknown.sentence,
                 std::string("Cannot tell: the recording holds no deadlines, so no lateness."));
    }
};

JITTERSCOPE_TEST(CompareUsesTest)

} // namespace jitterscope::compare_uses_test

#include "compare_uses_test.moc"
