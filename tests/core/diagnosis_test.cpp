// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/said.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/loop_book.h"
#include "core/diagnosis/words.h"
#include "core/diagnosis/x_advice.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::diagnosis_test {

using namespace std::chrono_literals;

namespace {

/// Evidence as written down by hand: frames that are each made of the same parts, but for the first ones.
LoopEvidence evidenceOf(const FrameSample& each, int blocks, int framesOfBlock, Nanoseconds tolerance,
                        std::int64_t slack = 0, const std::vector<FrameSample>& first = {}) {
    LoopEvidence evidence;
    evidence.plan = diagnosisPlan("game-60").loop;
    evidence.plan.tolerance = tolerance;
    evidence.slack = slack;
    evidence.statistics = FrameStatistics(evidence.plan.period, tolerance);
    for (int b = 0; b < blocks; ++b) {
        LoopBlock block;
        for (int i = 0; i < framesOfBlock; ++i) {
            const auto number = static_cast<std::size_t>(b * framesOfBlock + i);
            FrameSample sample = number < first.size() ? first[number] : each;
            sample.iteration = b * framesOfBlock + i;
            sample.cause = causeOf(sample, tolerance);
            evidence.statistics.add(sample);
            evidence.anatomy.add(sample);
            block.costs.add(partsOf(sample), sample.margin, slack);
            ++block.late.trials;
            if (sample.cause != Cause::OnTime) {
                ++block.late.hits;
                evidence.late.add(partsOf(sample), sample.margin, slack);
            }
        }
        block.cpuPercent = 1;
        evidence.all += block.costs;
        evidence.blocks.push_back(block);
    }
    evidence.metrics = evidence.statistics.metrics();
    return evidence;
}

FrameSample asleep(std::int64_t late, std::int64_t queued = 0) {
    FrameSample sample;
    sample.deadline = 10'000'000;
    sample.start = sample.deadline + late;
    sample.behind = -1'000'000;
    sample.nativeSleeps = 1;
    sample.oversleep = late;
    sample.hasQueued = true;
    sample.queued = queued;
    return sample;
}

} // namespace

class DiagnosisTest : public QObject {
    Q_OBJECT
private slots:
    void theJobsAreThoseOfTheirUsers() {
        struct Row {
            const char* id;
            double hertz;
            double beyondUs;
            double percent;
        };
        // 20 % of a buffer of n frames at 48 kHz is n · 1e6 / 48000 / 5 µs.
        const Row rows[] = {{"game-30", 30, 500, 1},
                            {"game-60", 60, 500, 1},
                            {"game-144", 144, 500, 1},
                            {"game-240", 240, 500, 1},
                            {"vr-90", 90, 300, 0.5},
                            {"audio-32", 1500, 133.333, 0.1},
                            {"audio-64", 750, 266.667, 0.1},
                            {"audio-128", 375, 533.333, 0.1},
                            {"audio-256", 187.5, 1066.667, 0.1},
                            {"audio-512", 93.75, 2133.333, 0.1},
                            {"audio-1024", 46.875, 4266.667, 0.1},
                            {"robot-1k", 1000, 100, 0.1},
                            {"own", 60, 500, 1}};
        QCOMPARE(jobCatalog().size(), std::size(rows));
        for (const Row& row : rows) {
            const Target target = targetOf(row.id);
            QCOMPARE(target.job, std::string(row.id));
            QCOMPARE(target.period.hertz(), row.hertz);
            QVERIFY(std::abs(static_cast<double>(target.beyond.count()) / 1e3 - row.beyondUs) < 0.001);
            QVERIFY(std::abs(target.allowed * 100 - row.percent) < 1e-12);
        }
    }

    void theIntervalDecides() {
        const auto share = [](double value, double low, double high) {
            return std::optional(Share{value, {low, high}});
        };
        QCOMPARE(judge(std::nullopt, 0, 0.01), Fitness::NotEnoughData);
        QCOMPARE(judge(share(0.005, 0.002, 0.01), 5000, 0.01),
                 Fitness::Fit); // exactly what is allowed is allowed
        QCOMPARE(judge(share(0.02, 0.0101, 0.04), 5000, 0.01), Fitness::Unfit);
        QCOMPARE(judge(share(0.01, 0.008, 0.013), 5000, 0.01), Fitness::Marginal);
        QCOMPARE(judge(share(0.01, 0.0005, 0.05), 100, 0.01), Fitness::NotEnoughData);
        QCOMPARE(judge(share(0.5, 0.4, 0.6), 100, 0.01), Fitness::Unfit); // a few frames can be enough
        QCOMPARE(framesToShow(0.01), std::int64_t{300});
        QCOMPARE(framesToShow(0.001), std::int64_t{3000});
    }

    void noneLateShowsLessThanThreeInN() {
        const Target target = targetOf("game-60");
        for (const auto& [frames, fitness] :
             {std::pair(299, Fitness::NotEnoughData), std::pair(300, Fitness::Fit)}) {
            const LoopEvidence evidence = evidenceOf(asleep(100'000), 1, frames, target.beyond);
            const Findings findings = findingsOf(target, evidence, {});
            const Verdict verdict = verdictOf(target, evidence, {}, findings);
            QCOMPARE(verdict.fitness, fitness);
            QCOMPARE(verdict.late->interval.high, 3.0 / frames);
        }
    }

    void theSentenceNamesTheFirstCause() {
        const Target target = targetOf("game-60");
        MachineEvidence machine;
        machine.use.othersPercent = 95;
        const LoopEvidence evidence = evidenceOf(asleep(1'500'000, 1'400'000), 10, 60, target.beyond, 50'000);
        const Findings findings = findingsOf(target, evidence, machine);
        const Verdict verdict = verdictOf(target, evidence, machine.use, findings);
        QCOMPARE(verdict.causeId, std::string("others"));
        QCOMPARE(verdict.sentence,
                 std::string(
                     "Unfit for a 60 Hz game: 100 % of frames start late, because other programs hold 95 % "
                     "of the CPUs."));
        QCOMPARE(verdict.disturbedBy, std::string("Disturbed: other programs used 95 % of the processors."));
    }

    /// One or two late frames of 600 may be anybody's; from the third on a cause is named.
    void aFewLateFramesBlameNobody() {
        const Target target = targetOf("game-60");
        MachineEvidence machine;
        machine.use.othersPercent = 95;
        const FrameSample delayed = asleep(1'500'000, 1'400'000);
        for (const std::size_t late : {1U, 2U, 3U}) {
            const LoopEvidence evidence = evidenceOf(asleep(100'000), 10, 60, target.beyond, 0,
                                                     std::vector<FrameSample>(late, delayed));
            const Findings findings = findingsOf(target, evidence, machine);
            const Verdict verdict = verdictOf(target, evidence, machine.use, findings);
            QCOMPARE(verdict.lateFrames, static_cast<std::int64_t>(late));
            QCOMPARE(verdict.causeId, std::string(late < 3 ? "" : "others"));
            QCOMPARE(findings.first.has_value(), late == 3);
            QCOMPARE(findings.list.front().id, std::string("others")); // the list shows what made them late
            const char* const said[] = {" One late frame is too few to name a cause.",
                                        " So few late frames name no cause."};
            for (std::size_t i = 0; i < 2; ++i)
                QCOMPARE(verdict.detail.find(said[i]) != std::string::npos, late == i + 1);
        }
    }

    /// 98 % and 98 % would be no interval.
    void theEndsOfAnIntervalAreToldApart() {
        const Target target = targetOf("game-60");
        LoopEvidence evidence = evidenceOf(asleep(1'500'000), 10, 6000, target.beyond);
        for (LoopBlock& block : evidence.blocks)
            block.late.hits = block.late.trials * 98 / 100;
        const Verdict verdict = verdictOf(target, evidence, {}, findingsOf(target, evidence, {}));
        QVERIFY(verdict.late->value > 0.97 && verdict.late->value < 0.99);
        const std::size_t from = verdict.detail.find("between ") + 8;
        const std::string ends = verdict.detail.substr(from, verdict.detail.find(" (", from) - from);
        const std::size_t middle = ends.find(" and ");
        QVERIFY2(middle != std::string::npos && ends.substr(0, middle) != ends.substr(middle + 5),
                 verdict.detail.c_str());
    }

    void findingsAddUpToTheMeanLateness() {
        const Target target = targetOf("game-60");
        FrameSample each = asleep(170'000, 60'000);
        each.margin = -7'000; // relative: the clock was read 7 µs before the call
        each.oversleep = 163'000;
        const LoopEvidence evidence = evidenceOf(each, 10, 60, target.beyond, 50'000);
        MachineEvidence machine;
        machine.use.othersPercent = 50;
        const Findings findings = findingsOf(target, evidence, machine);
        QStringList ids;
        for (const Finding& finding : findings.list)
            ids << QString::fromStdString(finding.id);
        QCOMPARE(ids, QStringList({"others", "slack", "relative", "waking"}));
        QCOMPARE(findings.list[0].cost, 60'000.0);
        QCOMPARE(findings.list[1].cost, 50'000.0);
        QCOMPARE(findings.list[2].cost, 7'000.0);
        QCOMPARE(findings.list[3].cost, 53'000.0); // measured, so it is not called unknown
        QCOMPARE(findings.mean, 170'000.0);
        QCOMPARE(findings.rest(), 0.0);
        QCOMPARE(findings.account.size(), findingCatalog().size());
        QVERIFY(!findings.first); // none is late
    }

    void aQuotaTakesTheRunQueuesPlace() {
        const Target target = targetOf("game-60");
        MachineEvidence machine;
        const LoopEvidence evidence = evidenceOf(asleep(2'000'000, 1'900'000), 10, 60, target.beyond);
        machine.use.throttledPeriods = 30;
        machine.use.throttledTime = Nanoseconds(600 * 1'900'000); // all of it
        const Findings findings = findingsOf(target, evidence, machine);
        QCOMPARE(findings.list[0].id, std::string("quota"));
        QCOMPARE(findings.list[0].cost, 1'900'000.0);
        const Verdict verdict = verdictOf(target, evidence, machine.use, findings);
        QCOMPARE(verdict.causeId, std::string("quota"));
        QVERIFY(verdict.disturbances.front().invalid);
        machine.use.queueWait =
            Nanoseconds(300 * 1'900'000); // lost slots share a wait: the sum over slots is more
        machine.use.throttledTime = machine.use.queueWait;
        QCOMPARE(findingsOf(target, evidence, machine).list[0].cost, 1'900'000.0);
        QVERIFY(verdict.disturbedBy.starts_with("Invalid: a CPU quota"));
    }

    /// Two hogs beside a quota: by the kernel's count it made 12 %, or 0.7 %, of the wait.
    void aQuotaThatHardlyStoppedItIsNotTheCause() {
        const Target target = targetOf("game-60");
        MachineEvidence machine;
        const LoopEvidence evidence = evidenceOf(asleep(2'000'000, 2'000'000), 10, 60, target.beyond);
        machine.use.queueWait = 1000ms;
        machine.use.othersPercent = 98;
        machine.use.throttledPeriods = 2;
        machine.use.throttledTime = 120ms;
        const auto verdict = [&] {
            return verdictOf(target, evidence, machine.use, findingsOf(target, evidence, machine));
        };
        QCOMPARE(verdict().causeId, std::string("quota"));
        QVERIFY(verdict().sentence.ends_with(
            ", for several reasons, first because a CPU quota stops the program."));
        QCOMPARE(verdict().disturbedBy, std::string("Invalid: a CPU quota stopped the program 2 times, other "
                                                    "programs used 98 % of the processors."));
        machine.use.throttledPeriods = 1;
        machine.use.throttledTime = 7ms;
        QCOMPARE(verdict().causeId, std::string("others"));
        QVERIFY(verdict().sentence.ends_with(", because other programs hold 98 % of the CPUs."));
        QCOMPARE(verdict().disturbedBy, std::string("Disturbed: a CPU quota stopped the program once, other "
                                                    "programs used 98 % of the processors."));
    }

    /// What waking costs counts half when a first cause is looked for; below it the list is by share.
    void theListIsByShareBelowItsFirst() {
        const Target target = targetOf("game-60");
        FrameSample each = asleep(2'000'000, 1'900'000);
        each.oversleep = 2'000'000;
        const LoopEvidence evidence = evidenceOf(each, 10, 60, target.beyond, 40'000);
        MachineEvidence machine;
        machine.use.othersPercent = 50;
        QStringList ids;
        for (const Finding& finding : findingsOf(target, evidence, machine).list)
            ids << QString::fromStdString(finding.id);
        QCOMPARE(ids, QStringList({"others", "waking", "slack"})); // 1.9 ms, 60 and 40 µs
    }

    /// A thread that is ready waits for other programs only as far as these ran: 0.6 s of waiting here.
    void noProgramIsBlamedThatDidNotRun() {
        const Target target = targetOf("game-60");
        MachineEvidence machine;
        const LoopEvidence evidence = evidenceOf(asleep(2'000'000, 1'000'000), 10, 60, target.beyond);
        machine.use.queueWait = 600ms;
        const auto first = [&] { return findingsOf(target, evidence, machine).list.at(0); };
        const auto costs = [&] {
            QStringList list;
            for (const Finding& finding : findingsOf(target, evidence, machine).list)
                if (finding.id != "waking") // the other half of the lateness
                    list << QString::fromStdString(finding.id) + QLatin1Char(' ') +
                                QString::number(finding.cost);
            return list;
        };
        QCOMPARE(first().id, std::string("queue")); // what they used is not known: nobody is blamed
        machine.use.othersRan = 0ms;
        machine.use.othersPercent = 0;
        QCOMPARE(costs(), QStringList({"stalled 1e+06"}));
        QCOMPARE(first().title, std::string("The processor stood still at times"));
        QVERIFY(first().soWhat.find("600 ms in all") != std::string::npos);
        QCOMPARE(first().because.find("host"), std::string::npos);
        machine.facts = {{.id = "virtual_machine",
                          .name = "Virtual machine",
                          .value = "yes",
                          .state = FactState::Warn,
                          .why = ""}};
        QCOMPARE(first().because, std::string("the host takes the virtual processor away at times"));
        machine.use.othersRan = 1500ms; // a quarter of ten times 600 ms
        QCOMPARE(costs(), QStringList({"stalled 750000", "others 250000"}));
        machine.use.othersRan = 6s;
        QCOMPARE(costs(), QStringList({"others 1e+06"}));
        machine.use.othersRan = 0ms;
        machine.use.processorOthersPercent = 5; // the thread's own processor was used: no acquittal
        QCOMPARE(costs(), QStringList({"others 1e+06"}));
    }

    /// One block of ten shows that it happened, but not what it costs in the long run.
    void whatOneBadFrameCostsIsNotShown() {
        const Target target = targetOf("game-60");
        LoopEvidence evidence = evidenceOf(asleep(60'000), 10, 60, target.beyond);
        LatenessCosts bad;
        bad.add(partsOf(asleep(4'000'000, 3'900'000)), 0, 0);
        evidence.blocks[3].costs += bad;
        evidence.all += bad;
        evidence.late += bad;
        MachineEvidence machine;
        machine.use.othersPercent = 50;
        const Findings findings = findingsOf(target, evidence, machine);
        QVERIFY(!findings.first); // nor whom to blame
        QCOMPARE(findings.list.front().id, std::string("others"));
        QVERIFY(findings.list.front().inBursts);
        QVERIFY(findings.list.front().soWhat.ends_with("so what it costs in the long run is not shown."));
        QVERIFY(!findings.list.back().inBursts); // every block has it
    }

    void disturbancesHaveTheirLimits() {
        MachineUse use;
        QVERIFY(disturbancesIn(use, 0).empty()); // nothing known is no disturbance
        use.othersPercent = 24;
        use.stealPercent = 1.9;
        use.suspended = 1us;
        QVERIFY(disturbancesIn(use, 0).empty());
        use.othersPercent = 25;
        use.stealPercent = 2;
        use.suspended = 1s;
        use.thermalThrottles = 1;
        QCOMPARE(disturbancesIn(use, 0).size(), std::size_t{4});
    }

    void xIsTheSmallestThatIsFit() {
        const Target target = targetOf("game-60");
        const auto row = [](double x, double late, double cpu) {
            return XAdvice::Row{x, 1.2e6, {late, {late / 2, late * 2}}, cpu};
        };
        const XAdvice advice = chooseX(target, "precise-sleep", 5e6, 3.9e6,
                                       {row(0, 0.03, 3), row(1, 0.002, 5), row(2, 0.001, 7)});
        QCOMPARE(advice.pick.x, 1.0);
        QVERIFY(advice.sentence.find("from 5 ms it never sleeps in the 3.9 ms left") != std::string::npos);
        QVERIFY(advice.sentence.starts_with(
            "Predicted, not measured: with precise sleep, X = 1 gives 0.2 % late"));
        const XAdvice none = chooseX(target, "precise-sleep", 5e6, 3.9e6, {row(0, 0.3, 3), row(1, 0.2, 5)});
        QCOMPARE(none.pick.x, 1.0);
        QVERIFY(none.sentence.find("no X is predicted to be fit") != std::string::npos);
    }

    /// A forecast that misses what was measured beside it advises nothing.
    void aForecastIsCheckedAgainstWhatWasMeasured() {
        const Target target = targetOf("game-60");
        const std::vector<XAdvice::Row> rows{{0, 1.2e6, {0, {0, 0.001}}, 4.3}};
        const Share measured{0.05, {0.03, 0.08}};
        const XAdvice missed = chooseX(target, "precise-sleep", 5e6, 3.9e6, rows,
                                       XAdvice::Check{"half millisecond", {0, {0, 0.001}}, measured});
        QVERIFY(!missed.trusted());
        QCOMPARE(missed.sentence,
                 std::string(
                     "Which X precise sleep needs cannot be predicted here: the same forecast says 0 % late "
                     "of half millisecond, and 5 % was measured."));
        const XAdvice holds = chooseX(target, "precise-sleep", 5e6, 3.9e6, rows,
                                      XAdvice::Check{"half millisecond", {0.06, {0.05, 0.07}}, measured});
        QVERIFY(holds.trusted());
        QVERIFY(holds.sentence.ends_with(
            "Check: the same forecast says 6 % late of half millisecond, and 5 % was "
            "measured."));
        QVERIFY(chooseX(target, "precise-sleep", 5e6, 3.9e6, rows).trusted());
    }

    /// What is late with every way of waiting that was measured is not foretold to be on time.
    void theForecastUsesTheLossesThatWereMeasured() {
        Diagnosis diagnosis;
        diagnosis.plan = diagnosisPlan("game-60");
        diagnosis.now = evidenceOf(asleep(60'000), 10, 60, diagnosis.plan.target.beyond);
        diagnosis.now.plan.strategy.id = "half-millisecond";
        diagnosis.now.spinSeconds = 0.3; // 600 frames of 0.5 ms
        diagnosis.now.gaps.assign(300, 4'000'000);
        JobControl control;
        MachineModel still; // sleeps end when asked
        still.wakeCost = 0;
        BenchMachine machine(still, 1, control);
        SliceSleeps slices;
        slices.measure(machine, {}, 100, control);
        const auto disturbed = adviseX(slices, diagnosis, control);
        QVERIFY(disturbed.has_value());
        for (const XAdvice::Row& row : disturbed->rows)
            QVERIFY2(row.late.value > 0.01, qPrintable(QString::number(row.late.value)));
        diagnosis.now.gaps.clear();
        QCOMPARE(adviseX(slices, diagnosis, control)->pick.late.value, 0.0);
    }

    void aDiagnosisThatIsTooShortSaysSo() {
        DiagnosisPlan plan = diagnosisPlan("game-60");
        QVERIFY(diagnosisLimits(plan).empty());
        plan.quick = true; // 300 frames are 5 s
        QVERIFY(diagnosisLimits(plan).empty());
        QVERIFY(diagnosisLimits(diagnosisPlan("audio-512")).empty());          // 3000 buffers are 32 s
        const std::string text = diagnosisLimits(diagnosisPlan("audio-1024")); // 64 s
        // A window takes a part of the time: 36 s are quiet, and 3000 frames at 75 Hz are 44 s.
        DiagnosisPlan own = diagnosisPlan("own");
        own.target.period = Period::parseRate("75").value();
        own.target.allowed = 0.001;
        QVERIFY(diagnosisLimits(own).empty());
        QVERIFY(!diagnosisLimits(own, true).empty());
        QVERIFY(text.find("3000 buffers") != std::string::npos &&
                text.find("unfit, but not fit") != std::string::npos);
        for (const JobEntry& job : jobCatalog()) {
            for (const bool quick : {false, true}) {
                DiagnosisPlan each = diagnosisPlan(job.id);
                each.quick = quick;
                QVERIFY(diagnosisSeconds(each) <= (quick ? 15 : 60));
            }
        }
    }

    void percentHasTheDigitsThatMatter() {
        for (const auto& [share, text] :
             {std::pair(0.0, "0 %"), std::pair(0.00004, "0.004 %"), std::pair(1e-6, "0.0001 %"),
              std::pair(0.0021, "0.21 %"), std::pair(0.013, "1.3 %"), std::pair(0.01, "1 %"),
              std::pair(0.124, "12 %"), std::pair(0.99902, "99.9 %"), std::pair(1.0, "100 %")})
            QCOMPARE(said::share(share), std::string(text));
        QCOMPARE(said::share(0.02, 0.0118, 0.0346), std::string("2 %, 95 % interval 1.2 … 3.5 %"));
        QCOMPARE(said::share(1e-5, 2e-6, 6e-5), std::string("0.001 %, 95 % interval 0.0002 … 0.006 %"));
    }

    void aLostSlotIsALateFrameWithItsCause() {
        const Period period = Period::fromDuration(10ms).value();
        WorkedFrame before; // at 0; its work takes 13 ms by itself
        before.sample.work = 13'000'000;
        before.alone = 13'000'000;
        FrameSample after;
        after.deadline = after.start = 20'000'000;
        after.behind = -7'000'000;
        after.lost = 1;
        BookedSlot slot = bookedLoss(before, after, 1, period); // the slot at 10 ms; the work ended at 13 ms
        QCOMPARE(slot.parts.total(), std::int64_t{3'000'000});
        QCOMPARE(slot.parts.work, std::int64_t{3'000'000});
        after.hasQueued = true;
        after.queuedInWork = 5'000'000; // but as work is wall time, it has lost nothing by that
        QCOMPARE(bookedLoss(before, after, 1, period).parts.work, std::int64_t{3'000'000});
        before.sample.work = 15'000'000; // stretched by 2 ms: the slot would have been lost without
        after.behind = -5'000'000;
        slot = bookedLoss(before, after, 1, period);
        QCOMPARE(slot.parts.work, std::int64_t{5'000'000});
        QCOMPARE(slot.parts.queue, std::int64_t{0});
        before.alone = 8'000'000; // left alone it would have been done at 8 ms
        slot = bookedLoss(before, after, 1, period);
        QCOMPARE(slot.parts.queue, std::int64_t{5'000'000});
        QCOMPARE(slot.parts.work, std::int64_t{0});
        after.queuedInWork = 1'000'000; // the rest was taken by no other thread
        slot = bookedLoss(before, after, 1, period);
        QCOMPARE(slot.parts.queue, std::int64_t{1'000'000});
        QCOMPARE(slot.parts.lost, std::int64_t{4'000'000});
        before.sample.start = 12'000'000; // woken that late; then 1 ms of work
        before.sample.work = before.alone = 1'000'000;
        before.sample.nativeSleeps = 1;
        before.sample.oversleep = 12'000'000;
        before.booked = bookedFrame({}, before.sample);
        after.queuedInWork = 0;
        after.behind = -7'000'000;
        slot = bookedLoss(before, after, 1, period);
        QCOMPARE(slot.parts.woke, std::int64_t{12'000'000});
        QCOMPARE(largestPart(slot.parts), Cause::WokeLate);
        before = {}; // what the loop was ready for is not late by less than nothing
        before.alone = before.sample.work = 11'000'000;
        after.behind = -12'000'000;
        QCOMPARE(bookedLoss(before, after, 1, period).parts.total(), std::int64_t{0});
    }

    void wrongPlansAreRefused() {
        DiagnosisPlan plan = diagnosisPlan("own");
        QVERIFY(checkDiagnosis(plan).ok());
        plan.target.allowed = 0;
        QVERIFY(!checkDiagnosis(plan).ok());
        plan.target.allowed = 1;
        QVERIFY(!checkDiagnosis(plan).ok());
        plan.target.allowed = 0.01;
        plan.loop.load = 1;
        QVERIFY(!checkDiagnosis(plan).ok());
        plan.loop.load = 0;
        plan.loop.machine = machineChoice("linux-rt");
        plan.loop.thread.slack = 1ns; // a simulated machine has no thread
        QVERIFY(!checkDiagnosis(plan).ok());
        plan.loop.thread = {};
        plan.loop.machine = machineChoice("here");
        plan.loop.strategy.id = "nothing";
        QVERIFY(!checkDiagnosis(plan).ok());
    }

    void idsAreUniqueAndTextsAreThere() {
        std::vector<std::string_view> ids;
        for (const Cure& entry : curesHere()) {
            QVERIFY(!entry.name.empty() && !entry.meaning.empty() && !entry.undo.empty());
            QVERIFY2(entry.undo != entry.name && entry.undo != entry.meaning, entry.id.data());
            QCOMPARE(std::ranges::count(ids, entry.id), 0);
            ids.push_back(entry.id);
        }
        for (const FindingEntry& entry : findingCatalog()) {
            Finding finding;
            const LoopEvidence loop = evidenceOf(asleep(1), 1, 1, 1ms);
            const MachineEvidence machine;
            entry.describe(finding, {targetOf("game-60"), loop, machine});
            QVERIFY(finding.trial.empty() || findCure(curesHere(), finding.trial) != nullptr);
            QVERIFY(!finding.because.empty());
            QVERIFY2(finding.undo.empty() || finding.undo != finding.doThis, entry.id.data());
        }
    }
};

JITTERSCOPE_TEST(DiagnosisTest)

} // namespace jitterscope::diagnosis_test

#include "diagnosis_test.moc"
