// SPDX-License-Identifier: MIT
#include "core/platform/keep_awake.h"
#include "core/run/collector.h"
#include "core/run/runner.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <memory>
#include <thread>

namespace jitterscope::runner_test {

using namespace std::chrono_literals;

namespace {

RunPlan simulated(std::string_view strategy, std::int64_t frames) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.machine = machineChoice("linux-slack1");
    plan.frames = frames;
    return plan;
}

/// Drains until the run has ended by itself.
std::shared_ptr<const RunResult> collect(Runner& runner, SampleSink* sink = nullptr) {
    Collector collector(runner, sink);
    while (!runner.finished()) {
        if (collector.drain() == 0)
            std::this_thread::sleep_for(200us);
    }
    return collector.finish();
}

std::atomic<int> s_holds{0};   // that exist
std::atomic<int> s_granted{0}; // of all time

/// Counts itself.
class CountedHold final : public AwakeHold {
public:
    CountedHold() {
        ++s_holds;
        ++s_granted;
    }
    ~CountedHold() override { --s_holds; }
    CountedHold(const CountedHold&) = delete;
    CountedHold& operator=(const CountedHold&) = delete;
};

class CountingSink final : public SampleSink {
public:
    void frame(const FrameSample&) override { ++frames; }
    void sleep(const SleepSample&) override { ++sleeps; }
    void stretch(std::uint32_t index, const RunPlan& plan) override {
        stretches.push_back({index, frames, plan.strategy.id});
    }
    struct Begun {
        std::uint32_t index = 0;
        std::int64_t framesBefore = 0;
        std::string strategy;
    };
    std::vector<Begun> stretches;
    std::int64_t frames = 0;
    std::int64_t sleeps = 0;
};

} // namespace

class RunnerTest : public QObject {
    Q_OBJECT

private slots:
    /// While this machine is measured it does not suspend; a simulated one never asks.
    void theMachineIsKeptAwakeWhileItIsMeasured() {
        setAwakeMaker([]() -> std::unique_ptr<AwakeHold> { return std::make_unique<CountedHold>(); });
        Runner virtually;
        QVERIFY(virtually.start(simulated("absolute-sleep", 50)).ok());
        (void)collect(virtually);
        QCOMPARE(s_granted.load(), 0);
        RunPlan plan = simulated("absolute-sleep", 20);
        plan.machine = machineChoice("here");
        plan.period = Period::fromHertz(500).value();
        Runner here;
        QVERIFY(here.start(plan).ok());
        (void)collect(here);
        here.join();
        QCOMPARE(s_granted.load(), 1);
        QCOMPARE(s_holds.load(), 0); // let go at the end
        setAwakeMaker(nullptr);
        QVERIFY(keepAwake() == nullptr);
    }

    void aSimulatedRunIsWholeAndRepeatable() {
        // More frames than the ring holds: in virtual time the loop waits, and nothing is lost.
        const std::int64_t frames = static_cast<std::int64_t>(Runner::kFrameRing) + 5'000;
        std::vector<std::int64_t> starts[2];
        for (auto& list : starts) {
            Runner runner;
            QVERIFY(runner.start(simulated("absolute-sleep", frames)).ok());
            CountingSink sink;
            const auto result = collect(runner, &sink);
            QCOMPARE(result->end, EndReason::Frames);
            QCOMPARE(result->metrics.frames, frames);
            QCOMPARE(result->lostSamples, std::uint64_t{0});
            QCOMPARE(result->frames.size(), static_cast<std::size_t>(frames) + 1);
            QCOMPARE(sink.frames, frames + 1);
            QCOMPARE(sink.sleeps, frames);
            QVERIFY(result->startedUtc.empty());
            QVERIFY(*result->cpu.threadPercent > 0 && *result->cpu.threadPercent < 5);
            for (const FrameSample& sample : result->frames)
                list.push_back(sample.start);
        }
        QVERIFY(starts[0] == starts[1]);
    }

    void aRealRunMeasuresAndEnds() {
        Runner runner;
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("system-sleep");
        plan.period = Period::parseRate("500").value();
        plan.frames = 50;
        plan.warmup = 3;
        QVERIFY(runner.start(plan).ok());
        const auto result = collect(runner);
        QCOMPARE(result->end, EndReason::Frames);
        QCOMPARE(result->metrics.frames, std::int64_t{50});
        QCOMPARE(result->metrics.warmupFrames, std::int64_t{4});
        QVERIFY(*result->metrics.lateness.min >= 0); // a system sleep is never early
        QVERIFY(result->clock.readCost > 0);
        QVERIFY(result->cpu.threadPercent);
        QVERIFY(!result->settings.empty());
        QVERIFY(!result->startedUtc.empty());
        QVERIFY(result->metrics.oversleep.count > 0);
    }

    void aStopEndsEveryKindOfWait() {
        for (const char* strategy :
             {"system-sleep", "absolute-sleep", "timer-sleep", "spin", "precise-sleep"}) {
            Runner runner;
            RunPlan plan = standardPlan();
            plan.strategy = sleepChoice(strategy);
            plan.period = Period::parseRate("0.1").value(); // a wait of ten seconds
            QVERIFY(runner.start(plan).ok());
            Collector collector(runner);
            while (collector.frames().empty()) // the first frame: now it waits
                collector.drain();
            const auto before = std::chrono::steady_clock::now();
            runner.stop();
            // It came before the wait's own end. How soon is a benchmark's to judge.
            QVERIFY(std::chrono::steady_clock::now() - before < 10s);
            const auto result = collector.finish();
            QCOMPARE(result->end, EndReason::Stopped);
            QCOMPARE(result->metrics.frames, std::int64_t{0});
        }
    }

    void changesStartStretchesAndTakeOver() {
        Runner runner;
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("system-sleep");
        plan.period = Period::parseRate("1000").value();
        QVERIFY(runner.start(plan).ok());
        Collector collector(runner);
        const auto reach = [&](std::size_t stretches) {
            while (collector.stretches().size() < stretches ||
                   collector.stretches().back().statistics.metrics().frames < 5) {
                collector.drain();
                std::this_thread::sleep_for(1ms);
            }
        };
        reach(1);
        plan.period = Period::parseRate("500").value();
        QVERIFY(runner.change(plan).ok());
        reach(2);
        plan.strategy = sleepChoice("precise-sleep");
        QVERIFY(runner.change(plan).ok());
        reach(3);
        plan.strategy.values.set(0, 2.5);
        plan.policy = policyChoice("keep-working");
        plan.work = workChoice("fixed");
        plan.work.values.set(0, 50'000);
        plan.load = 1;
        plan.tolerance = 1us;
        QVERIFY(runner.change(plan).ok());
        reach(4);
        QVERIFY(runner.change(plan).ok()); // nothing differs: no stretch
        runner.stop();
        const auto result = collector.finish();
        QCOMPARE(result->stretches.size(), std::size_t{4});
        QVERIFY(result->stretches[1].plan.period == Period::parseRate("500").value());
        QCOMPARE(result->stretches[2].plan.strategy.id, std::string("precise-sleep"));
        QCOMPARE(result->stretches[3].plan.policy.id, std::string("keep-working"));
        QVERIFY(result->stretches[3].metrics.tolerance == 1us);
        std::int64_t frames = 0;
        for (const Stretch& stretch : result->stretches)
            frames += stretch.metrics.frames;
        QCOMPARE(frames, result->metrics.frames);
        for (std::size_t i = 0; i + 1 < result->frames.size();
             ++i) { // the stop may cut the last frame's work short
            if (result->frames[i].stretch == 3)
                QVERIFY(result->frames[i].work >= 50'000);
        }
    }

    void whatTheStrategyHasLearnedReachesTheWatcher() {
        Runner runner;
        QCOMPARE(runner.learned(), nullptr);
        runner.askLearned(); // no run: nothing happens
        RunPlan plan = simulated("adaptive", 0);
        QVERIFY(runner.start(plan).ok());
        Collector collector(runner);
        const auto awaitPicture = [&]() -> const LearnedLatency* {
            while (runner.learned() == nullptr) {
                runner.askLearned();
                collector.drain(); // or the loop waits for room
                std::this_thread::sleep_for(100us);
            }
            return runner.learned();
        };
        const LearnedLatency* learned = awaitPicture();
        QVERIFY(learned->oversleeps.weight() > 0);
        plan.strategy = sleepChoice("system-sleep");
        QVERIFY(runner.change(plan).ok());
        QCOMPARE(runner.learned(), nullptr); // that was another strategy's
        plan.strategy = sleepChoice("adaptive");
        QVERIFY(runner.change(plan).ok());
        QCOMPARE(runner.learned(), nullptr); // and this one begins anew
        learned = awaitPicture();
        QVERIFY(learned->operating.margin > 0);
        plan.strategy.values.set(1, 0.01);
        QVERIFY(runner.change(plan).ok());
        QVERIFY(runner.learned() == learned);  // other values: what was learned is kept
        QCOMPARE(learned->lateAfter, 1'000.0); // ns: what this strategy tolerates without being told
        runner.stop();
        (void)collector.finish();
    }

    void theEndOfARunLeavesAPicture() {
        double weights[2] = {};
        for (double& weight : weights) {
            Runner runner;
            QVERIFY(runner.start(simulated("adaptive", 5'000)).ok());
            (void)collect(runner); // nobody asked
            QVERIFY(runner.learned() != nullptr);
            QVERIFY(runner.learned()->interval > 1e6);
            weight = runner.learned()->oversleeps.weight();
            QVERIFY(runner.start(simulated("spin", 10)).ok());
            (void)collect(runner);
            QCOMPARE(runner.learned(), nullptr);
        }
        QVERIFY(weights[0] > 0);
        QCOMPARE(weights[0], weights[1]);
    }

    void whatCannotChangeMidRunIsRefused() {
        Runner runner;
        QVERIFY(!runner.change(standardPlan())); // nothing runs
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("system-sleep");
        QVERIFY(runner.start(plan).ok());
        RunPlan other = plan;
        other.machine = machineChoice("linux-rt");
        QVERIFY(!runner.change(other));
        other = plan;
        other.strategy.id = "nothing";
        QVERIFY(!runner.change(other));
        QVERIFY(runner.plan() == plan);
    }

    /// Whoever looks at it then sees that nothing has been measured.
    void beforeTheFirstStartThereIsNothing() {
        Runner runner;
        QVERIFY(runner.finished() && !runner.active());
        QVERIFY(runner.stretchPlans().empty());
        QVERIFY(runner.plan() == RunPlan());
        QCOMPARE(runner.frames().waiting(), std::size_t{0});
        QCOMPARE(runner.frames().lost(), std::uint64_t{0});
        QCOMPARE(runner.sleeps().waiting(), std::size_t{0});
        QVERIFY(!runner.change(standardPlan()));
        runner.stop();
    }
    void aBadPlanStartsNothing() {
        Runner runner;
        RunPlan plan = standardPlan();
        plan.strategy.values.set(0, -1);
        const auto refused = runner.start(plan);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Usage);
        QVERIFY(!runner.active());
    }

    void startAgainEndsTheRunBefore() {
        Runner runner;
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("system-sleep");
        QVERIFY(runner.start(plan).ok());
        const std::uint64_t first = runner.runId();
        QVERIFY(runner.start(plan).ok());
        QVERIFY(runner.runId() > first);
        QVERIFY(runner.active());
    } // and the destructor stops the second

    void aSimulatedRunCanBeStoppedWithoutBeingDrained() {
        Runner runner;
        RunPlan plan = simulated("system-sleep", 0); // without end: soon the ring is full and the loop waits
        QVERIFY(runner.start(plan).ok());
        while (!runner.frames().full())
            std::this_thread::sleep_for(100us);
        runner.stop();
        runner.join();
        QVERIFY(runner.finished());
    }

    void aMachineAtRealPaceTakesItsTime() {
        Runner runner;
        RunPlan plan = simulated("spin", 20);
        plan.period = Period::parseRate("200").value();
        plan.machine.realPace = true;
        const auto before = std::chrono::steady_clock::now();
        QVERIFY(runner.start(plan).ok());
        const auto result = collect(runner);
        QVERIFY(std::chrono::steady_clock::now() - before >= 95ms); // 20 frames of 5 ms
        QVERIFY(*result->cpu.threadPercent > 99);                   // in virtual time it spins
    }

    void startingAndStoppingOftenLeavesNothingBehind() {
        for (int round = 0; round < 50; ++round) {
            Runner runner;
            RunPlan plan = standardPlan();
            plan.strategy = sleepChoice(round % 2 == 0 ? "system-sleep" : "precise-sleep");
            plan.period = Period::parseRate("2000").value();
            QVERIFY(runner.start(plan).ok());
            plan.strategy = sleepChoice("absolute-sleep");
            QVERIFY(runner.change(plan).ok());
            runner.stop();
        }
    }
};

JITTERSCOPE_TEST(RunnerTest)

} // namespace jitterscope::runner_test
#include "core/run/resolve.h"
#include "runner_test.moc"
