// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/loop_pacing.h"
#include "core/files/atomic_file.h"
#include "core/files/result_files.h"
#include "core/import/open_runs.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <functional>
#include <set>

namespace jitterscope::loop_pacing_test {

using listen::Call;

namespace {

constexpr std::int64_t kUs = 1000;

/// A loop that works as `workOf(i)` says, and asks for what `askedOf(work, now)` says, each wait `lateOf(i)`
/// late. The points in time are those of the clock.
struct Made {
    std::function<std::int64_t(int)> workOf;
    std::function<std::int64_t(std::int64_t work, std::int64_t now)> lengthOf;
    std::function<std::int64_t(int)> lateOf;
    bool absolute = false;
    Call call = Call::Nanosleep;

    [[nodiscard]] AttachReport report(int frames = 300) const {
        HeardRows rows;
        for (int i = 0; i < frames; ++i) {
            const std::int64_t work = workOf(i);
            rows.work(work);
            const std::int64_t length = lengthOf(work, rows.now());
            if (length > 0)
                rows.wait(call, length, lateOf(i));
        }
        AttachReport report;
        report.program = "game";
        HeardThread thread = rows.thread();
        for (listen::Row& row : thread.rows)
            row.flags = absolute && row.call == call ? listen::Row::kAbsolute : 0;
        report.programs = programOf({std::move(thread)});
        findLoop(report, std::nullopt);
        return report;
    }
};

/// Work of 0 to 5 ms, and wake-ups 50 to 90 µs late, by chance.
std::int64_t someWork(int i) {
    return static_cast<std::int64_t>(Random(streamSeed(static_cast<std::uint64_t>(i), "work")).uniform() *
                                     5e6);
}
std::int64_t someLate(int i) {
    return static_cast<std::int64_t>(
        5e4 + Random(streamSeed(static_cast<std::uint64_t>(i), "late")).uniform() * 4e4);
}
std::int64_t evenWork(int i) {
    return 3 * kMs + someWork(i) / 100;
}

/// The length of a relative sleep until the next point of a grid, as engines compute it.
std::int64_t untilGrid(std::int64_t, std::int64_t now) {
    return kPeriod - (now - HeardRows::kBegin) % kPeriod;
}

} // namespace

class LoopPacingTest : public QObject {
    Q_OBJECT

private slots:
    /// The beginner's loop: 60 Hz are meant, and the work comes on top.
    void aFixedSleepIsToldFromARest() {
        constexpr std::int64_t kSleep = 1'000'000'000 / 60;
        const AttachReport fixed =
            Made{someWork, [](std::int64_t, std::int64_t) { return kSleep; }, someLate}.report();
        QCOMPARE(fixed.loop->style(), WaitStyle::FixedSleep);
        QCOMPARE(fixed.loop->meantHz(), std::optional(60.0));
        QVERIFY(std::abs(fixed.loop->rateHz() - 51.9) < 0.5);
        QVERIFY2(attachVerdict(fixed).starts_with("It sleeps a fixed 16.67 ms after each frame's work, so it "
                                                  "runs at 5"),
                 attachVerdict(fixed).c_str());
        QVERIFY(attachVerdict(fixed).find(" frames a second instead of 60, and drifts. ") !=
                std::string::npos);
        QVERIFY(loopAdvice(fixed).starts_with("Sleep until a deadline"));
        QVERIFY(canHelp(*findCure(curesThere(), "exact"), *fixed.loop).available);
        const AttachReport rest =
            Made{someWork, [](std::int64_t work, std::int64_t) { return kSleep - work; }, someLate}.report();
        QCOMPARE(rest.loop->style(), WaitStyle::SleepsRest);
        QCOMPARE(rest.loop->cadence(), Cadence::Relative);
        QCOMPARE(rest.loop->meantHz(), std::optional(60.0));
    }
    /// A library takes some microseconds off what it is asked for. So 16.6 ms are meant as 60 Hz, but 16 ms
    /// are no 63: nobody adds to a length.
    void aShortenedSleepIsNotMeantFaster_data() {
        QTest::addColumn<qint64>("asked"); // ns
        QTest::addColumn<double>("meant");
        QTest::newRow("16 ms") << qint64{16'000'000} << 62.5;
        QTest::newRow("a 60th") << qint64{16'666'667} << 60.0;
    }
    void aShortenedSleepIsNotMeantFaster() {
        QFETCH(qint64, asked);
        QFETCH(double, meant);
        const AttachReport report =
            Made{someWork,
                 [asked](std::int64_t work, std::int64_t) { return asked - 20'000 - work % 30'000; },
                 someLate}
                .report();
        QCOMPARE(report.loop->style(), WaitStyle::FixedSleep);
        QVERIFY2(std::abs(report.loop->meantHz().value_or(0) - meant) < 0.2,
                 qPrintable(QString::number(report.loop->meantHz().value_or(0))));
    }
    /// It sleeps 20 ms each round, and shows a picture only if something has changed: in ten rounds after
    /// each other, then in one of five. Its pictures are no loop that means fifty of them.
    void aFixedSleepIsThatOfOneFrame() {
        HeardRows rows;
        for (int i = 0; i < 600; ++i) {
            rows.work(someWork(i));
            if (i % 100 < 50 || i % 5 == 0)
                rows.present(listen::Call::SdlPresent, 100'000);
            rows.wait(listen::Call::SdlDelay, 20 * kMs, 0);
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, LoopChoice::parse("present").value());
        QVERIFY(report.loop);
        QCOMPARE(report.loop->style(), WaitStyle::Unknown);
        QVERIFY(!report.loop->meantHz());
    }
    /// Every eighth picture comes without a sleep of 20 ms: at 54 a second the sleep does not pace the loop.
    void aSleepThatIsLeftOutDoesNotPace() {
        HeardRows rows;
        for (int i = 0; i < 400; ++i) {
            rows.work(i % 8 == 1 ? 4 * kMs : i % 3 * 150'000).present(listen::Call::SdlPresent, 0);
            if (i % 8 != 0)
                rows.wait(listen::Call::SdlDelay, 20 * kMs, 20'000);
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QVERIFY2(report.loop->rateHz() > 53, qPrintable(QString::number(report.loop->rateHz())));
        QCOMPARE(report.loop->style(), WaitStyle::Unknown);
    }
    /// Nobody has asked for anything else than a millisecond: what paces the loop is its work.
    void aShortFixedSleepMeansNoRate() {
        const AttachReport report = Made{[](int i) { return 9 * kMs + someWork(i); },
                                         [](std::int64_t, std::int64_t) { return 3 * kMs; }, someLate}
                                        .report();
        QCOMPARE(report.loop->style(), WaitStyle::FixedSleep);
        QVERIFY(!report.loop->meantHz());
        QVERIFY(attachVerdict(report).find("instead of") == std::string::npos);
    }
    /// 13 ms each time after work of 3 ms: a fixed length, or 16 less the whole milliseconds of the work.
    void wholeMillisecondsAfterEvenWorkStayOpen() {
        const AttachReport report =
            Made{evenWork, [](std::int64_t, std::int64_t) { return 13 * kMs; }, someLate}.report();
        QCOMPARE(report.loop->style(), WaitStyle::Unknown);
        QCOMPARE(std::string(waitStyleId(report.loop->style())), std::string("unknown"));
        QVERIFY2(
            loopText(report).find("Whether that is a fixed length, or what is left in whole milliseconds, "
                                  "is unknown") != std::string::npos,
            loopText(report).c_str());
        // With work of 0 to 5 ms one that takes what is left would ask for less.
        const AttachReport uneven =
            Made{someWork, [](std::int64_t, std::int64_t) { return 13 * kMs; }, someLate}.report();
        QCOMPARE(uneven.loop->style(), WaitStyle::FixedSleep);
    }
    /// What is left in whole milliseconds would have changed with work that differs by more than one.
    void aLengthThatStaysIsFixedWhereARestWouldNot() {
        const auto unevenWork = [](int i) { return 2 * kMs + someWork(i) * 2 / 5; }; // 2 to 4 ms
        const auto asked = [](std::int64_t, std::int64_t) { return 20 * kMs; };
        QCOMPARE((Made{unevenWork, asked, someLate}.report().loop->style()), WaitStyle::FixedSleep);
    }
    /// The same if that is so in a few frames only. If the length did change with them, it is what is left,
    /// also where there is next to nothing to do between two sleeps.
    void fewUnusualFramesTell_data() {
        QTest::addColumn<qint64>("work");
        QTest::addColumn<bool>("rest");
        QTest::newRow("fixed") << qint64{3 * kMs} << false;
        QTest::newRow("what is left") << qint64{3 * kMs} << true;
        QTest::newRow("what is left, little work") << qint64{kMs * 6 / 10} << true;
    }
    void fewUnusualFramesTell() {
        QFETCH(qint64, work);
        QFETCH(bool, rest);
        const auto workOf = [work](int i) { return work + someWork(i) / 1000 + (i % 25 == 7 ? 3 * kMs : 0); };
        const auto asked = [rest, work](std::int64_t took, std::int64_t) {
            return 19 * kMs - (rest && took > work + kMs ? 3 * kMs : 0);
        };
        const AttachReport report = Made{workOf, asked, someLate}.report();
        QCOMPARE(report.loop->style(), rest ? WaitStyle::SleepsRest : WaitStyle::FixedSleep);
    }
    /// A clock of milliseconds: what is left of 20 ms since the last wake-up, or until a point in time. From
    /// one wait to the next both are rounded alike.
    void whatWandersInWholeMillisecondsIsARest_data() {
        QTest::addColumn<qint64>("period"); // us
        QTest::addColumn<bool>("deadlines");
        QTest::addColumn<double>("meant");
        QTest::newRow("rest of 20 ms") << qint64{20'000} << false << 0.0;
        QTest::newRow("rest of 10 ms") << qint64{10'000} << false << 0.0;
        QTest::newRow("16 ms") << qint64{16'000} << true << 62.5;
        QTest::newRow("60 Hz") << qint64{16'667} << true << 60.0;
    }
    void whatWandersInWholeMillisecondsIsARest() {
        QFETCH(qint64, period);
        QFETCH(bool, deadlines);
        QFETCH(double, meant);
        std::int64_t due = HeardRows::kBegin;
        std::int64_t woke = HeardRows::kBegin / kMs * kMs;
        HeardRows rows;
        for (int i = 0; i < 400; ++i) {
            rows.work(600 * kUs + someWork(i) / 20);
            due += period * kUs;
            const std::int64_t end = (deadlines ? due : woke + period * kUs) / kMs;
            rows.wait(Call::SdlDelay, (end - rows.now() / kMs) * kMs, someLate(i));
            woke = rows.now() / kMs * kMs;
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->style(), deadlines ? WaitStyle::Deadlines : WaitStyle::SleepsRest);
        QCOMPARE(report.loop->quantum(), kMs);
        QVERIFY2(std::abs(report.loop->meantHz().value_or(0) - meant) < 0.01,
                 qPrintable(QString::number(report.loop->meantHz().value_or(0))));
    }
    /// The same on a busy machine: now and then a wait ends 5 ms late, and seldom 50 ms; then the deadlines
    /// are counted anew.
    void afterVeryLateFramesDeadlinesWander_data() {
        QTest::addColumn<bool>("deadlines");
        QTest::newRow("what is left of 35 ms") << false;
        QTest::newRow("deadlines of 35 ms") << true;
    }
    void afterVeryLateFramesDeadlinesWander() {
        QFETCH(bool, deadlines);
        constexpr std::int64_t kPeriod = 35;
        std::int64_t due = HeardRows::kBegin / kMs;
        HeardRows rows;
        for (int i = 0; i < 400; ++i) {
            rows.work(600 * kUs + someWork(i) / 20);
            const std::int64_t now = rows.now() / kMs;
            due = (now - due < kPeriod ? due : now) + kPeriod;
            const std::int64_t late = i % 90 == 50 ? 50 * kMs : i % 17 == 3 ? 5 * kMs : 0;
            rows.wait(Call::SdlDelay, (due - now) * kMs, late + someLate(i));
            if (!deadlines)
                due = rows.now() / kMs;
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->style(), deadlines ? WaitStyle::Deadlines : WaitStyle::SleepsRest);
        if (deadlines) {
            QVERIFY(report.loop->wait()->pacing.restarts);
            QVERIFY(std::abs(*report.loop->meantHz() - 1000.0 / kPeriod) < 0.01);
        }
    }
    /// It wakes 20 ms late, and so waits for every second slot of 16 ms only, and not in the frames between.
    /// It does not mean 32 ms.
    void whoWaitsInEverySecondFrameDoesNotMeanThat() {
        constexpr std::int64_t kSlot = 16 * kMs;
        std::int64_t due = HeardRows::kBegin;
        HeardRows rows;
        for (int i = 0; i < 400; ++i) {
            rows.work(600 * kUs + someWork(i) / 20).present(Call::SdlUpdate, 100 * kUs);
            const std::int64_t behind = (rows.now() / kMs * kMs - due) / kSlot;
            if (behind <= 0)
                rows.wait(Call::SdlDelay, due + kSlot - rows.now() / kMs * kMs, 20 * kMs + someLate(i));
            due += std::max<std::int64_t>(1, behind) * kSlot;
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.candidates[0].boundary, FrameBoundary::Present);
        QVERIFY2(report.loop->meantHz().value_or(62.5) > report.loop->rateHz(), loopText(report).c_str());
    }
    /// Relative sleeps until points on a grid, as engines make them; with a slack of 10 ms, which makes all
    /// starts late alike.
    void aGridIsSeenThroughSlack() {
        for (const bool absolute : {false, true}) {
            const AttachReport report =
                Made{evenWork, untilGrid, [](int i) { return 10 * kMs - someWork(i) / 10; }, absolute}
                    .report();
            QCOMPARE(report.loop->style(), WaitStyle::Deadlines);
            QCOMPARE(report.loop->cadence(), Cadence::Grid);
            QCOMPARE(report.loop->meantHz(), std::optional(62.5));
            QCOMPARE(std::string(deadlinesId(*report.loop)), std::string("planned"));
            const std::vector<std::int64_t> lateness = report.loop->lateness();
            QVERIFY(std::ranges::min(lateness) >= 9 * kMs && std::ranges::max(lateness) <= 10 * kMs);
            QVERIFY2(loopText(report).find("Half of its frames begin more than 9.7") != std::string::npos,
                     loopText(report).c_str());
        }
    }
    /// A frame of 60 ms now and then, after which the loop works off what it is behind: soon, or for most of
    /// the time.
    void aGridIsSeenThroughCatchingUp_data() {
        QTest::addColumn<qint64>("work");
        QTest::newRow("soon") << qint64{2 * kMs};
        QTest::newRow("in most frames") << qint64{62 * kMs / 10};
    }
    void aGridIsSeenThroughCatchingUp() {
        QFETCH(qint64, work);
        std::int64_t due = HeardRows::kBegin;
        HeardRows rows;
        for (int i = 1; i <= 500; ++i) {
            rows.work(i % 25 == 0 ? 60 * kMs : work);
            due += 10 * kMs;
            rows.wait(Call::ClockNanosleep, due - rows.now(), due > rows.now() ? 50 * kUs : rows.now() - due);
        }
        AttachReport report;
        HeardThread thread = rows.thread();
        for (listen::Row& row : thread.rows)
            row.flags = row.call == Call::ClockNanosleep ? listen::Row::kAbsolute : 0;
        report.programs = programOf({std::move(thread)});
        findLoop(report, std::nullopt);
        QCOMPARE(report.loop->style(), WaitStyle::Deadlines);
        QCOMPARE(report.loop->meantHz(), std::optional(100.0));
        QVERIFY2(std::abs(report.loop->rateHz() - 100) < 2,
                 qPrintable(QString::number(report.loop->rateHz())));
        if (work == 2 * kMs)
            QCOMPARE(report.loop->firstCause(), std::optional(LoopCause::Work));
        const std::vector<std::int64_t> lateness = report.loop->lateness();
        QVERIFY(std::ranges::max(lateness) > 49 * kMs);
        QVERIFY(std::ranges::min(lateness) >= 0);
    }
    /// Lengths until 2 ms before the end of a frame, whose rest is spun: a frame that ends late moves all
    /// later ones. One that keeps a grid catches up instead.
    void aGridThatLateFramesMoveIsNoGrid_data() {
        QTest::addColumn<bool>("moves");
        QTest::newRow("moves") << true;
        QTest::newRow("catches up") << false;
    }
    void aGridThatLateFramesMoveIsNoGrid() {
        QFETCH(bool, moves);
        constexpr std::int64_t kFrame = 16'666'667;
        constexpr std::int64_t kSpun = 2 * kMs;
        HeardRows rows;
        std::int64_t begin = rows.now();
        for (int i = 0; i < 400; ++i) {
            rows.work(kMs + someWork(i) / 2);
            const std::int64_t late = i % 13 == 4 ? 5 * kMs + someLate(i) : someLate(i);
            rows.wait(Call::Nanosleep, begin + kFrame - kSpun - rows.now(), late);
            rows.work(std::max<std::int64_t>(0, begin + kFrame - rows.now()));
            begin = moves ? rows.now() : begin + kFrame;
        }
        const AttachReport report = [&rows] {
            AttachReport made;
            made.program = "game";
            made.programs = programOf({rows.thread()});
            findLoop(made, std::nullopt);
            return made;
        }();
        QCOMPARE(report.loop->style(), WaitStyle::Deadlines);
        QCOMPARE(report.loop->wait()->pacing.restarts, moves);
        QCOMPARE(loopText(report).find("after a late frame it counts them anew") != std::string::npos, moves);
    }
    /// Points in time that are 16 and 33 ms apart in turn, by chance, are deadlines, and no grid.
    void unevenDeadlinesJudder() {
        std::int64_t due = HeardRows::kBegin;
        const AttachReport report =
            Made{[](int i) { return 100 * kUs + someWork(i) / 1000; },
                 [&due](std::int64_t, std::int64_t now) {
                     due += Random(streamSeed(static_cast<std::uint64_t>(due), "ticks")).uniform() < 0.2
                                ? 16'666'667
                                : 33'333'333;
                     return due - now;
                 },
                 someLate, true, Call::ClockNanosleep}
                .report();
        QCOMPARE(report.loop->style(), WaitStyle::Deadlines);
        QVERIFY(!report.loop->meantHz());
        QVERIFY(report.loop->judder() > 0.2);
        QVERIFY2(attachVerdict(report).find("It judders: ") != std::string::npos,
                 attachVerdict(report).c_str());
        QVERIFY(attachVerdict(report).find("steady") == std::string::npos);
    }
    /// Python and Java sleep a length by its end: a point in time, but no deadline.
    void aLengthThatIsAskedForByItsEndIsNoDeadline() {
        const auto fixed = [](std::int64_t, std::int64_t) { return 10'400'000; };
        QCOMPARE((Made{someWork, fixed, someLate, true, Call::ClockNanosleep}.report().loop->style()),
                 WaitStyle::FixedSleep);
        const auto rest = [](std::int64_t work, std::int64_t) { return 16'400'000 - work; };
        QCOMPARE((Made{someWork, rest, someLate, true, Call::ClockNanosleep}.report().loop->style()),
                 WaitStyle::SleepsRest);
    }
    /// 512 samples at 48 kHz, a film of 59.94 Hz, a sleep of 17 ms: no whole rates are meant.
    void aRateThatIsAskedForIsNotRounded() {
        for (const auto& [apart, hertz] :
             {std::pair{std::int64_t{10'666'667}, 93.75}, std::pair{std::int64_t{16'683'350}, 59.94},
              std::pair{std::int64_t{16'666'667}, 60.0}}) {
            std::int64_t due = HeardRows::kBegin;
            const AttachReport report = Made{evenWork,
                                             [&due, step = apart](std::int64_t, std::int64_t now) {
                                                 due += step;
                                                 return due - now;
                                             },
                                             someLate, true, Call::ClockNanosleep}
                                            .report();
            QVERIFY2(std::abs(*report.loop->meantHz() - hertz) < 1e-3,
                     qPrintable(QString::number(*report.loop->meantHz())));
        }
        const AttachReport fixed =
            Made{someWork, [](std::int64_t, std::int64_t) { return 17 * kMs; }, someLate}.report();
        QVERIFY2(std::abs(*fixed.loop->meantHz() - 1000.0 / 17) < 1e-6,
                 qPrintable(QString::number(*fixed.loop->meantHz())));
    }
    /// Six frames of 10 ms and four of 40: 45.5 a second, and not one over the median.
    void aRateIsCounted() {
        int frame = 0;
        const AttachReport report = Made{
            [](int) { return 2 * kUs; },
            [&frame](std::int64_t, std::int64_t) { return frame++ % 10 < 6 ? 10 * kMs : 40 * kMs; },
            [](int i) {
                return someLate(i) / 1000;
            }}.report(1000);
        QVERIFY2(std::abs(report.loop->rateHz() - 1000.0 / 22) < 0.2,
                 qPrintable(QString::number(report.loop->rateHz())));
        QVERIFY(std::abs(report.loop->usualTime() - 10e6) < 1e4);
        QCOMPARE(report.loop->style(), WaitStyle::Unknown);
        QVERIFY2(loopText(report).find("The usual frame takes 10 ms.") != std::string::npos,
                 loopText(report).c_str());
        QVERIFY(attachCsv(report).find("# rate_hz: 45.4") != std::string::npos);
        QVERIFY(attachJson(report).find("\"usual_frame_ns\": 1000") != std::string::npos);
    }
    /// In the window, and from the file that the window saved.
    void whereDeadlinesComeFromIsSaidTheSame() {
        const auto aMillisecondMore = [](std::int64_t, std::int64_t) { return 17 * kMs; };
        const QTemporaryDir folder;
        const std::string path = folder.filePath("frames.csv").toStdString();
        std::set<std::string> told;
        for (const AttachReport& report : {Made{someWork, aMillisecondMore, someLate}.report(),
                                           Made{evenWork, untilGrid, someLate}.report()}) {
            QVERIFY(writeWhole(path, attachCsv(report)));
            const auto opened = openRuns(path);
            QVERIFY(opened);
            const std::string lack = attachedRun(report).lacks.at(0);
            QVERIFY2(std::ranges::count(opened.value().at(0).lacks, lack) == 1, lack.c_str());
            QVERIFY(opened.value().at(0).rateEstimated);
            told.insert(lack);
        }
        QCOMPARE(told, (std::set<std::string>{"Its deadlines are the ends that its waits asked for.",
                                              "Its loop has no deadlines, so there is no lateness."}));
    }
    /// A loop of ours plans its deadlines, and its file may say so. Only another program's are the ends that
    /// its waits ask for.
    void aFileWithoutAProcessIsALoopOfOurs() {
        std::string text = attachCsv(Made{evenWork, untilGrid, someLate}.report());
        const std::size_t line = text.find("# process: ");
        QVERIFY(line != std::string::npos && text.find("# deadlines: planned") != std::string::npos);
        text.erase(line, text.find('\n', line) + 1 - line);
        const QTemporaryDir folder;
        const std::string path = folder.filePath("frames.csv").toStdString();
        QVERIFY(writeWhole(path, text));
        const auto opened = openRuns(path);
        QVERIFY(opened);
        const ComparedRun& run = opened.value().at(0);
        QVERIFY(!run.rateEstimated && run.hasDeadlines());
        for (const std::string& lack : run.lacks)
            QVERIFY2(lack.find("deadlines") == std::string::npos, lack.c_str());
    }
};

JITTERSCOPE_TEST(LoopPacingTest)

} // namespace jitterscope::loop_pacing_test

#include "loop_pacing_test.moc"
