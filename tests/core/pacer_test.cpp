// SPDX-License-Identifier: MIT
#include "core/pacer/pacer.h"
#include "core/time/forwarding_time.h"
#include "core/time/scripted_time.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <utility>
#include <vector>

namespace jitterscope::pacer_test {

namespace {

constexpr TimePoint kOrigin{Nanoseconds(7'000'000)};

/// A clock that does not begin at 0.
class PacerTime {
public:
    PacerTime() { time.advance(kOrigin.time_since_epoch()); }
    ScriptedTime time;
};

/// Notes the spins and clock reads of a wait.
class NotedTime final : public ForwardingTime {
public:
    explicit NotedTime(ScriptedTime& time) noexcept : ForwardingTime(time), m_time(time) {}
    [[nodiscard]] TimePoint now() noexcept override {
        calls.push_back({'n', m_time.at()});
        return ForwardingTime::now();
    }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        calls.push_back({'s', deadline});
        return ForwardingTime::spinUntil(deadline, kind);
    }
    std::vector<std::pair<char, TimePoint>> calls; // n: the clock is read at; s: a spin until

private:
    ScriptedTime& m_time;
};

Nanoseconds sinceOrigin(TimePoint time) {
    return time - kOrigin;
}

} // namespace

class PacerTest : public QObject {
    Q_OBJECT

private slots:
    /// floor(n · 10⁹ / 60): [n * 10**9 // 60 for n in (1, 2, 3, 6000)]
    void framesStartOnAGridThatNeverDrifts() {
        PacerTime clock;
        Pacer pacer(clock.time, Period());
        PacedFrame frame;
        for (int n = 1; n <= 6000; ++n) {
            clock.time.advance(5ms); // the frame's work
            frame = pacer.wait();
            QCOMPARE(frame.number, std::int64_t{n});
            QCOMPARE(frame.skipped, std::int64_t{0});
            QCOMPARE(frame.start, frame.due);
            QCOMPARE(frame.start, clock.time.at());
            if (n == 1)
                QCOMPARE(sinceOrigin(frame.due), 16'666'666ns);
            if (n == 2)
                QCOMPARE(sinceOrigin(frame.due), 33'333'333ns);
            if (n == 3)
                QCOMPARE(sinceOrigin(frame.due), 50'000'000ns);
        }
        QCOMPARE(sinceOrigin(frame.due), Nanoseconds(100s));
    }

    /// After a sleep the code that ends a wait is in no cache. So all of it is walked once before: the last
    /// spin, and the clock read that becomes the frame's start. A frame that is late already is not delayed.
    void theWayOutIsWalkedOnceBefore() {
        using Calls = std::vector<std::pair<char, TimePoint>>;
        PacerTime clock;
        NotedTime noted(clock.time);
        Pacer pacer(noted, Period::fromDuration(10ms).value());
        PacedFrame frame;
        for (int i = 0; i < 300; ++i) {
            clock.time.setOversleep(i % 20 == 0 ? 60us : 20us); // so that something is left to spin
            clock.time.advance(1ms);                            // the frame's work
            noted.calls.clear();
            frame = pacer.wait();
        }
        const TimePoint before = frame.due - 2us;
        QCOMPARE(Calls(noted.calls.end() - 4, noted.calls.end()),
                 (Calls{{'s', before}, {'n', before}, {'s', frame.due}, {'n', frame.due}}));
        clock.time.setOversleep(3ms);
        clock.time.advance(1ms);
        noted.calls.clear();
        frame = pacer.wait();
        QVERIFY(frame.lateness() > 1ms);
        QCOMPARE(noted.calls.end()[-1], (Calls::value_type{'n', frame.start}));
        for (const auto& [call, when] : noted.calls)
            QVERIFY(call == 'n' || when == frame.due);
    }

    void aFrameThatTookTooLongIsFollowedAtOnce() {
        PacerTime clock;
        Pacer pacer(clock.time, Period::fromDuration(10ms).value());
        clock.time.advance(14ms);
        const PacedFrame late = pacer.wait();
        QCOMPARE(late.number, std::int64_t{1}); // its own slot, 4 ms in
        QCOMPARE(late.skipped, std::int64_t{0});
        QCOMPARE(late.lateness(), Nanoseconds(4ms));
        QVERIFY(clock.time.sleeps().empty());
        clock.time.advance(1ms);
        const PacedFrame next = pacer.wait();
        QCOMPARE(next.number, std::int64_t{2});
        QCOMPARE(sinceOrigin(next.start), Nanoseconds(20ms));
    }

    void slotsThatHaveWhollyPassedAreSkipped() {
        PacerTime clock;
        Pacer pacer(clock.time, Period::fromDuration(10ms).value());
        clock.time.advance(45ms); // slots 1, 2 and 3 have passed, 4 has begun
        const PacedFrame late = pacer.wait();
        QCOMPARE(late.number, std::int64_t{4});
        QCOMPARE(late.skipped, std::int64_t{3});
        QCOMPARE(sinceOrigin(late.due), Nanoseconds(40ms));
        QCOMPARE(late.lateness(), Nanoseconds(5ms));
        clock.time.advance(1ms);
        const PacedFrame next = pacer.wait();
        QCOMPARE(next.number, std::int64_t{5});
        QCOMPARE(next.skipped, std::int64_t{0});
        QCOMPARE(next.lateness(), 0ns);
        QCOMPARE(sinceOrigin(next.start), Nanoseconds(50ms));
    }

    void aLateWakeUpIsToldAndDoesNotMoveTheGrid() {
        PacerTime clock;
        Pacer pacer(clock.time, Period::fromDuration(10ms).value());
        clock.time.pushOversleeps({14ms});
        clock.time.advance(6ms);
        const PacedFrame late = pacer.wait();
        QCOMPARE(late.number, std::int64_t{1});
        QCOMPARE(clock.time.sleeps().size(), std::size_t{1});
        QCOMPARE(late.lateness(), clock.time.sleeps()[0].took - 4ms);
        const PacedFrame next = pacer.wait(); // however long it slept: slot 2 has begun, slot 3 has not
        QCOMPARE(next.number, std::int64_t{2});
        QCOMPARE(next.skipped, std::int64_t{0});
        QCOMPARE(pacer.wait().number, std::int64_t{3});
        QCOMPARE(sinceOrigin(clock.time.at()), Nanoseconds(30ms));
    }

    /// The ends of time are a year away, and overflow nothing.
    void theFarthestRestartIsAYearAway() {
        PacerTime clock;
        Pacer pacer(clock.time, Period::fromDuration(10ms).value());
        pacer.restart(TimePoint::max());
        QCOMPARE(sinceOrigin(pacer.wait().due), Nanoseconds(std::chrono::hours(365 * 24)));
        const Nanoseconds before = sinceOrigin(clock.time.at());
        pacer.restart(TimePoint::min());
        const PacedFrame next = pacer.wait(); // at once
        QCOMPARE(sinceOrigin(next.start), before);
    }

    /// On a machine that wakes late it learns to be on time: the strategy is `adaptive`.
    void itLearnsTheMachine() {
        PacerTime clock;
        clock.time.setOversleep(80us);
        Pacer pacer(clock.time, Period());
        int late = 0;
        for (int n = 1; n <= 1000; ++n) {
            const PacedFrame frame = pacer.wait();
            QVERIFY(frame.lateness() >= 0ns);
            late += frame.lateness() > 0ns ? 1 : 0;
        }
        QVERIFY(late < 50);
        std::int64_t slept = 0;
        for (const ScriptedTime::SleepCall& sleep : clock.time.sleeps())
            slept += sleep.took.count();
        QVERIFY(static_cast<double>(slept) > 0.95 * static_cast<double>(Nanoseconds(16s).count()));
    }

    void ratesAsNumbers_data() {
        QTest::addColumn<double>("hertz");
        QTest::addColumn<QString>("rate");
        QTest::newRow("whole") << 60.0 << "60";
        QTest::newRow("decimal") << 59.94 << "59.94";
        QTest::newRow("to a millionth") << 23.9760239760 << "23.976024";
        QTest::newRow("too slow") << 0.0 << "0.1";
        QTest::newRow("negative") << -60.0 << "0.1";
        QTest::newRow("too fast") << 1e9 << "100000";
        QTest::newRow("endless") << std::numeric_limits<double>::infinity() << "100000";
        QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << "60";
    }
    void ratesAsNumbers() {
        QFETCH(double, hertz);
        QTEST(QString::fromStdString(Pacer(hertz).period().rateText()), "rate");
    }

    void aStopOfItsClockEndsTheWait() {
        PacerTime clock;
        Pacer pacer(clock.time, Period::fromDuration(10ms).value());
        clock.time.stopAt(kOrigin + 3ms);
        const PacedFrame frame = pacer.wait();
        QCOMPARE(sinceOrigin(frame.start), Nanoseconds(3ms));
        QCOMPARE(frame.lateness(), Nanoseconds(-7ms));
    }

    void onTheRealClockNoFrameIsEarly() {
        Pacer pacer(Period::fromDuration(1ms).value());
        std::int64_t last = 0;
        for (int n = 1; n <= 20; ++n) {
            const PacedFrame frame = pacer.wait();
            QVERIFY(frame.lateness() >= 0ns);
            QCOMPARE(frame.number, last + 1 + frame.skipped);
            last = frame.number;
        }
    }
};

JITTERSCOPE_TEST(PacerTest)

} // namespace jitterscope::pacer_test

#include "pacer_test.moc"
