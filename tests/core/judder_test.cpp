// SPDX-License-Identifier: MIT
#include "core/stats/smoothness.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <vector>

namespace jitterscope::judder_test {

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// `count` frames, each as `timeOf(i)` says in ms.
template <typename Time>
std::vector<std::int64_t> framesOf(int count, const Time& timeOf) {
    std::vector<std::int64_t> times;
    for (int i = 0; i < count; ++i)
        times.push_back(static_cast<std::int64_t>(timeOf(i) * 1e6));
    return times;
}

} // namespace

class JudderTest : public QObject {
    Q_OBJECT
private slots:
    void shortAndLongInTurnJudder() {
        QCOMPARE(judderShare(framesOf(101, [](int i) { return i % 2 == 0 ? 16.7 : 33.3; })),
                 std::optional(100.0 / 101)); // all but the last
        // Three short ones, then a long one: two of four frames differ from the next one.
        QCOMPARE(judderShare(framesOf(401, [](int i) { return i % 4 == 3 ? 33.3 : 16.7; })),
                 std::optional(200.0 / 401));
    }
    void nearlyAlikeOnesDoNot() {
        QCOMPARE(judderShare(framesOf(100, [](int i) { return i % 2 == 0 ? 15.0 : 19.0; })),
                 std::optional(0.0)); // 4 of 17 apart: less than a quarter
        QCOMPARE(judderShare(framesOf(100, [](int) { return 16.7; })), std::optional(0.0));
    }
    /// Both longer than the second around: a slow spell, and no alternation.
    void bothOnOneSideDoNot() {
        std::vector<std::int64_t> times(100, 10 * kMs);
        times[50] = 60 * kMs;
        times[51] = 40 * kMs;
        const std::vector<std::int64_t> found = judders(times);
        QCOMPARE(found[49], std::int64_t{1});
        QCOMPARE(found[50], std::int64_t{0});
        QCOMPARE(found[51], std::int64_t{1});
        QCOMPARE(judderShare(times), std::optional(2.0 / 100));
    }
    /// Half of the time at one rate and then at another: only the change itself.
    void aChangeOfRateIsNone() {
        QCOMPARE(judderShare(framesOf(201, [](int i) { return i < 100 ? 10 : 40; })),
                 std::optional(1.0 / 201));
    }
    void fewFramesSayNothing() {
        QVERIFY(!judderShare({}));
        QVERIFY(!judderShare(std::vector<std::int64_t>{kMs}));
        QCOMPARE(judders(std::vector<std::int64_t>(3, 0)), std::vector<std::int64_t>(3, 0));
    }
};

JITTERSCOPE_TEST(JudderTest)

} // namespace jitterscope::judder_test

#include "judder_test.moc"
