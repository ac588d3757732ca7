// SPDX-License-Identifier: MIT
#include "core/adaptive/learned_latency.h"
#include "core/pacer/pacer.h"
#include "core/pacing/pacing_catalog.h"
#include "core/platform/system_time.h"
#include "core/run/resolve.h"
#include "core/simulation/simulated_time.h"
#include "core/time/scripted_time.h"
#include "tests/support/allocations.h"
#include "tests/support/test_program.h"

#include <QTest>

Q_DECLARE_METATYPE(jitterscope::PacerOptions)

namespace jitterscope::pacer_options_test {

namespace {

constexpr TimePoint kOrigin{Nanoseconds(7'000'000)};

/// A clock that does not begin at 0, and a Pacer of 100 Hz on it.
class Loop {
public:
    explicit Loop(const PacerOptions& options) : pacer(made(clock, options)) {}

    /// A frame's work, then the wait.
    PacedFrame run(Nanoseconds work) {
        clock.advance(work);
        return pacer.wait();
    }
    [[nodiscard]] Nanoseconds now() const { return clock.at() - kOrigin; }

    ScriptedTime clock;
    Pacer pacer;

private:
    static Pacer made(ScriptedTime& clock, const PacerOptions& options) {
        clock.advance(kOrigin.time_since_epoch());
        return Pacer::make(clock, Period::fromDuration(10ms).value(), options).value();
    }
};

Nanoseconds sinceOrigin(TimePoint time) {
    return time - kOrigin;
}

PacerOptions with(PacerOptions::Part strategy, PacerOptions::Part policy = {"keep-working"}) {
    PacerOptions options;
    options.strategy = std::move(strategy);
    options.policy = std::move(policy);
    return options;
}

} // namespace

class PacerOptionsTest : public QObject {
    Q_OBJECT

    static void policies() {
        QTest::addColumn<QByteArray>("policy");
        for (const PacingEntry& entry : pacingCatalog())
            QTest::newRow(entry.id.data()) << QByteArray(entry.id.data());
    }

private slots:
    void strategyAndItsValuesAreTheChosenOnes() {
        Loop loop(with({"fixed-margin", {{"margin", "2ms"}, {"spin", "yield"}}}));
        QCOMPARE(loop.run(3ms).lateness(), 0ns);
        QCOMPARE(loop.clock.sleeps().size(), std::size_t{1});
        QCOMPARE(loop.clock.sleeps()[0].asked, Nanoseconds(5ms)); // 10 − 3 − 2
        QCOMPARE(loop.clock.spins().size(), std::size_t{1});
        QCOMPARE(loop.clock.spins()[0].kind, SpinKind::Yield);
    }

    void policyAndItsValuesAreTheChosenOnes() {
        Loop printed(with({"spin"}, {"drop-and-rest", {{"form", "printed"}}}));
        QCOMPARE(printed.run(20ms).number, std::int64_t{3}); // it gives up the slot that begins just then
        Loop mended(with({"spin"}, {"drop-and-rest", {{"form", "mended"}}}));
        QCOMPARE(mended.run(20ms).number, std::int64_t{2});
        QCOMPARE(mended.run(1ms).number, std::int64_t{3});
        const PacedFrame rested = mended.run(14ms);
        QCOMPARE(rested.number, std::int64_t{5});
        QCOMPARE(rested.skipped, std::int64_t{1});
        QCOMPARE(sinceOrigin(rested.start), Nanoseconds(50ms));
    }

    void wrongOptionsAreErrors_data() {
        QTest::addColumn<PacerOptions>("options");
        QTest::addColumn<QString>("says");
        QTest::newRow("strategy") << with({"no-such"}) << "unknown strategy 'no-such'";
        QTest::newRow("policy") << with({"spin"}, {"spin"}) << "unknown policy 'spin'";
        QTest::newRow("parameter")
            << with({"fixed-margin", {{"x", "1"}}})
            << "fixed-margin has no parameter 'x' (there is margin, spin, tick_margin)";
        QTest::newRow("none at all") << with({"system-sleep", {{"x", "1"}}})
                                     << "system-sleep has no parameter 'x' (it has none)";
        QTest::newRow("range") << with({"fixed-margin", {{"margin", "2s"}}})
                               << "margin '2s' is not in its range";
        QTest::newRow("no number") << with({"adaptive", {{"late_share", "few"}}}) << "late_share 'few' is ";
        QTest::newRow("policy's value")
            << with({"spin"}, {"drop-and-rest", {{"form", "bent"}}}) << "form 'bent' is ";
        PacerOptions options;
        options.recordFrames = 2'000'001;
        QTest::newRow("memory") << options << "2000001 frames cannot be recorded (0 … 2000000)";
        options = {};
        // Far from any machine's clock, whose zero is when that machine was started.
        options.firstDue = kOrigin + 100 * 366 * 24h;
        QTest::newRow("far future") << options << "more than a year from now";
        options.firstDue = TimePoint::min();
        QTest::newRow("far past") << options << "more than a year from now";
    }
    void wrongOptionsAreErrors() {
        QFETCH(PacerOptions, options);
        QFETCH(QString, says);
        ScriptedTime clock;
        clock.advance(kOrigin.time_since_epoch());
        const Result<Pacer> made = Pacer::make(clock, Period(), options);
        QVERIFY(!made.ok());
        QCOMPARE(made.error().code, ErrorCode::Usage);
        QVERIFY2(QString::fromStdString(made.error().message()).contains(says),
                 made.error().message().c_str());
        QVERIFY(!Pacer::make(Period(), options).ok());
    }

    void theFirstDueTimeIsWithinAYear() {
        ScriptedTime clock;
        clock.advance(kOrigin.time_since_epoch());
        PacerOptions options;
        for (const auto& [due, taken] :
             {std::pair{kOrigin + 365 * 24h, true}, std::pair{kOrigin + 365 * 24h + 1ns, false},
              std::pair{kOrigin - 365 * 24h, true}, std::pair{kOrigin - 365 * 24h - 1ns, false}}) {
            options.firstDue = due;
            QCOMPARE(Pacer::make(clock, Period(), options).ok(), taken);
        }
    }

    void aStrategyThatThisMachineLacksIsAnError() {
        const Result<Pacer> made = Pacer::make(Period(), with({"hires-timer"}));
        QCOMPARE(made.ok(), sleepKindSupport(SleepKind::HighResolutionTimer).available);
        if (!made.ok())
            QCOMPARE(made.error().code, ErrorCode::Unsupported);
        const auto windows = makeSimulatedTime(machineChoice("windows-hires"), 1).value();
        QVERIFY(Pacer::make(*windows, Period(), with({"hires-timer"})).ok());
    }

    void theFirstFrameIsDueWhenAskedFor_data() { policies(); }
    void theFirstFrameIsDueWhenAskedFor() {
        QFETCH(QByteArray, policy);
        PacerOptions options = with({"spin"}, {policy.toStdString()});
        options.firstDue = kOrigin + 33ms; // more than a period away
        Loop loop(options);
        const PacedFrame first = loop.run(2ms);
        QCOMPARE(first.number, std::int64_t{1});
        QCOMPARE(first.skipped, std::int64_t{0});
        QCOMPARE(sinceOrigin(first.due), Nanoseconds(33ms));
        QCOMPARE(sinceOrigin(first.start), Nanoseconds(33ms));
        const PacedFrame second = loop.run(0ms);
        QCOMPARE(second.number, std::int64_t{2});
        QCOMPARE(sinceOrigin(second.due), Nanoseconds(43ms)); // without work all policies agree
    }

    void aFirstDueTimeThatHasPassedIsAtOnce() {
        PacerOptions options;
        options.firstDue = kOrigin - 4ms;
        Loop loop(options);
        const PacedFrame first = loop.run(1ms);
        QCOMPARE(first.number, std::int64_t{1});
        QCOMPARE(first.lateness(), Nanoseconds(5ms));
        QCOMPARE(sinceOrigin(loop.run(1ms).start), Nanoseconds(6ms)); // −4 + 10
    }

    void aPauseIsNotSkippedFrames_data() { policies(); }
    void aPauseIsNotSkippedFrames() {
        QFETCH(QByteArray, policy);
        Loop loop(with({"spin"}, {policy.toStdString()}));
        loop.run(3ms);
        const PacedFrame before = loop.run(3ms);
        loop.clock.advance(500ms);
        loop.pacer.restart();
        const Nanoseconds restarted = loop.now();
        const PacedFrame after = loop.run(2ms);
        QCOMPARE(after.number, before.number + 1);
        QCOMPARE(after.skipped, std::int64_t{0});
        const Nanoseconds late = policy == "fixed-sleep" ? 2ms : 0ms; // it adds the work to the period
        QCOMPARE(sinceOrigin(after.start), restarted + 10ms + late);
        const PacedFrame next = loop.run(0ms);
        QCOMPARE(next.number, before.number + 2);
        QCOMPARE(next.skipped, std::int64_t{0});
        QCOMPARE(sinceOrigin(next.start), restarted + 20ms + late);
    }

    void withoutARestartThePauseIsSkipped() {
        Loop loop(with({"spin"}));
        loop.run(3ms);
        QCOMPARE(loop.run(500ms).skipped, std::int64_t{49}); // slots 2 … 50 of the 51 that have begun
    }

    void aRestartCanNameTheNextFramesTime() {
        Loop loop(with({"spin"}));
        loop.run(3ms);
        loop.clock.advance(500ms); // 510
        loop.pacer.restart(kOrigin + 600ms);
        const PacedFrame after = loop.run(25ms);
        QCOMPARE(after.number, std::int64_t{2});
        QCOMPARE(after.skipped, std::int64_t{0});
        QCOMPARE(sinceOrigin(after.start), Nanoseconds(600ms));
        QCOMPARE(sinceOrigin(loop.run(3ms).start), Nanoseconds(610ms));
        loop.pacer.restart(kOrigin + 700ms);
        loop.pacer.restart(); // the last one counts
        QCOMPARE(sinceOrigin(loop.run(3ms).start), Nanoseconds(620ms));
    }

    void aRestartKeepsWhatWasLearned() {
        Loop loop(PacerOptions{});
        loop.clock.setOversleep(80us);
        LearnedLatency learned;
        QVERIFY(!loop.pacer.learned(learned));
        QVERIFY(!loop.pacer.achieved());
        for (int n = 0; n < 300; ++n)
            loop.run(2ms);
        QVERIFY(loop.pacer.learned(learned));
        QCOMPARE(learned.oversleeps.largest(), 80'000.0);
        QVERIFY(learned.operating.margin >= 80'000.0);
        QCOMPARE(loop.pacer.achieved()->waits, 300);
        QCOMPARE(loop.pacer.achieved()->late, 0);
        const double weight = learned.oversleeps.weight();
        loop.clock.advance(10s);
        loop.pacer.restart();
        loop.run(2ms);
        QVERIFY(loop.pacer.learned(learned));
        QVERIFY(learned.oversleeps.weight() > 0.9 * weight);
    }

    /// An aim is what its caller asks for last: it takes the spin back that the parameters had left out.
    void anAimSpinsWhateverTheParametersSay() {
        PacerOptions options = with({"adaptive", {{"spin", "none"}}});
        options.aim = LateShare{0.001};
        Loop loop(options);
        loop.clock.setOversleep(80us);
        for (int n = 0; n < 300; ++n)
            QVERIFY(loop.run(2ms).lateness() >= 0ns);
        options.aim = NoSpin{};
        Loop without(options);
        int early = 0;
        for (int n = 0; n < 300; ++n) {
            without.clock.setOversleep(n % 2 == 0 ? 40us : 120us);
            early += without.run(2ms).lateness() < 0ns ? 1 : 0;
        }
        QVERIFY(early > 50);
    }

    void someStrategiesLearnNothing() {
        Loop loop(with({"spin"}));
        loop.run(1ms);
        LearnedLatency learned;
        QVERIFY(!loop.pacer.learned(learned));
    }

    void framesAreRecordedAsTheyWere() {
        PacerOptions options = with({"system-sleep"});
        options.recordFrames = 10;
        Loop loop(options);
        QVERIFY(loop.pacer.recorded().empty());
        loop.clock.pushOversleeps({40us, 0us, 0us, 0us});
        loop.run(3ms);  // wakes at 10.04
        loop.run(25ms); // until 35.04: slot 2 has passed, 3 has begun
        loop.run(1ms);  // 36.04, wakes at 40
        loop.clock.advance(500ms);
        loop.pacer.restart(); // 540
        loop.run(2ms);        // wakes at 550
        QCOMPARE(loop.pacer.recorded().size(), std::size_t{4});
        loop.run(1ms);

        struct Row {
            std::int64_t iteration, start, deadline, frameTime, work, sleeps, slept, oversleep, lost;
            int flags;
        };
        const Row rows[] = {
            {0, 0, 0, 0, 3'000'000, 0, 0, 0, 0, FrameSample::First},
            {1, 10'040'000, 10'000'000, 10'040'000, 25'000'000, 1, 7'040'000, 40'000, 0, 0},
            {3, 35'040'000, 30'000'000, 25'000'000, 1'000'000, 0, 0, 0, 1, 0},
            {4, 40'000'000, 40'000'000, 4'960'000, 2'000'000, 1, 3'960'000, 0, 0, 0},
            {5, 550'000'000, 550'000'000, 510'000'000, 1'000'000, 1, 8'000'000, 0, 0,
             FrameSample::StoppedGap},
        };
        const std::span<const FrameSample> frames = loop.pacer.recorded();
        QCOMPARE(frames.size(), std::size(rows));
        for (std::size_t i = 0; i < frames.size(); ++i) {
            QCOMPARE(frames[i].iteration, rows[i].iteration);
            QCOMPARE(frames[i].start, rows[i].start);
            QCOMPARE(frames[i].deadline, rows[i].deadline);
            QCOMPARE(frames[i].frameTime, rows[i].frameTime);
            QCOMPARE(frames[i].work, rows[i].work);
            QCOMPARE(std::int64_t{frames[i].nativeSleeps}, rows[i].sleeps);
            QCOMPARE(frames[i].nativeSleep, rows[i].slept);
            QCOMPARE(frames[i].oversleep, rows[i].oversleep);
            QCOMPARE(frames[i].lost, rows[i].lost);
            QCOMPARE(int{frames[i].flags}, rows[i].flags);
        }
        QCOMPARE(loop.pacer.notRecorded(), std::uint64_t{0});
    }

    void aFullRecordingCountsWhatItLeavesOut() {
        PacerOptions options;
        options.recordFrames = 3;
        Loop loop(options);
        for (int n = 0; n < 10; ++n)
            loop.run(1ms);
        QCOMPARE(loop.pacer.recorded().size(), std::size_t{3});
        QCOMPARE(loop.pacer.recorded().back().iteration, std::int64_t{2});
        QCOMPARE(loop.pacer.notRecorded(), std::uint64_t{7});
        QVERIFY(Loop(PacerOptions{}).pacer.recorded().empty());
    }

    void aFrameAllocatesNothing() {
        const auto machine = makeSimulatedTime(machineChoice("linux-default"), 1).value();
        PacerOptions options;
        options.recordFrames = 100; // it also fills up
        Pacer pacer = Pacer::make(*machine, Period(), options).value();
        const std::int64_t before = test::allocations();
        for (int n = 0; n < 200; ++n) {
            if (n % 50 == 0)
                pacer.restart();
            pacer.wait();
        }
        QCOMPARE(test::allocations(), before);
        QCOMPARE(pacer.notRecorded(), std::uint64_t{100});
    }

    void aPacerCanBeMoved() {
        PacerOptions options;
        options.recordFrames = 5;
        Loop loop(options);
        loop.run(1ms);
        Pacer moved(std::move(loop.pacer));
        loop.clock.advance(1ms);
        QCOMPARE(moved.wait().number, std::int64_t{2});
        QCOMPARE(loop.now(), Nanoseconds(20ms));
        QCOMPARE(moved.recorded().size(), std::size_t{2});
    }
};

JITTERSCOPE_TEST(PacerOptionsTest)

} // namespace jitterscope::pacer_options_test

#include "pacer_options_test.moc"
