// SPDX-License-Identifier: MIT
// What Windows refuses, or grants without effect: on any system, on a table of calls that this file scripts.
#include "core/platform/windows/replacement.h"
#include "core/platform/windows/suspended_time.h"
#include "core/platform/windows/thread_class.h"
#include "core/platform/windows/timer_period.h"
#include "core/platform/windows/timers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope::windows_calls_test {

namespace {

/// A Windows in virtual time: sleeps and timers end on its tick.
struct Machine {
    Nanoseconds now{0};
    Nanoseconds tick{15'625'000};
    Nanoseconds fineTick{500'000};
    Nanoseconds named{15'625'000}; // the period that it names
    bool timers = true;
    bool fineTimers = true;
    bool settingTimers = true;
    bool waiting = true;
    bool periodGranted = true;
    bool periodWorks = true;
    int priority = 8;
    int level = 0;
    bool multimedia = true;
    bool multimediaWorks = true;
    bool levelGranted = true;
    bool levelWorks = true;
    int wakes = 0; // that come before the next timer
    std::atomic<bool>* stopAtWake = nullptr;
    std::int64_t fineDue = 0;
    std::int64_t due = 0;
    int open = 0;
    int members = 0;
    std::vector<std::uint32_t> periods; // begun and not ended
    std::vector<bool> kept;
    std::vector<std::uint32_t> slept; // ms
    std::vector<std::int64_t> set;    // units of timers
};
Machine g_machine;
int g_coarse = 0; // what handles point to
int g_fine = 0;
int g_event = 0;
int g_membership = 0;

Nanoseconds endOf(Nanoseconds length, Nanoseconds tick) {
    const std::int64_t target = (g_machine.now + length).count();
    return Nanoseconds((target + tick.count() - 1) / tick.count() * tick.count());
}

const WindowsCalls kScripted{
    .now = []() noexcept { return g_machine.now; },
    .makeTimer = [](bool fine) noexcept -> WindowsCalls::Handle {
        if (fine ? !g_machine.fineTimers : !g_machine.timers)
            return nullptr;
        ++g_machine.open;
        return fine ? &g_fine : &g_coarse;
    },
    .makeEvent = []() noexcept -> WindowsCalls::Handle {
        ++g_machine.open;
        return &g_event;
    },
    .setEvent = [](WindowsCalls::Handle) noexcept { ++g_machine.wakes; },
    .setTimer =
        [](WindowsCalls::Handle, std::int64_t units) noexcept {
            g_machine.set.push_back(units);
            g_machine.due = units * 100;
            return g_machine.settingTimers;
        },
    .waitForEither =
        [](WindowsCalls::Handle, WindowsCalls::Handle timer) noexcept {
            if (!g_machine.waiting)
                return WindowsCalls::Waited::Failed;
            if (g_machine.wakes > 0) {
                --g_machine.wakes;
                if (g_machine.stopAtWake != nullptr)
                    g_machine.stopAtWake->store(true);
                return WindowsCalls::Waited::Event;
            }
            g_machine.now =
                endOf(Nanoseconds(g_machine.due), timer == &g_fine ? g_machine.fineTick : g_machine.tick);
            return WindowsCalls::Waited::Timer;
        },
    .close = [](WindowsCalls::Handle) noexcept { --g_machine.open; },
    .sleep =
        [](std::uint32_t milliseconds) noexcept {
            g_machine.slept.push_back(milliseconds);
            if (g_machine.wakes > 0) {
                --g_machine.wakes;
                if (g_machine.stopAtWake != nullptr)
                    g_machine.stopAtWake->store(true);
                return true;
            }
            g_machine.now = endOf(Nanoseconds(milliseconds * std::int64_t{1'000'000}), g_machine.tick);
            return false;
        },
    .beginPeriod =
        [](std::uint32_t milliseconds) noexcept {
            if (!g_machine.periodGranted)
                return false;
            g_machine.periods.push_back(milliseconds);
            g_machine.named = Nanoseconds(milliseconds * std::int64_t{1'000'000});
            if (g_machine.periodWorks)
                g_machine.tick = g_machine.named;
            return true;
        },
    .endPeriod = [](std::uint32_t milliseconds) noexcept { std::erase(g_machine.periods, milliseconds); },
    .periods =
        []() noexcept {
            return TimerPeriods{Nanoseconds{15'625'000}, Nanoseconds{500'000}, g_machine.named};
        },
    .keepPeriodWhenCovered =
        [](bool keep) noexcept {
            g_machine.kept.push_back(keep);
            return true;
        },
    .priority = []() noexcept { return g_machine.priority; },
    .level = []() noexcept { return g_machine.level; },
    .setLevel =
        [](int level) noexcept {
            if (!g_machine.levelGranted)
                return false;
            if (g_machine.levelWorks) {
                g_machine.level = level;
                g_machine.priority = level == ThreadClass::kTimeCritical ? 15 : 8 + level;
            }
            return true;
        },
    .joinMultimedia = []() noexcept -> WindowsCalls::Handle {
        if (!g_machine.multimedia)
            return nullptr;
        ++g_machine.members;
        if (g_machine.multimediaWorks)
            g_machine.priority = 26;
        return &g_membership;
    },
    .leaveMultimedia =
        [](WindowsCalls::Handle) noexcept {
            --g_machine.members;
            g_machine.priority = 8;
        },
};

/// A folder with the file's name, the old file aside and the finished one. The calls fail with what is
/// scripted for them, one code each, and then work.
struct Folder {
    std::string file = "old"; // empty: there is none of the name
    std::string aside;
    std::string finished = "new";
    std::vector<std::uint32_t> refusals;   // of replace() and move(), the first one first
    std::vector<std::uint32_t> heldAside;  // of takeBack()
    std::vector<std::string> seenInPauses; // under the file's name
    std::size_t tries = 0;

    [[nodiscard]] bool exists() const { return !file.empty(); }
    [[nodiscard]] bool oldIsAside() const { return !aside.empty(); }
    std::uint32_t replace() {
        const std::uint32_t code = move();
        if (code == OldMovedAside)
            aside = std::exchange(file, "");
        return code;
    }
    std::uint32_t move() {
        if (tries++ < refusals.size())
            return refusals[tries - 1];
        file = std::exchange(finished, "");
        return 0;
    }
    std::uint32_t takeBack() {
        if (!heldAside.empty()) {
            const std::uint32_t code = heldAside.front();
            heldAside.erase(heldAside.begin());
            return code;
        }
        file = std::exchange(aside, "");
        return 0;
    }
    void pause() { seenInPauses.push_back(file); }
};

constexpr std::int64_t inMicroseconds(Nanoseconds length) {
    return length.count() / 1000;
}

} // namespace

class WindowsCallsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { g_machine = Machine(); }

    // ---- Sleeps

    void eachKindOfSleepAsksWithItsOwnCall() {
        const std::atomic<bool> never{false};
        NativeTimers timers(kScripted);
        timers.sleepFor(Nanoseconds{1'500'000}, SleepKind::Relative, never);
        QCOMPARE(g_machine.slept, std::vector<std::uint32_t>{2}); // never early: rounded up
        QCOMPARE(inMicroseconds(g_machine.now), 15'625);
        timers.sleepFor(Nanoseconds{1'500'050}, SleepKind::HighResolutionTimer, never);
        QCOMPARE(g_machine.set, std::vector<std::int64_t>{15'001});
        QCOMPARE(inMicroseconds(g_machine.now), 17'500); // the fine grid
        timers.sleepFor(Nanoseconds{1'000}, SleepKind::Timer, never);
        QCOMPARE(inMicroseconds(g_machine.now), 31'250);
        timers.sleepFor(Nanoseconds{0}, SleepKind::Relative, never);
        QCOMPARE(g_machine.slept.back(), 0U);
    }

    void aRefusedTimerSleepsAnotherWay() {
        const std::atomic<bool> never{false};
        g_machine.fineTimers = false;
        {
            NativeTimers timers(kScripted);
            timers.sleepFor(Nanoseconds{400'000}, SleepKind::HighResolutionTimer, never);
            QCOMPARE(g_machine.set.size(), std::size_t{1}); // the ordinary timer
            QCOMPARE(inMicroseconds(g_machine.now), 15'625);
        }
        QCOMPARE(g_machine.open, 0);
        for (bool Machine::*refused : {&Machine::timers, &Machine::settingTimers, &Machine::waiting}) {
            g_machine = Machine();
            g_machine.*refused = false;
            NativeTimers timers(kScripted);
            timers.sleepFor(Nanoseconds{3'000'000}, SleepKind::Absolute, never);
            QCOMPARE(g_machine.slept, std::vector<std::uint32_t>{3});
            QCOMPARE(inMicroseconds(g_machine.now), 15'625);
        }
    }

    void aStopEndsEachSleepAtOnceAndAWakeDoesNot() {
        for (const SleepKind kind : {SleepKind::Relative, SleepKind::Timer, SleepKind::HighResolutionTimer}) {
            for (const bool stops : {false, true}) {
                g_machine = Machine();
                std::atomic<bool> stop{false};
                NativeTimers timers(kScripted);
                timers.wake();
                if (stops)
                    g_machine.stopAtWake = &stop;
                timers.sleepFor(Nanoseconds{1'000'000'000}, kind, stop);
                QCOMPARE(g_machine.now == Nanoseconds{0}, stops);
                QVERIFY(stops || g_machine.now >= Nanoseconds{1'000'000'000});
            }
        }
    }

    void aFineTimerWithoutEffectIsNotSupported() {
        QVERIFY(timerSupport(kScripted, SleepKind::HighResolutionTimer).available);
        g_machine.fineTick = g_machine.tick;
        g_machine.now = Nanoseconds{1};
        const Support coarse = timerSupport(kScripted, SleepKind::HighResolutionTimer);
        QVERIFY(!coarse.available);
        QVERIFY2(coarse.reason.find("without effect: 0.5 ms took 15.6") != std::string::npos,
                 coarse.reason.c_str());
        g_machine.fineTimers = false;
        QVERIFY(timerSupport(kScripted, SleepKind::HighResolutionTimer).reason.find("1803") !=
                std::string::npos);
        g_machine.timers = false;
        QVERIFY(!timerSupport(kScripted, SleepKind::Timer).available);
        QVERIFY(timerSupport(kScripted, SleepKind::Relative).available);
        QCOMPARE(g_machine.open, 0);
    }

    // ---- The period of the timer interrupt

    void aPeriodIsAskedForObservedAndTakenBack() {
        {
            const TimerPeriod period(kScripted, Nanoseconds{1'500'000});
            QCOMPARE(g_machine.periods, std::vector<std::uint32_t>{2});
            QCOMPARE(period.outcome().name, std::string("timer_period"));
            QCOMPARE(period.outcome().asked, std::string("2ms"));
            QVERIFY2(period.outcome().granted, period.outcome().reason.c_str());
            QCOMPARE(period.outcome().observed, std::string("2 ms"));
        }
        QVERIFY(g_machine.periods.empty());
        QCOMPARE(g_machine.kept, (std::vector<bool>{true, false}));
    }

    void aPeriodWithoutEffectIsNotGranted() {
        g_machine.periodWorks = false;
        {
            const TimerPeriod period(kScripted, Nanoseconds{1});
            QVERIFY(!period.outcome().granted);
            QVERIFY2(period.outcome().reason.find("without effect: a sleep of 1ms took 15.6") !=
                         std::string::npos,
                     period.outcome().reason.c_str());
        }
        QVERIFY(g_machine.periods.empty()); // what was begun is ended all the same
        g_machine = Machine();
        g_machine.periodGranted = false;
        const TimerPeriod refused(kScripted, Nanoseconds{1'000'000});
        QVERIFY(!refused.outcome().granted);
        QVERIFY(refused.outcome().reason.find("refuses") != std::string::npos);
    }

    void theTickIsWhatSleepsShow() {
        QCOMPARE(observedTick(kScripted), Nanoseconds{15'625'000});
        g_machine.tick = g_machine.named = Nanoseconds{1'000'000};
        QCOMPARE(observedTick(kScripted), Nanoseconds{1'000'000});
        g_machine.tick = Nanoseconds{15'625'000}; // another program has asked, this one gets nothing
        QCOMPARE(observedTick(kScripted), Nanoseconds{15'625'000});
        g_machine.named = Nanoseconds{15'625'000}; // no grid, whatever is named
        g_machine.tick = Nanoseconds{1};
        QCOMPARE(observedTick(kScripted), Nanoseconds{0});
        g_machine.named = Nanoseconds{0};
        QCOMPARE(observedTick(kScripted), Nanoseconds{0});
    }

    /// What is known of the tick is what was observed, not what was asked for.
    void theTickIsObservedAnewWhenThePeriodIsSet() {
        KnownTick tick(kScripted);
        QCOMPARE(tick.get(), Nanoseconds{15'625'000});
        {
            const TimerPeriod period(kScripted, Nanoseconds{1'000'000});
            tick.observe();
            QCOMPARE(tick.get(), Nanoseconds{1'000'000});
        }
        QCOMPARE(tick.get(), Nanoseconds{1'000'000}); // reading it sleeps no more
        tick.putBack(Nanoseconds{15'625'000});
        QCOMPARE(tick.get(), Nanoseconds{15'625'000});
        g_machine.tick = Nanoseconds{15'625'000};
        g_machine.periodWorks = false;
        const TimerPeriod period(kScripted, Nanoseconds{1'000'000});
        tick.observe();
        QCOMPARE(tick.get(), Nanoseconds{15'625'000}); // granted, but without effect
    }

    // ---- The class of a thread

    void theClassForSoundIsTakenWhereItWorks() {
        {
            ThreadClass threadClass(kScripted);
            threadClass.enter();
            QVERIFY(threadClass.support().available && threadClass.support().reason.empty());
            QCOMPARE(classText(kScripted), std::string("priority 26"));
            QVERIFY(runsFirst(kScripted));
        }
        QCOMPARE(g_machine.members, 0);
        QCOMPARE(g_machine.priority, 8);
        QVERIFY(!runsFirst(kScripted));
    }

    void withoutTheClassTheLevelIsRaisedAndSaysSo() {
        g_machine.multimediaWorks = false;
        g_machine.level = 1;
        {
            ThreadClass threadClass(kScripted);
            threadClass.enter();
            QVERIFY(threadClass.support().available);
            QVERIFY2(threadClass.support().reason.starts_with("MMCSS agreed, but without effect"),
                     threadClass.support().reason.c_str());
            QCOMPARE(g_machine.members, 0);
            QCOMPARE(classText(kScripted), std::string("priority 15, time-critical"));
        }
        QCOMPARE(g_machine.level, 1);
    }

    void whatIsRefusedOrWithoutEffectIsNotGranted() {
        g_machine.multimedia = false;
        g_machine.levelGranted = false;
        ThreadClass refused(kScripted);
        refused.enter();
        QVERIFY(!refused.support().available);
        QCOMPARE(refused.support().reason,
                 std::string("MMCSS refuses the thread; SetThreadPriority refuses it"));
        g_machine.levelGranted = true;
        g_machine.levelWorks = false;
        ThreadClass idle(kScripted);
        idle.enter();
        QVERIFY(!idle.support().available);
        QVERIFY(idle.support().reason.ends_with("SetThreadPriority agreed, but without effect"));
    }

    // ---- The name of a finished file

    void whoeverHoldsAFileMayLetItGo() {
        for (const FileCode code :
             {AccessDenied, SharingViolation, LockViolation, OldNotRemoved, NewNotMoved, OldMovedAside}) {
            for (const char* old : {"old", ""}) {
                Folder folder;
                folder.file = old;
                folder.refusals = {code, code, code};
                QCOMPARE(giveFinalName(folder), 0U);
                QCOMPARE(folder.file, std::string("new"));
                QCOMPARE(folder.seenInPauses, std::vector<std::string>(3, old)); // it was never away
            }
        }
        Folder folder;
        folder.refusals = {112}; // the disk is full: that does not pass
        QCOMPARE(giveFinalName(folder), 112U);
        QCOMPARE(folder.tries, std::size_t{1});
        QCOMPARE(folder.file, std::string("old"));
    }

    void whoDoesNotLetGoKeepsTheOldFile() {
        for (const FileCode code : {OldNotRemoved, OldMovedAside}) {
            Folder folder;
            folder.refusals.assign(1000, code);
            QCOMPARE(giveFinalName(folder), std::uint32_t{code});
            QCOMPARE(folder.tries, std::size_t{50});
            QCOMPARE(folder.file, std::string("old"));
            QCOMPARE(folder.finished, std::string("new"));
        }
    }

    void anOldFileThatIsHeldAsideIsTakenBackLater() {
        Folder folder;
        folder.refusals = {OldMovedAside, NewNotMoved};
        folder.heldAside = {SharingViolation, SharingViolation, SharingViolation};
        QCOMPARE(giveFinalName(folder), 0U);
        QCOMPARE(folder.file, std::string("new"));
        QCOMPARE(folder.aside, std::string());
        QCOMPARE(folder.seenInPauses, (std::vector<std::string>{"", "", "", "old"}));
        Folder held;
        held.refusals = {OldMovedAside};
        held.heldAside.assign(1000, SharingViolation);
        QCOMPARE(giveFinalName(held), std::uint32_t{SharingViolation});
        QCOMPARE(held.aside, std::string("old")); // the next open takes it back
        QCOMPARE(held.finished, std::string("new"));
    }

    void aTemporaryNamesItsProcess() {
        QCOMPARE(makerOfTemporary(L".jitterscope-4242-0.tmp"), std::optional<std::uint32_t>(4242));
        QCOMPARE(makerOfTemporary(L".jitterscope-4294967295-17.tmp"),
                 std::optional<std::uint32_t>(0xFFFFFFFF));
        for (const wchar_t* other :
             {L".jitterscope-4294967296-0.tmp", L".jitterscope-notes.tmp", L".jitterscope-.tmp",
              L".jitterscope--0.tmp", L".jitterscope-1-.tmp", L".jitterscope-1-2-3.tmp",
              L".jitterscope-1-0.tmp2", L"jitterscope-1-0.tmp", L".jitterscope-+1-0.tmp", L""})
            QVERIFY2(!makerOfTemporary(other), qPrintable(QString::fromWCharArray(other)));
    }

    // ---- Suspended time

    /// Two clocks that step by a tick; it may come before each reading.
    void aTickBetweenTwoReadingsIsNoSuspend() {
        constexpr Nanoseconds kTick{15'625'000};
        constexpr Nanoseconds kAsleep{28'800'000'000'000};
        for (unsigned ticks = 0; ticks < 64; ++ticks) { // bit n: a tick before reading n
            int readings = 0;
            Nanoseconds now = kTick * 1000;
            const auto read = [&] { return now += kTick * ((ticks >> readings++) & 1U); };
            QCOMPARE(suspendedWithinTick(read, [&] { return read() + kAsleep; }), kAsleep);
        }
        int readings = 0;
        Nanoseconds now{0};
        const auto read = [&] {
            ++readings;
            return now += kTick;
        };
        QCOMPARE(suspendedWithinTick(read, [&] { return read() + kAsleep; }),
                 kAsleep - kTick); // never too long
        QCOMPARE(readings, 33);
    }
};

JITTERSCOPE_TEST(WindowsCallsTest)

} // namespace jitterscope::windows_calls_test

#include "windows_calls_test.moc"
