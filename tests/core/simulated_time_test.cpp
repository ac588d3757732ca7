// SPDX-License-Identifier: MIT
#include "core/run/resolve.h"
#include "core/simulation/calibration.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "tests/support/loop_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace jitterscope::simulated_time_test {

using namespace std::chrono_literals;

namespace {

/// A digest that any change of a bit changes (FNV-1a).
std::uint64_t digest(const std::vector<FrameSample>& frames) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const FrameSample& sample : frames) {
        for (const std::int64_t value :
             {sample.iteration, sample.start, sample.deadline, sample.work, sample.spin, sample.oversleep,
              sample.nativeSleep, sample.margin, sample.estimate}) {
            hash ^= static_cast<std::uint64_t>(value);
            hash *= 0x100000001b3ULL;
        }
    }
    return hash;
}

std::uint64_t digestOf(std::string_view machine, std::string_view strategy, std::uint64_t seed) {
    const auto time = makeSimulatedTime(machineChoice(machine), seed).value();
    test::LoopBench bench(*time);
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.frames = 500;
    bench.run(plan);
    return digest(bench.frames);
}

MachineModel quietModel() {
    MachineModel model;
    model.clockCost = 0;
    model.wakeCost = 5'000;
    return model;
}

} // namespace

class SimulatedTimeTest : public QObject {
    Q_OBJECT

private slots:
    void aSeedGivesTheSameRunAgain() {
        for (const MachineEntry& machine : machineCatalog()) {
            if (!machine.simulated || machine.needsFile)
                continue;
            QCOMPARE(digestOf(machine.id, "precise-sleep", 7), digestOf(machine.id, "precise-sleep", 7));
            QVERIFY2(digestOf(machine.id, "system-sleep", 7) != digestOf(machine.id, "system-sleep", 8),
                     std::string(machine.id).c_str());
        }
    }

    /// Article 1's fake sleep: late by U(0, P), and with chance p, again and again, by P: mean P/2 +
    /// P·p/(1−p), variance P²/12 + P²·p/(1−p)².
    void theFakeSchedulerHasTheMomentsOfItsClosedForm() {
        const double period = 4e6;
        const double chance = 0.05;
        const auto time = makeSimulatedTime(machineChoice("fake-scheduler"), 1).value();
        constexpr int kSleeps = 200'000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < kSleeps; ++i) {
            const NativeSleep sleep = time->sleepFor(1ms, SleepKind::Relative);
            const auto late = static_cast<double>((sleep.took - sleep.asked).count());
            QVERIFY(late >= 0);
            sum += late;
            squares += late * late;
        }
        const double mean = sum / kSleeps;
        const double variance = squares / kSleeps - mean * mean;
        const double expectedMean = period / 2 + period * chance / (1 - chance);
        const double expectedVariance =
            period * period / 12 + period * period * chance / ((1 - chance) * (1 - chance));
        QVERIFY(std::fabs(mean - expectedMean) < 4 * std::sqrt(expectedVariance / kSleeps));
        QVERIFY(std::fabs(variance / expectedVariance - 1) < 0.03);
    }

    void sleepsEndOnTheTickOfWindows() {
        MachineModel model = quietModel();
        model.tick = 15'625'000;
        SimulatedTime time(model, 3);
        const TimePoint first = time.sleepFor(1ms, SleepKind::Relative).end;
        for (int i = 0; i < 100; ++i) {
            const NativeSleep sleep = time.sleepFor(1ms, SleepKind::Relative);
            QCOMPARE((sleep.end - first).count() % 15'625'000, std::int64_t{0});
            QCOMPARE(sleep.took, Nanoseconds(15'625'000)); // asked for 1 ms from a tick: the next one
        }
        QCOMPARE(time.sleepFor(20ms, SleepKind::Relative).took, Nanoseconds(31'250'000));
    }

    void slackDelaysSleepsButNotTimers() {
        MachineModel model = quietModel();
        model.slack = 50'000;
        SimulatedTime time(model, 3);
        QCOMPARE(time.sleepFor(1ms, SleepKind::Relative).took, Nanoseconds(1'050'000));
        QCOMPARE(time.sleepUntil(time.now() + 1ms).took, Nanoseconds(1'050'000));
        QCOMPARE(time.sleepFor(1ms, SleepKind::Timer).took, Nanoseconds(1'000'000));
    }

    void spinningJumpsAndCostsWhatItWaited() {
        SimulatedTime time(quietModel(), 3);
        const CpuCounters before = time.counters();
        const Spin spin = time.spinUntil(time.now() + 3ms, SpinKind::Bare);
        QCOMPARE(spin.end - spin.begin, Nanoseconds(3ms));
        QCOMPARE(spin.largestGap, Nanoseconds(0));
        time.sleepFor(10ms, SleepKind::Relative);
        const CpuCounters after = time.counters();
        QCOMPARE(*after.thread - *before.thread, Nanoseconds(3'005'000)); // and 5 µs for the wake-up
        QCOMPARE(after.at - before.at, Nanoseconds(13ms));
        QCOMPARE(*after.voluntary - *before.voluntary, std::int64_t{1});
    }

    void aLossOfTheProcessorIsAGapInTheSpin() {
        MachineModel model = quietModel();
        model.lossesPerSecond = 100;
        model.lossLength = {{{0, 2e6}, {1, 2e6}}};
        SimulatedTime time(model, 9);
        Nanoseconds gone{0};
        std::int64_t gaps = 0;
        for (int i = 0; i < 2000; ++i) {
            const TimePoint deadline = time.now() + 1ms;
            const Spin spin = time.spinUntil(deadline, SpinKind::Bare);
            gone += spin.end - deadline;
            gaps += spin.largestGap >= 2ms ? 1 : 0;
        }
        // 2 s of spinning lose the processor about 200 times (uniform distances: σ = 200/√3/√200 · … ≈ 8)
        QVERIFY(gaps > 120 && gaps < 260);
        QVERIFY(gone > 100ms);
        QCOMPARE(*time.counters().involuntary >= gaps, true);
    }

    void lostTimeNeedNotBeSpun() {
        MachineModel model = quietModel();
        model.lossesPerSecond = 1000;
        model.lossLength = {{{0, 1e5}, {1, 1e5}}};
        SimulatedTime time(model, 9);
        for (int i = 0; i < 200; ++i) {
            const TimePoint deadline = time.now() + 10ms; // some ten losses of 100 µs each
            const TimePoint end = time.spinUntil(deadline, SpinKind::Bare).end;
            QVERIFY(end >= deadline && end <= deadline + 100us); // only the last can reach past the deadline
        }
    }

    /// The kernel's tick: every 4 ms a busy thread is away for 20 µs, always at the same place.
    void interruptsComeOnAGridAndOnlyToTheBusy() {
        MachineModel model = quietModel();
        model.interruptPeriod = 4'000'000;
        model.interruptLength = {{{0, 2e4}, {1, 2e4}}};
        SimulatedTime time(model, 9);
        std::vector<std::int64_t> places;
        TimePoint end = time.now();
        for (int i = 0; i < 40'000; ++i) { // a piece of 5 µs each
            const Spin spin = time.spinUntil(end + 5us, SpinKind::Bare);
            if (spin.largestGap >= 20us)
                places.push_back(spin.begin.time_since_epoch().count() % 4'000'000);
            end = spin.end;
        }
        const std::int64_t spun = (end.time_since_epoch().count() - 1'000'000'000'000) / 4'000'000;
        QVERIFY(std::abs(static_cast<std::int64_t>(places.size()) - spun) <= 1);
        for (const std::int64_t place : places)
            QVERIFY(std::abs(place - places.front()) <= 5'000);

        const std::int64_t tick = places.front(); // the piece that it fell into began up to 5 µs before it
        const TimePoint woke = time.sleepFor(10ms, SleepKind::Relative).end; // asleep there is none
        const auto next = (woke.time_since_epoch().count() - tick) / 4'000'000 + 1;
        const TimePoint before(Nanoseconds(next * 4'000'000 + tick - 10'000));
        const Spin clear = time.spinUntil(before, SpinKind::Bare);
        QCOMPARE(clear.end, before);
        QCOMPARE(clear.largestGap, Nanoseconds(0)); // nor are those of the sleep made up for
        const Spin hit = time.spinUntil(before + 16us, SpinKind::Bare); // the deadline lies within it
        QVERIFY(hit.end > before + 20us && hit.end <= before + 36us);
        QCOMPARE(*time.counters().involuntary, std::int64_t{0}); // it stays on its processor
    }

    void interruptsAsLongAsTheirPeriodEndAllTheSame() {
        MachineModel model = quietModel();
        model.interruptPeriod = 4'000'000;
        model.interruptLength = {{{0, 4e6}, {1, 4e6}}};
        SimulatedTime time(model, 9);
        const TimePoint deadline = time.now() + 100ms;
        QVERIFY(time.spinUntil(deadline, SpinKind::Bare).end >= deadline);
    }

    /// Interrupts and what a hypervisor steals pass on the CPU clock of the thread that they fall on.
    void aShareOfLostTimeIsChargedToTheThread() {
        for (const double share : {0.0, 0.75, 1.0}) {
            MachineModel model = quietModel();
            model.lossesPerSecond = 1000;
            model.lossLength = {{{0, 1e5}, {1, 1e5}}};
            model.lossCharged = share;
            SimulatedTime time(model, 9);
            const CpuCounters before = time.counters();
            time.spinUntil(time.now() + 3s, SpinKind::Bare);
            const CpuCounters after = time.counters();
            const std::int64_t losses = *after.involuntary - *before.involuntary;
            QVERIFY(losses > 2000 && losses < 3500); // 3 s less 100 µs for each
            const auto notCharged = static_cast<std::int64_t>((1 - share) * 1e5);
            QCOMPARE((after.at - before.at) - (*after.thread - *before.thread),
                     Nanoseconds(losses * notCharged));
        }
    }

    void aWakeUpCostsByLengthAndKind() {
        MachineModel model = quietModel();
        const auto costOf = [&model](SleepKind kind, Nanoseconds length) {
            SimulatedTime time(model, 3);
            const CpuCounters before = time.counters();
            if (kind == SleepKind::Absolute)
                time.sleepUntil(time.now() + length);
            else
                time.sleepFor(length, kind);
            return *time.counters().thread - *before.thread;
        };
        QCOMPARE(costOf(SleepKind::Relative, 4ms), 5us); // without a table: the one figure
        model.wakeCosts[SleepKind::Relative] = {{1e6, 10e3}, {5e6, 30e3}};
        model.wakeCosts[SleepKind::Timer] = {{1e6, 40e3}};
        QCOMPARE(costOf(SleepKind::Relative, 10us), 10us);
        QCOMPARE(costOf(SleepKind::Relative, 1ms), 10us);
        QCOMPARE(costOf(SleepKind::Relative, 4ms), 25us); // 10 + 20 · 3/4
        QCOMPARE(costOf(SleepKind::Relative, 50ms), 30us);
        QCOMPARE(costOf(SleepKind::Timer, 4ms), 40us);
        QCOMPARE(costOf(SleepKind::Absolute, 4ms), 25us); // no table of its own: as the relative ones
        model.wakeCosts[SleepKind::Absolute] = {{1e6, 12e3}};
        QCOMPARE(costOf(SleepKind::Absolute, 4ms), 12us);
    }

    void clockReadsCostAndShowTheResolution() {
        MachineModel model = quietModel();
        model.clockCost = 30;
        model.resolution = 100;
        SimulatedTime time(model, 1);
        const TimePoint begin = time.now();
        for (int i = 0; i < 1000; ++i) {
            const TimePoint now = time.now();
            QCOMPARE(now.time_since_epoch().count() % 100, std::int64_t{0});
        }
        QCOMPARE((time.now() - begin).count(),
                 std::int64_t{30'000}); // 1001 reads, 30.03 µs, shown in steps of 100
    }

    void quantilesAreInterpolated() {
        const QuantileTable table{{{0, 10}, {0.5, 20}, {1, 120}}};
        QCOMPARE(table.at(0), 10.0);
        QCOMPARE(table.at(0.25), 15.0);
        QCOMPARE(table.at(0.75), 70.0);
        QCOMPARE(QuantileTable{}.at(0.5), 0.0);
        MachineModel model;
        model.latencies[SleepKind::Relative] = {{1e6, {{{0, 100}, {1, 100}}}}, {3e6, {{{0, 300}, {1, 300}}}}};
        QCOMPARE(model.latency(SleepKind::Relative, 1e3, 0.5), 100.0);
        QCOMPARE(model.latency(SleepKind::Relative, 2e6, 0.5), 200.0);
        QCOMPARE(model.latency(SleepKind::Relative, 1e9, 0.5), 300.0);
    }

    /// A file may begin at another share than 0. Nothing is known below it, and no time is less than none.
    void belowTheFirstShareItIsFlat() {
        const QuantileTable table{{{0.5, 1000}, {1, 1'000'000}}};
        QCOMPARE(table.at(0), 1000.0);
        QCOMPARE(table.at(0.5), 1000.0);
        QCOMPARE(table.at(0.75), 500'500.0);
    }
    /// The sleeps of a run on Windows: Sleep() ends on the tick, a high-resolution timer soon.
    void aMachineOfSleepsKnowsItsKindsApart() {
        std::vector<SleepSample> sleeps;
        for (const auto& [kind, over] : {std::pair(SleepKind::Relative, 9'000'000),
                                         std::pair(SleepKind::HighResolutionTimer, 400'000)}) {
            for (int i = 0; i < 20; ++i) {
                SleepSample sleep;
                sleep.kind = kind;
                sleep.asked = 2'000'000;
                sleep.took = sleep.asked + over;
                sleeps.push_back(sleep);
            }
        }
        const Result<MachineModel> both = modelOf(sleeps);
        QVERIFY(both);
        QCOMPARE(both.value().latency(SleepKind::Relative, 2e6, 0.5), 9e6);
        QCOMPARE(both.value().latency(SleepKind::HighResolutionTimer, 2e6, 0.5), 400e3);
        QCOMPARE(both.value().latency(SleepKind::Absolute, 2e6, 0.5), 9e6); // there are none
        const Result<MachineModel> fine = modelOf(std::span(sleeps).subspan(20));
        QVERIFY(fine);
        QCOMPARE(fine.value().latency(SleepKind::Relative, 2e6, 0.5), 400e3);
    }
    void unknownMachinesAndHereAreRefused() {
        QVERIFY(!makeSimulatedTime(MachineChoice{}, 1)); // `here`
        MachineChoice nowhere;
        nowhere.id = "mars";
        QVERIFY(!makeSimulatedTime(nowhere, 1));
    }

    /// A clock read of 22 ns, then a yield of 330: reads come every 352 ns.
    void givingWayTakesTimeInASpin() {
        MachineModel quiet = makeSimulatedTime(machineChoice("linux-rt"), 1).value()->model();
        quiet.lossesPerSecond = 0;
        SimulatedTime undisturbed(quiet, 1);
        for (int i = 0; i < 100; ++i) {
            const TimePoint deadline = undisturbed.now() + Nanoseconds(1000 + 7 * i);
            const Spin spin = undisturbed.spinUntil(deadline, SpinKind::Yield);
            QVERIFY(spin.end >= deadline && spin.end - deadline < 352ns);
            QCOMPARE((spin.end - spin.begin).count() % 352, std::int64_t{0});
            const TimePoint again = undisturbed.now() + Nanoseconds(1000 + 7 * i);
            QVERIFY(undisturbed.spinUntil(again, SpinKind::Bare).end - again < 22ns);
        }
    }

    /// A strategy that sleeps what is left, again and again, comes to an end also where sleeps end far too
    /// early and the clock costs nothing.
    void aSleepIsNeverNoSleepAtAll() {
        MachineModel model = quietModel();
        model.latencies[SleepKind::Relative] = {{1e6, {{{0, -1e6}, {1, -1e6}}}}};
        SimulatedTime time(model, 1);
        const TimePoint deadline = time.now() + 1ms;
        int sleeps = 0;
        for (TimePoint now = time.now(); now < deadline && sleeps < 100; ++sleeps)
            now = time.sleepFor(deadline - now, SleepKind::Relative).end;
        QVERIFY(sleeps < 100);
    }

    /// 64 bits of nanoseconds are 292 years; a run that would go beyond is ended.
    void virtualTimeEndsBeforeItOverflows() {
        MachineModel model = quietModel();
        model.latencies[SleepKind::Relative] = {{1e6, {{{0, 1e12}, {1, 1e12}}}}};
        SimulatedTime time(model, 1);
        for (int i = 0; i < 20'000'000 && !time.stopRequested(); ++i)
            (void)time.sleepFor(1ms, SleepKind::Relative);
        QVERIFY(time.stopRequested());
        QVERIFY(time.now().time_since_epoch().count() > 7'000'000'000'000'000'000);
    }
};

JITTERSCOPE_TEST(SimulatedTimeTest)

} // namespace jitterscope::simulated_time_test

#include "simulated_time_test.moc"
