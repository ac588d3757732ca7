// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/diagnosis/advice_catalog.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/loop_book.h"
#include "core/diagnosis/snippet.h"
#include "core/diagnosis/words.h"
#include "core/document/document.h"
#include "core/document/documents.h"
#include "core/files/result_files.h"
#include "core/machine/facts_windows.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/test_program.h"
#include "tests/support/windows_diagnosed.h"

#include <QTest>

namespace jitterscope::windows_diagnosis_test {

using namespace jitterscope::test;
using namespace std::chrono_literals;

// What a diagnosis says on Windows, from readings that were written down: on any system.

namespace {

QStringList idsOf(const std::vector<Finding>& findings) {
    QStringList ids;
    for (const Finding& finding : findings)
        ids << QString::fromStdString(finding.id);
    return ids;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// Words that no user of Windows can do anything with; empty: there are none.
std::string ofLinux(const std::string& text) {
    for (const char* word :
         {"/proc/",      "/dev/",       "/sys/",           "prctl",        "PR_SET",      "SCHED_FIFO",
          "SCHED_RR",    "SCHED_OTHER", "clock_nanosleep", "schedstat",    "docker",      "systemd",
          "cpupower",    "cpu.max",     "rtprio",          "CAP_SYS_NICE", "RealtimeKit", "pidstat",
          "hwlatdetect", "timer slack", "mlockall",        "highres=off",  "sys/prctl.h"}) {
        const std::size_t at = text.find(word);
        if (at != std::string::npos)
            return std::string(word) + ": …" + text.substr(at > 60 ? at - 60 : 0, 160);
    }
    return {};
}

RunPlan planOf(const char* strategy, bool settings) {
    RunPlan plan = standardPlan();
    plan.machine = machineChoice("windows-1ms"); // only for its words
    plan.strategy = sleepChoice(strategy);
    if (settings)
        plan.thread = {.realtime = true, .cpu = 70, .slack = 1500us};
    return plan;
}

} // namespace

class WindowsDiagnosisTest : public QObject {
    Q_OBJECT

private slots:
    /// What a tick can cost is a tick: what is beyond it has another cause, which Windows does not tell.
    void aTickCostsAtMostATick() {
        const Diagnosis late = diagnosedOn(laptop(), 20'000'000, 0);
        QCOMPARE(idsOf(late.findings.list), QStringList({"tick", "untold"}));
        QCOMPARE(late.findings.list[0].cost, 15'625'000.0);
        QCOMPARE(late.findings.list[1].cost, 4'375'000.0);
        QCOMPARE(late.findings.mean, 20'000'000.0);
        QCOMPARE(late.verdict.causeId, std::string("tick"));
        QVERIFY2(has(late.verdict.sentence, "mostly because sleeps end on ticks of 15.62 ms"),
                 late.verdict.sentence.c_str());
        WindowsReadings none = desktop();
        none.ownTick = 0ns;
        const Diagnosis other = diagnosedOn(none, 700'000, 0);
        QCOMPARE(idsOf(other.findings.list), QStringList({"untold"}));
        QVERIFY(has(other.verdict.detail,
                    "The reason is unknown, since Windows does not say how long a thread waited for a CPU."));
        QVERIFY(has(other.verdict.detail,
                    "Not looked at: how long the loop waited for a CPU (Windows does not "
                    "say)."));
    }

    /// timeBeginPeriod gives 1 ms: who has that is not told to ask for it.
    void aFinerTickIsAdvisedWhereThereIsOne() {
        const auto advice = [](std::int64_t tick) {
            WindowsReadings readings = desktop();
            readings.ownTick = Nanoseconds(tick);
            return diagnosedOn(readings, tick, 0).findings.list.at(0);
        };
        QVERIFY(has(advice(15'625'000).doThis, "timeBeginPeriod(1), here: --slack 1ms"));
        QVERIFY(!has(advice(1'000'000).doThis, "timeBeginPeriod"));
        QVERIFY(has(advice(1'000'000).doThis, "high-resolution timer"));
    }

    /// Each fact that lengthens a wait is named where the cause cannot be told, with its own cure.
    void suspectsAreTheMachinesFacts() {
        const Diagnosis worst = diagnosedOn(laptop(), 20'000'000, 61);
        QCOMPARE(idsOf(worst.findings.suspects),
                 QStringList({"run_others", "scheduling", "debugger", "power", "power_profile",
                              "core_parking", "governor", "virtual_machine", "hybrid_cores", "affinity",
                              "smt", "realtime_right"}));
        const auto suspect = [&worst](const char* id) {
            return *std::ranges::find(worst.findings.suspects, std::string(id), &Finding::id);
        };
        QCOMPARE(suspect("run_others").title, std::string("Used by other programs: 61 % of all processors"));
        QCOMPARE(suspect("run_others").trial, std::string("realtime"));
        QCOMPARE(suspect("power").doThis, std::string("plug the charger in"));
        QCOMPARE(suspect("power_profile").doThis, std::string("powercfg /setactive SCHEME_MIN"));
        QVERIFY(has(suspect("core_parking").doThis, "CPMINCORES 100"));
        QCOMPARE(suspect("realtime_right").doThis, std::string("sc start MMCSS"));
        for (const Finding& each : worst.findings.suspects) {
            QCOMPARE(each.cost, 0.0); // nobody measured it
            QVERIFY(each.trial.empty() || findCure(curesHere(), each.trial) != nullptr);
            const std::vector<Ground> grounds = groundsOf(worst, "suspect:" + each.id);
            QCOMPARE(grounds.size(), std::size_t{2});
            QCOMPARE(grounds[0].value, std::string("not known"));
            QVERIFY(has(grounds[1].value, each.soWhat));
        }
        double costs = 0;
        for (const Finding& line : worst.findings.account)
            costs += line.cost;
        QVERIFY(std::abs(costs - worst.findings.mean) < 1e-3);
        const std::string report = markdown(diagnosisDocument(worst, {}));
        QVERIFY(has(report, std::string(kSuspectsText)));
        QVERIFY(has(report, "Core parking: at least 10 % awake"));
    }

    void aSoundMachineHasFewSuspects() {
        QCOMPARE(idsOf(diagnosedOn(desktop(), 5'000'000, 1).findings.suspects), QStringList({"smt"}));
        // All of it is the tick's: nothing is to be suspected.
        QVERIFY(diagnosedOn(laptop(), 9'000'000, 61).findings.suspects.empty());
        Diagnosis linux = diagnosedOn(laptop(), 20'000'000, 61);
        linux.machine.system = SystemFamily::Linux;
        conclude(linux);
        QVERIFY(linux.findings.suspects.empty());
    }

    void nothingOfLinuxIsAdvised_data() {
        QTest::addColumn<int>("late");
        for (const int late : {100'000, 900'000, 9'000'000, 30'000'000})
            QTest::addRow("%d µs late", late / 1000) << late;
    }
    void nothingOfLinuxIsAdvised() {
        QFETCH(const int, late);
        for (const WindowsReadings& readings : {desktop(), laptop()}) {
            for (const double others : {0.0, 61.0}) {
                const Diagnosis diagnosis = diagnosedOn(readings, late, others);
                Findings told = diagnosis.findings;
                for (const auto& list : {told.list, told.suspects}) {
                    for (const Finding& finding : list) {
                        for (const std::string& text : {finding.title, finding.soWhat, finding.because,
                                                        finding.doThis, finding.undo, finding.cannotTell})
                            QVERIFY2(ofLinux(text).empty(), ofLinux(text).c_str());
                        const Cure* const trial = findCure(curesHere(), finding.trial);
                        QVERIFY2(trial == nullptr || trial->only != SystemFamily::Linux, finding.id.c_str());
                    }
                }
                for (const Fact& fact : diagnosis.machine.facts) {
                    for (const std::string& text : {fact.why, fact.doThis, fact.undo})
                        QVERIFY2(ofLinux(text).empty(), ofLinux(text).c_str());
                }
                for (const std::string& text : {diagnosis.verdict.sentence, diagnosis.verdict.detail})
                    QVERIFY2(ofLinux(text).empty(), ofLinux(text).c_str());
            }
        }
    }

    /// The whole of what is written of a simulated Windows, with all of its trials and all of its code.
    void nothingOfLinuxIsWritten_data() {
        QTest::addColumn<QByteArray>("machine");
        for (const char* machine : {"windows-15ms", "windows-1ms-loaded", "windows-hires"})
            QTest::addRow("%s", machine) << QByteArray(machine);
    }
    void nothingOfLinuxIsWritten() {
        QFETCH(const QByteArray, machine);
        const Diagnosis diagnosis = simulatedDiagnosis(machine.data(), "game-144");
        QCOMPARE(diagnosis.machine.system, SystemFamily::Windows);
        for (const std::string& text :
             {diagnosisJson(diagnosis, {}), markdown(diagnosisDocument(diagnosis, {}))})
            QVERIFY2(ofLinux(text).empty(), ofLinux(text).c_str());
    }

    void theTrialsAreThoseOfTheSystem() {
        const auto ids = [](SystemFamily system) {
            QStringList list;
            for (const Cure* entry : curesHere(system))
                list << QString::fromUtf8(entry->id.data());
            return list;
        };
        QCOMPARE(ids(SystemFamily::Linux),
                 QStringList({"slack", "absolute", "realtime", "pin", "idle", "adaptive", "together"}));
        QCOMPARE(ids(SystemFamily::Windows), QStringList({"timer-period", "hires-timer", "absolute",
                                                          "realtime", "pin", "adaptive", "together"}));
        TrialPlan plan;
        plan.loop = diagnosisPlan("game-60").loop;
        plan.loop.machine = machineChoice("linux-rt");
        for (const char* id : {"timer-period", "hires-timer"}) {
            plan.id = id;
            QCOMPARE(trialSupport(plan).reason, std::string("this system has no such setting"));
        }
        plan.loop.machine = machineChoice("windows-1ms");
        plan.id = "idle";
        QCOMPARE(trialSupport(plan).reason, std::string("this system has no such setting"));
    }

    void theTimersPeriodIsTriedInWholeMilliseconds() {
        TrialPlan plan;
        plan.id = "timer-period";
        plan.loop = diagnosisPlan("game-60").loop;
        plan.loop.machine = machineChoice("windows-15ms");
        QCOMPARE(curedLoop(plan)->thread.slack, std::optional<Nanoseconds>(1ms));
        QCOMPARE(planName(*curedLoop(plan)), std::string("system sleep, timer period 1 ms"));
        plan.loop.thread.slack = 1500us;
        QCOMPARE(planName(plan.loop), std::string("system sleep, timer period 2 ms"));
        plan.loop.thread.slack = 1ms;
        QVERIFY(!curedLoop(plan));
    }

    /// Where sleeps end on 15.6 ms, a high-resolution timer is on time, and costs a millisecond's spin.
    void aHighResolutionTimerHelpsOnACoarseTick() {
        JobControl control;
        const Diagnosis diagnosis = simulatedDiagnosis("windows-15ms", "game-144", false);
        const auto tried = runTrial(trialPlan(diagnosis, "hires-timer"), control);
        QVERIFY(tried && tried->measured() && tried->helped());
        QCOMPARE(tried->after.plan.strategy.id, std::string("hires-timer"));
        QVERIFY(tried->before.lateShare()->value > 0.9 && tried->after.lateShare()->value < 0.01);
        QVERIFY(tried->cpu->value > 10); // of 6.9 ms
    }

    void theCodeIsForTheSystem() {
        const auto ids = [](SystemFamily system) {
            QStringList list;
            for (const SnippetEntry* entry : snippetsFor(system))
                list << QString::fromUtf8(entry->id.data());
            return list;
        };
        QCOMPARE(ids(SystemFamily::Linux), QStringList({"cpp-pacer", "cpp-header", "cpp-posix", "cpp-windows",
                                                        "c", "c-windows", "rust", "python"}));
        QCOMPARE(ids(SystemFamily::Windows),
                 QStringList({"cpp-pacer", "cpp-header", "cpp-windows", "c-windows", "rust", "python"}));
        const auto standard = [](const char* strategy) {
            return standardSnippet(snippetParts(planOf(strategy, false)));
        };
        QCOMPARE(standard("adaptive"), std::string_view("cpp-header"));
        QCOMPARE(standard("half-millisecond"), std::string_view("cpp-windows"));
        QCOMPARE(standard("absolute-sleep"), std::string_view("cpp-pacer")); // no other code waits exactly so
    }

    void theCodeHasTheSettings() {
        for (const char* id : {"cpp-pacer", "cpp-header", "cpp-windows", "c-windows"}) {
            const SnippetEntry& entry = *findEntry(snippetCatalog(), id);
            const std::string with = entry.text(snippetParts(planOf("adaptive", true)));
            QVERIFY2(has(with, "timeBeginPeriod(2)") &&
                         has(with, "AvSetMmThreadCharacteristicsW(L\"Pro Audio\"") &&
                         has(with, "{(KAFFINITY)1 << 6, 1, {0, 0, 0}}"),
                     with.c_str());
            QVERIFY2(ofLinux(with).empty(), ofLinux(with).c_str());
            const std::string without = entry.text(snippetParts(planOf("adaptive", false)));
            QVERIFY2(!has(without, "timeBeginPeriod") && !has(without, "avrt") && !has(without, "AFFINITY"),
                     without.c_str());
        }
        for (const char* id : {"rust", "python"}) {
            const std::string with =
                findEntry(snippetCatalog(), id)->text(snippetParts(planOf("adaptive", true)));
            QVERIFY(
                has(with, "not set here: timer period, class for sound, processor; C for Windows shows how"));
            QVERIFY2(ofLinux(with).empty(), ofLinux(with).c_str());
        }
    }

    /// One high-resolution timer until 500 µs before, then a bare spin: on Windows half-millisecond does so.
    void theCodeHasTheFiguresOfTheLoopThatWaitsSo() {
        Candidate half{"half millisecond", false, loopThatWakes(100'000, 500'000)};
        half.evidence.plan = planOf("half-millisecond", false);
        const SnippetParts parts = snippetParts(targetOf("game-60"), recommend(targetOf("game-60"), {half}));
        for (const char* id : {"cpp-windows", "c-windows"})
            QVERIFY(has(findEntry(snippetCatalog(), id)->text(parts), "// measured on 600 frames: 0 % late"));
        SnippetParts linux = parts;
        linux.system = SystemFamily::Linux; // there it is an absolute sleep
        QVERIFY(has(findEntry(snippetCatalog(), "cpp-windows")->text(linux), "not measured"));
    }

    void eachAdviceIsOfAFinding() {
        for (const AdviceEntry& cure : adviceCatalog()) {
            const std::string_view finding = cure.cause.substr(0, cure.cause.find(':'));
            QVERIFY2(findEntry(findingCatalog(), finding) != nullptr, cure.cause.data());
            QCOMPARE(adviceFor(cure.cause, cure.system), &cure);
            const Cure* const trial = findCure(curesHere(), cure.trial);
            QCOMPARE(trial == nullptr, cure.trial.empty());
            QVERIFY(trial == nullptr || !trial->only || trial->only == cure.system);
        }
        QCOMPARE(adviceFor("slack", SystemFamily::Windows), nullptr);
    }
};

JITTERSCOPE_TEST(WindowsDiagnosisTest)

} // namespace jitterscope::windows_diagnosis_test

#include "windows_diagnosis_test.moc"
