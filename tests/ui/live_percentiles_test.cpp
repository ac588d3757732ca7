// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/session/live_percentiles.h"

#include <QTest>

#include <vector>

namespace jitterscope::live_percentiles_test {

using namespace jitterscope::ui;

namespace {

/// A run by hand: frames as a Collector keeps them.
struct Run {
    RunResult result;
    std::int64_t start = 0;
    std::uint64_t state = 12345;

    Run() { stretch(); }
    void stretch() {
        const auto index = static_cast<std::uint32_t>(result.stretches.size());
        const Period period = Period::parseRate("1000").value();
        if (index == 0)
            result.statistics = FrameStatistics(period, Nanoseconds(10'000));
        Stretch& added = result.stretches.emplace_back();
        added.index = index;
        added.statistics = FrameStatistics(period, Nanoseconds(10'000));
    }
    /// Lateness anywhere up to 1 ms: wide buckets.
    void frames(int count, std::uint8_t flags = 0) {
        for (int i = 0; i < count; ++i) {
            state = (state * 1103515245 + 12345) % (1ULL << 31);
            FrameSample sample;
            sample.iteration = static_cast<std::int64_t>(result.frames.size());
            sample.stretch = result.stretches.back().index;
            sample.deadline = sample.iteration * 1'000'000;
            sample.start = sample.deadline + static_cast<std::int64_t>(state % 1'000'000);
            sample.frameTime = sample.start - start;
            start = sample.start;
            sample.flags = sample.iteration == 0 ? std::uint8_t{FrameSample::First} : flags;
            result.frames.push_back(sample);
            result.statistics.add(sample);
            result.stretches.back().statistics.add(sample);
        }
    }
    [[nodiscard]] FrameMetrics about() const { return result.stretches.back().statistics.metrics(); }
    [[nodiscard]] FrameMetrics exact() const {
        FrameMetrics metrics = about();
        makeExact(metrics, result.frames, result.stretches.back().index);
        return metrics;
    }
    [[nodiscard]] std::uint32_t current() const { return result.stretches.back().index; }
};

bool same(const FrameMetrics& a, const FrameMetrics& b) {
    return a.frameTime.p50 == b.frameTime.p50 && a.frameTime.p99 == b.frameTime.p99 &&
           a.frameTime.p99_9 == b.frameTime.p99_9 && a.lateness.p50 == b.lateness.p50 &&
           a.lateness.p90 == b.lateness.p90 && a.lateness.p99 == b.lateness.p99;
}

} // namespace

class LivePercentilesTest : public QObject {
    Q_OBJECT

private slots:
    void aShortRunIsExactAtEachMoment() {
        Run run;
        LivePercentiles percentiles;
        for (int i = 0; i < 10; ++i) {
            run.frames(700);
            percentiles.freshen(run.result);
            FrameMetrics metrics = run.about();
            QVERIFY(!same(metrics, run.exact())); // what the histogram alone says
            QVERIFY(percentiles.applyToStretch(metrics, run.result, run.current()));
            QVERIFY(same(metrics, run.exact()));
        }
    }
    void framesThatDoNotCountAreInNoPercentile() {
        for (const std::uint8_t flag : {FrameSample::Warmup, FrameSample::StoppedGap}) {
            Run run;
            run.frames(2000, flag);
            run.frames(3000);
            LivePercentiles percentiles;
            percentiles.freshen(run.result);
            FrameMetrics metrics = run.about();
            QVERIFY(percentiles.applyToStretch(metrics, run.result, run.current()));
            QVERIFY(same(metrics, run.exact()));
        }
    }
    void aLongRunIsWalkedThroughInPieces() {
        Run run;
        LivePercentiles percentiles;
        run.frames(200'000);
        const FrameMetrics exact = run.exact();
        const FrameMetrics about = run.about();
        int turns = 0;
        FrameMetrics metrics = about;
        while (!percentiles.applyToStretch(metrics, run.result, run.current())) {
            percentiles.step(run.result, 30 * turns++);
            QVERIFY(turns < 100);
        }
        QCOMPARE(turns, 13); // of 16 666 frames
        QVERIFY(same(metrics, exact));
    }
    void framesThatComeMeanwhileChangeNothing() {
        Run run;
        LivePercentiles percentiles;
        run.frames(100'000);
        const FrameMetrics exact = run.exact();
        FrameMetrics metrics = run.about();
        for (int turn = 0; !percentiles.applyToStretch(metrics, run.result, run.current()); ++turn) {
            percentiles.step(run.result, 30 * turn);
            run.frames(300);
        }
        QVERIFY(same(metrics, exact));
    }
    void aWalkBeginsOnceASecondAtMost() {
        Run run;
        LivePercentiles percentiles;
        run.frames(30'000);
        std::vector<std::int64_t> begun;
        std::optional<double> last;
        for (std::int64_t now = 0; now < 5000; now += 30) {
            run.frames(30);
            percentiles.step(run.result, now);
            FrameMetrics metrics = run.about();
            if (percentiles.applyToStretch(metrics, run.result, run.current()) &&
                metrics.lateness.p50 != last) {
                last = metrics.lateness.p50;
                begun.push_back(now);
            }
        }
        QVERIFY(begun.size() >= 4 && begun.size() <= 6);
    }
    void aNewStretchHasItsOwn() {
        Run run;
        LivePercentiles percentiles;
        run.frames(30'000);
        percentiles.finishNow(run.result);
        run.stretch();
        FrameMetrics metrics = run.about();
        QVERIFY(
            !percentiles.applyToStretch(metrics, run.result, run.current())); // not those of the one before
        run.frames(5000);
        for (int turn = 0; turn < 5; ++turn)
            percentiles.step(run.result, 30 + turn); // at once, not in a second
        metrics = run.about();
        QVERIFY(percentiles.applyToStretch(metrics, run.result, run.current()));
        QVERIFY(same(metrics, run.exact()));
    }
    /// The row of the settings before is exact like that of the settings now, and is walked through once.
    void theStretchBeforeIsExactToo() {
        Run run;
        LivePercentiles percentiles;
        run.frames(700);
        const FrameMetrics exact = run.exact();
        percentiles.freshen(run.result);
        run.frames(589); // so what was found is not whole
        const FrameMetrics whole = run.exact();
        const FrameMetrics about = run.about();
        run.stretch();
        run.frames(300);
        FrameMetrics metrics = about;
        QVERIFY(!same(exact, whole));
        QVERIFY(!percentiles.applyToStretch(metrics, run.result, 0));
        QVERIFY(same(metrics, about));
        percentiles.freshen(run.result); // nobody shows it
        QVERIFY(!percentiles.applyToStretch(metrics, run.result, 0));
        percentiles.freshen(run.result, 0);
        QVERIFY(percentiles.applyToStretch(metrics, run.result, 0));
        QVERIFY(same(metrics, whole));
        run.frames(30'000);
        for (int turn = 0; turn < 5; ++turn)
            percentiles.step(run.result, 5000 + turn, 0);
        metrics = about;
        QVERIFY(percentiles.applyToStretch(metrics, run.result, 0)); // it is still known
        QVERIFY(same(metrics, whole));
        metrics = run.about();
        QVERIFY(percentiles.applyToStretch(metrics, run.result, 1));
    }
    void whatIsNotHeldIsNotCalledExact() {
        Run run;
        LivePercentiles percentiles;
        run.frames(1000);
        percentiles.freshen(run.result);
        run.result.framesNotKept = 1;
        percentiles.freshen(run.result);
        FrameMetrics metrics = run.about();
        QVERIFY(!percentiles.applyToStretch(metrics, run.result, run.current()));
    }
};

JITTERSCOPE_TEST(LivePercentilesTest)

} // namespace jitterscope::live_percentiles_test

#include "live_percentiles_test.moc"
