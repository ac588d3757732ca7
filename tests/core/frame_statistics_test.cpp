// SPDX-License-Identifier: MIT
#include "core/run/statistics.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::frame_statistics_test {

namespace {

constexpr std::int64_t kPeriod = 10'000'000;

/// Frame n of a 100 Hz run, released this late.
FrameSample frame(std::int64_t iteration, std::int64_t lateness, std::int64_t frameTime = kPeriod) {
    FrameSample sample;
    sample.iteration = iteration;
    sample.deadline = iteration * kPeriod;
    sample.start = sample.deadline + lateness;
    sample.frameTime = frameTime;
    return sample;
}

FrameStatistics statistics() {
    return {Period::fromDuration(Nanoseconds(kPeriod)).value(), Nanoseconds(100'000)};
}

FrameSample flagged(FrameSample sample, std::uint8_t flags) {
    sample.flags = flags;
    return sample;
}

} // namespace

class FrameStatisticsTest : public QObject {
    Q_OBJECT

private slots:
    void latenessErrorAndLateFramesAreCounted() {
        FrameStatistics all = statistics();
        all.add(flagged(frame(0, 0), FrameSample::First));
        for (const auto& [iteration, lateness] :
             {std::pair<std::int64_t, std::int64_t>{1, -50'000}, {2, 100'000}, {3, 100'001}, {4, 300'000}})
            all.add(frame(iteration, lateness));
        const FrameMetrics metrics = all.metrics();
        QCOMPARE(metrics.frames, std::int64_t{4});
        QCOMPARE(metrics.late, std::int64_t{2}); // above the tolerance, not at it
        QCOMPARE(metrics.lateShare->value, 0.5);
        QCOMPARE(*metrics.lateness.min, -50'000.0);
        QCOMPARE(*metrics.error.min, 50'000.0);
        QVERIFY(std::fabs(*metrics.lateness.mean - 112'500.25) < 1e-6);
        QCOMPARE(*metrics.frameTime.mean, 1e7);
        QVERIFY(!metrics.frameTime.p99);
    }

    void frameTimePercentilesResolveNanosecondsAroundThePeriod() {
        FrameStatistics all = statistics();
        for (std::int64_t i = 1; i <= 1000; ++i)
            all.add(frame(i, 0, kPeriod + (i <= 990 ? 12 : 40)));
        const FrameMetrics metrics = all.metrics();
        QCOMPARE(*metrics.frameTime.p99, static_cast<double>(kPeriod + 12)); // 10 ms ± 1/128 would be ± 78 µs
        QCOMPARE(*metrics.frameTime.p99_9, static_cast<double>(kPeriod + 40));
    }

    void warmupAndStopsAreLeftOutAndSaidSo() {
        FrameStatistics all = statistics();
        all.add(flagged(frame(0, 0), FrameSample::First | FrameSample::Warmup));
        FrameSample warm = flagged(frame(1, 9'000'000), FrameSample::Warmup);
        warm.lost = 7;
        all.add(warm);
        all.add(frame(2, 1'000));
        FrameSample gap = flagged(frame(3, 5'000'000'000), FrameSample::StoppedGap);
        gap.lost = 500;
        all.add(gap);
        all.add(frame(504, 2'000));
        const FrameMetrics metrics = all.metrics();
        QCOMPARE(metrics.frames, std::int64_t{2});
        QCOMPARE(metrics.warmupFrames, std::int64_t{2});
        QCOMPARE(metrics.stoppedFrames, std::int64_t{1});
        QCOMPARE(metrics.lostIterations, std::int64_t{500});
        QCOMPARE(*metrics.lateness.max, 2'000.0);
    }

    void driftAndRateAreThoseOfTheReleases() {
        FrameStatistics all = statistics();
        for (std::int64_t i = 0; i <= 1000; ++i)
            all.add(i == 0 ? flagged(frame(0, 0), FrameSample::First) : frame(i, i * 1'000, kPeriod + 1'000));
        const FrameMetrics metrics = all.metrics();
        QVERIFY(std::fabs(*metrics.driftPpm - 100.0) < 1e-6); // 1 µs in 10 ms
        QVERIFY(std::fabs(*metrics.rateHz - 1e9 / 10'001'000) < 1e-9);
    }

    void aGapIsNotDrift() {
        FrameStatistics all = statistics();
        std::int64_t jump = 0;
        for (std::int64_t i = 1; i <= 100; ++i) {
            if (i == 50) {
                jump = 5'000'000'000; // a relative policy goes on with the next number
                all.add(flagged(frame(i, jump), FrameSample::StoppedGap));
            } else {
                all.add(frame(i, jump));
            }
        }
        QVERIFY(std::fabs(*all.metrics().driftPpm) < 1e-6);
    }

    void aRunWithTwoRatesHasNoSingleDrift() {
        FrameStatistics all = statistics();
        all.add(frame(1, 0));
        all.setPeriod(Period::fromDuration(Nanoseconds(5'000'000)).value());
        all.add(frame(2, 0, 5'000'000));
        const FrameMetrics metrics = all.metrics();
        QVERIFY(!metrics.driftPpm);
        QCOMPARE(metrics.frameTime.count, std::int64_t{0}); // only from held samples
        FrameMetrics exact = metrics;
        makeExact(exact, {frame(1, 0), frame(2, 0, 5'000'000)});
        QCOMPARE(*exact.frameTime.mean, 7'500'000.0);
    }

    void exactFiguresTakeOneStretchOnly() {
        std::deque<FrameSample> samples;
        for (std::int64_t i = 1; i <= 10; ++i) {
            samples.push_back(frame(i, i));
            samples.back().stretch = i <= 4 ? 0 : 1;
        }
        FrameMetrics metrics;
        makeExact(metrics, samples, 1);
        QCOMPARE(metrics.lateness.count, std::int64_t{6});
        QCOMPARE(*metrics.lateness.min, 5.0);
        QCOMPARE(*metrics.lateness.p50, 7.0); // nearest rank: third of six
    }
};

JITTERSCOPE_TEST(FrameStatisticsTest)

} // namespace jitterscope::frame_statistics_test

#include "frame_statistics_test.moc"
