// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/measured_loop.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <sys/prctl.h>

namespace jitterscope::diagnosis_run_test {

using namespace std::chrono_literals;

namespace {

DiagnosisPlan on(std::string_view machine, std::string_view job, std::string_view strategy = "system-sleep") {
    DiagnosisPlan plan = diagnosisPlan(job);
    plan.loop.machine = machineChoice(machine);
    plan.loop.strategy = sleepChoice(strategy);
    return plan;
}

Diagnosis diagnosed(const DiagnosisPlan& plan) {
    JobControl control;
    auto result = runDiagnosis(plan, control);
    if (!result || !result.value())
        qFatal("no diagnosis");
    return *result.value();
}

std::int64_t slackNow() {
    return prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
}

} // namespace

class DiagnosisRunTest : public QObject {
    Q_OBJECT
private slots:
    void everyMachineAndStrategyIsDiagnosed_data() {
        QTest::addColumn<QString>("machine");
        for (const MachineEntry& entry : machineCatalog()) {
            if (entry.simulated && !entry.needsFile)
                QTest::addRow("%s", std::string(entry.id).c_str()) << QString::fromUtf8(entry.id.data());
        }
    }
    void everyMachineAndStrategyIsDiagnosed() {
        QFETCH(QString, machine);
        for (const SleepEntry& entry : sleepCatalog()) {
            if (!sleepSupport(entry, machine.toStdString()).available)
                continue;
            const DiagnosisPlan plan = on(machine.toStdString(), "game-60", entry.id);
            const Diagnosis diagnosis = diagnosed(plan);
            QVERIFY(diagnosis.now.frames() > 1000);
            double sum = diagnosis.findings.rest();
            for (const Finding& finding : diagnosis.findings.list) {
                sum += finding.cost;
                QVERIFY(!finding.title.empty() && !finding.soWhat.empty() && !finding.doThis.empty());
            }
            QVERIFY(std::abs(sum - diagnosis.findings.mean) < 1);
            if (diagnosis.now.lost == 0)
                QVERIFY(std::abs(diagnosis.findings.mean - diagnosis.now.metrics.lateness.mean.value()) < 1);
            QVERIFY(diagnosis.verdict.sentence.ends_with("."));
            QVERIFY(diagnosis.recommendation.pick.has_value());
        }
    }

    void verdictsOfKnownMachines() {
        QCOMPARE(diagnosed(on("linux-rt", "robot-1k", "absolute-sleep")).verdict.fitness, Fitness::Fit);
        const Diagnosis ticks = diagnosed(on("windows-15ms", "game-144"));
        QCOMPARE(ticks.verdict.fitness, Fitness::Unfit);
        QCOMPARE(ticks.verdict.causeId, std::string("tick"));
        QCOMPARE(ticks.findings.list.front().id, std::string("tick"));
        QVERIFY(!ticks.cured.empty());
        const Diagnosis slack = diagnosed(on("linux-default", "game-60", "absolute-sleep"));
        const auto half = std::ranges::find(slack.findings.list, std::string("slack"), &Finding::id);
        QVERIFY(half != slack.findings.list.end());
        QCOMPARE(half->cost, 50'000.0);
        DiagnosisPlan busy = on("linux-slack1", "game-144");
        busy.loop.work = workChoice("fixed");
        busy.loop.work.values.set(0, 9e6);
        const Diagnosis work = diagnosed(busy);
        QCOMPARE(work.verdict.fitness,
                 Fitness::Unfit); // every other slot is lost, though none that runs is late
        QCOMPARE(work.verdict.causeId, std::string("work"));
        QVERIFY(work.verdict.late->value > 0.45 && work.verdict.late->value < 0.55);
        QVERIFY(work.verdict.sentence.find("start late or not at all, because the work takes longer") !=
                std::string::npos);
    }

    /// The loop is ready 0.2 ms after the slot that it gave up, well within the tolerance; the frame never
    /// came.
    void aSlotThatIsGivenUpIsLateHoweverSmallTheOverrun() {
        DiagnosisPlan plan = on("linux-slack1", "game-60");
        plan.loop.work = workChoice("fixed");
        plan.loop.work.values.set(0, 16.8e6);
        const Diagnosis diagnosis = diagnosed(plan);
        QCOMPARE(diagnosis.verdict.fitness, Fitness::Unfit);
        QVERIFY(diagnosis.verdict.late->value > 0.45 && diagnosis.verdict.late->value < 0.55);
        QCOMPARE(diagnosis.verdict.causeId, std::string("work"));
    }

    /// All of the work is taken off, the last frame's of each block too: what waiting costs is the same with
    /// long work as without.
    void theWorkIsNoPartOfTheWaiting() {
        DiagnosisPlan plan = on("linux-slack1", "game-60", "absolute-sleep");
        const double without = diagnosed(plan).now.cpuPercent().value();
        plan.loop.work = workChoice("fixed");
        plan.loop.work.values.set(0, 10e6);
        const double with = diagnosed(plan).now.cpuPercent().value();
        QVERIFY2(std::abs(with - without) < 0.05, qPrintable(QString("%1, %2").arg(without).arg(with)));
    }

    /// With a policy that gives up no slot a late frame makes the next one late; its work was short.
    void latenessThatIsCarriedOnIsNotCalledLongWork() {
        DiagnosisPlan plan = on("fake-scheduler", "game-60"); // wakes up to 4 ms late
        plan.loop.policy = policyChoice("keep-working");
        plan.loop.work = workChoice("fixed");
        plan.loop.work.values.set(0, 15e6);
        const Diagnosis diagnosis = diagnosed(plan);
        QVERIFY(diagnosis.now.workFrames > 100);
        const auto found = std::ranges::find(diagnosis.findings.list, std::string("work"), &Finding::id);
        QVERIFY(found != diagnosis.findings.list.end());
        QVERIFY(found->title.ends_with("late frames the work of the one before was not done in time"));
        QVERIFY2(found->soWhat.find("at most 15 ms of a period of 16.67 ms") != std::string::npos,
                 found->soWhat.c_str());
        plan.loop.work.values.set(0, 17e6);
        const Diagnosis longer = diagnosed(plan);
        const auto overrun = std::ranges::find(longer.findings.list, std::string("work"), &Finding::id);
        QVERIFY(overrun != longer.findings.list.end());
        QVERIFY(overrun->title.starts_with("The work overran its period in "));
    }

    /// In a period of 1 ms a slice of 1 ms and its oversleep never fit: no X is right, and none is named.
    void whereNothingCanBeSleptThereIsNoAdviceOnX() {
        QVERIFY(!diagnosed(on("linux-default", "robot-1k")).x);
        QVERIFY(diagnosed(on("linux-default", "game-60")).x);
        DiagnosisPlan rare = on("linux-default", "game-60");
        rare.target.job = "own";
        rare.target.allowed = 1e-6; // 4.5 million frames to show it, for each X
        QVERIFY(!diagnosed(rare).x);
    }

    void theSameSeedGivesTheSameWords() {
        const Diagnosis one = diagnosed(on("linux-default-loaded", "vr-90"));
        const Diagnosis two = diagnosed(on("linux-default-loaded", "vr-90"));
        QCOMPARE(one.verdict.sentence, two.verdict.sentence);
        QCOMPARE(one.verdict.detail, two.verdict.detail);
        QCOMPARE(one.recommendation.expected, two.recommendation.expected);
        QCOMPARE(one.findings.mean, two.findings.mean);
    }

    void aTrialMeasuresBeforeAgainstAfter() {
        JobControl control;
        Diagnosis diagnosis = diagnosed(on("linux-default", "game-144"));
        const auto adaptive = runTrial(trialPlan(diagnosis, "adaptive"), control);
        QVERIFY(adaptive && adaptive->measured() && adaptive->helped());
        QVERIFY(adaptive->median->interval.high < -50'000); // the slack and more
        QVERIFY(adaptive->cpu->value > 0);
        QCOMPARE(adaptive->before.plan.strategy.id, std::string("system-sleep"));
        QCOMPARE(adaptive->after.plan.strategy.id, std::string("adaptive"));
        const auto slack = runTrial(trialPlan(diagnosis, "slack"), control);
        QVERIFY(slack && !slack->support.available && !slack->measured());
        QVERIFY(slack->sentence().find("cannot be tried here") != std::string::npos);
        const auto alone = runTrial(trialPlan(diagnosis, kTogether), control);
        QVERIFY(alone && !alone->measured()); // nothing has helped yet
        addTrial(diagnosis, *adaptive);
        const auto single = runTrial(trialPlan(diagnosis, kTogether), control);
        QVERIFY(single && !single->measured()); // that has been tried
        QVERIFY(single->support.reason.find("only one cure helped") != std::string::npos);
        addTrial(diagnosis, *adaptive);
        QCOMPARE(diagnosis.trials.size(), std::size_t{1}); // in the place of the earlier one
    }

    void aTrialOfWhatTheLoopDoesAlreadyIsRefused() {
        TrialPlan plan;
        plan.loop = on("linux-default", "game-60", "adaptive").loop;
        for (const Cure& entry : curesHere()) {
            plan.id = entry.id;
            if (entry.id == "adaptive" || entry.id == "absolute")
                QVERIFY(!trialSupport(plan).available);
        }
        plan.id = "no-such-trial";
        QVERIFY(!trialSupport(plan).available);
    }

    void aRealTimeThreadThatHardlySleepsIsRefused() {
        TrialPlan plan;
        plan.id = "realtime";
        plan.loop = diagnosisPlan("game-60").loop; // here
        plan.busyPercent = 97;
        QVERIFY(!trialSupport(plan).available);
        plan.loop.strategy = sleepChoice("spin");
        plan.busyPercent = 0;
        QVERIFY(!trialSupport(plan).available);
    }

    /// The window is drawn in a part of each round, and the command line has its turn in some; the
    /// differences are of what each of them measured.
    void theProgramsOwnDisturbanceIsMeasured() {
        class Around final : public Surroundings {
        public:
            void draw(bool on) override { drawn.push_back(on); }
            std::optional<LoopBlock> terminalBlock(const RunPlan& plan, Nanoseconds warmup,
                                                   Nanoseconds length, JobControl&) override {
                asked.push_back(plan.strategy.id);
                times.push_back(warmup + length);
                LoopBlock block;
                block.late = {50, 100}; // half of its frames
                block.medianLateness = 10'000'000;
                return asked.size() == 1 ? std::nullopt : std::optional(block); // the first could not be run
            }
            std::vector<bool> drawn;
            std::vector<std::string> asked;
            std::vector<Nanoseconds> times;
        };
        Around around;
        JobControl control;
        const DiagnosisPlan plan = on("linux-slack1", "game-60");
        const Diagnosis diagnosis = runDiagnosis(plan, control, &around).value().value();
        QCOMPARE(around.drawn.size(), std::size_t{16}); // eight rounds in virtual time: on, off
        for (std::size_t i = 0; i < around.drawn.size(); ++i)
            QCOMPARE(around.drawn[i], i % 2 == 0);
        QCOMPARE(around.asked, std::vector<std::string>(2, "system-sleep"));
        QCOMPARE(around.times.front(), Nanoseconds(2s));
        QVERIFY(diagnosis.disturbance.has_value());
        const OwnDisturbance& own = *diagnosis.disturbance;
        QCOMPARE(own.quiet.blocks.size(), std::size_t{8});
        QCOMPARE(own.drawing.blocks.size(), std::size_t{8});
        QVERIFY(own.drawing.frames() < own.quiet.frames() / 2);
        QCOMPARE(own.terminalRounds, std::vector<std::size_t>{7});
        QCOMPARE(own.terminal.frames(), std::int64_t{100});
        QVERIFY(std::abs(own.lateToTerminal->value + 0.5) < 0.01); // none is late here
        QVERIFY(!own.medianToTerminal);                            // one pair has no interval
        QVERIFY2(own.sentence.ends_with("points fewer late."), own.sentence.c_str());
        QVERIFY(own.sentence.find("window drawing against not drawn, no difference shown") !=
                std::string::npos);
        JobControl another;
        QVERIFY(!runDiagnosis(plan, another).value().value().disturbance);
    }

    void cancelEndsItWithoutAResult() {
        JobControl control;
        control.cancel();
        const auto result = runDiagnosis(on("linux-default", "game-60"), control);
        QVERIFY(result.ok() && !result.value().has_value());
        TrialPlan plan;
        plan.id = "adaptive";
        plan.loop = on("linux-default", "game-60").loop;
        QVERIFY(!runTrial(plan, control));
    }

    void theThreadIsPutBackAfterEachBlock() {
        const std::int64_t before = slackNow();
        JobControl control;
        BenchMachine machine(ExperimentPlan{}, control, "test");
        RunPlan plan = diagnosisPlan("robot-1k").loop;
        plan.thread.slack = 1ns;
        MeasuredLoop loop(machine, plan, control);
        QVERIFY(loop.runBlock(20ms, true));
        QCOMPARE(slackNow(), before);
        const LoopEvidence evidence = loop.evidence();
        QVERIFY(evidence.frames() >= 1);
        QCOMPARE(evidence.slack, std::int64_t{1});
    }
};

JITTERSCOPE_TEST(DiagnosisRunTest)

} // namespace jitterscope::diagnosis_run_test

#include "diagnosis_run_test.moc"
