// SPDX-License-Identifier: MIT
// What versions 0.1 and 0.2 wrote is opened, and says the same numbers. Their own programs wrote
// files-of-0.1 and files-of-0.2 (in its last state); the golden figures are of Python:
//   rows = [r for r in csv.DictReader(l for l in open('samples.csv') if l[0] != '#')][21:]   # the first row
//   and 20 of warm-up late = sorted(int(r['lateness_ns']) for r in rows); late[math.ceil(0.99 * len(late)) -
//   1]
#include "core/files/lab_file.h"
#include "core/files/machine_file.h"
#include "core/files/plan_json.h"
#include "core/files/session_file.h"
#include "core/import/open_runs.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QtTest>

#include <algorithm>

namespace jitterscope::older_files_test {

namespace {

std::string path(const char* name) {
    return std::string(JITTERSCOPE_OLDER) + "/" + name;
}

std::string pathOf02(const char* name) {
    return std::string(JITTERSCOPE_OF_0_2) + "/" + name;
}

std::string textOf(const char* name) {
    QFile file(QString::fromStdString(path(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// Empty, with the reason in the log, if the file is refused.
std::vector<ComparedRun> opened(const char* name) {
    Result<std::vector<ComparedRun>> runs = openRuns(path(name));
    if (!runs)
        qWarning("%s", runs.error().what.c_str());
    return runs ? std::move(runs).value() : std::vector<ComparedRun>();
}

std::string setting(const ComparedRun& run, const char* key) {
    const auto found = run.settings.find(key);
    return found == run.settings.end() ? "absent" : found->second;
}

} // namespace

class OlderFilesTest : public QObject {
    Q_OBJECT
private slots:
    void samplesSayTheSame() {
        const std::vector<ComparedRun> runs = opened("samples.csv");
        QCOMPARE(runs.size(), std::size_t{1});
        const ComparedRun& run = runs.front();
        QCOMPARE(run.frames, std::int64_t{120});
        QCOMPARE(run.summaries.at(RunQuantity::FrameTime).p50.value(), 6'944'454.0);
        QCOMPARE(run.summaries.at(RunQuantity::Lateness).p99.value(), 1'803'200.0);
        QCOMPARE(run.summaries.at(RunQuantity::Lateness).max.value(), 3'214'467.0);
        QCOMPARE(run.lateFraction.value(), 10.0 / 120);
        QCOMPARE(run.lostFraction.value(), 26.0 / 146);
        QCOMPARE(QString::fromStdString(setting(run, "strategy.x")), QStringLiteral("2"));
        QVERIFY(run.warnings.empty());
    }

    void itsJsonIsTheSameRun() {
        const std::vector<ComparedRun> runs = opened("run.json");
        QCOMPARE(runs.size(), std::size_t{1});
        QCOMPARE(runs.front().summaries.at(RunQuantity::Lateness).p99.value(), 1'803'200.0);
        QCOMPARE(runs.front().lateFraction.value(), 10.0 / 120);
        QCOMPARE(QString::fromStdString(setting(runs.front(), "policy")), QStringLiteral("drop-and-rest"));
    }

    void sleepsARaceAndADiagnosisAreRuns() {
        const std::vector<ComparedRun> sleeps = opened("sleeps.csv");
        QCOMPARE(sleeps.size(), std::size_t{1});
        QCOMPARE(sleeps.front().summaries.at(RunQuantity::Duration).max.value(), 64'439.0);
        for (const char* const name : {"race.csv", "race.json"}) {
            const std::vector<ComparedRun> race = opened(name);
            QCOMPARE(race.size(), std::size_t{3});
            QCOMPARE(QString::fromStdString(setting(race[1], "strategy")), QStringLiteral("adaptive"));
            QCOMPARE(race[1].lateFraction.value(), 0.03125);
            QCOMPARE(race[2].summaries.at(RunQuantity::Error).p50.value(), 66'047.0);
        }
        // The loop, and three other ways of waiting; loop["late"], loop["lateness_ns"],
        // candidates[…]["loop"].
        const std::vector<ComparedRun> diagnosis = opened("diagnosis.json");
        QCOMPARE(diagnosis.size(), std::size_t{4});
        QCOMPARE(diagnosis[0].frames, std::int64_t{4800});
        QCOMPARE(diagnosis[0].lateFraction.value(), 0.005625);
        QCOMPARE(diagnosis[0].summaries.at(RunQuantity::Lateness).p99.value(), 295'939.0);
        QCOMPARE(diagnosis[1].summaries.at(RunQuantity::Error).p99.value(), 292'569.0);
        QCOMPARE(diagnosis[2].lateFraction.value(), 1.0 / 2400);
        QCOMPARE(diagnosis[3].summaries.at(RunQuantity::Error).p99.value(), 43.0);
    }

    void aSessionKeepsItsRunsAndItsPlan() {
        const Result<SavedSession> session = readSessionFile(path("session.jssession"));
        QVERIFY2(session, session ? "" : session.error().what.c_str());
        QCOMPARE(session.value().runs.size(), std::size_t{2});
        QCOMPARE(session.value().runs[0].note, std::string("before the change"));
        QCOMPARE(session.value().runs[0].columns->lateness.size(), std::size_t{120});
        QCOMPARE(std::ranges::max(session.value().runs[0].columns->lateness), std::int64_t{3'214'467});
        QCOMPARE(session.value().runs[0].lateFraction.value(), 10.0 / 120);
        QCOMPARE(session.value().runs[0].summaries.at(RunQuantity::Lateness).p99.value(), 1'803'200.0);
        QCOMPARE(session.value().a.value(), std::size_t{0});
        QCOMPARE(session.value().b.value(), std::size_t{1});
        QCOMPARE(session.value().tolerance.value(), Nanoseconds{250'000});
        QCOMPARE(session.value().note, std::string("kept with 0.1"));
        QCOMPARE(session.value().plan.value().strategy.id, std::string("fixed-margin"));
    }

    void aPlanIsTheSamePlan() {
        const Result<RunPlan> plan = parsePlan(textOf("plan.json"));
        QVERIFY2(plan, plan ? "" : plan.error().what.c_str());
        QCOMPARE(plan.value().strategy.id, std::string("fixed-margin"));
        QCOMPARE(plan.value().period.rateText(), std::string("60000/1001"));
        QCOMPARE(plan.value().machine.id, std::string("windows-1ms"));
        QCOMPARE(plan.value().seed, std::uint64_t{9});
        QCOMPARE(plan.value().frames, std::int64_t{5000});
        using Json = nlohmann::json;
        Json now = Json::parse(planJson(plan.value()));
        QCOMPARE(now["jitterscope"], Json("plan"));
        for (const char* const head : {"jitterscope", "version", "made_with"}) // what 0.3 added
            now.erase(head);
        QCOMPARE(now, Json::parse(textOf("plan.json")));
    }

    void aLabGoesOnWhereItWas() {
        const Result<LabState> state = readLabFile(path("x.jslab"));
        QVERIFY2(state, state ? "" : state.error().what.c_str());
        QCOMPARE(state.value().lab, std::string("x"));
        QCOMPARE(state.value().guess.value(), 12.0);
        QVERIFY(state.value().step == LabStep::Explain);
        QCOMPARE(state.value().moment, 1.5);
        QCOMPARE(state.value().choice.value(), std::size_t{1});
    }

    void aRunOf02SaysTheSame() {
        for (const char* const name : {"samples.csv", "run.json"}) {
            const Result<std::vector<ComparedRun>> runs = openRuns(pathOf02(name));
            QVERIFY2(runs, runs ? "" : runs.error().what.c_str());
            QCOMPARE(runs.value().size(), std::size_t{1});
            const ComparedRun& run = runs.value().front();
            QCOMPARE(run.frames, std::int64_t{120});
            QCOMPARE(run.summaries.at(RunQuantity::Lateness).p99.value(), 2'791'882.0);
            QCOMPARE(run.summaries.at(RunQuantity::Lateness).max.value(), 3'703'260.0);
            QCOMPARE(run.summaries.at(RunQuantity::FrameTime).p50.value(), 6'944'448.0);
            QCOMPARE(run.lateFraction.value(), 14.0 / 120);
        }
    }

    void aRaceAndADiagnosisOf02AreRuns() {
        const Result<std::vector<ComparedRun>> race = openRuns(pathOf02("race.json"));
        QVERIFY2(race, race ? "" : race.error().what.c_str());
        QCOMPARE(race.value().size(), std::size_t{3});
        const Result<std::vector<ComparedRun>> diagnosis = openRuns(pathOf02("diagnosis.json"));
        QVERIFY2(diagnosis, diagnosis ? "" : diagnosis.error().what.c_str());
        QCOMPARE(diagnosis.value().size(), std::size_t{4});
        QCOMPARE(diagnosis.value()[0].frames, std::int64_t{11519});
        QCOMPARE(diagnosis.value()[0].summaries.at(RunQuantity::Lateness).p99.value(), 561'498.0);
        QCOMPARE(diagnosis.value()[1].lateFraction.value(), 0.009900990099009901);
        QCOMPARE(diagnosis.value()[3].lateFraction.value(), 0.021014241055922197);
    }

    void whatAWindowOf02SavedIsOpened() {
        const Result<SavedSession> session = readSessionFile(pathOf02("session.jssession"));
        QVERIFY2(session, session ? "" : session.error().what.c_str());
        QCOMPARE(session.value().runs.size(), std::size_t{2});
        QCOMPARE(session.value().runs[0].columns->lateness.size(), std::size_t{120});
        QCOMPARE(session.value().note, std::string("kept with 0.2"));
        QCOMPARE(session.value().tolerance.value(), Nanoseconds{250'000});
        QCOMPARE(session.value().plan.value().seed, std::uint64_t{9});
        QFile file(QString::fromStdString(pathOf02("plan.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Result<RunPlan> plan = parsePlan(file.readAll().toStdString());
        QVERIFY2(plan, plan ? "" : plan.error().what.c_str());
        QVERIFY(plan.value() == *session.value().plan); // it was saved in both
        QCOMPARE(plan.value().strategy.id, std::string("fixed-margin"));
        QCOMPARE(plan.value().thread.cpu, 1);
        const Result<LabState> lab = readLabFile(pathOf02("x.jslab"));
        QVERIFY2(lab, lab ? "" : lab.error().what.c_str());
        QCOMPARE(lab.value().lab, std::string("x"));
        QCOMPARE(lab.value().guess.value(), 12.0);
        QCOMPARE(lab.value().choice.value(), std::size_t{1});
    }

    void aCalibrationIsAMachine() {
        const Result<MachineModel> machine = readMachine(path("calibration.csv"));
        QVERIFY2(machine, machine ? "" : machine.error().what.c_str());
        // The row oversleep_ns,relative,10000,0.5 of the file.
        QCOMPARE(machine.value().latency(SleepKind::Relative, 10'000, 0.5), 22'929.0);
    }
};

JITTERSCOPE_TEST(OlderFilesTest)

} // namespace jitterscope::older_files_test

#include "older_files_test.moc"
