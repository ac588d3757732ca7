// SPDX-License-Identifier: MIT
#include "core/machine/facts_windows.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>

using namespace jitterscope;

namespace {

/// A desktop with a fine timer period, as its calls would answer.
WindowsReadings desktop() {
    WindowsReadings readings;
    readings.version = "10.0.22631";
    readings.longestPeriod = Nanoseconds{15'625'000};
    readings.shortestPeriod = Nanoseconds{500'000};
    readings.periodNow = Nanoseconds{1'000'000};
    readings.ownTick = Nanoseconds{1'000'000};
    readings.fineTimers = true;
    readings.counterFrequency = 10'000'000;
    readings.counterStep = Nanoseconds{100};
    readings.processor = "AMD Ryzen 7 5800X 8-Core Processor";
    readings.processors = readings.allProcessors = 16;
    readings.efficiencyClasses = 1;
    readings.threadsShareCores = true;
    readings.hypervisor = false;
    readings.onBattery = readings.batterySaver = false;
    readings.powerScheme = "high performance";
    readings.unparkedPercent = readings.slowestPercent = 100;
    readings.multimediaScheduler = true;
    readings.systemResponsiveness = 20;
    readings.gpuScheduling = true;
    readings.debugger = false;
    readings.priorityClass = "normal";
    return readings;
}

std::map<std::string, Fact> factsOf(const WindowsReadings& readings) {
    std::map<std::string, Fact> facts;
    for (const Fact& fact : windowsFacts(readings))
        facts[fact.id] = fact;
    return facts;
}

std::string stateOf(const WindowsReadings& readings, const std::string& id) {
    return std::string(factStateId(factsOf(readings)[id].state));
}

} // namespace

class WindowsFactsTest : public QObject {
    Q_OBJECT

private slots:
    void aSoundDesktopIsUnderstood() {
        const std::map<std::string, std::string> expected{{"kernel", "note"},
                                                          {"timer_period", "good"},
                                                          {"tick", "note"},
                                                          {"high_resolution_timers", "good"},
                                                          {"clocksource", "good"},
                                                          {"clock_granularity", "good"},
                                                          {"cpu_model", "note"},
                                                          {"cpus", "good"},
                                                          {"hybrid_cores", "good"},
                                                          {"smt", "note"},
                                                          {"virtual_machine", "good"},
                                                          {"power", "good"},
                                                          {"power_profile", "good"},
                                                          {"core_parking", "good"},
                                                          {"governor", "good"},
                                                          {"affinity", "good"},
                                                          {"scheduling", "good"},
                                                          {"realtime_right", "good"},
                                                          {"realtime_budget", "note"},
                                                          {"gpu_scheduling", "note"},
                                                          {"debugger", "good"}};
        std::map<std::string, std::string> found;
        for (const auto& [id, fact] : factsOf(desktop()))
            found[id] = factStateId(fact.state);
        QCOMPARE(found, expected);
    }

    void whatIsNotSaidIsUnknownAndNeverBad() {
        const std::vector<Fact> none = windowsFacts({});
        QCOMPARE(none.size(), windowsFacts(desktop()).size());
        for (const Fact& fact : none) {
            const bool off = fact.id == "high_resolution_timers"; // false is an answer
            QVERIFY2((fact.state == FactState::Unknown) != off, fact.id.c_str());
            QVERIFY2(!fact.why.empty() && fact.why.back() == '.' && !fact.group.empty() && !fact.name.empty(),
                     fact.id.c_str());
        }
    }

    void eachFactHasAReasonAndAWayBack() {
        WindowsReadings worst = desktop();
        worst.periodNow = worst.ownTick = Nanoseconds{15'625'000};
        worst.fineTimers = false;
        worst.fineTimersWhy = "this Windows has none";
        worst.counterFrequency = 14'318'180;
        worst.onBattery = true;
        worst.powerScheme = "power saver";
        worst.unparkedPercent = 10;
        worst.multimediaScheduler = false;
        worst.multimediaWhy = "MMCSS refuses the thread";
        worst.priorityClass = "idle";
        worst.debugger = true;
        worst.efficiencyClasses = 2;
        for (const Fact& fact : windowsFacts(worst)) {
            QVERIFY2(fact.why.ends_with('.') && fact.value.empty() == (fact.state == FactState::Unknown),
                     fact.id.c_str());
            QVERIFY2(fact.doThis.empty() == fact.undo.empty(), fact.id.c_str());
        }
        QCOMPARE(factsOf(worst)["high_resolution_timers"].why, std::string("This Windows has none."));
    }

    void theTickCostsItselfAndHasACure() {
        WindowsReadings coarse = desktop();
        coarse.ownTick =
            Nanoseconds{15'625'000}; // the machine's period is fine: since 2004 that is another's
        const Fact tick = factsOf(coarse)["tick"];
        QCOMPARE(tick.state, FactState::Warn);
        QCOMPARE(tick.cost->count(), 15'625'000);
        QVERIFY(tick.doThis.find("timeBeginPeriod") != std::string::npos);
        coarse.ownTick = Nanoseconds{0};
        QCOMPARE(stateOf(coarse, "tick"), std::string("good"));
    }

    void aSlowCounterAndAWeakSupplyWarn() {
        WindowsReadings laptop = desktop();
        laptop.counterFrequency = 3'579'545;
        laptop.onBattery = true;
        laptop.powerScheme = "balanced";
        laptop.batterySaver = true;
        laptop.unparkedPercent = 50;
        QCOMPARE(stateOf(laptop, "clocksource"), std::string("bad"));
        QCOMPARE(stateOf(laptop, "power"), std::string("warn"));
        QCOMPARE(stateOf(laptop, "power_profile"), std::string("warn"));
        QCOMPARE(stateOf(laptop, "core_parking"), std::string("note"));
    }

    void wineIsNotTakenForWindows() {
        WindowsReadings wine = desktop();
        wine.wine = "8.0";
        const Fact system = factsOf(wine)["kernel"];
        QCOMPARE(system.value, std::string("Wine 8.0 as Windows 10.0.22631"));
        QCOMPARE(system.state, FactState::Warn);
    }

    void onThisSystemTheRightFactsAreRead() {
        const std::vector<Fact> facts = readFacts();
        const bool windows = windowsReadings().has_value();
        QCOMPARE(std::ranges::any_of(facts, [](const Fact& fact) { return fact.id == "timer_period"; }),
                 windows);
        QCOMPARE(std::ranges::any_of(facts, [](const Fact& fact) { return fact.id == "timer_slack"; }),
                 !windows);
    }
};

QTEST_APPLESS_MAIN(WindowsFactsTest)
#include "windows_facts_test.moc"
