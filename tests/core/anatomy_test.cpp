// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/platform/counters.h"
#include "core/record/anatomy.h"
#include "core/run/frame_loop.h"
#include "core/time/scripted_time.h"
#include "tests/support/loop_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <deque>
#include <thread>

namespace jitterscope::anatomy_test {

using namespace std::chrono_literals;
using test::LoopBench;

namespace {

/// A frame that is 400 µs late; the rest is up to the test.
FrameSample late400() {
    FrameSample sample;
    sample.deadline = 10'000'000;
    sample.start = 10'400'000;
    sample.behind = -5'000'000;
    return sample;
}

struct Expected {
    std::int64_t work, woke, margin, queue, lost, other;
};

void compare(const LatenessParts& parts, const Expected& expected) {
    QCOMPARE(parts.work, expected.work);
    QCOMPARE(parts.woke, expected.woke);
    QCOMPARE(parts.margin, expected.margin);
    QCOMPARE(parts.queue, expected.queue);
    QCOMPARE(parts.lost, expected.lost);
    QCOMPARE(parts.other, expected.other);
}

/// The scheduler's counts as a test writes them down: one a reading, absent below 0, and after the last.
class ScriptedScheduler final : public SchedulerMeter {
public:
    explicit ScriptedScheduler(std::deque<Nanoseconds> queued) : m_queued(std::move(queued)) {}
    std::optional<SchedulerCounts> read() noexcept override {
        ++readings;
        if (m_queued.empty())
            return std::nullopt;
        const Nanoseconds next = m_queued.front();
        m_queued.pop_front();
        if (next.count() < 0)
            return std::nullopt;
        return SchedulerCounts{next};
    }
    int readings = 0;

private:
    std::deque<Nanoseconds> m_queued;
};

RunPlan everyTenMilliseconds(std::int64_t frames) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("absolute-sleep");
    plan.policy = policyChoice("drop-and-rest");
    plan.period = Period::fromDuration(10ms).value();
    plan.frames = frames;
    return plan;
}

} // namespace

class AnatomyTest : public QObject {
    Q_OBJECT
private slots:
    void aSleepThatAskedForTheDeadlineWokeLate() {
        FrameSample sample = late400();
        sample.nativeSleeps = 1;
        sample.oversleep = 399'000;
        compare(partsOf(sample), {0, 399'000, 0, 0, 0, 1'000});
        QCOMPARE(causeOf(sample, 100us), Cause::WokeLate);
        QCOMPARE(causeOf(sample, 400us), Cause::OnTime); // exactly at the tolerance is on time
    }

    void theRunQueueTakesTheEndOfTheSleep() {
        FrameSample sample = late400();
        sample.nativeSleeps = 1;
        sample.oversleep = 400'000;
        sample.hasQueued = true;
        sample.queued = 300'000; // the timer came 100 µs late, then it waited for its turn
        compare(partsOf(sample), {0, 100'000, 0, 300'000, 0, 0});
        QCOMPARE(causeOf(sample, 100us), Cause::RunQueue);
    }

    void moreTimeInTheQueueThanLatenessWasBeforeTheDeadline() {
        FrameSample sample = late400();
        sample.nativeSleeps = 1;
        sample.margin = 500'000;
        sample.oversleep = 900'000;
        sample.hasQueued = true;
        sample.queued = 850'000;
        compare(partsOf(sample), {0, 0, 0, 400'000, 0, 0});
    }

    void aMarginThatWasTooSmallIsNotTheTimersFault() {
        FrameSample sample = late400();
        sample.nativeSleeps = 2;
        sample.margin = 120'000;
        sample.oversleep = 520'000;
        compare(partsOf(sample), {0, 0, 400'000, 0, 0, 0});
        QCOMPARE(causeOf(sample, 100us), Cause::Margin);
    }

    void workThatOverranIsToldFromWorkThatHadToWait() {
        FrameSample sample = late400();
        sample.behind = 390'000;
        compare(partsOf(sample), {390'000, 0, 0, 0, 0, 10'000});
        QCOMPARE(causeOf(sample, 100us), Cause::Work);
        sample.hasQueued = true;
        sample.queuedInWork = 250'000; // left alone it would have run over by 140 µs
        compare(partsOf(sample), {140'000, 0, 0, 250'000, 0, 10'000});
        QCOMPARE(causeOf(sample, 100us), Cause::RunQueue);
    }

    void aGapWhileSpinningIsLostProcessorTime() {
        FrameSample sample = late400();
        sample.nativeSleeps = 1;
        sample.margin = 200'000;
        sample.oversleep = 150'000; // it woke in time …
        sample.largestGap = 450'000;
        sample.hasQueued = true;
        sample.queued = 430'000;
        const LatenessParts parts = partsOf(sample);
        compare(parts, {0, 0, 0, 0, 400'000, 0});
        QCOMPARE(parts.lostQueued, std::int64_t{400'000});
        QCOMPARE(causeOf(sample, 100us), Cause::LostCpu);
    }

    void theFirstFrameAndAStopHaveNoParts() {
        FrameSample sample = late400();
        sample.flags = FrameSample::First;
        QCOMPARE(causeOf(sample, 100us), Cause::OnTime);
        sample.flags = FrameSample::StoppedGap;
        QCOMPARE(causeOf(sample, 100us), Cause::Stopped);
    }

    void thePartsAlwaysAddUpToTheLateness() {
        Random random(7);
        const auto upTo = [&random](std::int64_t most) {
            return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most)));
        };
        for (int i = 0; i < 20'000; ++i) {
            FrameSample sample;
            sample.deadline = 10'000'000;
            sample.start = sample.deadline + upTo(2'000'000) - 200'000;
            sample.behind = upTo(3'000'000) - 2'000'000;
            sample.nativeSleeps = static_cast<std::uint32_t>(upTo(3));
            sample.margin = upTo(1'000'000) - 100'000;
            sample.oversleep = upTo(2'000'000);
            sample.largestGap = upTo(2) * upTo(1'000'000);
            sample.hasQueued = true;
            sample.queued = upTo(2) * upTo(2'000'000);
            sample.queuedInWork = upTo(2) * upTo(2'000'000);
            const LatenessParts parts = partsOf(sample);
            QCOMPARE(parts.total(), sample.lateness());
            for (const std::int64_t part :
                 {parts.work, parts.woke, parts.margin, parts.queue, parts.lost, parts.lostQueued})
                QVERIFY(part >= 0);
            QVERIFY(sample.lateness() < 0 || parts.other >= 0);
        }
    }

    void totalsCountFramesAndMicroseconds() {
        Anatomy anatomy;
        FrameSample sample = late400();
        sample.nativeSleeps = 1;
        sample.oversleep = 400'000;
        sample.cause = causeOf(sample, 500us);
        anatomy.add(sample); // on time
        sample.hasQueued = true;
        sample.queued = 300'000;
        sample.cause = causeOf(sample, 100us);
        anatomy.add(sample);
        sample.flags = FrameSample::Warmup;
        anatomy.add(sample);
        QCOMPARE(anatomy.frames(), std::int64_t{2});
        QCOMPARE(anatomy.framesWithQueue(), std::int64_t{1});
        QCOMPARE(anatomy.lateFrames(), std::int64_t{1});
        QCOMPARE(anatomy.of(Cause::RunQueue).frames, std::int64_t{1});
        QCOMPARE(anatomy.of(Cause::RunQueue).lateness, std::int64_t{300'000});
        QCOMPARE(anatomy.of(Cause::WokeLate).frames, std::int64_t{0});
        QCOMPARE(anatomy.of(Cause::WokeLate).lateness, std::int64_t{100'000});
        compare(anatomy.all(), {0, 500'000, 0, 300'000, 0, 0});
    }

    void theLoopAsksOnceAFrameAndOnceMoreAfterWork() {
        ScriptedTime time;
        LoopBench bench(time);
        ScriptedScheduler scheduler({1us, 4us, 4us, 10us}); // before the first frame, then after each wait
        bench.loop.setScheduler(&scheduler);
        bench.run(everyTenMilliseconds(3));
        QCOMPARE(scheduler.readings, 4);
        QCOMPARE(bench.frames[1].queued, std::int64_t{3'000});
        QCOMPARE(bench.frames[2].queued, std::int64_t{0});
        QCOMPARE(bench.frames[3].queued, std::int64_t{6'000});
        QVERIFY(bench.frames[3].hasQueued);

        LoopBench busy(time);
        // start; after work 0, wait 1, work 1, wait 2, work 2
        ScriptedScheduler both({0us, 5us, 6us, 6us, 26us, 27us});
        busy.loop.setScheduler(&both);
        RunPlan plan = everyTenMilliseconds(2);
        plan.work = workChoice("fixed");
        plan.work.values.set(0, 13e6);
        busy.run(plan);
        QCOMPARE(both.readings, 6);
        QCOMPARE(busy.frames[1].queuedInWork, std::int64_t{5'000});
        QCOMPARE(busy.frames[1].queued, std::int64_t{1'000});
        QCOMPARE(busy.frames[2].queuedInWork, std::int64_t{0});
        QCOMPARE(busy.frames[2].queued, std::int64_t{20'000});
        QCOMPARE(busy.frames[1].behind,
                 std::int64_t{13'000'000 - 20'000'000}); // drop-and-rest: the next free slot
    }

    void withoutCountsNothingIsMadeUp() {
        ScriptedTime time;
        LoopBench bench(time);
        ScriptedScheduler scheduler({1us, 9us}); // and then the file cannot be read any more
        bench.loop.setScheduler(&scheduler);
        bench.run(everyTenMilliseconds(3));
        QVERIFY(bench.frames[1].hasQueued);
        QVERIFY(!bench.frames[2].hasQueued);
        QCOMPARE(bench.frames[2].queued, std::int64_t{0});
    }

    /// A reading that failed leaves two stretches unknown: the one before it and the one behind it.
    void oneFailedReadingHidesWhatIsOnBothSidesOfIt() {
        ScriptedTime time;
        LoopBench bench(time);
        ScriptedScheduler scheduler({1us, 2us, -1us, 9us, 11us});
        bench.loop.setScheduler(&scheduler);
        bench.run(everyTenMilliseconds(4));
        for (const std::size_t known : {1U, 4U})
            QVERIFY(bench.frames[known].hasQueued);
        for (const std::size_t unknown : {2U, 3U})
            QVERIFY(!bench.frames[unknown].hasQueued);
        QCOMPARE(bench.frames[4].queued, std::int64_t{2'000});
    }

    void theSystemsCountsOnlyGrow() {
        std::thread([] { // of this thread alone
            const std::unique_ptr<SchedulerMeter> meter = makeSchedulerMeter();
            if (meter == nullptr)
                return; // a kernel without the counts: the causes then have no run queue
            const auto before = meter->read();
            std::this_thread::sleep_for(1ms);
            const auto after = meter->read();
            QVERIFY(before && after && after->queued >= before->queued);
        })
            .join();
    }
};

JITTERSCOPE_TEST(AnatomyTest)

} // namespace jitterscope::anatomy_test

#include "anatomy_test.moc"
