// SPDX-License-Identifier: MIT
#include "core/platform/counters.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <optional>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace jitterscope::system_time_test {

using namespace std::chrono_literals;

/// The real clock and the real sleeps: lower bounds and wide orderings only.
class SystemTimeTest : public QObject {
    Q_OBJECT

private slots:
    /// A thread that may run on one processor alone is seen there, from itself and from another.
    void whereAThreadRunsIsKnown() {
        const std::vector<int> allowed = allowedProcessors();
        for (const int processor : {allowed.front(), allowed.back()}) {
            std::atomic<int> id{0};
            std::atomic<bool> end{false};
            int itself = -1;
            std::thread thread([&] {
                ThreadPlan plan;
                plan.cpu = processor;
                const ThreadControl control(plan);
                (void)SystemTime().sleepFor(1ms, SleepKind::Relative); // it has run there since
                itself = currentProcessor();
                id = thisThread();
                id.notify_all();
                end.wait(false);
            });
            id.wait(0);
            QCOMPARE(lastProcessor(id), processor);
            end = true;
            end.notify_all();
            const int ended = id;
            thread.join();
            QCOMPARE(itself, processor);
            // It is joined a little before the kernel forgets it.
            QTRY_COMPARE(lastProcessor(ended), -1);
        }
        QCOMPARE(lastProcessor(0), -1);
    }
    void noSleepIsEverShort() {
        SystemTime time;
        time.attach();
        for (const SleepKind kind : {SleepKind::Relative, SleepKind::Timer}) {
            for (const Nanoseconds length :
                 {Nanoseconds(0), Nanoseconds(1), Nanoseconds(50us), Nanoseconds(2ms)}) {
                const TimePoint before = time.now();
                const NativeSleep sleep = time.sleepFor(length, kind);
                QVERIFY(sleep.took >= length);
                QVERIFY(sleep.end - before >= length);
                QCOMPARE(sleep.asked, length);
            }
        }
        const TimePoint deadline = time.now() + 2ms;
        QVERIFY(time.sleepUntil(deadline).end >= deadline);
        time.detach();
    }

    void spinsOfEveryKindReachTheDeadline() {
        SystemTime time;
        for (const SpinKind kind : {SpinKind::Bare, SpinKind::Pause, SpinKind::Yield, SpinKind::LowPower}) {
            const TimePoint deadline = time.now() + 300us;
            const Spin spin = time.spinUntil(deadline, kind);
            QVERIFY(spin.end >= deadline);
            QVERIFY(spin.largestGap > 0ns);
            QVERIFY(spin.largestGap <= spin.end - spin.begin);
        }
    }

    /// A storm of signals, none of them a stop: never early, never hung.
    void signalsNeverShortenAWait() {
        SystemTime time;
        std::atomic<bool> attached{false};
        std::atomic<bool> over{false};
        bool early = false;
        std::thread sleeper([&] {
            time.attach();
            attached = true;
            for (int round = 0; round < 5; ++round) {
                early = early || time.sleepFor(10ms, SleepKind::Relative).took < 10ms;
                early = early || time.sleepFor(10ms, SleepKind::Timer).took < 10ms;
                const TimePoint deadline = time.now() + 10ms;
                early = early || time.sleepUntil(deadline).end < deadline;
            }
            time.detach();
            over = true;
        });
        int sent = 0;
        while (!over) {
            if (attached) {
                time.wake(); // the same signal that a stop sends, without its flag
                ++sent;
            }
            std::this_thread::sleep_for(100us);
        }
        sleeper.join();
        QVERIFY(!early);
        QVERIFY(sent > 5);
    }

    /// Sleeps longer than a test may take.
    void aStopEndsALongSleepOfEveryKind() {
        for (int kind = 0; kind < 3; ++kind) {
            SystemTime time;
            std::atomic<bool> over{false};
            std::thread sleeper([&] {
                time.attach();
                if (kind == 2)
                    time.sleepUntil(time.now() + 600s);
                else
                    time.sleepFor(600s, kind == 0 ? SleepKind::Relative : SleepKind::Timer);
                time.detach();
                over = true;
            });
            time.requestStop();
            while (!over) {
                time.wake();
                std::this_thread::sleep_for(1ms);
            }
            sleeper.join();
        }
    }

    void cpuTimeTellsSpinningFromSleeping() {
        SystemTime time;
        const auto meter = makeCpuMeter();
        const CpuCounters start = meter->read();
        CpuCounters spun = start;
        while (*spun.thread - *start.thread < 50ms) { // however little of the processor there is to be had
            time.spinUntil(time.now() + 10ms, SpinKind::Bare);
            spun = meter->read();
        }
        time.sleepFor(600ms, SleepKind::Relative);
        const CpuCounters slept = meter->read();
        const CpuUsage spinning = usageBetween(start, spun);
        const CpuUsage sleeping = usageBetween(spun, slept);
        QVERIFY(*spinning.threadPercent > 0 && *spinning.threadPercent < 110);
        QVERIFY(*slept.thread - *spun.thread < 25ms);
        QVERIFY(*sleeping.voluntary >= 1);
        const CpuCounters soon = meter->read(); // counters of 10 ms say nothing of a moment
        QVERIFY(!usageBetween(slept, soon).machinePercent);
        QVERIFY(sleeping.machinePercent && *sleeping.machinePercent >= 0 && *sleeping.machinePercent <= 100);
    }

    void clockFactsAreMeasured() {
        const ClockFacts facts = measureClock();
        QVERIFY(facts.readCost > 0 && facts.readCost < 1e6);
        QVERIFY(facts.resolution > 0);
        QVERIFY(facts.source.starts_with("CLOCK_MONOTONIC"));
        QCOMPARE(utcNow().size(), std::size_t{20});
    }

    void threadSettingsArePutBack() {
        std::thread([] {
            const std::string slackBefore = ThreadControl(ThreadPlan{}).outcomes()[2].observed;
            const std::vector<int> processorsBefore = allowedProcessors();
            {
                ThreadPlan plan;
                plan.slack = 1ns;
                plan.cpu = processorsBefore.back();
                const ThreadControl control(plan);
                QCOMPARE(control.outcomes()[1].observed, std::to_string(processorsBefore.back()));
                QCOMPARE(control.outcomes()[2].asked, std::string("1ns"));
                QCOMPARE(control.outcomes()[2].observed, std::string("1ns"));
                QVERIFY(control.outcomes()[2].granted);
            }
            QCOMPARE(ThreadControl(ThreadPlan{}).outcomes()[2].observed, slackBefore);
            QCOMPARE(allowedProcessors(), processorsBefore);
        }).join();
    }

    void realtimeIsGrantedOrRefusedWithAReason() {
        std::thread([] {
            ThreadPlan plan;
            plan.realtime = true;
            const ThreadControl control(plan);
            const SettingOutcome& outcome = control.outcomes()[0];
            QCOMPARE(outcome.granted, outcome.observed == "SCHED_FIFO");
            QCOMPARE(outcome.granted, outcome.reason.empty());
        }).join();
    }

    /// The kernel raises the soft limit of RLIMIT_RTTIME with the signal that it sends for it; every other
    /// SIGXCPU is somebody else's and reaches him.
    void onlyTheRealtimeLimitIsTakenForIt() {
        if (allowedProcessors().size() < 2)
            QSKIP("one processor: the real-time class is not asked for");
        static std::atomic<int> passedOn{0};
        ::signal(SIGXCPU, [](int) { ++passedOn; });
        const auto limitTo = [](rlim_t microseconds) {
            struct rlimit limit {};
            getrlimit(RLIMIT_RTTIME, &limit);
            limit.rlim_cur = microseconds;
            return setrlimit(RLIMIT_RTTIME, &limit) == 0;
        };
        const bool before = realtimeLimitHit();
        std::thread([&] {
            ThreadPlan plan;
            plan.realtime = true;
            QVERIFY(limitTo(100'000'000));
            const ThreadControl control(plan);
            raise(SIGXCPU); // as RLIMIT_CPU sends it
            QCOMPARE(passedOn.load(), 1);
            QCOMPARE(realtimeLimitHit(), before);
            QVERIFY(limitTo(101'000'000)); // as the kernel does
            raise(SIGXCPU);
            QCOMPARE(passedOn.load(), 1);
            QVERIFY(realtimeLimitHit());
            QCOMPARE(ThreadControl(ThreadPlan{}).outcomes()[0].observed, std::string("SCHED_OTHER"));
            raise(SIGXCPU); // the limit stands where it stood: again somebody else's
            QCOMPARE(passedOn.load(), 2);
        }).join();
        QVERIFY(limitTo(RLIM_INFINITY));
    }

    void processorListsAreShort() {
        QCOMPARE(processorList({0, 1, 2, 3, 8}), std::string("0-3,8"));
        QCOMPARE(processorList({5}), std::string("5"));
        QCOMPARE(processorList({}), std::string());
    }
};

JITTERSCOPE_TEST(SystemTimeTest)

} // namespace jitterscope::system_time_test

#include "system_time_test.moc"
