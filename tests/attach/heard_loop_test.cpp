// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/cure_trial.h"
#include "core/files/result_files.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::heard_loop_test {

using listen::Call;

class HeardLoopTest : public QObject {
    Q_OBJECT

private slots:
    void framesAreWhatTheyAre() {
        const AttachReport report = relativeLoop(100, kSteadyWork, [](int) { return 100'000; });
        const HeardFrame& frame = report.loop->frames()[10];
        QCOMPARE(frame.frameTime, kPeriod + 100'000);
        QCOMPARE(frame.work(), 4 * kMs);
        QCOMPARE(frame.wait, 12 * kMs);
        QCOMPARE(frame.overshoot, std::int64_t{100'000});
        QCOMPARE(frame.cpu, 4 * kMs);
        QCOMPARE(frame.queued, std::int64_t{0});
        QCOMPARE(frame.waits, 1);
        QCOMPARE(report.loop->style(), WaitStyle::SleepsRest);
        QCOMPARE(report.loop->longFrames(), std::size_t{0}); // 100 µs are within its tolerance
        QVERIFY(std::abs(*report.loop->cpuPercent() - 100 * 4 / 16.1) < 1e-9);
        QVERIFY(attachVerdict(report).starts_with("Its frames are steady"));
    }
    /// What was tried in vain is not advised; what helped is said to have helped.
    void adviceKnowsWhatWasTried() {
        AttachReport report = relativeLoop(
            100, kSteadyWork, [](int i) { return i % 5 == 2 ? 8 * kMs : 0; }, true);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        const std::string untried = "Give its thread the real-time class, or end what else computes.";
        QCOMPARE(loopAdvice(report), untried);
        CureOutcome realtime;
        realtime.id = "realtime";
        realtime.support = {true, {}};
        report.cures = {realtime}; // too few frames: nothing was seen
        QCOMPARE(loopAdvice(report), untried);
        const std::string tried = " Real-time class, tried in this program: ";
        const auto adviceAfter = [&report](double low, double high) {
            report.cures[0].spread = Share{(low + high) / 2, {low, high}};
            return loopAdvice(report);
        };
        QCOMPARE(adviceAfter(-3e6, -1e6),
                 "Give its thread the real-time class." + tried + "steadier frames.");
        QCOMPARE(adviceAfter(-1e6, 1e6), "End what else computes." + tried + "no difference shown.");
        QCOMPARE(adviceAfter(1e6, 3e6), "End what else computes." + tried + "less steady frames.");
        CureOutcome pin = report.cures[0];
        pin.id = "pin";
        pin.spread = Share{-2e6, {-3e6, -1e6}};
        report.cures.push_back(pin);
        QVERIFY(loopAdvice(report).ends_with(" Pin to one CPU, tried in this program: steadier frames."));
    }
    /// Work of 1.2 periods leaves nothing to wait for: no wait is to blame, and none can help.
    void workThatFillsTheFrameIsNamed() {
        const AttachReport report = relativeLoop(
            100, [](int) { return kPeriod * 12 / 10; }, [](int) { return 5'000; });
        QCOMPARE(report.loop->style(), WaitStyle::WorkBound);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Work));
        QCOMPARE(noCausesText(*report.loop), "Its work fills the frame.");
        for (const Cure& cure : curesThere()) {
            const Support support = canHelp(cure, *report.loop);
            QVERIFY2(!support.available && support.reason.starts_with("its work fills the frame"),
                     cure.id.data());
        }
    }
    /// A present that computes the picture fills the frame with work: it is no wait, though it is a call.
    void aPresentThatComputesIsWork() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(2 * kMs).computingPresent(Call::SdlUpdate, 18 * kMs, i % 10 == 0 ? 3 * kMs : 0);
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->style(), WaitStyle::WorkBound);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Work));
        QVERIFY(loopText(report).find("computes or spins for 20.3 ms of a frame of 20.3 ms") !=
                std::string::npos);
        // The same present, blocked: the display makes it wait.
        HeardRows blocked;
        for (int i = 0; i < 100; ++i)
            blocked.work(2 * kMs).present(Call::SdlUpdate, 18 * kMs);
        const AttachReport waits = reportOf(blocked);
        QCOMPARE(waits.loop->style(), WaitStyle::Presents);
        QCOMPARE(noCausesText(*waits.loop), "No frame was long.");
    }
    /// Who is on no processor does not compute, though no wait of it is known.
    void whatIsBlockedElsewhereIsNoWork() {
        const auto reportWith = [](std::int64_t work) {
            HeardRows rows;
            for (int i = 0; i < 100; ++i)
                rows.mark().work(work).blocked(kPeriod - work);
            return reportOf(rows);
        };
        const AttachReport blocked = reportWith(2 * kMs);
        QCOMPARE(blocked.loop->style(), WaitStyle::Blocked);
        QCOMPARE(blocked.loop->firstCause(), std::optional<LoopCause>());
        QVERIFY(attachVerdict(blocked).starts_with("Its frames are steady"));
        QVERIFY(loopText(blocked).find("It is blocked in a call that is not listened to: of a frame of 16 ms "
                                       "it computes for 2 ms.") != std::string::npos);
        QCOMPARE(reportWith(kPeriod).loop->style(), WaitStyle::WorkBound);
    }
    /// The present waits for threads of the program's own that draw: that is work, and no display.
    void whatTheProcessorDrawsIsWork() {
        const auto reportWith = [](std::int64_t drawing, std::int64_t queued = 0) {
            HeardRows rows;
            HeardRows drawer("llvmpipe-0", false);
            for (int i = 0; i < 100; ++i) {
                rows.work(4 * kMs).present(Call::SdlSwap, 36 * kMs);
                drawer.work(drawing, queued).wait(Call::CondWait, 40 * kMs - drawing - queued, 0);
            }
            AttachReport report;
            report.program = "game";
            report.programs = programOf({rows.thread(), drawer.thread()});
            findLoop(report, std::nullopt);
            return report;
        };
        const AttachReport drawn = reportWith(34 * kMs);
        QCOMPARE(drawn.loop->rateHz(), 25.0);
        QVERIFY(drawn.loop->drawnByProcessor());
        QCOMPARE(drawn.loop->style(), WaitStyle::WorkBound);
        QVERIFY(attachVerdict(drawn).starts_with("Drawing fills its frames"));
        const AttachReport paced = reportWith(8 * kMs);
        QCOMPARE(paced.loop->style(), WaitStyle::Presents);
        // SuperTux: half of it is waited for in another call of the library, and the loop sleeps a little.
        HeardRows rows;
        HeardRows drawer("llvmpipe-0", false);
        for (int i = 0; i < 100; ++i) {
            rows.work(3 * kMs).present(Call::SdlSwap, 17 * kMs);
            rows.wait(Call::CondWait, 19 * kMs, 0).wait(Call::Nanosleep, kMs, 0);
            drawer.work(34 * kMs).wait(Call::CondWait, 6 * kMs, 0);
        }
        HeardThread waiting = rows.thread();
        for (listen::Row& row : waiting.rows)
            row.asked = row.call == Call::CondWait ? listen::kForever : row.asked;
        AttachReport half;
        half.programs = programOf({waiting, drawer.thread()});
        findLoop(half, std::nullopt);
        QCOMPARE(half.loop->style(), WaitStyle::WorkBound);
        QVERIFY2(loopText(half).find("for which it waits: 36 ms of a frame of 40 ms.") != std::string::npos,
                 loopText(half).c_str());
        // Armagetron: all of it is waited for in another call, and hardly anything in presents.
        HeardRows elsewhere;
        HeardRows drawing("llvmpipe-0", false);
        for (int i = 0; i < 100; ++i) {
            elsewhere.work(3 * kMs).present(Call::SdlSwap, kMs / 2).wait(Call::CondWait, 36 * kMs, 0);
            drawing.work(36 * kMs).wait(Call::CondWait, 3 * kMs + kMs / 2, 0);
        }
        HeardThread waits = elsewhere.thread();
        for (listen::Row& row : waits.rows)
            row.asked = row.call == Call::CondWait ? listen::kForever : row.asked;
        AttachReport outside;
        outside.programs = programOf({waits, drawing.thread()});
        findLoop(outside, std::nullopt);
        QVERIFY(outside.loop->drawnByProcessor());
        outside.programs = programOf({waits}); // another thread, which does not draw
        findLoop(outside, std::nullopt);
        QCOMPARE(outside.loop->style(), WaitStyle::Events);
        // A thread that mostly waits for a processor does not fill the frame: others do.
        const AttachReport starved = reportWith(4 * kMs, 30 * kMs);
        QVERIFY(!starved.loop->drawnByProcessor());
        QVERIFY(reportWith(17 * kMs, 20 * kMs).loop->drawnByProcessor());
    }
    /// The wait in which a loop spends most of its time is the one that a cure is for.
    void itsWaitIsTheLongestOne() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(2 * kMs).wait(Call::Usleep, kMs, 0).work(kMs).wait(Call::Nanosleep, 12 * kMs, 0);
        const AttachReport report = reportOf(rows);
        QVERIFY(report.loop->wait());
        QCOMPARE(report.loop->wait()->call, Call::Nanosleep);
        QCOMPARE(report.loop->wait()->site, 0x1000 + static_cast<std::uint64_t>(Call::Nanosleep));
        QCOMPARE(report.loop->wait()->asked, 12 * kMs);
        QVERIFY(report.loop->wait()->timeAlone);
        QVERIFY(canHelp(*findCure(curesThere(), "exact"), *report.loop).available);
    }
    /// A wait that something else may end is not replaced by one that only time ends.
    void aWaitForMoreThanTimeIsLeftAlone() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(4 * kMs).wait(Call::Poll, 12 * kMs, i % 4 == 0 ? 3 * kMs : 0);
        HeardThread thread = rows.thread();
        const auto exactHelps = [&] {
            AttachReport report;
            report.programs = programOf({thread});
            findLoop(report, std::nullopt);
            return canHelp(*findCure(curesThere(), "exact"), *report.loop);
        };
        QVERIFY(exactHelps().available); // poll() of no files is a sleep
        for (listen::Row& row : thread.rows)
            row.flags = row.call == Call::Poll ? 1 : 0;
        const Support support = exactHelps();
        QVERIFY(!support.available);
        QVERIFY(support.reason.starts_with("what it waits for may come before its time"));
    }
    /// The exact wait takes no sleep that is long.
    void aLongSleepIsLeftAlone() {
        const auto exactHelps = [](std::int64_t length) {
            HeardRows rows;
            for (int i = 0; i < 100; ++i)
                rows.work(kMs).wait(Call::Nanosleep, length, i % 4 == 0 ? 9 * kMs : 0);
            return canHelp(*findCure(curesThere(), "exact"), *reportOf(rows).loop);
        };
        QVERIFY(exactHelps(50 * kMs).available);
        const Support support = exactHelps(60 * kMs);
        QVERIFY(!support.available);
        QVERIFY2(support.reason.starts_with("it sleeps for more than 50 ms"), support.reason.c_str());
    }
    void anEventThatCameIsNotLate() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(4 * kMs).wait(Call::CondWait, 12 * kMs, 0);
        HeardThread thread = rows.thread();
        for (listen::Row& row : thread.rows) { // each ends when its event comes: it has no other end
            row.asked = row.call == Call::CondWait ? listen::kForever : row.asked;
            row.flags = 1;
        }
        AttachReport report;
        report.programs = programOf({thread});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->means().overshoot, 0.0);
        QCOMPARE(report.loop->style(), WaitStyle::Events);
    }

    /// A wait for a file that comes after its time limit ended with the file, and not late.
    void anEventAfterTheLimitIsNotLateEither() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(4 * kMs).wait(Call::Poll, 12 * kMs, kMs);
        HeardThread thread = rows.thread();
        for (listen::Row& row : thread.rows) {
            row.flags = 1;
            row.result = row.call == Call::Poll ? 1 : 0;
        }
        AttachReport report;
        report.programs = programOf({thread});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->means().overshoot, 0.0);
        for (listen::Row& row : thread.rows)
            row.result = 0; // the limit ended it
        report.programs = programOf({thread});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->means().overshoot, 1e6);
    }

    /// What calls return when their time is over differs.
    void aLimitThatEndedAWaitIsKnownByItsCall_data() {
        QTest::addColumn<int>("call");
        QTest::addColumn<int>("timedOut");
        QTest::addColumn<int>("woken");
        QTest::newRow("pthread_cond_timedwait") << static_cast<int>(Call::CondWait) << 110 << 0;
        QTest::newRow("sem_timedwait") << static_cast<int>(Call::SemWait) << -1 << 0;
        QTest::newRow("futex") << static_cast<int>(Call::Futex) << -1 << 0;
        QTest::newRow("select") << static_cast<int>(Call::Select) << 0 << 1;
    }
    void aLimitThatEndedAWaitIsKnownByItsCall() {
        QFETCH(int, call);
        QFETCH(int, timedOut);
        QFETCH(int, woken);
        const auto overshootOf = [call](int result) {
            HeardRows rows;
            for (int i = 0; i < 100; ++i)
                rows.work(4 * kMs).wait(static_cast<Call>(call), 12 * kMs, kMs);
            HeardThread thread = rows.thread();
            for (listen::Row& row : thread.rows) {
                row.flags = 1;
                row.result = result;
            }
            AttachReport report;
            report.programs = programOf({thread});
            findLoop(report, std::nullopt);
            return report.loop->means().overshoot;
        };
        QCOMPARE(overshootOf(timedOut), 1e6);
        QCOMPARE(overshootOf(woken), 0.0);
    }

    /// deadline += period: a late start makes this frame long and the next one short. The estimate finds the
    /// lateness again.
    void aGridHasDeadlines() {
        HeardRows rows;
        Random random(streamSeed(7, "grid"));
        for (int i = 1; i <= 400; ++i) {
            const std::int64_t due = HeardRows::kBegin + i * kPeriod;
            const std::int64_t late = static_cast<std::int64_t>(random.uniform() * 2e6);
            rows.work(3 * kMs);
            rows.wait(Call::ClockNanosleep, due - rows.now(), late);
        }
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->cadence(), Cadence::Grid);
        const std::vector<std::int64_t> found = report.loop->lateness();
        QCOMPARE(found.size(), report.loop->frames().size());
        for (std::size_t i = 0; i < found.size(); ++i) { // less its earliest twentieth
            const std::int64_t planted = (report.loop->frames()[i].start - HeardRows::kBegin) % kPeriod;
            QVERIFY2(std::abs(static_cast<double>(found[i] - planted) + 1e5) < 1.2e5,
                     qPrintable(QString::number(found[i] - planted)));
        }
    }
    void aRelativeLoopHasNone() {
        Random random(streamSeed(8, "relative"));
        const AttachReport report = relativeLoop(
            400, kSteadyWork, [&](int) { return static_cast<std::int64_t>(random.uniform() * 2e6); });
        QCOMPARE(report.loop->cadence(), Cadence::Relative);
        QVERIFY(report.loop->lateness().empty());
        QCOMPARE(std::string(deadlinesId(*report.loop)), std::string("none"));
    }
    /// A loading screen of two seconds is time in which no other frame came.
    void aLongPauseCountsInTheRate() {
        HeardRows rows;
        for (int i = 0; i < 200; ++i) {
            rows.work(4 * kMs);
            rows.wait(Call::Nanosleep, i == 100 ? 2'000 * kMs : 12 * kMs, 0);
        }
        const AttachReport report = reportOf(rows);
        const auto frames = static_cast<double>(report.loop->frames().size());
        QCOMPARE(report.loop->time(), (frames - 1) * static_cast<double>(kPeriod) + 2004e6);
        QCOMPARE(report.loop->rateHz(), 1e9 * frames / report.loop->time());
        QCOMPARE(report.loop->usualTime(), static_cast<double>(kPeriod));
        QCOMPARE(std::ranges::max(attachedRun(report).columns->frameTime), 2'004 * kMs);
    }
    /// Frames with another cure, or with none for a part of them, are not those that were asked for.
    void framesAreToldApartByTheirCures() {
        HeardRows rows;
        for (int i = 0; i < 200; ++i)
            rows.work(4 * kMs).wait(Call::Nanosleep, 12 * kMs, i < 100 ? 2 * kMs : 0);
        HeardThread thread = rows.thread();
        for (std::size_t i = thread.rows.size() / 2; i < thread.rows.size(); ++i)
            thread.rows[i].cures = CureBit::Slack;
        const auto programs = programOf({thread});
        const LoopCandidate loop = findLoops(programs)[0];
        const HeardLoop without(programs, loop);
        const HeardLoop with(programs, loop, CureBit::Slack);
        QVERIFY(without.frames().size() >= 97 && without.frames().size() <= 100);
        QVERIFY(with.frames().size() >= 97 && with.frames().size() <= 100);
        QCOMPARE(with.means().overshoot, 0.0);
        QCOMPARE(without.means().overshoot, 2e6);
    }
};

JITTERSCOPE_TEST(HeardLoopTest)

} // namespace jitterscope::heard_loop_test

#include "heard_loop_test.moc"
