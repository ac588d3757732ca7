// SPDX-License-Identifier: MIT
// Which waits of a thread end its frames, and which are looks at the clock or parts of longer sleeps.
#include "core/attach/attach_report.h"
#include "tests/attach/heard_rows.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <random>
#include <set>

namespace jitterscope::wait_sites_test {

using listen::Call;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// As Doom: a frame of work, then a look at the clock each millisecond.
HeardThread pollLoop(int polls, int frames) {
    HeardRows rows;
    for (int i = 0; i < frames; ++i) {
        rows.work(5 * kMs);
        for (int poll = 0; poll < polls; ++poll)
            rows.wait(Call::SdlDelay, kMs, 0).work(20'000);
    }
    return rows.thread();
}

} // namespace

class WaitSitesTest : public QObject {
    Q_OBJECT

private slots:
    /// 23 waits a frame are no frames: the large piece of work is.
    void pollsAreNotFrames() {
        const auto loops = findLoops(programOf({pollLoop(23, 100)}));
        QCOMPARE(loops.size(), std::size_t{1});
        QCOMPARE(loops[0].boundary, FrameBoundary::Work);
        const double frame = 5.0 + 23 * 1.02;
        QVERIFY2(std::abs(loops[0].rateHz - 1000 / frame) < 0.2,
                 qPrintable(QString::number(loops[0].rateHz)));
        QCOMPARE(loops[0].call, Call::SdlDelay);
    }
    /// As ffmpeg, which looks at the clock each 10 ms for a frame each 33 or so: three or four looks a frame,
    /// and little work in any of them: that of a look is a quarter of what the smaller frames take.
    void longPollsAreNotFrames() {
        HeardRows rows;
        for (int i = 0; i < 100; ++i) {
            rows.work(i % 2 == 0 ? 576'000 : 66'000);
            for (int poll = 0; poll < (i % 3 == 0 ? 4 : 3); ++poll)
                rows.wait(Call::Nanosleep, 10 * kMs, 60'000).work(24'000);
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.candidates[0].boundary, FrameBoundary::Work);
        const double frame = (0.576 + 0.066) / 2 + (34.0 * 4 + 66 * 3) / 100 * 10.084; // ms
        QVERIFY2(std::abs(report.loop->rateHz() - 1000 / frame) < 0.2,
                 qPrintable(QString::number(report.loop->rateHz())));
        QCOMPARE(report.loop->style(), WaitStyle::Polls);
    }
    /// The same with 0.1 to 0.2 ms of work a frame, and up to 0.03 in a look: what lies apart tells. Without
    /// the smaller frames, the others would be about as regular.
    void framesAreToldFromLooksByTheGapBetweenTheirWork() {
        HeardRows rows;
        int looks = 0;
        for (int i = 0; i < 300; ++i) {
            rows.work(100'000 + i * 7919 % 1000 * 100);
            for (int poll = 0; poll < (i % 3 == 0 ? 5 : 3); ++poll, ++looks)
                rows.wait(Call::Nanosleep, 10 * kMs, 80'000).work(looks % 7 == 0 ? 30'000 : 8'000);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Work);
        QVERIFY2(loops[0].starts.size() >= 299, qPrintable(QString::number(loops[0].starts.size())));
        QVERIFY(!ambiguous(loops));
    }
    /// It looks at the clock each millisecond, at two places in turn: twice at each of them, or three times.
    void looksAtSeveralPlacesArePolls() {
        HeardRows rows;
        for (int i = 0; i < 300; ++i) {
            rows.work(2 * kMs);
            for (int poll = 0; poll < (i % 3 == 0 ? 3 : 2); ++poll)
                rows.wait(Call::SdlDelay, kMs, 70'000)
                    .work(10'000)
                    .wait(Call::Nanosleep, kMs, 70'000)
                    .work(10'000);
            rows.present(Call::SdlSwap, 100'000);
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.candidates[0].boundary, FrameBoundary::Present);
        QCOMPARE(report.loop->style(), WaitStyle::Polls);
    }
    /// 50 ms are slept as 33.333 and 16.667 ms, with a look for events between them. Every third frame works
    /// no more than such a look takes, and is a frame all the same.
    void aSleepInPartsIsOneSleep() {
        HeardRows rows;
        for (int i = 0; i < 150; ++i) {
            rows.work(i % 3 == 0 ? 30'000 : 600'000);
            rows.wait(Call::Select, 33'333'000, 0).work(30'000).wait(Call::Select, 16'667'000, 0);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Work);
        // 50.03 ms, and 0.6, 0.6, 0.03 ms of work in turn
        QVERIFY2(std::abs(loops[0].rateHz - 1e3 / 50.44) < 0.02,
                 qPrintable(QString::number(loops[0].rateHz)));
    }
    /// On a machine so busy that looks take as long as frames, only the lengths speak for parts: it stays
    /// open.
    void partsOfASleepMayBeOpen() {
        HeardRows rows;
        std::mt19937 random(4);
        for (int i = 0; i < 200; ++i) {
            rows.work(static_cast<std::int64_t>(random() % 9) * kMs).wait(Call::Select, 33'333'000, 60'000);
            rows.work(static_cast<std::int64_t>(random() % 9) * kMs).wait(Call::Select, 16'667'000, 60'000);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QVERIFY(ambiguous(loops));
        QCOMPARE(std::set({loops[0].boundary, loops[1].boundary}),
                 std::set({FrameBoundary::Wait, FrameBoundary::Work}));
    }
    /// What is left of a frame is short after each ninth one's long work: that is no part of a sleep.
    void aShortRestIsNoPartOfASleep() {
        HeardRows rows;
        for (int i = 0; i < 400; ++i) {
            const std::int64_t work = i % 9 == 0 ? 12 * kMs : 4 * kMs;
            rows.work(work).wait(Call::Nanosleep, 16'666'667 - work, 100'000);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QVERIFY(!ambiguous(loops));
        QCOMPARE(loops[0].boundary, FrameBoundary::Wait);
        QVERIFY(loops[0].starts.size() > 390);
    }
    /// A second of sleep in thirty parts, while it is listened to for five: its looks for events are no
    /// frames.
    void theLooksOfALongSleepAreNoFrames() {
        HeardRows rows;
        for (int i = 0; i < 5; ++i) {
            rows.work(20 * kMs);
            for (int part = 0; part < 30; ++part)
                rows.wait(Call::Select, 33'333'000, 60'000).work(20'000);
            rows.wait(Call::Select, 10'000, 60'000);
        }
        QVERIFY(findLoops(programOf({rows.thread()})).empty());
    }
    /// On a busy machine, looks take long. That all sleeps are as long, in parts, tells them from frames.
    void partsOfASleepAreToldByTheirLengths() {
        HeardRows rows;
        for (int i = 0; i < 60; ++i) {
            rows.work(i % 2 == 0 ? 9 * kMs : 3 * kMs);
            for (int part = 0; part < 3; ++part)
                rows.wait(Call::Select, 33'333'000, 0).work(1 * kMs);
            rows.wait(Call::Select, 1'000, 0);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Work);
        QVERIFY2(std::abs(loops[0].rateHz - 1e3 / 109) < 0.05, // 100 ms, three looks, and 6 ms
                 qPrintable(QString::number(loops[0].rateHz)));
    }
    /// 60 Hz in whole milliseconds: two sleeps of 12 ms and one of 11 in turn are three frames.
    void aGridInMillisecondsIsNoSplitSleep() {
        HeardRows rows;
        for (int i = 0; i < 300; ++i)
            rows.work(i % 3 == 0 ? 5 * kMs : 4'700'000).wait(Call::Select, (i % 3 == 2 ? 11 : 12) * kMs, 0);
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Wait);
        QVERIFY(loops[0].starts.size() > 290);
        QVERIFY(!ambiguous(loops));
    }
    /// Two lengths in turn, each after its own work: two frames.
    void sleepsOfTwoLengthsAreTwoFrames() {
        HeardRows rows;
        for (int i = 0; i < 150; ++i)
            rows.work(1 * kMs).wait(Call::Select, 15 * kMs, 0).work(6 * kMs).wait(Call::Select, 10 * kMs, 0);
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Wait);
        QCOMPARE(loops[0].rateHz, 62.5);
    }
    /// As ffmpeg with a film that is made while it is read: pieces of work come between the frames, and are
    /// nearly as large as these.
    void piecesOfAllSizesLeaveOpenWhatAFrameIs_data() {
        QTest::addColumn<int>("frames");
        QTest::newRow("a piece in every second frame") << 2;
        QTest::newRow("a piece in every sixteenth frame") << 16; // the rates differ by 6 %
    }
    void piecesOfAllSizesLeaveOpenWhatAFrameIs() {
        QFETCH(int, frames);
        HeardRows rows;
        for (int i = 0; i < 480; ++i) {
            rows.work(300'000 + i * 7919 % 1000 * 600).wait(Call::Nanosleep, 10 * kMs, 60'000);
            rows.work(i % frames == 0 ? 150'000 : 5'000).wait(Call::Nanosleep, 10 * kMs, 60'000);
            rows.work(8'000).wait(Call::Nanosleep, 10 * kMs, 60'000);
            if (i % 3 == 0)
                rows.work(6'000).wait(Call::Nanosleep, 10 * kMs, 60'000);
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QVERIFY(frameIsOpen(report.candidates));
        QCOMPARE(report.answer, AttachAnswer::Ambiguous);
        // A frame is 3.33 waits of 10.06 ms and about 0.65 ms of work. Some of them have one piece more.
        const double rate = 1000 / (3.33 * 10.06 + 0.65);
        QVERIFY(std::abs(report.candidates[0].rateHz - rate) < 0.2);
        QVERIFY(std::abs(report.candidates[1].rateHz - rate * (1 + 1.0 / frames)) < 0.3);
        const std::string said = attachVerdict(report);
        QVERIFY2(said.starts_with("It polls with nanosleep, and its pieces of work are of all sizes."),
                 said.c_str());
        const std::string text = loopText(report);
        QVERIFY2(text.starts_with("With the more regular pieces as frames: 29."), text.c_str());
        // Who names the loop has chosen: the frames that are the more regular.
        findLoop(report, LoopChoice{});
        QCOMPARE(report.answer, AttachAnswer::Found);
        QVERIFY2(std::abs(report.loop->rateHz() - rate) < 0.3,
                 qPrintable(QString::number(report.loop->rateHz())));
    }
    /// A game that polls, on a busy machine: its frames are uneven, but there is much work in them.
    void unevenFramesWithWorkAreFrames() {
        std::mt19937 random(2);
        HeardRows rows;
        for (int i = 0; i < 120; ++i) {
            rows.work(5 * kMs);
            for (auto polls = 5 + random() % 60; polls > 0; --polls)
                rows.wait(Call::SdlDelay, kMs, 60'000).work(4'000);
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Work);
        QVERIFY(loops[0].starts.size() >= 118);
    }
    /// As jackd without a sound card: a few microseconds of work, now and then ten times as many, and sleeps
    /// until deadlines. Each sleep ends a frame: 48 000 / 512 a second.
    void littleWorkBetweenDeadlinesIsAFrame() {
        HeardRows rows;
        std::int64_t due = rows.now();
        for (int i = 0; i < 400; ++i) {
            due += 10'666'667;
            rows.work(i % 9 == 0 ? 120'000 : 3'000 + i * 7919 % 100 * 40);
            rows.wait(Call::Nanosleep, due - rows.now(), 55'000 + i * 104'729 % 100 * 500);
        }
        AttachReport report;
        report.programs = programOf({rows.thread()});
        findLoop(report, std::nullopt);
        QCOMPARE(report.answer, AttachAnswer::Found);
        QVERIFY2(std::abs(report.loop->rateHz() - 93.75) < 0.05,
                 qPrintable(QString::number(report.loop->rateHz())));
        QCOMPARE(report.loop->style(), WaitStyle::Deadlines);
    }
    /// On a busy machine, what takes long now and then is the machine, and each wait ends a frame: of a loop
    /// that does nothing but wait, and of one that sleeps longer than anybody who looks at the clock, as sl.
    void theMachinesWorkIsNoFrame_data() {
        QTest::addColumn<qint64>("sleep");
        QTest::addColumn<qint64>("longWork");
        QTest::newRow("hardly any work") << qint64{10 * kMs} << qint64{750'000};
        QTest::newRow("a long sleep") << qint64{40 * kMs} << qint64{14 * kMs};
    }
    void theMachinesWorkIsNoFrame() {
        QFETCH(qint64, sleep);
        QFETCH(qint64, longWork);
        std::mt19937 random(3);
        HeardRows rows;
        std::int64_t work = 0;
        for (int i = 0; i < 300; ++i) {
            const std::int64_t here = random() % 4 == 0 ? longWork : 4'000;
            rows.wait(Call::SignalWait, sleep, 60'000).work(here);
            work += here;
        }
        const auto loops = findLoops(programOf({rows.thread()}));
        QCOMPARE(loops[0].boundary, FrameBoundary::Wait);
        const auto all = static_cast<double>(300 * (sleep + 60'000) + work);
        QVERIFY2(std::abs(loops[0].rateHz / (300e9 / all) - 1) < 0.005,
                 qPrintable(QString::number(loops[0].rateHz)));
    }
};

JITTERSCOPE_TEST(WaitSitesTest)

} // namespace jitterscope::wait_sites_test

#include "wait_sites_test.moc"
