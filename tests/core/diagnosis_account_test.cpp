// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/said.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/measured_loop.h"
#include "core/diagnosis/words.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "tests/support/planted_machine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <map>

namespace jitterscope::diagnosis_account_test {

using namespace jitterscope::test;
using namespace std::chrono_literals;

// Verdict, anatomy, list and recommendation say the same of one measurement: they quote one account.

namespace {

DiagnosisPlan planOf(std::string_view job, std::string_view strategy, double workOfPeriod) {
    DiagnosisPlan plan = diagnosisPlan(job);
    plan.loop.strategy = sleepChoice(strategy);
    if (workOfPeriod > 0) {
        plan.loop.work = workChoice("fixed");
        plan.loop.work.values.set(0, std::floor(workOfPeriod * plan.target.period.nanoseconds()));
    }
    return plan;
}

/// Other programs were seen to use most of the machine.
MachineEvidence busyMachine(Nanoseconds queued) {
    MachineEvidence machine;
    machine.use.othersPercent = 81;
    machine.use.othersRan = 100s;
    machine.use.queueWait = queued;
    return machine;
}

/// What is concluded of this loop alone.
Diagnosis concluded(const DiagnosisPlan& plan, LoopEvidence now, const MachineEvidence& machine) {
    Diagnosis diagnosis;
    diagnosis.plan = plan;
    diagnosis.now = std::move(now);
    diagnosis.machine = machine;
    conclude(diagnosis);
    return diagnosis;
}

Diagnosis planted(const DiagnosisPlan& plan, const Plant& plant) {
    const PlantedRun run = plantedRun(plan.loop, plant);
    return concluded(plan, run.evidence, busyMachine(run.queued));
}

/// A few blocks on a simulated machine of the catalogue.
Diagnosis simulated(DiagnosisPlan plan, std::string_view machine) {
    plan.loop.machine = machineChoice(machine);
    JobControl control;
    ExperimentPlan bench;
    bench.machine = plan.loop.machine;
    BenchMachine on(bench, control, "account");
    MeasuredLoop loop(on, plan.loop, control);
    for (int block = 0; block < 4; ++block)
        loop.runBlock(2s, true);
    return concluded(plan, loop.evidence(), {});
}

const Finding* found(const Diagnosis& diagnosis, std::string_view id) {
    const auto& list = diagnosis.findings.list;
    const auto line = std::ranges::find(list, id, &Finding::id);
    return line == list.end() ? nullptr : &*line;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

bool near(double a, double b, double scale) {
    return std::abs(a - b) <= 1e-9 * std::abs(scale) + 1e-6;
}

/// What does not add up; empty: everything does.
QString contradictions(const Diagnosis& diagnosis) {
    const Findings& findings = diagnosis.findings;
    const LoopEvidence& now = diagnosis.now;
    const Verdict& verdict = diagnosis.verdict;
    QStringList wrong;
    const auto check = [&wrong](bool holds, const QString& what) {
        if (!holds)
            wrong << what;
    };
    double costs = 0;
    double shares = 0;
    std::map<Cause, double> byCause;
    for (const Finding& line : findings.account) {
        costs += line.cost;
        shares += line.lateCost;
        const FindingEntry& entry = *findEntry(findingCatalog(), line.id);
        byCause[entry.id == "untold" ? Cause::OnTime : entry.cause] += line.lateCost; // of two causes
        check(!line.title.empty() && !line.because.empty() && !line.soWhat.empty(),
              "words of " + QString::fromStdString(line.id));
    }
    const double untold = byCause[Cause::OnTime];
    check(near(costs, findings.mean, findings.mean), "the costs are the mean lateness");
    const auto late = static_cast<double>(now.late.parts.total());
    check(now.anatomy.late().total() == now.late.parts.total(), "anatomy and account have the same lateness");
    check(now.anatomy.lateFrames() == verdict.lateFrames, "as many late frames in verdict and anatomy");
    if (late > 0) {
        check(near(shares, 1, 1), "the shares are 1");
        std::int64_t frames = 0;
        for (const Cause cause : causesInOrder()) {
            const double part = static_cast<double>(now.anatomy.of(cause).lateness) / late;
            frames += now.anatomy.of(cause).frames;
            const bool split = untold > 0 && (cause == Cause::WokeLate || cause == Cause::Margin);
            check(split || near(part, byCause[cause], 1),
                  "anatomy's " + QString::fromUtf8(causeName(cause).data()));
        }
        check(frames == verdict.lateFrames, "each late frame has one cause");
    }
    double listed = 0;
    for (const Finding& line : findings.list) {
        const auto same = std::ranges::find(findings.account, line.id, &Finding::id);
        check(same->cost == line.cost && same->lateCost == line.lateCost, "the list quotes the account");
        listed += line.cost;
    }
    check(near(listed, findings.explained, findings.mean), "explained is the list");
    check(findings.rest() < 14'000, "what is left out is small"); // each kind less than 1 µs
    check(verdict.causeId.empty() == (verdict.lateFrames < 3), "a cause, if three frames are late");
    check(findings.first.has_value() == !verdict.causeId.empty(), "one first cause");
    if (verdict.lateFrames > 0 && verdict.lateFrames < 3) {
        check(!has(verdict.sentence, "because"), "one or two late frames blame nobody");
        check(has(verdict.detail, "cause."), "and the detail says so");
    }
    if (!verdict.causeId.empty()) {
        const Finding& first = findings.list.front();
        check(verdict.causeId == first.id && findings.first->id == first.id,
              "the verdict's cause is the list's first");
        const bool says = verdict.fitness == Fitness::Unfit || verdict.fitness == Fitness::Marginal;
        if (says && first.cannotTell.empty())
            check(has(verdict.sentence, "because " + first.because), "the sentence names the first");
        check(!first.cannotTell.empty() || has(verdict.detail, said::share(first.lateCost)) ||
                  first.lateCost >= 0.9,
              "the detail has its share");
        if (says && workTooLong(diagnosis.plan.target, now))
            check(has(diagnosis.recommendation.sentence, "do less in a frame") &&
                      !has(diagnosis.recommendation.sentence, "real-time"),
                  "less work is advised");
    }
    for (const std::string& text :
         {verdict.sentence, verdict.detail, findingsSum(findings), diagnosis.recommendation.sentence})
        check(!has(text, "nan") && !has(text, "usually") && !has(text, "  ") && !has(text, ".."),
              QString::fromStdString(text));
    return wrong.join("; ");
}

/// Hogs on all processors: every wake-up waits for its turn, and so does long work.
constexpr Plant kHogs{.wakeChance = 0.6, .wakeQueue = 4'000'000, .slice = 3'000'000, .sliceQueue = 8'000'000};

} // namespace

class DiagnosisAccountTest : public QObject {
    Q_OBJECT
private slots:
    /// 20 ms of work every 16.7 ms lose every other slot, whoever else runs.
    void workThatIsTooLongComesBeforeTheOthers() {
        DiagnosisPlan plan = diagnosisPlan("game-60");
        plan.loop.work = workChoice("fixed");
        plan.loop.work.values.set(0, 20e6);
        const Diagnosis diagnosis = planted(plan, kHogs);
        QVERIFY(diagnosis.now.lost > 500);
        QCOMPARE(diagnosis.verdict.causeId, std::string("work"));
        QCOMPARE(diagnosis.findings.list.front().id, std::string("work"));
        QVERIFY(has(diagnosis.verdict.sentence, "because the work takes longer than the period"));
        QVERIFY(diagnosis.now.anatomy.of(Cause::Work).frames >= diagnosis.now.lost);
        const std::string& advice = diagnosis.recommendation.sentence;
        QVERIFY2(has(advice, "No way of waiting helps") && has(advice, "45 Hz") &&
                     has(advice, "2 frames in flight"),
                 advice.c_str()); // 1 / (1.1 · 20 ms) = 45.45 Hz
        QVERIFY(!has(advice, "real-time"));
        QCOMPARE(diagnosis.recommendation.pick->now, true);
        QCOMPARE(contradictions(diagnosis), QString());
    }

    /// The same hogs beside work that fits: they are the cause, also of the slots that are lost.
    void workThatFitsIsNotBlamed() {
        const Diagnosis diagnosis = planted(planOf("game-60", "absolute-sleep", 0.7), kHogs);
        QCOMPARE(diagnosis.verdict.causeId, std::string("others"));
        QVERIFY(diagnosis.findings.list.front().lateCost > 0.9);
        QCOMPARE(diagnosis.now.anatomy.of(Cause::Work).frames, std::int64_t{0});
        QCOMPARE(contradictions(diagnosis), QString());
    }

    /// Without the scheduler's count, what stretched the work is not said to be the work.
    void stretchedWorkIsNotLongWork() {
        Plant hidden = kHogs;
        hidden.told = false;
        const PlantedRun run = plantedRun(planOf("game-144", "absolute-sleep", 0.9).loop, hidden);
        const Diagnosis diagnosis = concluded(planOf("game-144", "absolute-sleep", 0.9), run.evidence, {});
        QVERIFY(diagnosis.now.lost > 100);
        QCOMPARE(diagnosis.now.anatomy.of(Cause::Work).lateness, std::int64_t{0});
        QVERIFY(!has(diagnosis.verdict.sentence, "the work takes longer"));
        QCOMPARE(contradictions(diagnosis), QString());
    }

    /// A wait for the processor that comes in bursts stands in the list as what it is.
    void whatComesInBurstsIsListed() {
        const DiagnosisPlan plan = planOf("game-60", "absolute-sleep", 0);
        LoopEvidence loop = plantedRun(plan.loop, {}).evidence;
        const PlantedRun burst = plantedRun(plan.loop, {.wakeChance = 1, .wakeQueue = 9'000'000}, 2, 1);
        LoopBook joined(plan.loop);
        loop.blocks.push_back(burst.evidence.blocks.front());
        loop.all += burst.evidence.all;
        loop.late += burst.evidence.late;
        loop.lateFrames = burst.evidence.lateFrames;
        loop.metrics.frames += burst.evidence.metrics.frames;
        const Findings findings = findingsOf(plan.target, loop, busyMachine(burst.queued));
        QCOMPARE(findings.list.front().id, std::string("others"));
        QVERIFY(findings.list.front().inBursts);
        QVERIFY(has(findings.list.front().soWhat, "It came in bursts"));
        QVERIFY(findings.list.front().lateCost > 0.9);
    }

    /// A cause needs its evidence: what could not be read is said first, and nobody is blamed.
    void aHiddenProcBlamesNobody() {
        Plant hidden{.wakeChance = 0.5, .wakeQueue = 4'000'000, .told = false};
        for (const char* strategy : {"system-sleep", "absolute-sleep", "half-millisecond"}) {
            const DiagnosisPlan plan = planOf("game-60", strategy, 0);
            const Diagnosis diagnosis = concluded(plan, plantedRun(plan.loop, hidden).evidence, {});
            QCOMPARE(diagnosis.verdict.fitness, Fitness::Unfit);
            QCOMPARE(diagnosis.verdict.causeId, std::string("untold"));
            QVERIFY2(!has(diagnosis.verdict.sentence, "because"), diagnosis.verdict.sentence.c_str());
            QVERIFY(
                diagnosis.verdict.detail.starts_with("Not looked at: how long the loop waited for a CPU"));
            QVERIFY(has(diagnosis.verdict.detail, "The reason is unknown"));
            QVERIFY(has(diagnosis.verdict.detail, "/proc/stat"));
            QVERIFY(!has(diagnosis.recommendation.sentence, "First cause"));
            QVERIFY(has(queueNote(diagnosis.now), "they do not tell the cause")); // of the anatomy
            QCOMPARE(contradictions(diagnosis), QString());
        }
        // What the loop's own stamps show is told all the same.
        const Diagnosis work =
            concluded(planOf("game-60", "absolute-sleep", 1.2),
                      plantedRun(planOf("game-60", "absolute-sleep", 1.2).loop, hidden).evidence, {});
        QCOMPARE(work.verdict.causeId, std::string("work"));
        QVERIFY(work.verdict.detail.starts_with("Not looked at: "));
    }

    /// The thread waited for a processor, that is counted; who had it was not to be seen.
    void nobodyIsBlamedWhomNobodySaw() {
        const DiagnosisPlan plan = planOf("game-60", "absolute-sleep", 0);
        const PlantedRun run = plantedRun(plan.loop, {.wakeChance = 0.5, .wakeQueue = 4'000'000});
        const Diagnosis diagnosis = concluded(plan, run.evidence, {});
        QCOMPARE(diagnosis.verdict.causeId, std::string("queue"));
        QVERIFY2(has(diagnosis.verdict.sentence, "which program had it is unknown"),
                 diagnosis.verdict.sentence.c_str());
        QVERIFY(!has(diagnosis.verdict.sentence, "programs"));
        QCOMPARE(contradictions(diagnosis), QString());
    }

    void aLargeSlackIsTheCause() {
        const DiagnosisPlan plan = planOf("game-60", "absolute-sleep", 0);
        LoopEvidence loop;
        LoopBook book(plan.loop);
        book.known().slack = 5'000'000;
        std::deque<FrameSample> frames;
        for (int i = 0; i < 300; ++i) {
            FrameSample sample;
            sample.iteration = i;
            sample.deadline = i * 16'666'667LL;
            sample.start = sample.deadline + 4'900'000;
            sample.behind = -16'000'000;
            sample.nativeSleeps = 1;
            sample.oversleep = 4'800'000;
            sample.hasQueued = true;
            frames.push_back(sample);
        }
        book.add(frames, {});
        book.add(frames, {});
        const Diagnosis diagnosis = concluded(plan, book.evidence(), busyMachine(0ns));
        QCOMPARE(diagnosis.verdict.causeId, std::string("slack"));
        QCOMPARE(found(diagnosis, "slack")->cost, 4'800'000.0);
        QCOMPARE(found(diagnosis, "loop")->cost, 100'000.0); // after the wait
        QCOMPARE(contradictions(diagnosis), QString());
    }

    void everythingAddsUpOnSimulatedMachines_data() {
        QTest::addColumn<QString>("machine");
        for (const MachineEntry& entry : machineCatalog()) {
            if (entry.simulated && !entry.needsFile)
                QTest::addRow("%s", std::string(entry.id).c_str()) << QString::fromUtf8(entry.id.data());
        }
    }
    void everythingAddsUpOnSimulatedMachines() {
        QFETCH(QString, machine);
        for (const JobEntry& job : jobCatalog()) {
            for (const char* strategy : {"system-sleep", "half-millisecond", "adaptive"}) {
                if (!sleepSupport(*findEntry(sleepCatalog(), strategy), machine.toStdString()).available)
                    continue;
                for (const double work : {0.0, 0.5, 1.2}) {
                    const Diagnosis diagnosis =
                        simulated(planOf(job.id, strategy, work), machine.toStdString());
                    const QString wrong = contradictions(diagnosis);
                    QVERIFY2(wrong.isEmpty(),
                             qPrintable(QString("%1 %2 %3: %4\n%5")
                                            .arg(QString::fromUtf8(job.id.data()), strategy)
                                            .arg(work)
                                            .arg(wrong, QString::fromStdString(diagnosis.verdict.sentence))));
                    QVERIFY(diagnosis.findings.unseen.empty());
                    if (work > 1)
                        QCOMPARE(diagnosis.verdict.causeId, std::string("work"));
                }
            }
        }
    }

    void everythingAddsUpOnPlantedMachines_data() {
        QTest::addColumn<double>("chance");
        QTest::addColumn<int>("slice");
        QTest::addColumn<bool>("told");
        for (const bool told : {true, false}) {
            QTest::addRow("quiet%s", told ? "" : ", hidden") << 0.0 << 0 << told;
            QTest::addRow("one hog%s", told ? "" : ", hidden") << 0.1 << 0 << told;
            QTest::addRow("hogs%s", told ? "" : ", hidden") << 0.6 << 3'000'000 << told;
        }
    }
    void everythingAddsUpOnPlantedMachines() {
        QFETCH(double, chance);
        QFETCH(int, slice);
        QFETCH(bool, told);
        const Plant plant{.wakeChance = chance,
                          .wakeQueue = 4'000'000,
                          .slice = slice,
                          .sliceQueue = 8'000'000,
                          .told = told};
        for (const JobEntry& job : jobCatalog()) {
            for (const char* strategy : {"system-sleep", "half-millisecond", "adaptive"}) {
                for (const char* policy : {"drop-and-rest", "keep-working", "accumulator"}) {
                    for (const double work : {0.0, 0.5, 1.2}) {
                        DiagnosisPlan plan = planOf(job.id, strategy, work);
                        plan.loop.policy = policyChoice(policy);
                        const PlantedRun run = plantedRun(plan.loop, plant, 1, 4, 1s);
                        for (const bool seen : {true, false}) {
                            const Diagnosis diagnosis = concluded(
                                plan, run.evidence, seen ? busyMachine(run.queued) : MachineEvidence{});
                            const QString wrong = contradictions(diagnosis);
                            QVERIFY2(wrong.isEmpty(),
                                     qPrintable(QString("%1 %2 %3 %4: %5\n%6")
                                                    .arg(QString::fromUtf8(job.id.data()), strategy, policy)
                                                    .arg(work)
                                                    .arg(wrong, QString::fromStdString(
                                                                    diagnosis.verdict.sentence))));
                            QCOMPARE(diagnosis.findings.unseen.empty(), seen && told);
                        }
                    }
                }
            }
        }
    }
};

JITTERSCOPE_TEST(DiagnosisAccountTest)

} // namespace jitterscope::diagnosis_account_test

#include "diagnosis_account_test.moc"
