// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/cure_trial.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cerrno>
#include <cmath>

namespace jitterscope::cure_trial_test {

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kBlock = 1'500 * kMs;

struct Side {
    std::int64_t apart = 0; // every second frame is longer, the next one shorter by so much
    std::int64_t time = 10 * kMs;
    std::int64_t cpu = kMs;
};

/// Blocks without, with, with, without, … filled with frames.
CureOutcome tried(const Side& without, const Side& with, int pairs, double limit) {
    std::vector<TrialBlock> blocks;
    std::vector<HeardFrame> frames[2];
    for (int i = 0; i < 2 * pairs; ++i) {
        const bool cured = i % 4 == 1 || i % 4 == 2;
        const Side& side = cured ? with : without;
        blocks.push_back({i * kBlock, (i + 1) * kBlock, cured});
        int number = 0;
        for (std::int64_t at = i * kBlock; at + side.time + side.apart < (i + 1) * kBlock; ++number) {
            HeardFrame frame;
            frame.start = at;
            // Blocks are not quite alike, or an interval would have no width.
            frame.frameTime = side.time + (number % 2 == 0 ? 1 : -1) * (side.apart + i * 1'000);
            frame.cpu = side.cpu + i * 100;
            at += frame.frameTime;
            frames[cured ? 1 : 0].push_back(frame);
        }
    }
    return judgeCure("slack", frames[0], frames[1], blocks, limit);
}

} // namespace

class CureTrialTest : public QObject {
    Q_OBJECT

private slots:
    void aSmallerSpreadIsShown() {
        const CureOutcome outcome = tried({2 * kMs}, {kMs / 2}, 6, 11e6);
        QCOMPARE(outcome.pairs, std::size_t{6});
        QVERIFY(outcome.helped() && !outcome.harmed() && !outcome.rateChanged());
        QVERIFY2(std::abs(outcome.spread->value + 1.5e6) < 3e4,
                 qPrintable(QString::number(outcome.spread->value)));
        QVERIFY(std::abs(outcome.longShare->value + 0.5) < 0.01); // half of the frames took 12 ms
        QVERIFY(cureText(outcome).starts_with("steadier frames: spread of the frame time 2"));
    }
    void alikeIsNoDifferenceShown() {
        const CureOutcome outcome = tried({kMs}, {kMs}, 6, 12e6);
        QVERIFY(!outcome.helped() && !outcome.harmed());
        QVERIFY(cureText(outcome).starts_with("no difference shown"));
    }
    /// Less spread bought with more long frames is no help.
    void harmIsSaid() {
        const CureOutcome outcome = tried({kMs / 2}, {2 * kMs}, 6, 11e6);
        QVERIFY(outcome.harmed() && !outcome.helped());
        QVERIFY(cureText(outcome).starts_with("less steady"));
    }
    void anotherRateIsSaid() {
        const CureOutcome outcome = tried({0, 10 * kMs}, {0, 9 * kMs}, 6, 20e6);
        QVERIFY(outcome.rateChanged());
        QVERIFY(cureText(outcome).find("111.1 instead of 100.0 frames a second") != std::string::npos);
        QVERIFY(!tried({0, 10'000'000}, {0, 9'970'000}, 6, 20e6).rateChanged());
    }
    void blocksWithFewFramesDoNotCount() {
        const CureOutcome outcome = tried({0, 200 * kMs}, {0, 200 * kMs}, 6, 1e9);
        QCOMPARE(outcome.pairs, std::size_t{0});
        QCOMPARE(cureText(outcome), std::string("too few frames to tell"));
    }
    /// What the system refused for want of a right, with what would give it.
    void whatWasNotTriedSaysWhy_data() {
        QTest::addColumn<QByteArray>("cure");
        QTest::addColumn<int>("error");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("no right")
            << QByteArray("realtime") << EPERM
            << QByteArray("Operation not permitted; CAP_SYS_NICE or an rtprio limit is needed");
        QTest::newRow("no such class") << QByteArray("realtime") << EINVAL << QByteArray("Invalid argument");
        QTest::newRow("another cure") << QByteArray("pin") << EPERM << QByteArray("Operation not permitted");
    }
    void whatWasNotTriedSaysWhy() {
        QFETCH(QByteArray, cure);
        QFETCH(int, error);
        QFETCH(QByteArray, reason);
        CureOutcome outcome;
        outcome.support = {false, refusalText(*findCure(curesThere(), cure.toStdString()), error)};
        QCOMPARE(QByteArray::fromStdString(cureText(outcome)), "not tried: the system refuses it: " + reason);
    }
};

JITTERSCOPE_TEST(CureTrialTest)

} // namespace jitterscope::cure_trial_test

#include "cure_trial_test.moc"
