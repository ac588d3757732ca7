// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/snippet.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::recommendation_test {

namespace {

Candidate candidate(const char* name, double lateShare, double cpu, bool now = false) {
    LoopEvidence evidence;
    const auto hits = static_cast<std::int64_t>(std::lround(lateShare * 100'000));
    evidence.metrics.frames = 100'000;
    evidence.metrics.late = hits;
    LoopBlock block;
    block.late = {hits, 100'000};
    block.cpuPercent = cpu;
    evidence.blocks.push_back(block);
    return {name, now, evidence};
}

} // namespace

/// What is recommended of what was measured, and the code for it.
class RecommendationTest : public QObject {
    Q_OBJECT
private slots:
    void theCheapestThatIsFitIsRecommended() {
        const Target target = targetOf("game-60"); // 1 %
        Recommendation one =
            recommend(target, {candidate("now", 0.05, 0.2, true), candidate("absolute", 0.001, 0.3),
                               candidate("adaptive", 0.0001, 2.5)});
        QCOMPARE(one.pick->name, std::string("absolute"));
        QCOMPARE(one.runnerUp->name, std::string("adaptive"));
        QVERIFY(one.whyNot.find("more CPU") != std::string::npos);
        Recommendation keep =
            recommend(target, {candidate("now", 0.002, 0.5, true), candidate("absolute", 0.001, 0.3)});
        QCOMPARE(keep.pick->name, std::string("now")); // 0.2 points are no reason to change
        QVERIFY(keep.sentence.starts_with("Keep now"));
        Recommendation none =
            recommend(target, {candidate("now", 0.5, 0.2, true), candidate("adaptive", 0.2, 2)});
        QCOMPARE(none.pick->name, std::string("adaptive"));
        QVERIFY(none.sentence.ends_with("is fit for the job as the machine is now; adaptive comes closest."));
        QVERIFY(!recommend(target, {}).pick);
    }

    void ofEqualsTheOneThatChangesLeastIsPicked() {
        const Target target = targetOf("game-60");
        const Recommendation one =
            recommend(target, {candidate("now", 0.05, 0.1, true), candidate("system sleep", 0.001, 0.60),
                               candidate("absolute", 0.001, 0.58), candidate("half", 0.001, 0.9)});
        QCOMPARE(one.pick->name, std::string("system sleep")); // 0.02 points are nothing
        QCOMPARE(one.runnerUp->name, std::string("absolute"));
        QVERIFY(one.whyNot.find("changes less") != std::string::npos);
        const Recommendation other =
            recommend(target, {candidate("now", 0.05, 0.1, true), candidate("adaptive", 0.001, 0.95),
                               candidate("absolute", 0.001, 0.58)});
        QCOMPARE(other.pick->name, std::string("absolute"));
        QVERIFY(other.whyNot.find("more CPU") != std::string::npos);
    }

    /// An earlier median is no help where more frames were late, be it shown or not.
    void nothingHelpsThatHasMoreLateFrames() {
        TrialOutcome trial;
        trial.median = Share{-50'000, {-51'000, -49'000}};
        trial.late = Share{0.03, {-0.02, 0.08}}; // 12 % → 15 %
        QVERIFY(!trial.helped());
        trial.late = Share{-0.001, {-0.02, 0.02}};
        QVERIFY(trial.helped());
        trial.late = Share{0.03, {0.01, 0.05}};
        QVERIFY(!trial.helped());
    }

    void onlyAQuickDiagnosisPointsToAFullOne() {
        const Target target = targetOf("game-60");
        Candidate few = candidate("now", 0, 0.1, true);
        few.evidence.metrics.frames = 100;
        few.evidence.blocks.front().late = {0, 100};
        QVERIFY(recommend(target, {few}, true).sentence.find("A full diagnosis") != std::string::npos);
        const std::string full = recommend(target, {few}).sentence;
        QCOMPARE(full.find("A full"), std::string::npos);
        QVERIFY(full.ends_with("more than this diagnosis measures."));
    }

    void codeOfACureHasTheCure() {
        const Target target = targetOf("game-60");
        TrialOutcome trial;
        trial.id = "idle";
        trial.after = candidate("after", 0.001, 0.5).evidence;
        trial.after.plan = diagnosisPlan("game-60").loop;
        trial.after.plan.machine = machineChoice("linux-default"); // the cure is of Linux
        const Candidate cure = candidateOf(trial);
        QVERIFY(cure.noDeepIdle && cure.name.ends_with(", no deep idle states"));
        const SnippetParts parts = snippetParts(target, recommend(target, {cure}));
        for (const char* id : {"cpp-pacer", "cpp-header", "cpp-posix", "c", "rust", "python"}) {
            const std::string code = findEntry(snippetCatalog(), id)->text(parts);
            QVERIFY2(code.find("\"/dev/cpu_dma_latency\"") != std::string::npos, id);
        }
        trial.id = kTogether;
        QVERIFY(!candidateOf(trial).noDeepIdle);
        trial.parts = {"slack", "idle"};
        QVERIFY(candidateOf(trial).noDeepIdle);
    }

    /// What is advised, shown as code and measured is one thing: what nobody tried is said to be untried.
    void whatIsAdvisedIsTriedOrSaidNotToBe() {
        const Target target = targetOf("game-60");
        Findings findings;
        Finding& first = findings.first.emplace();
        first.id = "others";
        first.because = "other programs hold 98 % of the CPUs";
        first.doThis = "end them, or run in the real-time class";
        first.trial = "realtime";
        const auto made = [](const char* name, double late) {
            Candidate one = candidate(name, late, 0.5);
            one.evidence.plan = diagnosisPlan("game-60").loop;
            return one;
        };
        std::vector<Candidate> ways{made("now", 0.97), made("adaptive", 0.93)};
        ways[0].now = true;
        const auto advised = [&] { return recommend(target, ways, false, &findings); };
        const std::string none = "Nothing that was measured is fit for the job as the machine is now; ";
        const std::string cause = " First cause: other programs hold 98 % of the CPUs.";
        const std::string cure = " Do: end them, or run in the real-time class.";
        const Recommendation untried = advised();
        QCOMPARE(untried.sentence,
                 none + "adaptive comes closest." + cause + cure + " Not tried yet: Real-time class.");
        const std::string line =
            "// without what is advised against the first cause; not tried yet: Real-time class\n";
        QVERIFY(snippetCatalog()[0].text(snippetParts(target, untried)).find(line) != std::string::npos);
        ways.push_back(made("real-time", 0.5));
        ways.back().cures = {"realtime"};
        QCOMPARE(advised().sentence, none + "real-time comes closest." + cause); // it is in the code
        ways.back() = made("real-time", 0.99);
        ways.back().cures = {"slack", "realtime"};
        const Recommendation worse = advised();
        QCOMPARE(worse.sentence, none + "adaptive comes closest." + cause + cure +
                                     " Tried, and not better: Real-time class.");
        QVERIFY(snippetCatalog()[0].text(snippetParts(target, worse)).find("not tried yet") ==
                std::string::npos);
        ways = {made("now", 0.97)};
        ways[0].now = true;
        ways[0].evidence.plan.thread.realtime = true;
        QCOMPARE(advised().sentence, none + "now, as the loop waits now, comes closest." + cause);
        first.trial.clear();
        QCOMPARE(advised().sentence, none + "now, as the loop waits now, comes closest." + cause + cure);
    }

    /// The code that is shown first waits as what was measured: every strategy, policy and system.
    void theFirstCodeIsWhatWasMeasured() {
        const Target target = targetOf("game-60");
        int others = 0; // than with Pacer
        for (const char* machine : {"linux-default", "windows-hires"}) {
            for (const SleepEntry& strategy : sleepCatalog()) {
                for (const PacingEntry& policy : pacingCatalog()) {
                    Candidate way = candidate("it", 0.001, 0.5);
                    way.evidence.plan = diagnosisPlan("game-60").loop;
                    way.evidence.plan.machine = machineChoice(machine);
                    way.evidence.plan.strategy = sleepChoice(strategy.id);
                    way.evidence.plan.policy = policyChoice(policy.id);
                    const SnippetParts parts = snippetParts(target, recommend(target, {way}));
                    const std::string_view id = standardSnippet(parts);
                    const std::string code = findEntry(snippetCatalog(), id)->text(parts);
                    QVERIFY2(code.find("// measured on 100000 frames: 0.1 % late") != std::string::npos,
                             code.c_str());
                    QVERIFY(code.find("in place of") == std::string::npos);
                    others += id != "cpp-pacer";
                }
            }
        }
        QCOMPARE(others, 5); // adaptive, half-millisecond and, for Linux, absolute-sleep; with drop-and-rest
    }

    /// Code is headed by how it waits itself, and has figures only of a loop that waits so.
    void codeSaysWhatWasMeasuredOfIt() {
        const Target target = targetOf("game-60");
        const auto way = [](const char* strategy, double late, bool slack = true) {
            Candidate made = candidate(strategy, late, 0.5);
            made.evidence.plan = diagnosisPlan("game-60").loop;
            made.evidence.plan.machine = machineChoice("linux-default");
            made.evidence.plan.strategy = sleepChoice(strategy);
            if (slack)
                made.evidence.plan.thread.slack = 1ns;
            return made;
        };
        const auto code = [](const SnippetParts& parts, const char* id) {
            return findEntry(snippetCatalog(), id)->text(parts);
        };
        const auto has = [](const std::string& text, const char* part) {
            return text.find(part) != std::string::npos;
        };
        const SnippetParts spins =
            snippetParts(target, recommend(target, {way("adaptive", 0.001), way("half-millisecond", 0.04),
                                                    way("system-sleep", 0.5)}));
        QCOMPARE(spins.plan.strategy.id, std::string("adaptive"));
        for (const char* id : {"cpp-posix", "c"}) { // a fixed margin: its own figures, not adaptive's
            const std::string text = code(spins, id);
            QVERIFY(text.starts_with("// 60 Hz: sleeps until 500 µs before the deadline, then spins\n"
                                     "// in place of: adaptive, timer slack 1 ns, which is recommended\n"
                                     "// measured on 100000 frames: 4 % late"));
            QVERIFY(has(text, "margin = 500000"));
        }
        for (const char* id : {"rust", "python", "cpp-windows"}) {
            const std::string text = code(spins, id);
            QVERIFY2(has(text, "60 Hz: sleeps until 500 µs before the deadline, then spins\n"), text.c_str());
            QVERIFY(has(text, "not measured: ") && !has(text, "% late"));
        }
        for (const char* id : {"cpp-header", "cpp-pacer"}) {
            const std::string text = code(spins, id);
            QVERIFY(text.starts_with("// 60 Hz: adaptive") &&
                    has(text, "measured on 100000 frames: 0.1 % late"));
            QVERIFY(!has(text, "in place of"));
        }
        // With other settings, or another policy, it is another loop.
        SnippetParts other = spins;
        other.plan.thread.slack.reset();
        QVERIFY(has(code(other, "c"), "not measured: "));
        other = spins;
        other.plan.policy = policyChoice("keep-working");
        QVERIFY(has(code(other, "c"), "not measured: "));
        // A relative sleep was measured: the absolute one is another.
        const SnippetParts sleeps =
            snippetParts(target, recommend(target, {way("system-sleep", 0.001, false)}));
        QVERIFY(has(code(sleeps, "cpp-pacer"), "60 Hz: system sleep\n// measured on"));
        QVERIFY(code(sleeps, "c")
                    .starts_with("// 60 Hz: sleeps until the deadline\n// in place of: system sleep"));
        QVERIFY(has(code(sleeps, "c"), "not measured: "));
        // Without a diagnosis nothing is said to be measured, or missing.
        const std::string plan = code(snippetParts(diagnosisPlan("game-60").loop), "c");
        QVERIFY(!has(plan, "measured") && has(plan, "which is planned"));
    }
};

JITTERSCOPE_TEST(RecommendationTest)

} // namespace jitterscope::recommendation_test

#include "recommendation_test.moc"
