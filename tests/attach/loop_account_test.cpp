// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/cure_trial.h"
#include "core/files/result_files.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::loop_account_test {

using listen::Call;

/// What makes frames long: each cause, alone and beside others.
class LoopAccountTest : public QObject {
    Q_OBJECT

private slots:
    /// Slack of 20 ms: every frame is long, and the median frame time says nothing of what is meant.
    void aLateWakeUpIsToldFromAlongFrame() {
        const AttachReport report = relativeLoop(100, kSteadyWork, [](int i) { return (10 + i % 10) * kMs; });
        QCOMPARE(report.loop->aim(), static_cast<double>(kPeriod));
        QCOMPARE(report.loop->longFrames(), report.loop->frames().size());
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Overshoot));
        QVERIFY(attachVerdict(report).find("its waits end late") != std::string::npos);
    }
    /// What is less than half of it is not called the reason.
    void ofSeveralCausesNoneIsTheReason() {
        HeardRows rows;
        for (int i = 0; i < 150; ++i) {
            const std::int64_t work = i % 15 == 12 ? kPeriod + 6 * kMs : 4 * kMs;
            const std::int64_t late = i % 15 == 2 ? 8 * kMs : i % 15 == 7 ? 7 * kMs : 0;
            rows.work(work);
            rows.wait(Call::Nanosleep, std::max<std::int64_t>(0, kPeriod - work), late,
                      i % 15 == 7 ? late : 0);
        }
        const std::string verdict = attachVerdict(reportOf(rows));
        QVERIFY2(verdict.find(" is meant. Several things make them long. The largest, 38 % of it: its waits "
                              "end late, by ") != std::string::npos,
                 verdict.c_str());
    }
    /// The same wake-ups, but the scheduler says that the thread was ready: others had the processor.
    void theRunQueueIsOthers() {
        const AttachReport report = relativeLoop(
            100, kSteadyWork, [](int i) { return i % 5 == 2 ? 8 * kMs : 0; }, true);
        QCOMPARE(report.loop->aim(), static_cast<double>(kPeriod));
        QCOMPARE(report.loop->longFrames(), std::size_t{20});
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        QCOMPARE(report.loop->costOf(LoopCause::Others), 20 * 8e6);
        QCOMPARE(report.loop->costOf(LoopCause::Overshoot), 0.0);
    }
    /// A quota of 20 ms in 100: it is ready to run, and nobody else runs.
    void aQuotaIsToldFromOthers() {
        AttachReport report = relativeLoop(
            300, kSteadyWork, [](int i) { return i % 5 == 2 ? 60 * kMs : 0; }, true);
        std::vector<HeardProgram> programs = report.programs.all();
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        std::int64_t stood = 0;
        std::int64_t read = 0;
        for (const listen::Row& row : programs[0].threads[0].rows) {
            if (row.call == Call::Nanosleep && row.end > row.asked)
                stood += row.end - row.asked;
            if (row.end - read < 60 * kMs)
                continue;
            read = row.end;
            programs[0].throttling.push_back(readingOf(row.end, stood));
        }
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Quota));
        QVERIFY2(
            attachVerdict(report).find("because the processor time that its control group grants was used "
                                       "up") != std::string::npos,
            attachVerdict(report).c_str());
        QVERIFY(loopAdvice(report).find("Ending other programs changes nothing.") != std::string::npos);
        for (const Cure& cure : curesThere())
            QVERIFY(!canHelp(cure, *report.loop).available);
    }
    /// Each processor on which it stops a thread counts, so the sum may be longer than the time.
    void aQuotaThatLeavesNoLoopIsTheReason() {
        const auto verdictWith = [](std::int64_t stood) {
            HeardRows rows;
            for (int i = 0; i < 10; ++i)
                rows.work(kMs).wait(Call::Nanosleep, 100 * kMs, 0);
            AttachReport report;
            std::vector<HeardProgram> programs = programOf({rows.thread()});
            programs[0].throttling = {readingOf(0, 0), readingOf(2'000 * kMs, stood)};
            report.programs = std::move(programs);
            findLoop(report, std::nullopt);
            return attachVerdict(report);
        };
        const std::string why =
            "No loop was found, because the processor time that its control group grants was used up: ";
        QCOMPARE(verdictWith(1'600 * kMs), why + "it had to stand still for 80 % of the time.");
        QCOMPARE(verdictWith(2'260 * kMs),
                 why + "its threads had to stand still, together for 1.1 s in each second.");
        QVERIFY(!verdictWith(100 * kMs).starts_with(why));
    }
    /// Waits that usually end far too late are why, even if their lengths follow no rule that is known.
    void whatIsUsuallyLateIsNotWhatIsMeant() {
        Random random(streamSeed(9, "far"));
        HeardRows rows;
        for (int i = 0; i < 300; ++i)
            rows.work(2 * kMs).wait(Call::SdlDelay, (4 + i % 3 * 5) * kMs,
                                    15 * kMs + static_cast<std::int64_t>(random.uniform() * 2e6));
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Overshoot));
        QVERIFY2(attachVerdict(report).find("because its waits end late") != std::string::npos,
                 attachVerdict(report).c_str());
    }
    /// A quota may keep it from running nearly all of the time.
    void aQuotaMayStarveIt() {
        HeardRows rows;
        std::vector<listen::Row> stopped;
        std::int64_t sum = 0;
        for (int i = 0; i < 100; ++i) {
            rows.work(5 * kMs, 60 * kMs);
            sum += 55 * kMs;
            rows.wait(Call::Nanosleep, 0, 0);
            stopped.push_back(readingOf(rows.now(), sum));
        }
        std::vector<HeardProgram> programs = programOf({rows.thread()});
        AttachReport report;
        report.programs = programs;
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->style(), WaitStyle::Starved);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        programs[0].throttling = std::move(stopped);
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Quota));
        QVERIFY2(attachVerdict(report).starts_with("The processor time that its control group grants"),
                 attachVerdict(report).c_str());
        QVERIFY(loopAdvice(report).find("Grant it more") != std::string::npos);
        // With too few frames for a loop, too.
        programs = report.programs.all();
        programs[0].threads[0].rows.resize(40);
        programs[0].throttling.resize(18);
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::NoLoop);
        QVERIFY2(attachVerdict(report).find("because the processor time that its control group grants") !=
                     std::string::npos,
                 attachVerdict(report).c_str());
    }
    /// The kernel counts a stop for the quota, wherever the thread then stands: in a present, too.
    void aQuotaIsWhyInPresentsToo() {
        HeardRows rows;
        std::vector<listen::Row> stopped;
        std::int64_t sum = 0;
        for (int i = 0; i < 200; ++i) {
            const bool throttled = i % 4 == 3;
            sum += throttled ? 20 * kMs : 0;
            rows.work(4 * kMs).present(Call::SdlSwap, throttled ? 21 * kMs : kMs);
            rows.wait(Call::Nanosleep, 11 * kMs, 0);
            stopped.push_back(readingOf(rows.now(), sum));
        }
        std::vector<HeardProgram> programs = programOf({rows.thread()});
        AttachReport without;
        without.programs = programs;
        findLoop(without, std::nullopt);
        QCOMPARE(without.loop->firstCause(), std::optional(LoopCause::Present));
        programs[0].throttling = std::move(stopped);
        AttachReport report;
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Quota));
        QVERIFY(report.loop->costOf(LoopCause::Quota) > 0.9 * report.loop->cost());
    }
    /// A nap in the middle of the frame ends late, and the sleep at its end makes up for that: it is no part
    /// of what the frame would be without late waits.
    void aLateNapIsMadeUpFor() {
        Random random(streamSeed(9, "nap"));
        HeardRows rows;
        for (int i = 0; i < 300; ++i) {
            const auto work = kMs + static_cast<std::int64_t>(random.uniform() * 2e6);
            const std::int64_t nap = 3 * kMs;
            const std::int64_t late = 150'000 + static_cast<std::int64_t>(random.uniform() * 1e5);
            rows.work(work).wait(Call::Usleep, nap, late).work(kMs);
            rows.wait(Call::Nanosleep, 20 * kMs - work - nap - late - kMs,
                      static_cast<std::int64_t>(random.uniform() * 1e5));
        }
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->style(), WaitStyle::SleepsRest);
        QCOMPARE(report.loop->aim(), 20e6);
        QCOMPARE(*report.loop->meantHz(), 50.0);
        QVERIFY2(attachVerdict(report).find("It aims at") == std::string::npos,
                 attachVerdict(report).c_str());
    }
    /// SIGSTOP for three seconds is no frame, and no reason for one.
    void aStopIsLeftOut() {
        HeardRows rows;
        std::int64_t stop = 0;
        for (int i = 0; i < 200; ++i) {
            if (i == 100)
                stop = rows.now();
            rows.work(4 * kMs).wait(Call::Nanosleep, 12 * kMs, i == 100 ? 3'000 * kMs : 0);
        }
        std::vector<HeardProgram> programs = programOf({rows.thread()});
        programs[0].stops.emplace_back(stop + 20 * kMs, stop + 3'000 * kMs);
        AttachReport report;
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->rateHz(), 62.5);
        QCOMPARE(report.loop->longFrames(), std::size_t{0});
        QVERIFY2(loopText(report).find("It was stopped for 2.98 s by a signal, a debugger or a freezer") !=
                     std::string::npos,
                 loopText(report).c_str());
    }
    /// Its work stands in the run queue, and it sleeps less for that: its frames are as long as they are
    /// meant to be.
    void whatALoopMakesUpForIsNotLong() {
        Random random(streamSeed(9, "queue"));
        HeardRows rows;
        HeardRows fixed;
        for (int i = 0; i < 200; ++i) {
            const std::int64_t queued = static_cast<std::int64_t>(random.uniform() * 4e6);
            rows.work(2 * kMs, queued).wait(Call::SdlDelay, 14 * kMs - queued, 0);
            fixed.work(2 * kMs, queued).wait(Call::SdlDelay, 14 * kMs, 0);
        }
        const AttachReport looking = reportOf(rows);
        QCOMPARE(looking.loop->aim(), static_cast<double>(kPeriod));
        QCOMPARE(looking.loop->longFrames(), std::size_t{0});
        // One that sleeps a fixed time is late by it.
        const AttachReport other = reportOf(fixed);
        QCOMPARE(other.loop->aim(), static_cast<double>(kPeriod));
        QCOMPARE(other.loop->firstCause(), std::optional(LoopCause::Others));
    }
    /// Three frames of five are too slow to sleep at all. The others tell what is meant: 16 ms.
    void aLoopThatIsMostlyTooSlowTellsWhatItMeans() {
        const auto reportWith = [](int frames, int sleeps) {
            HeardRows rows;
            for (int i = 0; i < frames; ++i) {
                const bool slow = i % 5 >= sleeps;
                rows.work(2 * kMs).computingPresent(Call::SdlUpdate, (slow ? 18 : 3) * kMs);
                if (!slow)
                    rows.wait(Call::SdlDelay, 11 * kMs, 0);
            }
            return reportOf(rows);
        };
        const AttachReport report = reportWith(200, 2);
        QCOMPARE(report.loop->style(), WaitStyle::SleepsRest);
        QVERIFY(report.loop->aimIsMeant());
        QCOMPARE(report.loop->aim(), static_cast<double>(kPeriod));
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Work));
        QVERIFY2(
            attachVerdict(report).starts_with("It aims at 62.5 frames a second and reaches 54.4. 60 % of its "
                                              "frames take more than 16.48 ms where "
                                              "16 ms is meant, because its own work takes longer in them"),
            attachVerdict(report).c_str());
        QVERIFY2(loopText(report).find("with SDL_Delay, but in most frames nothing is left.") !=
                     std::string::npos,
                 loopText(report).c_str());
        // Fewer than ten frames that sleep tell nothing.
        const AttachReport few = reportWith(40, 1);
        QVERIFY(!few.loop->aimIsMeant());
        QCOMPARE(few.loop->aim(), static_cast<double>(20 * kMs));
    }
    /// Others have its processor most of the time, mostly within its present. The present does not make it
    /// wait, and it does not compute all the time either.
    void aStarvedLoopIsSaidToBe() {
        HeardRows rows;
        for (int i = 0; i < 200; ++i) {
            rows.work(kMs).computingPresent(Call::SdlUpdate, kMs, 19 * kMs);
            rows.wait(Call::SdlDelay, 0, 2 * kMs, 2 * kMs);
        }
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->style(), WaitStyle::Starved);
        QVERIFY(noCausesText(*report.loop).starts_with("All frames are alike: others have its processor"));
        QVERIFY(!report.loop->aimIsMeant());
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        const std::string verdict = attachVerdict(report);
        QVERIFY2(verdict ==
                     "Others have its processor most of the time: its thread is ready to run, and waits "
                     "for a processor for 21 ms of a frame of 23 ms.",
                 verdict.c_str());
        QVERIFY2(loopText(report).find("How it waits is unknown: it hardly waits at all.") !=
                     std::string::npos,
                 loopText(report).c_str());
        QVERIFY(!canHelp(*findCure(curesThere(), "slack"), *report.loop).available);
        QVERIFY(canHelp(*findCure(curesThere(), "realtime"), *report.loop).available);
    }
    /// What draws the picture stood in the run queue, so the present took longer: others used the processor.
    void aPresentWhoseDrawerWaitsIsOthers() {
        HeardRows rows;
        HeardRows drawer("llvmpipe-0", false);
        for (int i = 0; i < 200; ++i) {
            const std::int64_t queued = i % 5 == 2 ? 9 * kMs : 0;
            rows.work(2 * kMs).present(Call::SdlUpdate, 3 * kMs + queued).wait(Call::SdlDelay, 11 * kMs, 0);
            drawer.wait(Call::CondWait, 2 * kMs, 0).work(kMs, queued).wait(Call::CondWait, 13 * kMs, 0);
        }
        AttachReport report;
        report.programs = programOf({rows.thread(), drawer.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Present));
    }
    /// The display's server stood in the run queue while the present waited for it. It is read each 20 ms.
    void aPresentWhoseDisplayWaitsIsOthers() {
        HeardRows rows;
        DisplayServer server;
        std::int64_t queued = 0;
        for (int i = 0; i < 200; ++i) {
            if (i % 2 == 0) {
                server.read(rows.now(), queued);
            }
            const std::int64_t late = i % 6 == 3 ? 9 * kMs : 0;
            rows.work(2 * kMs).present(Call::SdlUpdate, 3 * kMs + late).wait(Call::SdlDelay, 6 * kMs, 0);
            queued += late;
        }
        AttachReport report;
        report.program = "game";
        std::vector<HeardProgram> programs = programOf({rows.thread()});
        programs[0].servers = {server.thread()};
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        QVERIFY(report.loop->costOf(LoopCause::Others) > 9 * report.loop->costOf(LoopCause::Present));
        QVERIFY(attachVerdict(report).find("what draws or shows its frames is ready to run") !=
                std::string::npos);
    }
    /// A wait for the display's answer takes longer, since its server stands in the run queue.
    void aWaitForTheDisplayIsOthersToo() {
        HeardRows rows;
        DisplayServer server;
        std::int64_t queued = 0;
        for (int i = 0; i < 200; ++i) {
            server.read(rows.now(), queued);
            const std::int64_t late = i % 6 == 3 ? 9 * kMs : 0;
            rows.work(2 * kMs)
                .present(Call::SdlUpdate, 3 * kMs)
                .wait(Call::Poll, kMs + late, 0)
                .wait(Call::SdlDelay, 6 * kMs, 0);
            queued += late;
        }
        HeardThread thread = rows.thread();
        for (listen::Row& each : thread.rows) {
            each.asked = each.call == Call::Poll ? listen::kForever : each.asked;
            each.flags = each.call == Call::Poll ? 1 : 0;
        }
        AttachReport report;
        std::vector<HeardProgram> programs = programOf({thread});
        report.programs = programs;
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::nullopt); // without a look at the server nobody is blamed
        QVERIFY(report.loop->laterWakes() > 0);
        programs[0].servers = {server.thread()};
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        QCOMPARE(report.loop->laterWakes(), 0.0);
    }
    /// Where work and the run queue each explain more than the frame was longer, they share it: 8 ms of work
    /// and 2 ms in the queue, 8 ms longer.
    void workAndTheQueueShareWhatBothExplain() {
        HeardRows rows;
        for (int i = 0; i < 200; ++i) {
            if (i % 10 == 3)
                rows.work(12 * kMs, 2 * kMs).wait(Call::Nanosleep, 10 * kMs, 0);
            else
                rows.work(4 * kMs).wait(Call::Nanosleep, 12 * kMs, 0);
        }
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->longFrames(), std::size_t{20});
        QCOMPARE(report.loop->costOf(LoopCause::Work), 20 * 8e6 * 0.8);
        QCOMPARE(report.loop->costOf(LoopCause::Others), 20 * 8e6 * 0.2);
    }
    /// What every frame of a poll has is in the usual frame time already: 12 sleeps, each 60 µs late.
    void whatIsUsualMakesNoFrameLong() {
        HeardRows rows;
        for (int i = 0; i < 200; ++i) {
            rows.work(3 * kMs);
            for (int poll = 0; poll < (i % 10 == 3 ? 13 : 12); ++poll)
                rows.wait(Call::SdlDelay, kMs, 60'000, 20'000);
        }
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->longFrames(), std::size_t{20});
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Quantum));
        QCOMPARE(report.loop->costOf(LoopCause::Others), 20 * 20e3); // those of the thirteenth
        QCOMPARE(report.loop->costOf(LoopCause::Overshoot), 20 * 40e3);
    }
    /// A program that loads for half a second before its loop is steady is not called slow for that.
    void itsStartUpIsLeftOut() {
        for (const int frames : {100, 400}) { // 1.6 and 6.4 s
            HeardRows rows;
            rows.wait(Call::Nanosleep, 12 * kMs, 0);
            for (int i = 0; i < frames; ++i)
                rows.work((i < 10 ? 50 : 4) * kMs).wait(Call::Nanosleep, 12 * kMs, 0);
            const AttachReport report = reportOf(rows);
            QCOMPARE(report.loop->longFrames(), std::size_t(frames == 100 ? 10 : 0));
        }
    }
    void longWorkIsTheWork() {
        const AttachReport report = relativeLoop(
            100, [](int i) { return i % 10 == 3 ? 25 * kMs : 4 * kMs; }, [](int) { return 0; });
        QCOMPARE(report.loop->longFrames(), std::size_t{10});
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Work));
        QCOMPARE(report.loop->costOf(LoopCause::Work), 10 * 9e6);
    }
    void aPresentThatTakesLongerIsThePresent() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i)
            rows.work(4 * kMs).present(Call::GlxSwap, i % 4 == 0 ? 20 * kMs : 8 * kMs);
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->style(), WaitStyle::Presents);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Present));
    }
    /// Polls of 1 ms round a frame up to whole ones: now 12, now 13 of them.
    void pollsRoundFramesUp() {
        HeardRows rows;
        for (int i = 0; i < 200; ++i) {
            rows.work(4 * kMs);
            for (int poll = 0; poll < (i % 3 == 0 ? 13 : 12); ++poll)
                rows.wait(Call::SdlDelay, kMs, 0).work(1'000);
        }
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->style(), WaitStyle::Polls);
        QCOMPARE(report.loop->usualAsked(), kMs);
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Quantum));
        // Its polls do not tell a frame time: what is said is the usual one.
        QVERIFY(
            attachVerdict(report).find(" where 16.01 ms is usual, because it looks at the clock only every "
                                       "1 ms") != std::string::npos);
        QVERIFY(!canHelp(*findCure(curesThere(), "exact"), *report.loop).available);
        QVERIFY(canHelp(*findCure(curesThere(), "realtime"), *report.loop).available);
    }
    /// pygame's clock: what is left of 16 ms, in whole milliseconds of it.
    void wholeMillisecondsRoundFrames() {
        HeardRows whole;
        HeardRows exact;
        Random random(streamSeed(9, "whole"));
        for (int i = 0; i < 200; ++i) {
            const auto work = 2 * kMs + static_cast<std::int64_t>(random.uniform() * 2e6);
            const std::int64_t rest = kPeriod - work / kMs * kMs;
            whole.work(work).wait(Call::SdlDelay, rest, 0);
            exact.work(work).wait(Call::Nanosleep, kPeriod - work + (i % 4 == 1 ? kMs + 1 : 0), 0);
        }
        const AttachReport rounded = reportOf(whole);
        QCOMPARE(rounded.loop->style(), WaitStyle::SleepsRest);
        QCOMPARE(rounded.loop->quantum(), kMs);
        // Its longer frames are those with more work before it was rounded: that is work, and known.
        QCOMPARE(rounded.loop->costOf(LoopCause::Unknown), 0.0);
        HeardRows steady; // the same work, but one millisecond more is slept in each fourth frame
        for (int i = 0; i < 200; ++i)
            steady.work(2 * kMs + 500'000).wait(Call::SdlDelay, (i % 4 == 1 ? 14 : 13) * kMs, 0);
        const AttachReport sleeps = reportOf(steady);
        QCOMPARE(sleeps.loop->firstCause(), std::optional(LoopCause::Quantum));
        QVERIFY(attachVerdict(sleeps).find("it sleeps whole milliseconds") != std::string::npos);
        QVERIFY(!canHelp(*findCure(curesThere(), "exact"), *sleeps.loop).available);
        // One that asks for more, but not by whole milliseconds, is not said to be blocked elsewhere.
        const AttachReport asks = reportOf(exact);
        QCOMPARE(asks.loop->quantum(), std::int64_t{0});
        QVERIFY2(attachVerdict(asks).find("the loop itself asks for longer waits") != std::string::npos,
                 attachVerdict(asks).c_str());
    }
    /// Its work waits in the run queue, and it always sleeps as long: a fixed length, or what is left in
    /// whole milliseconds. Either way the frame would be shorter without that wait.
    void aSleepThatIsAlwaysAsLongMakesUpForNothing() {
        HeardRows rows;
        for (int i = 0; i < 200; ++i) {
            const std::int64_t queued = i % 3 == 1 ? kMs * 95 / 100 : kMs / 10;
            const std::int64_t late = i % 50 == 9 ? 3 * kMs : 0;
            rows.work(2 * kMs, queued).wait(Call::SdlDelay, 14 * kMs, late, late);
        }
        const AttachReport report = reportOf(rows);
        QCOMPARE(report.loop->quantum(), std::int64_t{0});
        QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Others));
        // Some 67 frames wait 0.95 ms before their sleep, and 4 wait 3 ms after it.
        QCOMPARE(report.loop->aim(), static_cast<double>(kPeriod));
        QCOMPARE(report.loop->longFrames(), static_cast<std::size_t>(std::ranges::count_if(
                                                report.loop->frames(), [](const HeardFrame& frame) {
                                                    return frame.frameTime >= kPeriod + 950'000;
                                                })));
        QVERIFY(report.loop->longFrames() >= 65);
        QCOMPARE(report.loop->costOf(LoopCause::Unknown), 0.0);
        // A loop that always sleeps 14 ms makes up for nothing.
        Random random(streamSeed(9, "fixed"));
        HeardRows fixed;
        for (int i = 0; i < 200; ++i)
            fixed.work(2 * kMs, static_cast<std::int64_t>(random.uniform() * 9e5))
                .wait(Call::SdlDelay, 14 * kMs, 0);
        QCOMPARE(reportOf(fixed).loop->firstCause(), std::optional(LoopCause::Others));
    }
    /// What wakes a loop may come later: that is known, though not why.
    void whatWakesItMayComeLater() {
        HeardRows rows;
        HeardRows unheard;
        for (int i = 0; i < 100; ++i) {
            const std::int64_t later = i % 4 == 0 ? 8 * kMs : 0;
            rows.work(4 * kMs).wait(Call::CondWait, 12 * kMs + later, 0);
            unheard.work(4 * kMs).blocked(later).wait(Call::CondWait, 12 * kMs, 0);
        }
        const auto verdictOf = [](HeardThread thread) {
            for (listen::Row& row : thread.rows) {
                row.asked = row.call == Call::CondWait ? listen::kForever : row.asked;
                row.flags = 1;
            }
            AttachReport report;
            report.programs = programOf({thread});
            findLoop(report, std::nullopt);
            return attachVerdict(report);
        };
        const std::string late = verdictOf(rows.thread());
        QVERIFY2(late.find(", because what wakes it comes later in them: another thread, a file or a "
                           "timer (100 % of the extra time).") != std::string::npos,
                 late.c_str());
        const std::string blocked = verdictOf(unheard.thread());
        QVERIFY2(blocked.find("The cause is unknown: most of it is in no call that is listened to.") !=
                     std::string::npos,
                 blocked.c_str());
    }
};

JITTERSCOPE_TEST(LoopAccountTest)

} // namespace jitterscope::loop_account_test

#include "loop_account_test.moc"
