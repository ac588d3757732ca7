// SPDX-License-Identifier: MIT
#include "core/platform/low_power.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <vector>

namespace jitterscope::low_power_test {

namespace {

constexpr Nanoseconds kReadCost{20};
constexpr Nanoseconds kPause{40};
constexpr double kRate = 2.5; // ticks in a nanosecond

/// A processor by hand: time goes on by reads, pauses and waits alone.
class FakeProcessor final : public WaitingProcessor {
public:
    [[nodiscard]] TimedWait timedWait() const noexcept override { return instruction; }
    [[nodiscard]] TimePoint now() noexcept override {
        at += readCost;
        if (at.time_since_epoch() >= stopAt)
            stop.store(true);
        return at;
    }
    [[nodiscard]] std::uint64_t ticks() noexcept override {
        const double passed = static_cast<double>(at.time_since_epoch().count()) * rate;
        return static_cast<std::uint64_t>(1'000'000'000 + static_cast<std::int64_t>(passed));
    }
    void wait(std::uint64_t ticks) noexcept override {
        const auto asked = Nanoseconds(static_cast<std::int64_t>(static_cast<double>(ticks) / kRate));
        waits.push_back(asked);
        waitEnds.push_back(at + asked);
        at += returnsAtOnce ? Nanoseconds{0} : std::min(asked, longest) + oversleep;
        if (goesWrong-- == 1)
            oversleep = Nanoseconds{0};
    }
    void pause() noexcept override {
        ++pauses;
        at += kPause;
    }

    TimedWait instruction = TimedWait::Tpause;
    double rate = kRate;
    Nanoseconds readCost = kReadCost;
    bool returnsAtOnce = false;
    Nanoseconds longest = Nanoseconds::max(); // what the system allows, as IA32_UMWAIT_CONTROL does
    Nanoseconds oversleep{0};
    int goesWrong = 0; // waits until the oversleep is over; 0: never
    Nanoseconds stopAt = Nanoseconds::max();
    std::atomic<bool> stop{false};
    TimePoint at{Nanoseconds(1'000'000)};
    std::vector<Nanoseconds> waits;
    std::vector<TimePoint> waitEnds; // as asked
    int pauses = 0;
};

/// The most by which a spin of reads and pauses ends after its deadline.
constexpr Nanoseconds kOneLook = kReadCost + kPause;

} // namespace

class LowPowerTest : public QObject {
    Q_OBJECT

private slots:
    void theInstructionIsChosenByTheManuals_data() {
        QTest::addColumn<quint32>("leaf7Ecx");
        QTest::addColumn<quint32>("extended1Ecx");
        QTest::addColumn<quint32>("extended7Edx");
        QTest::addColumn<quint64>("capabilities2");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* name, quint32 leaf7, quint32 extended1, quint32 extended7,
                            quint64 capabilities2, const char* id) {
            QTest::newRow(name) << leaf7 << extended1 << extended7 << capabilities2 << QString(id);
        };
        row("WAITPKG", 0x20, 0, 0x100, 0, "tpause");
        row("MONITORX", 0, 0x2000'0000, 0x100, 0, "mwaitx");
        row("both", 0x20, 0x2000'0000, 0x100, 0, "tpause");
        row("TSC of no fixed rate", 0x20, 0x2000'0000, 0xfffffeff, 0, "none");
        row("WFxT", 0, 0, 0, 0x8000'0000, "wfet");
        row("all other bits", 0xffffffdf, 0xdfffffff, 0xffffffff, 0xffff'ffff'7fff'ffff, "none");
        row("nothing", 0, 0, 0, 0, "none");
    }
    void theInstructionIsChosenByTheManuals() {
        QFETCH(quint32, leaf7Ecx);
        QFETCH(quint32, extended1Ecx);
        QFETCH(quint32, extended7Edx);
        QFETCH(quint64, capabilities2);
        const TimedWait wait = timedWaitOf({leaf7Ecx, extended1Ecx, extended7Edx, capabilities2});
        QTEST(QString::fromStdString(std::string(timedWaitId(wait))), "id");
    }

    void eachWaitIsAskedToEndTheMarginBefore() {
        FakeProcessor processor;
        LowPowerSpin spin(processor, kRate);
        const TimePoint deadline = processor.at + 250us;
        const Spin done = spin.spinUntil(deadline, processor.stop);
        QVERIFY(done.end >= deadline && done.end <= deadline + kOneLook);
        // 100 µs, 100 µs, and what is left of 250 µs but for the margin and three reads.
        QCOMPARE(processor.waits.size(), std::size_t{3});
        QCOMPARE(processor.waits[0], LowPowerSpin::kLongest);
        QCOMPARE(processor.waits[1], LowPowerSpin::kLongest);
        QCOMPARE(processor.waits[2], 45us - 3 * kReadCost);
        QCOMPARE(processor.waitEnds[2], deadline - LowPowerSpin::kMargin);
        // The margin is paused away: 4.98 µs after the read that ended the last wait, in looks of 60 ns.
        QCOMPARE(processor.pauses, 83);
    }

    void restingOnPurposeIsNoGap() {
        FakeProcessor processor;
        LowPowerSpin spin(processor, kRate);
        const Spin done = spin.spinUntil(processor.at + 250us, processor.stop);
        QCOMPARE(done.largestGap, kOneLook);
        processor.oversleep = 2us;
        QCOMPARE(spin.spinUntil(processor.at + 250us, processor.stop).largestGap, 2us + kReadCost);
    }

    void withoutATimedWaitItPauses() {
        FakeProcessor processor;
        processor.instruction = TimedWait::None;
        QCOMPARE(measureTicksPerNanosecond(processor), 0.0);
        QCOMPARE(processor.at.time_since_epoch(), Nanoseconds(1ms)); // not even a look
        LowPowerSpin spin(processor, 0);
        const TimePoint deadline = processor.at + 250us;
        const Spin done = spin.spinUntil(deadline, processor.stop);
        QVERIFY(done.end >= deadline && done.end <= deadline + kOneLook);
        QVERIFY(processor.waits.empty());
        QCOMPARE(processor.pauses, 4167); // 250 µs / 60 ns, begun after one read
    }

    void whatIsTooShortForAWaitIsPaused() {
        FakeProcessor processor;
        LowPowerSpin spin(processor, kRate);
        spin.spinUntil(processor.at + LowPowerSpin::kMargin + LowPowerSpin::kShortest, processor.stop);
        QVERIFY(processor.waits.empty()); // the first read has taken some of it
        const TimePoint now = processor.at;
        spin.spinUntil(now + LowPowerSpin::kMargin + LowPowerSpin::kShortest + kReadCost, processor.stop);
        QCOMPARE(processor.waits, std::vector{LowPowerSpin::kShortest});
        const Spin past = spin.spinUntil(now, processor.stop);
        QCOMPARE(past.begin, past.end);
        QCOMPARE(processor.waits.size(), std::size_t{1});
    }

    void aWaitThatReturnsAtOnceIsNeverEarly() {
        FakeProcessor processor;
        processor.returnsAtOnce = true;
        LowPowerSpin spin(processor, kRate);
        const TimePoint deadline = processor.at + 250us;
        const Spin done = spin.spinUntil(deadline, processor.stop);
        QVERIFY(done.end >= deadline && done.end <= deadline + kOneLook);
    }

    void aWaitThatTheSystemCutsShortIsRepeated() {
        FakeProcessor processor;
        processor.longest = 30us;
        LowPowerSpin spin(processor, kRate);
        const TimePoint deadline = processor.at + 250us;
        const Spin done = spin.spinUntil(deadline, processor.stop);
        QVERIFY(done.end >= deadline && done.end <= deadline + kOneLook);
        QCOMPARE(processor.waits.size(), std::size_t{9}); // 245 µs in pieces of 30
    }

    void wakingLaterThanAskedCostsNoDeadline_data() {
        QTest::addColumn<qint64>("oversleep");
        for (const qint64 oversleep : {0, 500, 2'000, 4'900, 20'000, 90'000})
            QTest::addRow("%lld ns", static_cast<long long>(oversleep)) << oversleep;
    }
    void wakingLaterThanAskedCostsNoDeadline() {
        QFETCH(qint64, oversleep);
        FakeProcessor processor;
        processor.oversleep = Nanoseconds(oversleep);
        LowPowerSpin spin(processor, kRate);
        for (int i = 0; i < 100; ++i) {
            const TimePoint deadline = processor.at + 1ms;
            const Spin done = spin.spinUntil(deadline, processor.stop);
            QVERIFY(done.end >= deadline && done.end <= deadline + kOneLook);
        }
        QVERIFY(processor.waits.size() >= 100);
    }

    /// A margin of 2 · 4 ms falls below 4 ms after ln 2 / ln(256/255) = 177 spins: then the next one is late.
    void wakingVeryLateIsRare() {
        FakeProcessor processor;
        processor.oversleep = 4ms;
        LowPowerSpin spin(processor, kRate);
        int late = 0;
        for (int i = 0; i < 1000; ++i) {
            const TimePoint deadline = processor.at + 3ms;
            late += spin.spinUntil(deadline, processor.stop).end > deadline + kOneLook ? 1 : 0;
        }
        QVERIFY2(late >= 1 && late <= 5, std::to_string(late).c_str());
    }

    /// One wait in which the thread lost its processor for 3 ms: pauses for a while, then waits again.
    void aWiderMarginFades() {
        FakeProcessor processor;
        processor.oversleep = 3ms;
        processor.goesWrong = 1;
        LowPowerSpin spin(processor, kRate);
        const auto waitsOf = [&](int spins) {
            const std::size_t before = processor.waits.size();
            for (int i = 0; i < spins; ++i)
                spin.spinUntil(processor.at + 50us, processor.stop);
            return processor.waits.size() - before;
        };
        QCOMPARE(waitsOf(1), std::size_t{1});
        QCOMPARE(waitsOf(100), std::size_t{0});
        waitsOf(2000);
        QCOMPARE(waitsOf(100), std::size_t{100});
    }

    void aStopEndsItWithinAWait() {
        FakeProcessor processor;
        processor.stopAt = 1ms + 1s;
        LowPowerSpin spin(processor, kRate);
        const Spin done = spin.spinUntil(processor.at + 60s, processor.stop);
        QVERIFY(done.end.time_since_epoch() >= processor.stopAt);
        QVERIFY(done.end.time_since_epoch() <= processor.stopAt + LowPowerSpin::kLongest + kReadCost);
    }

    void theRateIsMeasuredAgainstTheClock() {
        FakeProcessor processor;
        const double rate = measureTicksPerNanosecond(processor);
        QVERIFY2(std::abs(rate - kRate) < 1e-4 * kRate, std::to_string(rate).c_str());
        processor.rate = 0; // a counter that stands still
        QCOMPARE(measureTicksPerNanosecond(processor), 0.0);
        processor.rate = -1; // one that runs backwards
        QCOMPARE(measureTicksPerNanosecond(processor), 0.0);
        processor.rate = kRate;
        processor.readCost = 20us; // nobody knows when the counter was read
        QCOMPARE(measureTicksPerNanosecond(processor), 0.0);
    }

    /// Whatever this machine has: never early, and no instruction that is not there.
    void thisProcessorReachesEveryDeadline() {
        const auto processor = makeWaitingProcessor();
        const double rate = measureTicksPerNanosecond(*processor);
        if (processor->timedWait() == TimedWait::None)
            QCOMPARE(rate, 0.0);
        LowPowerSpin spin(*processor, rate);
        const std::atomic<bool> stop{false};
        for (int i = 0; i < 20; ++i) {
            const TimePoint deadline = processor->now() + 300us;
            const Spin done = spin.spinUntil(deadline, stop);
            QVERIFY(done.end >= deadline);
            QVERIFY(done.largestGap > 0ns);
        }
    }
};

JITTERSCOPE_TEST(LowPowerTest)

} // namespace jitterscope::low_power_test

#include "low_power_test.moc"
