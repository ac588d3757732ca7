// SPDX-License-Identifier: MIT
#include "core/attach/held_cures.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace jitterscope::held_cures_test {

namespace {

using Answer = HoldWatch::Answer;
using Words = std::vector<std::string>;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLook = kSecond / 5;

const Cure& cure(std::string_view id) {
    return *findCure(curesThere(), id);
}

/// The answers that differ from Hold, with the time of each, of a thread that runs for this share of the time
/// and waits until `waitsUntil`.
std::vector<std::pair<std::int64_t, Answer>> answersOf(double share, std::int64_t waitsUntil, bool realtime) {
    HoldWatch watch({0, 0, 0}, realtime);
    std::vector<std::pair<std::int64_t, Answer>> answers;
    for (std::int64_t now = kLook; now <= 12 * kSecond; now += kLook) {
        const auto waits = static_cast<std::uint64_t>(std::min(now, waitsUntil) / kMs);
        const Answer answer =
            watch.look({now, static_cast<std::int64_t>(share * static_cast<double>(now)), waits});
        if (answer != Answer::Hold)
            answers.emplace_back(now, answer);
        if (answer == Answer::ListenAgain)
            break;
    }
    return answers;
}

/// A loop of 60 Hz that sleeps what is left of 16 ms, after this much work.
AttachReport loopWith(std::int64_t work) {
    return relativeLoop(
        300, [work](int) { return work; }, [](int) { return 60'000; });
}

} // namespace

class HeldCuresTest : public QObject {
    Q_OBJECT

private slots:
    void aLoopThatWaitsIsHeld() {
        QVERIFY(answersOf(0.3, 12 * kSecond, true).empty());
        QVERIFY(answersOf(0.95, 12 * kSecond, false).empty()); // no class that could harm others
    }
    /// A loading screen, another level: the loop is somewhere else.
    void aLoopThatNoLongerWaitsIsLookedForAgain() {
        const auto answers = answersOf(0.3, 3 * kSecond, false);
        QCOMPARE(answers.size(), std::size_t{1});
        QCOMPARE(answers[0].second, Answer::ListenAgain);
        QCOMPARE(answers[0].first, 8 * kSecond);
    }
    void aThreadThatHasEndedIsLookedForAgain() {
        HoldWatch watch({0, 0, 0}, false);
        QCOMPARE(watch.look({kLook, -1, 10}), Answer::ListenAgain);
    }
    /// In the real-time class, on few processors: once, a second after it began.
    void aThreadThatRunsAllTheTimeLeavesTheClass() {
        const auto answers = answersOf(0.95, 12 * kSecond, true);
        QCOMPARE(answers.size(), std::size_t{1});
        QCOMPARE(answers[0].second, Answer::LeaveRealtime);
        QCOMPARE(answers[0].first, kSecond);
    }

    void whatCanBeHeld() {
        const AttachReport calm = loopWith(4 * kMs);
        const AttachReport busy = loopWith(15 * kMs + 500'000);
        for (const Cure& each : curesThere())
            QVERIFY2(canHold(each, *calm.loop, 2).available, each.id.data());
        QVERIFY(!canHold(cure("realtime"), *busy.loop, 2).available);
        QVERIFY(canHold(cure("realtime"), *busy.loop, 3).available); // the others have room
        QVERIFY(canHold(cure("slack"), *busy.loop, 2).available);
        HeardRows slow;
        for (int i = 0; i < 100; ++i)
            slow.work(4 * kMs).wait(listen::Call::Nanosleep, 60 * kMs, 60'000); // longer than 50 ms
        const AttachReport report = reportOf(slow);
        QVERIFY(report.loop);
        QVERIFY(!canHold(cure("exact"), *report.loop, 2).available);
        QVERIFY(canHold(cure("slack"), *report.loop, 2).available);
    }

    void aCommandLineThatHoldsIsTakenApart() {
        const std::optional<HeldCommand> held =
            heldCommand({"/usr/bin/jitterscope-cli", "with", "--cure", "slack, exact", "--", "game", "-x"});
        QVERIFY(held);
        QCOMPARE(held->cures, (Words{"slack", "exact"}));
        QCOMPARE(held->words, (Words{"game", "-x"}));
        const auto others = heldCommand(
            {"jitterscope-cli", "with", "--quiet", "--loop", "present", "--cure=pin", "game", "--", "x"});
        QVERIFY(others);
        QCOMPARE(others->cures, Words{"pin"});
        QCOMPARE(others->words, (Words{"game", "--", "x"}));
        const auto older =
            heldCommand({"jitterscope-cli", "with", "--cure", "dma-latency,pin", "--", "game"});
        QVERIFY(older && older->cures == Words({"idle", "pin"})); // as a diagnosis of 0.2 calls it
        const auto elsewhere = heldCommand(                       // a menu entry with a folder
            {"env", "-C", "/opt/game", "jitterscope-cli", "with", "--cure", "slack", "--", "./game"});
        QVERIFY(elsewhere);
        QCOMPARE(elsewhere->words, (Words{"env", "-C", "/opt/game", "./game"}));
        QVERIFY(!heldCommand({"env", "-C", "/opt/game", "./game"}));
        QVERIFY(!heldCommand({"jitterscope-cli", "attach", "--", "game"}));
        QVERIFY(!heldCommand({"jitterscope-cli", "with", "--cure", "slack", "--"}));
        QVERIFY(!heldCommand({"game", "with", "--cure", "slack", "--", "x"}));
        QVERIFY(!heldCommand({"jitterscope-cli"}));
        QVERIFY(!heldCommand({}));
    }
    void andMadeAgain() {
        Words words = holdingWords("/opt/a b/jitterscope-cli", {"slack", "exact"});
        words.emplace_back("game");
        const std::optional<HeldCommand> held = heldCommand(words);
        QVERIFY(held);
        QCOMPARE(held->cures, (Words{"slack", "exact"}));
        QCOMPARE(held->words, Words{"game"});
    }
    /// Only what was shown to help is kept.
    void whatHelpedIsKept() {
        AttachReport report;
        const auto add = [&report](const char* id, double low, double high, bool tried = true) {
            CureOutcome outcome;
            outcome.id = id;
            outcome.support = {tried, ""};
            outcome.pairs = 6;
            outcome.longShare = Share{(low + high) / 2, {low, high}};
            report.cures.push_back(outcome);
        };
        add("slack", -0.2, -0.1);
        add("realtime", -0.1, 0.1);
        add("pin", 0.1, 0.2);
        add("exact", -0.3, -0.2);
        add("idle", -0.3, -0.2, false);
        QCOMPARE(helpfulCures(report), (Words{"slack", "exact"}));
    }
};

JITTERSCOPE_TEST(HeldCuresTest)

} // namespace jitterscope::held_cures_test

#include "held_cures_test.moc"
