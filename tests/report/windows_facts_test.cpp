// SPDX-License-Identifier: MIT
#include "core/machine/facts_windows.h"
#include "tests/support/test_program.h"
#include "tests/support/windows_desktop.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>

namespace jitterscope::windows_facts_test {

using namespace jitterscope::test;

namespace {

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
        const WindowsReadings worst = laptop();
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
        WindowsReadings weak = desktop();
        weak.counterFrequency = 3'579'545;
        weak.onBattery = true;
        weak.powerScheme = "balanced";
        weak.batterySaver = true;
        weak.unparkedPercent = 50;
        QCOMPARE(stateOf(weak, "clocksource"), std::string("bad"));
        QCOMPARE(stateOf(weak, "power"), std::string("warn"));
        QCOMPARE(stateOf(weak, "power_profile"), std::string("warn"));
        QCOMPARE(stateOf(weak, "core_parking"), std::string("note"));
    }

    /// What is advised sets the scheme in use, and what undoes it is what was there.
    void theWayBackIsWhatWasThere() {
        WindowsReadings readings = laptop();
        const auto fact = [&readings](const char* id) { return factsOf(readings)[id]; };
        QCOMPARE(fact("power_profile").undo, std::string("powercfg /setactive SCHEME_MAX"));
        QCOMPARE(fact("core_parking").undo,
                 std::string("powercfg /setdcvalueindex SCHEME_CURRENT SUB_PROCESSOR CPMINCORES 10, then "
                             "powercfg /setactive SCHEME_CURRENT"));
        readings.onBattery = false;
        QVERIFY(fact("governor")
                    .doThis.starts_with("powercfg /setacvalueindex SCHEME_CURRENT SUB_PROCESSOR "
                                        "PROCTHROTTLEMIN 100"));
        readings.powerScheme = "balanced";
        QCOMPARE(fact("power_profile").undo, std::string("powercfg /setactive SCHEME_BALANCED"));
        QCOMPARE(fact("power_profile").state, FactState::Note);
        readings.powerScheme = "{12345678-1234-1234-1234-123456789ABC}"; // a maker's own
        QCOMPARE(fact("power_profile").undo,
                 std::string("powercfg /setactive 12345678-1234-1234-1234-123456789ABC"));
        QVERIFY(fact("virtual_machine").undo.find("hypervisorlaunchtype auto") != std::string::npos);
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

JITTERSCOPE_TEST(WindowsFactsTest)

} // namespace jitterscope::windows_facts_test

#include "windows_facts_test.moc"
