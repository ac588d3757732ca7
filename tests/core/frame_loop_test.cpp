// SPDX-License-Identifier: MIT
#include "core/record/anatomy.h"
#include "core/run/frame_loop.h"
#include "core/run/resolve.h"
#include "core/time/scripted_time.h"
#include "tests/support/loop_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <functional>
#include <utility>

namespace jitterscope::frame_loop_test {

using namespace std::chrono_literals;
using test::LoopBench;

namespace {

RunPlan planOf(std::string_view strategy, std::string_view policy = "drop-and-rest") {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.policy = policyChoice(policy);
    plan.period = Period::fromDuration(10ms).value();
    plan.frames = 5;
    return plan;
}

RunPlan withFixedWork(RunPlan plan, double nanoseconds) {
    plan.work = workChoice("fixed");
    plan.work.values.set(0, nanoseconds);
    return plan;
}

/// Does something while a frame runs, as the window does in the middle of a run.
class During final : public Workload {
public:
    During(std::int64_t iteration, std::function<void()> act)
        : m_iteration(iteration), m_act(std::move(act)) {}
    Nanoseconds amount(std::int64_t iteration) noexcept override {
        if (iteration == m_iteration)
            m_act();
        return 0ns;
    }
    void setParameters(const ParameterValues&) noexcept override {}

private:
    std::int64_t m_iteration;
    std::function<void()> m_act;
};

/// What it learns is how often it was asked to wait.
class Learner final : public SleepStrategy {
public:
    explicit Learner(TimeSource& time) : m_time(time) {}
    void sleepUntil(TimePoint deadline) noexcept override {
        m_time.sleepUntil(deadline);
        ++m_waits;
    }
    void setParameters(const ParameterValues&) noexcept override {}
    [[nodiscard]] bool learned(LearnedLatency& picture) const noexcept override {
        picture.wakeCost = m_waits;
        return m_waits > 0;
    }

private:
    TimeSource& m_time;
    double m_waits = 0;
};

std::unique_ptr<SleepStrategy> spinOn(LoopBench& bench) {
    return findEntry(sleepCatalog(), "spin")->make(bench.loop.waitTime(), sleepChoice("spin").values);
}
std::unique_ptr<PacingPolicy> keepWorking() {
    return findEntry(pacingCatalog(), "keep-working")->make({});
}

/// Five frames of 10 ms, with `act` while frame `iteration` runs.
std::vector<FrameSample> framesOf(LoopBench& bench, std::unique_ptr<SleepStrategy> strategy,
                                  std::int64_t iteration, std::function<void()> act) {
    LoopParts parts = makeParts(resolveParts(standardPlan()).value(), bench.loop.waitTime());
    parts.strategy = std::move(strategy);
    parts.work = std::make_unique<During>(iteration, std::move(act));
    bench.loop.setParts(std::move(parts));
    bench.loop.run(Period::fromDuration(10ms).value(), {5, 0ns, 0, std::nullopt}, &bench.rings);
    std::vector<FrameSample> frames;
    bench.frameRing.drain([&](const FrameSample& sample) { frames.push_back(sample); });
    return frames;
}

} // namespace

class FrameLoopTest : public QObject {
    Q_OBJECT

private slots:
    void everyStampOfAFrameIsRecorded() {
        ScriptedTime time;
        time.advance(1s); // the run's own zero is its first release
        time.setOversleep(300us);
        LoopBench bench(time);
        QCOMPARE(bench.run(withFixedWork(planOf("system-sleep"), 2e6)), EndReason::Frames);
        QCOMPARE(bench.frames.size(), std::size_t{6}); // the first has no wait
        const FrameSample& first = bench.frames[0];
        QVERIFY(first.has(FrameSample::First) && !first.counts());
        QCOMPARE(first.start, std::int64_t{0});
        QCOMPARE(first.work, std::int64_t{2'000'000});
        for (std::size_t i = 1; i < 6; ++i) {
            const FrameSample& sample = bench.frames[i];
            const auto n = static_cast<std::int64_t>(i);
            QCOMPARE(sample.iteration, n);
            QCOMPARE(sample.deadline, n * 10'000'000);
            QCOMPARE(sample.lateness(), std::int64_t{300'000});
            QCOMPARE(sample.frameTime, i == 1 ? std::int64_t{10'300'000} : std::int64_t{10'000'000});
            QCOMPARE(sample.nativeSleeps, std::uint32_t{1});
            QCOMPARE(sample.oversleep, std::int64_t{300'000});
            // From the end of the work to the deadline and 0.3 ms beyond.
            QCOMPARE(sample.nativeSleep, i == 1 ? std::int64_t{8'300'000} : std::int64_t{8'000'000});
            QCOMPARE(sample.margin, std::int64_t{0});
            QCOMPARE(sample.lost, std::int64_t{0});
            QVERIFY(sample.counts());
        }
    }

    void everyNativeSleepIsRecorded() {
        ScriptedTime time;
        time.setOversleep(100us);
        LoopBench bench(time);
        bench.run(planOf("sliced-sleep"));
        // 10 ms in slices that take 1.1: 9 sleeps (9.9 ms), 0.1 ms of spinning.
        QCOMPARE(bench.sleeps.size(), std::size_t{45});
        for (std::size_t i = 0; i < bench.sleeps.size(); ++i) {
            const SleepSample& sleep = bench.sleeps[i];
            QCOMPARE(sleep.frame, static_cast<std::int64_t>(i / 9 + 1));
            QCOMPARE(sleep.asked, std::int64_t{1'000'000});
            QCOMPARE(sleep.took, std::int64_t{1'100'000});
            QCOMPARE(sleep.oversleep(), std::int64_t{100'000});
            QCOMPARE(sleep.endToDeadline, 10'000'000 - static_cast<std::int64_t>(i % 9 + 1) * 1'100'000);
        }
        const FrameSample& sample = bench.frames[1];
        QCOMPARE(sample.nativeSleeps, std::uint32_t{9});
        QCOMPARE(sample.nativeSleep, std::int64_t{9'900'000});
        QCOMPARE(sample.spin, std::int64_t{100'000});
        QCOMPARE(sample.margin,
                 std::int64_t{200'000}); // the last was asked to end 0.2 ms before the deadline
        QCOMPARE(sample.lateness(), std::int64_t{0});
    }

    void workIsHandedItsIterationNumber() {
        ScriptedTime time;
        LoopBench bench(time);
        RunPlan plan = planOf("absolute-sleep");
        plan.work = workChoice("spikes");
        plan.work.values.set(0, 1e6);
        plan.work.values.set(1, 25e6); // iteration 3 takes two and a half slots
        plan.work.values.set(2, 3);
        plan.frames = 6;
        bench.run(plan);
        std::vector<std::int64_t> iterations;
        std::vector<std::int64_t> lost;
        for (const FrameSample& sample : bench.frames) {
            iterations.push_back(sample.iteration);
            lost.push_back(sample.lost);
        }
        // 3 ends at 55 ms: slots 4 and 5 are gone, and 6 (a spike again) starts at 60.
        QCOMPARE(iterations, (std::vector<std::int64_t>{0, 1, 2, 3, 6, 9, 12}));
        QCOMPARE(lost, (std::vector<std::int64_t>{0, 0, 0, 0, 2, 2, 2}));
    }

    void keepWorkingStartsLateInItsSlot() {
        ScriptedTime time;
        LoopBench bench(time);
        RunPlan plan = withFixedWork(planOf("absolute-sleep", "keep-working"), 13e6);
        plan.frames = 3;
        bench.run(plan);
        QCOMPARE(bench.frames[1].start, std::int64_t{13'000'000});
        QCOMPARE(bench.frames[1].deadline, std::int64_t{10'000'000});
        QCOMPARE(bench.frames[1].lateness(), std::int64_t{3'000'000});
        QCOMPARE(causeOf(bench.frames[1], 100us), Cause::Work);
    }

    void warmupIsMarkedAndNotCounted() {
        ScriptedTime time;
        LoopBench bench(time);
        RunPlan plan = planOf("spin");
        plan.warmup = 3;
        plan.frames = 4;
        bench.run(plan);
        QCOMPARE(bench.frames.size(), std::size_t{8});
        for (std::size_t i = 0; i < 8; ++i)
            QCOMPARE(bench.frames[i].has(FrameSample::Warmup), i <= 3);
        QVERIFY(!bench.frames[3].counts() && bench.frames[4].counts());
    }

    void durationEndsBeforeTheFrameBeyondIt() {
        ScriptedTime time;
        LoopBench bench(time);
        RunPlan plan = planOf("spin");
        plan.frames = 0;
        plan.duration = 50ms;
        QCOMPARE(bench.run(plan), EndReason::Duration);
        QCOMPARE(bench.frames.size(), std::size_t{6}); // 0 … 50 ms
    }

    void aStopInTheMiddleOfAWaitLeavesNoHalfFrame() {
        ScriptedTime time;
        time.stopAt(TimePoint(34ms));
        LoopBench bench(time);
        RunPlan plan = planOf("system-sleep");
        plan.frames = 0;
        QCOMPARE(bench.run(plan), EndReason::Stopped);
        QCOMPARE(bench.frames.size(), std::size_t{4}); // 0, 10, 20, 30 ms
    }

    void theFirstFrameOverTheLimitEndsTheRun() {
        ScriptedTime time;
        time.pushOversleeps({1us, 2us, 900us, 1us});
        LoopBench bench(time);
        RunPlan plan = planOf("system-sleep");
        plan.frames = 100;
        plan.stopOnLate = 500us;
        QCOMPARE(bench.run(plan), EndReason::LateFrame);
        QCOMPARE(bench.frames.back().lateness(), std::int64_t{900'000});
        QCOMPARE(bench.frames.size(), std::size_t{4});
    }

    void aStopOfTheProcessIsMarkedAndNotCaughtUpWith() {
        for (const char* policy : {"drop-and-rest", "keep-working", "accumulator", "measured-accumulator"}) {
            ScriptedTime time;
            time.pushOversleeps({0ns, 0ns, 5s});
            time.continueProcessAt(TimePoint(5029ms));
            LoopBench bench(time);
            RunPlan plan = planOf("system-sleep", policy);
            plan.frames = 6;
            bench.run(plan);
            const FrameSample& gap = bench.frames[3];
            QVERIFY(gap.has(FrameSample::StoppedGap) && !gap.counts());
            QCOMPARE(causeOf(gap, 100us), Cause::Stopped);
            QCOMPARE(gap.start, std::int64_t{5'030'000'000});
            const bool grid = findEntry(pacingCatalog(), policy)->grid;
            QCOMPARE(gap.lost, grid ? std::int64_t{500} : std::int64_t{0});
            QCOMPARE(bench.frames[4].frameTime, std::int64_t{10'000'000});
            QVERIFY(bench.frames[4].counts());
        }
    }

    void starvationCountsHoweverLongItIs() {
        ScriptedTime time;
        time.pushOversleeps({0ns, 0ns, 5s});
        time.continueProcessAt(TimePoint(15ms)); // long before
        LoopBench bench(time);
        RunPlan plan = planOf("system-sleep", "keep-working");
        plan.frames = 6;
        bench.run(plan);
        const FrameSample& starved = bench.frames[3];
        QVERIFY(starved.counts() && !starved.has(FrameSample::StoppedGap));
        QCOMPARE(starved.lateness(), std::int64_t{5'000'000'000});
        QCOMPARE(causeOf(starved, 100us), Cause::WokeLate);
    }

    void workThatTakesSecondsCountsUnlessTheProcessWasStopped() {
        for (const bool stopped : {false, true}) {
            ScriptedTime time;
            LoopBench bench(time);
            RunPlan plan = planOf("system-sleep", "keep-working");
            // As in a debugger, or in work that hangs: three seconds go in the second frame's work.
            class Hanging final : public Workload {
            public:
                explicit Hanging(ScriptedTime& clock) : m_clock(clock) {}
                Nanoseconds amount(std::int64_t iteration) noexcept override {
                    if (iteration == 2)
                        m_clock.advance(3s);
                    return 1ns;
                }
                void setParameters(const ParameterValues&) noexcept override {}

            private:
                ScriptedTime& m_clock;
            };
            if (stopped)
                time.continueProcessAt(TimePoint(3019ms));
            bench.loop.setParts({spinOn(bench), keepWorking(), std::make_unique<Hanging>(time)});
            bench.loop.run(plan.period, {5, 0ns, 0, std::nullopt});
            int left = 0;
            bench.frameRing.drain(
                [&](const FrameSample& sample) { left += sample.has(FrameSample::StoppedGap) ? 1 : 0; });
            QCOMPARE(left, stopped ? 1 : 0);
        }
    }

    void theStopOnLateLimitSeesStarvation() {
        ScriptedTime time;
        time.pushOversleeps({0ns, 2s});
        LoopBench bench(time);
        RunPlan plan = planOf("system-sleep");
        plan.frames = 100;
        plan.stopOnLate = 1s;
        QCOMPARE(bench.run(plan), EndReason::LateFrame);
        QCOMPARE(bench.frames.size(), std::size_t{3});
    }

    void aSuspendIsFoundThoughTheClockStoodStill() {
        ScriptedTime time;
        LoopBench bench(time);
        RunPlan plan = planOf("spin");
        // The machine sleeps before the run's second frame ends; CLOCK_MONOTONIC does not show it.
        class Suspending final : public Workload {
        public:
            explicit Suspending(ScriptedTime& clock) : m_clock(clock) {}
            Nanoseconds amount(std::int64_t iteration) noexcept override {
                if (iteration == 2)
                    m_clock.setSuspended(3600s);
                return 0ns;
            }
            void setParameters(const ParameterValues&) noexcept override {}

        private:
            ScriptedTime& m_clock;
        };
        bench.loop.setParts({spinOn(bench), keepWorking(), std::make_unique<Suspending>(time)});
        bench.loop.run(plan.period, {5, 0ns, 0, std::nullopt});
        std::vector<bool> suspended;
        bench.frameRing.drain(
            [&](const FrameSample& sample) { suspended.push_back(sample.has(FrameSample::Suspended)); });
        QCOMPARE(suspended, (std::vector<bool>{false, false, false, true, false, false, false}));
    }

    void aChangeStartsAStretchAtTheNextFrame() {
        ScriptedTime time;
        time.setOversleep(100us);
        LoopBench bench(time);
        const SleepEntry* entry = findEntry(sleepCatalog(), "absolute-sleep");
        PlanChange change;
        change.parts.strategy = entry->make(bench.loop.waitTime(), {});
        change.period = Period::fromDuration(5ms).value();
        const auto frames =
            framesOf(bench, findEntry(sleepCatalog(), "system-sleep")->make(bench.loop.waitTime(), {}), 2,
                     [&] { bench.rings.changes.push(&change); });
        QCOMPARE(frames[2].stretch, std::uint32_t{0});
        QCOMPARE(frames[3].stretch, std::uint32_t{1});
        QVERIFY(frames[3].has(FrameSample::Changed) && !frames[4].has(FrameSample::Changed));
        QCOMPARE(frames[3].deadline, std::int64_t{25'000'000}); // 20 ms and the new period: no jump
        QCOMPARE(frames[4].deadline, std::int64_t{30'000'000});
        // The old strategy came back to be destroyed outside.
        int back = 0;
        bench.rings.applied.drain([&](PlanChange* returned) {
            back += returned == &change && change.parts.strategy != nullptr ? 1 : 0;
        });
        QCOMPARE(back, 1);
    }

    void aPictureOfWhatIsLearnedIsTakenBetweenTwoFrames() {
        ScriptedTime time;
        LoopBench bench(time);
        LearnedPicture picture;
        const auto frames = framesOf(bench, std::make_unique<Learner>(bench.loop.waitTime()), 3,
                                     [&] { bench.rings.asked.push(&picture); });
        QVERIFY(picture.present);
        QCOMPARE(picture.learned.wakeCost, 3.0); // the waits for frames 1, 2 and 3
        QCOMPARE(picture.stretch, std::uint32_t{0});
        for (const FrameSample& frame : frames)
            QVERIFY(frame.stretch == 0 && !frame.has(FrameSample::Changed));
        std::vector<LearnedPicture*> back;
        bench.rings.answered.drain([&](LearnedPicture* answered) { back.push_back(answered); });
        QCOMPARE(back, (std::vector<LearnedPicture*>{&picture}));
        bench.loop.picture(picture); // and one of the end
        QCOMPARE(picture.learned.wakeCost, 5.0);
    }

    void aPictureIsOfTheStrategyThatTakesOver() {
        ScriptedTime time;
        LoopBench bench(time);
        LearnedPicture picture;
        picture.present = true;
        PlanChange change;
        change.parts.strategy = findEntry(sleepCatalog(), "system-sleep")->make(bench.loop.waitTime(), {});
        framesOf(bench, std::make_unique<Learner>(bench.loop.waitTime()), 3, [&] {
            bench.rings.asked.push(&picture);
            bench.rings.changes.push(&change);
        });
        QVERIFY(!picture.present); // system-sleep learns nothing
        QCOMPARE(picture.stretch, std::uint32_t{1});
    }

    void causesAreToldApart() {
        FrameSample sample;
        sample.deadline = 10'000'000;
        sample.start = 10'400'000;
        QCOMPARE(causeOf(sample, 500us), Cause::OnTime);
        QCOMPARE(causeOf(sample, 100us), Cause::Other);
        sample.behind = 300'000;
        QCOMPARE(causeOf(sample, 100us), Cause::Work);
    }

    void theEstimateTravelsWithTheFrame() {
        ScriptedTime time;
        time.setOversleep(100us);
        LoopBench bench(time);
        bench.run(planOf("precise-sleep"));
        QVERIFY(bench.frames[1].hasEstimate);
        QVERIFY(bench.frames[1].estimate != bench.frames[5].estimate);
        LoopBench plain(time);
        plain.run(planOf("spin"));
        QVERIFY(!plain.frames[1].hasEstimate);
    }
};

JITTERSCOPE_TEST(FrameLoopTest)

} // namespace jitterscope::frame_loop_test

#include "frame_loop_test.moc"
