// SPDX-License-Identifier: MIT
#include "core/adaptive/adaptive_wait.h"
#include "core/adaptive/learned_latency.h"
#include "core/base/random.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/time/scripted_time.h"
#include "tests/support/adaptive_bench.h"
#include "tests/support/changing_machine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace jitterscope::adaptive_test {

using test::adaptive;
using test::measure;
using test::Measured;
using test::UniformMachine;
using test::with;
using namespace std::chrono_literals;

class AdaptiveTest : public QObject {
    Q_OBJECT

private slots:
    void byDefaultItIsNeverEarly() {
        for (const MachineEntry& machine : machineCatalog()) {
            if (!machine.simulated || machine.needsFile)
                continue;
            for (const char* rate : {"60", "1000", "7000"}) {
                for (const FrameSample& sample : measure(machine.id, "adaptive", rate, 500).frames)
                    QVERIFY2(sample.lateness() >= 0, std::string(machine.id).c_str());
            }
        }
    }

    void theColdStartIsMeasuredNotGuessed() {
        ScriptedTime time;
        time.setOversleep(300us);
        const auto strategy = adaptive().make(time, ParameterValues(adaptive().parameters));
        for (int frame = 1; frame <= 200; ++frame) {
            strategy->sleepUntil(TimePoint(frame * 16ms));
            QCOMPARE(time.at(), TimePoint(frame * 16ms)); // never late, from the first frame on
            QVERIFY(!time.sleeps().empty());
        }
        // Learned: one sleep a frame that ends where its 300 µs (a bucket of 5 %) are over.
        const std::size_t before = time.sleeps().size();
        strategy->sleepUntil(TimePoint(201 * 16ms));
        QCOMPARE(time.sleeps().size(), before + 1);
        QVERIFY(16ms - time.sleeps().back().asked >= 300us && 16ms - time.sleeps().back().asked < 330us);
    }

    void theShareOfLateFramesIsTheOneAskedFor() {
        for (const char* machine : {"linux-slack1", "linux-default", "linux-rt"}) {
            const Measured run = measure(machine, "adaptive", "1000", 100'000);
            const double late = run.late(1000, run.frames.size());
            QVERIFY2(late > 0.002 && late < 0.012, machine); // 0.7 % asked for, and what no margin covers
        }
    }

    void itCostsAFractionOfTheOthers() {
        for (const char* machine : {"linux-slack1", "linux-default", "linux-rt"}) {
            const Measured ours = measure(machine, "adaptive", "60", 6'000);
            QVERIFY(ours.late(600, ours.frames.size()) < 0.025);
            for (const char* other : {"precise-sleep", "quarter-granularity"})
                QVERIFY2(ours.cpu < 0.7 * measure(machine, other, "60", 6'000).cpu, other);
            QVERIFY(ours.cpu <
                    measure(machine, "delay-precise", "60", 6'000).cpu); // which is late more often
        }
    }

    void aChangeOfRegimeIsNoticed() {
        UniformMachine machine;
        for (int i = 0; i < 3'000; ++i)
            machine.frame(100e3);
        const Nanoseconds quiet = machine.keptBack;
        QVERIFY(quiet > 90us && quiet < 110us);
        for (int i = 0; i < 300; ++i)
            machine.frame(0.8e6); // eight times as late
        int late = 0;
        for (int i = 0; i < 2'000; ++i)
            late += machine.frame(0.8e6) ? 1 : 0;
        QVERIFY2(late < 50, qPrintable(QString::number(late))); // 2.5 %
        QVERIFY(machine.keptBack > 700us && machine.keptBack < 3ms);
        for (int i = 0; i < 12'000; ++i)
            machine.frame(100e3);
        QVERIFY(machine.keptBack < 3 * quiet); // and back
    }

    /// The machine is loaded for a while: the lateness comes back at once, the CPU while the past fades
    /// over 8 192 sleeps, and it is stuck nowhere on the way. Compared with a machine that was never loaded.
    void aLoadThatComesAndGoesLeavesNoTrace_data() {
        QTest::addColumn<double>("hertz");
        QTest::newRow("60 Hz") << 60.0;
        QTest::newRow("1 kHz") << 1000.0;
    }
    void aLoadThatComesAndGoesLeavesNoTrace() {
        QFETCH(double, hertz);
        constexpr std::int64_t kPart = 3'000; // frames: quiet, loaded, and eight times as many after it
        const MachineModel quiet = makeSimulatedTime(machineChoice("linux-slack1"), 1).value()->model();
        const MachineModel loaded =
            makeSimulatedTime(machineChoice("linux-slack1-loaded"), 1).value()->model();
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("adaptive");
        plan.period = Period::fromRate(static_cast<std::int64_t>(hertz), 1).value();
        plan.duration = 10 * kPart * plan.period.rounded();
        constexpr int kSeeds = 30;
        double late = 0;
        double cpu[2] = {}; // of machines that were never loaded, and that were
        for (int seed = 1; seed <= kSeeds; ++seed) {
            for (const bool load : {false, true}) {
                SimulatedTime machine(quiet, static_cast<std::uint64_t>(seed));
                const TimePoint start = machine.now();
                const Nanoseconds part = kPart * plan.period.rounded();
                std::vector<test::ChangingMachine::Change> changes;
                if (load)
                    changes = {{start + part, loaded}, {start + 2 * part, quiet}};
                test::ChangingMachine changing(machine, changes);
                test::LoopBench bench(changing, 1 << 16);
                bench.run(plan);
                for (const FrameSample& frame : bench.frames) {
                    if (load && frame.iteration >= 2 * kPart + 300)
                        late += frame.lateness() > 1'000 ? 1 : 0;
                    if (frame.iteration >= 10 * kPart - 1'000)
                        cpu[load ? 1 : 0] += static_cast<double>(frame.spin) + 16e3 * frame.nativeSleeps;
                }
            }
        }
        const double lateAfter = late / (kSeeds * (8.0 * kPart - 300));
        QVERIFY2(lateAfter < 0.01, qPrintable(QString::number(lateAfter)));
        QVERIFY2(cpu[1] < 1.15 * cpu[0], qPrintable(QString::number(cpu[1] / cpu[0])));
    }

    /// A load is gone, and sleeps wake fifteen times as exactly: an alarm spares the many thousand frames
    /// that the past would take to fade (after 9 000, 12 times the CPU of before).
    void aMachineThatBecomesMuchBetterIsNoticed() {
        const MachineModel quiet = makeSimulatedTime(machineChoice("linux-rt"), 1).value()->model();
        const MachineModel loaded =
            makeSimulatedTime(machineChoice("linux-default-loaded"), 1).value()->model();
        double before = 0;
        double after = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            SimulatedTime machine(quiet, seed);
            const TimePoint start = machine.now();
            test::ChangingMachine changing(machine, {{start + 3s, loaded}, {start + 5s, quiet}});
            AdaptiveWait wait(changing);
            TimePoint due = start;
            const auto cpuOf = [&](int frames) {
                const Nanoseconds begin = *machine.counters().thread;
                for (int frame = 0; frame < frames; ++frame) {
                    wait.until(due += 1ms);
                    while (due + 1ms < changing.now())
                        due += 1ms;
                }
                return static_cast<double>((*machine.counters().thread - begin).count()) / frames;
            };
            (void)cpuOf(2'000);
            before += cpuOf(1'000);
            (void)cpuOf(2'000 + 9'000);
            after += cpuOf(1'000);
        }
        QVERIFY2(after < 2 * before, qPrintable(QString::number(after / before)));
    }

    /// The margin of a length of sleep follows from the first one at the next wait; before it there is
    /// nothing to show.
    void thePictureHasAMargin() {
        const auto time = makeSimulatedTime(machineChoice("linux-slack1"), 3).value();
        const SleepEntry& entry = *findEntry(sleepCatalog(), "adaptive");
        const auto strategy = entry.make(*time, ParameterValues(entry.parameters));
        LearnedLatency picture;
        QVERIFY(!strategy->learned(picture));
        strategy->sleepUntil(time->now() + 7ms);
        QVERIFY(!strategy->learned(picture));
        int pictures = 0;
        for (int i = 0; i < 300; ++i) {
            strategy->sleepUntil(time->now() + (3 + i / 10) * 1ms);
            if (!strategy->learned(picture))
                continue;
            ++pictures;
            QVERIFY(picture.operating.margin > 0);
        }
        QVERIFY2(pictures > 285, qPrintable(QString::number(pictures)));
    }

    void thePictureSaysThatSleepsEndOnTicks() {
        for (const auto& [machine, tick] : {std::pair{"windows-15ms", 500e3}, {"linux-slack1", 0.0}}) {
            const auto time = makeSimulatedTime(machineChoice(machine), 1).value();
            const SleepEntry& entry = *findEntry(sleepCatalog(), "adaptive");
            const auto strategy = entry.make(*time, ParameterValues(entry.parameters));
            for (int i = 0; i < 200; ++i)
                strategy->sleepUntil(time->now() + 7ms);
            LearnedLatency picture;
            QVERIFY(strategy->learned(picture));
            QCOMPARE(picture.tick, tick);
        }
    }

    /// What is left of a wait is spun in two pieces, the last of 5 µs: so the way out has been walked before.
    void theWayOutIsRehearsed() {
        UniformMachine machine;
        for (int i = 0; i < 200; ++i)
            machine.frame(100e3);
        const std::size_t before = machine.time.spins().size();
        machine.frameWith(10us);
        const auto& spins = machine.time.spins();
        QCOMPARE(spins.size(), before + 2);
        QCOMPARE(spins[before].end, machine.time.at() - 5us);
        QCOMPARE(spins[before + 1].end, machine.time.at());
        machine.frameWith(400us); // after the deadline there is nothing to rehearse
        QCOMPARE(machine.time.spins().size(), before + 3);
    }

    /// Lengths that are known from a busy hour alone must not keep it from sleeping: neither the worst
    /// oversleep of lengths that were unknown, nor twice the margin of a shorter one.
    void itIsNotStuckWithWhatItKnewOnce() {
        const MachineModel quiet = makeSimulatedTime(machineChoice("linux-slack1"), 1).value()->model();
        const MachineModel loaded =
            makeSimulatedTime(machineChoice("linux-slack1-loaded"), 1).value()->model();
        for (const char* rate : {"60", "240"}) {
            RunPlan plan = standardPlan();
            plan.strategy = sleepChoice("adaptive");
            plan.period = Period::parseRate(rate).value();
            const Nanoseconds frame = plan.period.rounded();
            plan.duration = 8'000 * frame;
            for (std::uint64_t seed = 1; seed <= 300; ++seed) {
                SimulatedTime machine(quiet, seed);
                const TimePoint start = machine.now();
                test::ChangingMachine changing(
                    machine, {{start + 1'000 * frame, loaded}, {start + 4'000 * frame, quiet}});
                test::LoopBench bench(changing, 1 << 16);
                bench.run(plan);
                double spun = 0;
                for (const FrameSample& sample : bench.frames)
                    spun += sample.iteration >= 7'000 ? static_cast<double>(sample.spin) : 0;
                spun /= 1'000 * static_cast<double>(frame.count());
                QVERIFY2(spun < 0.2, qPrintable(QString("seed %1: %2").arg(seed).arg(spun)));
            }
        }
    }

    void whereSleepingIsTooCoarseItSpinsAndStillExplores() {
        UniformMachine machine;
        for (int i = 0; i < 500; ++i)
            machine.frame(60e6); // sleeps end up to 60 ms late, frames are 16 ms apart
        machine.time.setOversleep(0ns);
        const std::size_t before = machine.time.sleeps().size();
        for (int i = 0; i < 5'000; ++i)
            machine.frame(50e3);                                // the machine has become a fine one
        QVERIFY(machine.time.sleeps().size() - before > 2'000); // and is slept on again
    }

    void aSecondSleepIsTakenWhereLongSleepsWakeWidely() {
        // linux-slack1: 16 ms sleeps spread over hundreds of µs, short ones over tens; a wake-up costs 16 µs.
        const Measured twice = measure("linux-slack1", "adaptive", "60", 6'000);
        const Measured once = measure("linux-rt", "adaptive", "60", 6'000); // all alike: a second never pays
        const auto sleeps = [](const Measured& run) {
            double count = 0;
            for (const FrameSample& frame : run.frames)
                count += frame.nativeSleeps;
            return count / static_cast<double>(run.frames.size());
        };
        QVERIFY(sleeps(twice) > 1.8 && sleeps(twice) < 2.3);
        QVERIFY(sleeps(once) < 1.1);
        QVERIFY(twice.late(1'000, twice.frames.size()) < 0.011);
        // One sleep with a margin that 0.7 % exceed spins 130 µs a frame: 0.9 %.
        QVERIFY2(twice.cpu < 0.75, qPrintable(QString::number(twice.cpu)));
    }

    void ofTwoSleepsThePictureIsOfTheLast() {
        const auto time = makeSimulatedTime(machineChoice("linux-slack1"), 17).value();
        const auto strategy = adaptive().make(*time, ParameterValues(adaptive().parameters));
        TimePoint deadline = time->now();
        for (int i = 0; i < 3'000; ++i)
            strategy->sleepUntil(deadline += 16'667us);
        LearnedLatency picture;
        QVERIFY(strategy->learned(picture));
        QCOMPARE(picture.operating.margin, strategy->estimate().mean);
        QVERIFY(strategy->estimate().margin > 30us &&
                strategy->estimate().margin < 300us);          // the first's: 1 ms
        QVERIFY(std::fabs(picture.wakeCost - 2 * 16e3) < 2e3); // of both
        QVERIFY(std::fabs(picture.interval - 16.667e6) < 1e3);
    }

    void itFindsTheTicksOfAMachine() {
        for (const char* machine : {"windows-15ms", "windows-1ms", "windows-hires"}) {
            for (const char* rate : {"60", "144", "240"}) {
                const Measured run = measure(machine, "adaptive", rate, 5'000);
                QVERIFY2(run.late(500, run.frames.size()) < 0.01, machine);
                // The high-resolution timer's are 0.5 ms. Never more than a tick is spun, half of one on
                // average, besides the wake-up's 12 µs.
                const double hertz = Period::parseRate(rate).value().hertz();
                QVERIFY2(run.cpu < 100 * hertz * (0.75 * 0.5e-3 + 30e-6), rate);
            }
        }
    }

    void itTakesTheSleepWithTheFinestTick() {
        for (const Nanoseconds fine : {Nanoseconds(500us), Nanoseconds(15'625us)}) {
            ScriptedTime time;
            time.setTick(15'625us);
            time.setHiresTick(fine);
            adaptive().make(time, ParameterValues(adaptive().parameters))->sleepUntil(TimePoint(50ms));
            QVERIFY(!time.sleeps().empty());
            for (const ScriptedTime::SleepCall& sleep : time.sleeps())
                QCOMPARE(sleep.kind, (fine < 1ms ? SleepKind::HighResolutionTimer : SleepKind::Absolute));
        }
    }

    void oneBadFirstSleepDoesNotKeepItFromSleeping() {
        UniformMachine machine;
        machine.time.setOversleep(300ms);
        machine.strategy->sleepUntil(machine.time.at() + 16ms);
        for (int i = 0; i < 60; ++i) // 300 ms · 0.9^n is below half of 16 ms after 35
            machine.frame(50e3);
        const std::size_t before = machine.time.sleeps().size();
        for (int i = 0; i < 30; ++i)
            machine.frame(50e3);
        QVERIFY(machine.time.sleeps().size() - before >= 30);
    }
};

JITTERSCOPE_TEST(AdaptiveTest)

} // namespace jitterscope::adaptive_test

#include "adaptive_test.moc"
