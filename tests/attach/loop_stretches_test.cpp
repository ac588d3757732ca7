// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/loop_stretches.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace jitterscope::loop_stretches_test {

namespace {

constexpr std::int64_t kSecond = 1'000 * kMs;

/// For so long, a loop that sleeps until the next multiple of the period, with work that varies; each wait
/// ends late by `late`, of which all is in the run queue.
void keepGrid(HeardRows& rows, std::int64_t period, std::int64_t length, std::int64_t late = 60'000) {
    const std::int64_t begin = rows.now();
    std::int64_t due = begin;
    for (int i = 0; rows.now() < begin + length; ++i) {
        rows.work(period / 4 + i % 7 * kMs / 4);
        due += period;
        rows.wait(listen::Call::Nanosleep, std::max<std::int64_t>(0, due - rows.now()), late, late);
    }
}

/// The same with a fixed sleep.
void sleepFixed(HeardRows& rows, std::int64_t sleep, std::int64_t length) {
    const std::int64_t begin = rows.now();
    for (int i = 0; rows.now() < begin + length; ++i)
        rows.work(2 * kMs + i % 5 * kMs / 2).wait(listen::Call::Nanosleep, sleep, 60'000);
}

bool about(double value, double expected, double within = 0.01) {
    return std::abs(value / expected - 1) <= within;
}

} // namespace

class LoopStretchesTest : public QObject {
    Q_OBJECT

private slots:
    /// A menu of 30 frames a second for five seconds, then a level of 60 for six.
    void aMenuAndALevel_data() {
        QTest::addColumn<bool>("fixed");
        QTest::newRow("deadlines") << false;
        QTest::newRow("fixed sleeps") << true;
    }
    void aMenuAndALevel() {
        QFETCH(bool, fixed);
        HeardRows rows;
        const auto part = [&](std::int64_t period, std::int64_t length) {
            fixed ? sleepFixed(rows, period, length) : keepGrid(rows, period, length);
        };
        part(100 * kMs / 3, 5 * kSecond);
        const std::int64_t turn = rows.now();
        part(50 * kMs / 3, 6 * kSecond);
        AttachReport report = reportOf(rows);
        QCOMPARE(report.stretches.size(), std::size_t{2});
        QVERIFY(about(report.stretches[0].meantHz, 30) && about(report.stretches[1].meantHz, 60));
        QVERIFY(std::abs(report.stretches[1].begin - turn) <= 40 * kMs); // to a frame
        QCOMPARE(report.stretch, std::size_t{1});
        QVERIFY(about(*report.loop->meantHz(), 60));
        QVERIFY(!report.loop->startUpLeftOut());
        QVERIFY(report.loop->longerAsked() == 0 && report.loop->frames().size() > 290);
        QVERIFY2(loopText(report).find("30 for ") != std::string::npos &&
                     loopText(report).find("about part 2 of them") != std::string::npos,
                 loopText(report).c_str());
        findLoop(report, std::nullopt, 0);
        QVERIFY(about(*report.loop->meantHz(), 30));
        QVERIFY(report.loop->startUpLeftOut()); // of a program that loads
        findLoop(report, std::nullopt, 7);      // there is no such part
        QCOMPARE(report.stretch, std::size_t{1});
    }
    /// What loads between them means nothing, and belongs to neither.
    void whatLoadsBelongsToNeither() {
        HeardRows rows;
        keepGrid(rows, 100 * kMs / 3, 4 * kSecond);
        for (int i = 0; i < 12; ++i)
            rows.work(200 * kMs).wait(listen::Call::Nanosleep, kMs, 60'000);
        keepGrid(rows, 50 * kMs / 3, 5 * kSecond);
        AttachReport report = reportOf(rows);
        QCOMPARE(report.stretches.size(), std::size_t{2});
        QVERIFY(report.stretches[0].length() < 41 * kSecond / 10);
        QVERIFY(report.stretches[1].length() > 48 * kSecond / 10);
        HeardRows once; // in one frame of a second and a half
        keepGrid(once, 100 * kMs / 3, 4 * kSecond);
        once.work(1500 * kMs);
        keepGrid(once, 50 * kMs / 3, 5 * kSecond);
        report = reportOf(once);
        QCOMPARE(report.stretches.size(), std::size_t{2});
        QVERIFY(report.stretches[0].length() < 41 * kSecond / 10);
    }
    /// The first frames are as quick as the later ones: there is no part before them.
    void aQuickStartIsNoTurn() {
        HeardRows rows;
        keepGrid(rows, 50 * kMs / 3, 110 * kMs);
        keepGrid(rows, 100 * kMs / 3, 850 * kMs);
        keepGrid(rows, 50 * kMs / 3, 6 * kSecond);
        const AttachReport report = reportOf(rows);
        QVERIFY(report.loop);
        for (const LoopStretch& stretch : report.stretches)
            QVERIFY(stretch.length() > 0);
    }
    /// A load in the middle: what the waits ask for stays the same, and its long frames stay in the report.
    void aLoadIsNoPart() {
        HeardRows rows;
        keepGrid(rows, 50 * kMs / 3, 3 * kSecond);
        keepGrid(rows, 50 * kMs / 3, 4 * kSecond, 12 * kMs);
        keepGrid(rows, 50 * kMs / 3, 3 * kSecond);
        QVERIFY(reportOf(rows).stretches.empty());
        const AttachReport relative = relativeLoop(
            600, kSteadyWork, [](int i) { return i > 200 && i < 400 ? 9 * kMs : std::int64_t{60'000}; },
            true);
        QVERIFY(relative.stretches.empty());
        QCOMPARE(*relative.loop->firstCause(), LoopCause::Others);
    }
    /// One way, however uneven, is one way.
    void aLoopThatStaysIsOne() {
        HeardRows steady;
        keepGrid(steady, 50 * kMs / 3, 9 * kSecond);
        QVERIFY(reportOf(steady).stretches.empty());
        HeardRows uneven; // six short ones, four long ones
        for (int i = 0; i < 500; ++i)
            uneven.work(kMs).wait(listen::Call::Nanosleep, i % 10 < 6 ? 10 * kMs : 40 * kMs, 60'000);
        QVERIFY(reportOf(uneven).stretches.empty());
        HeardRows often; // to and fro every two seconds
        for (int i = 0; i < 10; ++i)
            keepGrid(often, i % 2 == 0 ? 20 * kMs : 40 * kMs, 2 * kSecond);
        QVERIFY(reportOf(often).stretches.empty());
    }
};

JITTERSCOPE_TEST(LoopStretchesTest)

} // namespace jitterscope::loop_stretches_test

#include "loop_stretches_test.moc"
