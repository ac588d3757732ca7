// SPDX-License-Identifier: MIT
#include "core/attach/loop_pacing.h"
#include "core/base/random.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <functional>

namespace jitterscope::loop_cadence_test {
namespace {

/// 200 frames with these times, one after the other.
std::vector<HeardFrame> framesOf(const std::function<std::int64_t(int)>& timeOf) {
    std::vector<HeardFrame> frames;
    std::int64_t now = 0;
    for (int i = 0; i < 200; ++i) {
        HeardFrame frame;
        frame.start = now;
        frame.frameTime = timeOf(i);
        now += frame.frameTime;
        frames.push_back(frame);
    }
    return frames;
}

/// Frame times of a loop whose frames begin at whole multiples of `quantum` after its deadlines.
std::int64_t roundedUp(int i, std::int64_t period, std::int64_t quantum) {
    const auto startOf = [&](std::int64_t slot) { return (slot * period + quantum - 1) / quantum * quantum; };
    return startOf(i + 1) - startOf(i);
}

} // namespace

class LoopCadenceTest : public QObject {
    Q_OBJECT

private slots:
    void aLateStartIsMadeUpForOnAgrid() {
        Random random(streamSeed(11, "late"));
        std::vector<std::int64_t> late;
        for (int i = 0; i <= 200; ++i)
            late.push_back(static_cast<std::int64_t>(random.uniform() * 2e6));
        const auto next = [&late](int i) { return late[std::size_t(i) + 1]; };
        QCOMPARE(cadenceOf(framesOf([&](int i) { return kPeriod + next(i) - late[std::size_t(i)]; }), 0),
                 Cadence::Grid);
        QCOMPARE(cadenceOf(framesOf([&](int i) { return kPeriod + next(i); }), 0), Cadence::Relative);
    }
    /// Long frames at regular times are followed by usual ones, and by no shorter one.
    void regularLongFramesAreNoGrid() {
        for (const int each : {2, 3, 4, 5, 7}) {
            const auto frames = framesOf([each](int i) { return kPeriod + (i % each == 1 ? 8 * kMs : 0); });
            QCOMPARE(cadenceOf(frames, 0), Cadence::Relative);
            QCOMPARE(cadenceOf(frames, kMs), Cadence::Relative);
        }
    }
    /// Doom: 35 frames a second, told by polls of 1 ms. Here with a frame now and then that is 20 ms late,
    /// which it makes up for, and without.
    void aPollRoundsAGrid() {
        constexpr std::int64_t kTic = 1'000'000'000 / 35;
        const auto frames = framesOf([](int i) { return roundedUp(i, kTic, kMs); });
        QCOMPARE(cadenceOf(frames, kMs), Cadence::Grid);
        const auto disturbed = framesOf([](int i) {
            const std::int64_t time = roundedUp(i, kTic, kMs);
            return i % 20 == 5 ? time + 20 * kMs : i % 20 == 6 ? time - 20 * kMs : time;
        });
        QCOMPARE(cadenceOf(disturbed, kMs), Cadence::Grid);
        // The same times, in an order by chance: each frame is rounded for itself.
        Random random(streamSeed(12, "rounded"));
        const auto relative = framesOf([&random](int) { return (random.uniform() < 0.57 ? 29 : 28) * kMs; });
        QCOMPARE(cadenceOf(relative, kMs), Cadence::Relative);
    }
    void ofFewFramesItCannotBeTold() {
        auto frames = framesOf([](int i) { return kPeriod + (i % 2 == 0 ? kMs : -kMs); });
        frames.resize(59);
        QCOMPARE(cadenceOf(frames, 0), Cadence::Unknown);
        QVERIFY(latenessOnGrid(frames).empty());
        QVERIFY(latenessOnGrid({}).empty());
    }
    void equalFramesAreNoGrid() {
        QCOMPARE(cadenceOf(framesOf([](int) { return kPeriod; }), kMs), Cadence::Relative);
    }
};

JITTERSCOPE_TEST(LoopCadenceTest)

} // namespace jitterscope::loop_cadence_test

#include "loop_cadence_test.moc"
