// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/session/live_traces.h"

#include <QTest>

namespace jitterscope::live_traces_test {

using namespace jitterscope::ui;

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

FrameSample frame(std::int64_t iteration, std::int64_t start, std::int64_t deadline) {
    FrameSample sample;
    sample.iteration = iteration;
    sample.start = start;
    sample.deadline = deadline;
    sample.frameTime = kMillisecond;
    sample.nativeSleeps = 1;
    return sample;
}

FrameColumn newestColumn(const LiveTraces& traces) {
    FrameColumn last;
    traces.frames().forEach([&](std::int64_t, const FrameColumn& column) { last = column; });
    return last;
}

} // namespace

class LiveTracesTest : public QObject {
    Q_OBJECT

private slots:
    /// Four slots lost after each kind of frame: who made it so long?
    void lostIterationsAreCountedByWhatCameBefore() {
        LiveTraces traces(Period::parseRate("1000").value(), false);
        std::int64_t at = 0;
        const auto frames = [&](std::int64_t late, std::int64_t work, Cause cause, std::int64_t lost) {
            FrameSample before;
            before.deadline = at += 1'000'000;
            before.start = before.deadline + late;
            before.work = work;
            before.cause = cause;
            traces.addFrame(before, {});
            FrameSample after;
            after.start = after.deadline = at += (1 + lost) * 1'000'000;
            after.lost = lost;
            traces.addFrame(after, {});
        };
        frames(0, 4'500'000, Cause::OnTime, 4);
        frames(4'500'000, 0, Cause::WokeLate, 3);
        frames(2'000'000, 100'000, Cause::LostCpu, 2);
        frames(2'000'000, 0, Cause::Other, 1);
        frames(1'000'000, 1'500'000, Cause::WokeLate, 5); // late, and its work took longer still
        QCOMPARE(traces.losses().work, 9);
        QCOMPARE(traces.losses().wokeLate, 3);
        QCOMPARE(traces.losses().lostCpu, 2);
        QCOMPARE(traces.losses().other, 1);
        FrameSample changed;
        changed.flags = FrameSample::Changed;
        traces.addFrame(changed, {});
        QCOMPARE(traces.losses().total(), 0);
    }
    void aColumnKeepsTheWorstLateFrame() {
        LiveTraces traces(Period::parseRate("1000").value(), false);
        for (const std::int64_t late : {10, 500, 20}) {
            FrameSample sample = frame(1, kMillisecond + late, kMillisecond);
            sample.cause = Cause::WokeLate;
            sample.frameTime = kMillisecond + late;
            traces.addFrame(sample, {});
        }
        const FrameColumn column = newestColumn(traces);
        QCOMPARE(column.late, 3U);
        QCOMPARE(column.worst.lateness(), 500);
        QCOMPARE(column.low, kMillisecond + 10);
        QCOMPARE(column.high, kMillisecond + 500);
    }
    void theFirstFrameHasNoFrameTime() {
        LiveTraces traces(Period(), false);
        FrameSample first = frame(0, 0, 0);
        first.flags = FrameSample::First;
        traces.addFrame(first, {});
        QCOMPARE(newestColumn(traces).frames, 0U);
        QVERIFY(traces.lastFrame());
    }
    void sleepsStandWhereTheyEnded() {
        LiveTraces traces(Period::parseRate("1000").value(), true);
        SleepSample sleep;
        sleep.asked = kMillisecond;
        sleep.took = kMillisecond + 80'000;
        sleep.endToDeadline = 100;
        traces.addSleep(sleep);
        FrameSample sample = frame(1, kMillisecond, kMillisecond);
        sample.hasEstimate = true;
        sample.estimate = 1'200'000;
        traces.addFrame(sample, {});
        SleepColumn seen;
        traces.sleeps().forEach([&](std::int64_t, const SleepColumn& column) { seen = column; });
        QCOMPARE(seen.sleeps, 1U);
        QCOMPARE(seen.high, kMillisecond + 80'000); // the whole sleep
        QVERIFY(seen.hasEstimate);
        QCOMPARE(seen.estimate, 1'200'000);
    }
    void oversleepIsDrawnWhereTheEstimateIsOfIt() {
        LiveTraces traces(Period(), false);
        SleepSample sleep;
        sleep.asked = 100;
        sleep.took = 180;
        traces.addSleep(sleep);
        traces.addFrame(frame(1, 1000, 1000), {});
        traces.sleeps().forEach([](std::int64_t, const SleepColumn& column) { QCOMPARE(column.high, 80); });
    }
    void changesAreMarkedWithTheirText() {
        LiveTraces traces(Period(), false);
        FrameSample sample = frame(5, 5000, 5000);
        sample.flags = FrameSample::Changed;
        sample.stretch = 1;
        traces.addFrame(sample, QStringLiteral("X 2"));
        QCOMPARE(traces.changes().size(), std::size_t{1});
        QCOMPARE(traces.changes().front().text, QStringLiteral("X 2"));
    }
    void memoryIsBounded() {
        LiveTraces traces(Period::parseRate("100000").value(), false);
        for (std::int64_t i = 0; i < 200'000; ++i) {
            FrameSample sample = frame(i, i * 10'000, i * 10'000);
            sample.flags = FrameSample::Changed;
            traces.addFrame(sample, {});
            traces.addCpu({static_cast<double>(i), {}, {}});
        }
        QVERIFY(traces.changes().size() <= LiveTraces::kMarks);
        QVERIFY(traces.cpu().size() <= LiveTraces::kCpuPoints);
        QCOMPARE(traces.frames().capacity(), LiveTraces::kFrameColumns);
    }
    void slowRatesShowALongerTime() {
        QVERIFY(LiveTraces(Period::parseRate("0.1").value(), false).frameSpan() >= 1000LL * 1'000'000'000);
        QVERIFY(LiveTraces(Period::parseRate("1000").value(), false).frameSpan() <= 10'001'000'000);
    }
    void sleepersOfTheLastFramesAreCounted() {
        LiveTraces traces(Period(), false);
        for (int i = 0; i < 200; ++i) {
            FrameSample sample = frame(i, i, i);
            sample.nativeSleeps = i < 100 ? 1 : 0;
            traces.addFrame(sample, {});
        }
        QCOMPARE(traces.recentFrames(), 64);
        QCOMPARE(traces.recentSleepers(), 0);
    }
};

JITTERSCOPE_TEST(LiveTracesTest)

} // namespace jitterscope::live_traces_test

#include "live_traces_test.moc"
