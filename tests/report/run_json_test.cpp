// SPDX-License-Identifier: MIT
#include "core/files/csv.h"
#include "core/files/result_files.h"
#include "core/import/log_json.h"
#include "core/run/resolve.h"
#include "core/run/run_result.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::run_json_test {

using Json = nlohmann::json;

class RunJsonTest : public QObject {
    Q_OBJECT

private slots:
    void holdsEveryKeyOfTheContract() {
        const Json json = Json::parse(runJson(smallRun()));
        for (const char* key :
             {"schema", "plan", "frames", "lost_iterations", "lost_samples", "frame_time_ns", "lateness_ns",
              "error_ns", "oversleep_ns", "late", "rate_hz_measured", "drift_ppm", "cpu", "context_switches",
              "stretches", "machine"})
            QVERIFY2(json.contains(key), key);
        for (const char* key : {"strategy", "policy", "rate_hz", "x", "params", "frames", "machine", "seed"})
            QVERIFY2(json["plan"].contains(key), key);
        for (const char* quantity : {"frame_time_ns", "lateness_ns", "error_ns", "oversleep_ns"}) {
            for (const char* key : {"count", "mean", "stddev", "min", "p50", "p90", "p99", "p99_9", "max"})
                QVERIFY2(json[quantity].contains(key), key);
        }
        for (const char* key : {"tolerance_ns", "count", "fraction", "low", "high"})
            QVERIFY2(json["late"].contains(key), key);
        for (const char* key : {"thread_percent", "process_percent", "machine_percent"})
            QVERIFY2(json["cpu"].contains(key), key);
        for (const char* key : {"voluntary", "involuntary"})
            QVERIFY2(json["context_switches"].contains(key), key);
        QVERIFY(json["stretches"].is_array());
        QVERIFY(json["machine"].is_array());
        QCOMPARE(json["schema"].get<int>(), 1);
    }

    void figuresAreTheRunsAndAbsentIsNull() {
        const Json json = Json::parse(runJson(smallRun()));
        QCOMPARE(json["frames"].get<int>(), 2);
        QCOMPARE(json["lost_iterations"].get<int>(), 127);             // 1 + 126
        QCOMPARE(json["lateness_ns"]["mean"].get<double>(), 100017.0); // (34 + 200000) / 2
        QCOMPARE(json["lateness_ns"]["max"].get<double>(), 200000.0);
        QVERIFY(json["lateness_ns"]["p99"].is_null());
        QCOMPARE(json["oversleep_ns"]["count"].get<int>(), 1);
        QVERIFY(json["oversleep_ns"]["stddev"].is_null());
        QCOMPARE(json["late"]["count"].get<int>(), 1);
        QCOMPARE(json["late"]["fraction"].get<double>(), 0.5);
        QVERIFY(json["cpu"]["thread_percent"].is_null());
        QVERIFY(json["started_utc"].is_null());
        QVERIFY(json["plan"]["x"].is_null()); // system-sleep has none
        QCOMPARE(json["plan"]["rate_hz"].get<double>(), 60.0);
    }

    void settingsFactsAndInvalidTextSurvive() {
        RunResult result = smallRun();
        result.facts = {{"kernel", "Kernel", "6.1\xff\n", FactState::Good, "why"},
                        {"smt", "Threads", "", FactState::Unknown, "cannot be read"}};
        result.settings = {{"slack", "1ns", false, "50us", "refused"}};
        const Json json = Json::parse(runJson(result));
        QCOMPARE(json["machine"][0]["state"].get<std::string>(), std::string("good"));
        QVERIFY(json["machine"][1]["value"].is_null());
        QVERIFY(json["machine"][0]["do"].is_null() && json["machine"][0]["cost_ns"].is_null());
        QCOMPARE(json["settings"][0]["reason"].get<std::string>(), std::string("refused"));
    }

    void factsSayWhatToDoAndWhatTheyCost() {
        RunResult result = smallRun();
        result.facts = {{"timer_slack", "Timer slack", "50us", FactState::Note, "why", "set it", "leave it",
                         Nanoseconds(50'000), "limits"}};
        const Json fact = Json::parse(runJson(result))["machine"][0];
        QCOMPARE(fact["group"].get<std::string>(), std::string("limits"));
        QCOMPARE(fact["do"].get<std::string>(), std::string("set it"));
        QCOMPARE(fact["undo"].get<std::string>(), std::string("leave it"));
        QCOMPARE(fact["cost_ns"].get<std::int64_t>(), std::int64_t{50'000});
    }

    void sameSeedGivesTheSameBytes() {
        RunPlan plan = standardPlan();
        plan.machine = machineChoice("windows-1ms");
        plan.frames = 500;
        plan.seed = 18'446'744'073'709'551'615ULL;
        const std::string first = runJson(*simulatedRun(plan));
        QCOMPARE(runJson(*simulatedRun(plan)), first);
        QCOMPARE(Json::parse(first)["plan"]["seed"].get<std::uint64_t>(), plan.seed);
        plan.seed = 2;
        QVERIFY(runJson(*simulatedRun(plan)) != first);
    }

    void recordedFilesKeepTheirOrder() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.csv").toStdString();
        QVERIFY(writeSamplesCsv(smallRun(), path).ok());
        RecordedRun run = readSamplesCsv(path).value();
        const Json json = Json::parse(filesJson({run, run}));
        QCOMPARE(json["files"].size(), std::size_t{2});
        QCOMPARE(json["files"][0]["file"].get<std::string>(), path);
        QCOMPARE(json["files"][1]["header"]["strategy"].get<std::string>(), std::string("system-sleep"));
        QCOMPARE(json["files"][1]["lateness_ns"]["mean"].get<double>(), 100017.0);
    }
};

JITTERSCOPE_TEST(RunJsonTest)

} // namespace jitterscope::run_json_test

#include "run_json_test.moc"
