// SPDX-License-Identifier: MIT
#include "core/files/plan_json.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

namespace jitterscope::plan_json_test {

using Json = nlohmann::json;

namespace {

RunPlan fullPlan() {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("precise-sleep");
    plan.strategy.values.set(0, 2.5);
    plan.policy = policyChoice("accumulator");
    plan.work = workChoice("fixed");
    plan.machine = machineChoice("fake-scheduler");
    plan.machine.realPace = true;
    plan.period = Period::parseRate("60000/1001").value();
    plan.thread = {true, 3, Nanoseconds{1}};
    plan.seed = 18'446'744'073'709'551'615ULL;
    plan.frames = 12;
    plan.duration = Nanoseconds{1'500'000'000};
    plan.warmup = 4;
    plan.tolerance = Nanoseconds{0};
    plan.stopOnLate = Nanoseconds{2'000'000};
    plan.load = 2;
    return plan;
}

} // namespace

class PlanJsonTest : public QObject {
    Q_OBJECT

private slots:
    void planSurvivesSavingAndReading() {
        QVERIFY(parsePlan(planJson(standardPlan())).value() == standardPlan());
        const Result<RunPlan> read = parsePlan(planJson(fullPlan()));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        QVERIFY(read.value() == fullPlan());
    }

    void theFileOfARecordedMachineSurvives() {
        RunPlan plan = standardPlan();
        plan.machine = machineChoice("recorded");
        plan.machine.file = "/data/lab, \"1\"/Maschine ä.csv";
        QVERIFY(parsePlan(planJson(plan)).value() == plan);
        QVERIFY(!parsePlan(R"({"jitterscope-plan": 1, "machine": "recorded", "machine_file": 3})"));
    }

    void everyRateSurvives_data() {
        QTest::addColumn<QString>("rate");
        for (const char* rate : {"60", "59.94", "60000/1001", "48000/128", "0.1", "100000"})
            QTest::newRow(rate) << rate;
    }
    void everyRateSurvives() {
        QFETCH(QString, rate);
        RunPlan plan = standardPlan();
        plan.period = Period::parseRate(rate.toStdString()).value();
        QVERIFY(parsePlan(planJson(plan)).value().period == plan.period);
    }

    void absentFieldsTakeDefaultsAndUnknownOnesAreIgnored() {
        const Result<RunPlan> plan = parsePlan(R"({"jitterscope-plan": 1, "later": [1], "rate_hz": 144})");
        QVERIFY(plan.ok());
        QCOMPARE(plan.value().period.rateText(), std::string("144"));
        QVERIFY(plan.value().strategy == standardPlan().strategy);
    }

    void wrongFieldIsNamed_data() {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("unknown strategy") << QByteArray("strategy") << QByteArray("\"nap\"");
        QTest::newRow("strategy of a wrong type") << QByteArray("strategy") << QByteArray("1");
        QTest::newRow("unknown policy") << QByteArray("policy") << QByteArray("\"nap\"");
        QTest::newRow("unknown work") << QByteArray("work") << QByteArray("\"nap\"");
        QTest::newRow("unknown machine") << QByteArray("machine") << QByteArray("\"nap\"");
        QTest::newRow("params is a list") << QByteArray("params") << QByteArray("[]");
        QTest::newRow("x out of range") << QByteArray("params") << QByteArray(R"({"x": -1})");
        QTest::newRow("x is a text") << QByteArray("params") << QByteArray(R"({"x": "1"})");
        QTest::newRow("x is infinite") << QByteArray("params") << QByteArray(R"({"x": 1e308})");
        QTest::newRow("unknown form") << QByteArray("params") << QByteArray(R"({"form": "third"})");
        QTest::newRow("form is a number") << QByteArray("params") << QByteArray(R"({"form": 1})");
        QTest::newRow("rate 0") << QByteArray("rate") << QByteArray("\"0\"");
        QTest::newRow("rate too high") << QByteArray("rate") << QByteArray("1e9");
        QTest::newRow("rate is a flag") << QByteArray("rate") << QByteArray("true");
        QTest::newRow("frames negative") << QByteArray("frames") << QByteArray("-1");
        QTest::newRow("frames too many") << QByteArray("frames") << QByteArray("1000000000001");
        QTest::newRow("frames a fraction") << QByteArray("frames") << QByteArray("1.5");
        QTest::newRow("seed negative") << QByteArray("seed") << QByteArray("-1");
        QTest::newRow("load too many") << QByteArray("load") << QByteArray("257");
        QTest::newRow("tolerance negative") << QByteArray("tolerance_ns") << QByteArray("-1");
        QTest::newRow("duration a text") << QByteArray("duration_ns") << QByteArray("\"1s\"");
        QTest::newRow("realtime a number") << QByteArray("realtime") << QByteArray("1");
        QTest::newRow("cpu too large") << QByteArray("cpu") << QByteArray("4294967297");
    }
    void wrongFieldIsNamed() {
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, value);
        Json json = Json::parse(planJson(standardPlan()));
        json[field.toStdString()] = Json::parse(value.toStdString());
        const Result<RunPlan> plan = parsePlan(json.dump());
        QVERIFY(!plan.ok());
        QVERIFY2(plan.error().message().find(field.toStdString()) != std::string::npos,
                 plan.error().message().c_str());
    }

    void whatIsNoPlanIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("empty") << QByteArray() << QByteArray("it is empty");
        QTest::newRow("cut off") << QByteArray("{\n\"jitter") << QByteArray("line 2: it ends in the middle");
        QTest::newRow("a list") << QByteArray("[]") << QByteArray("object");
        QTest::newRow("another object") << QByteArray("{}") << QByteArray("not a plan");
        QTest::newRow("newer") << QByteArray(R"({"jitterscope-plan": 2})") << QByteArray("newer");
        QTest::newRow("schema 0") << QByteArray(R"({"jitterscope-plan": 0})")
                                  << QByteArray("jitterscope-plan");
        QTest::newRow("newer, by its head")
            << QByteArray(R"({"jitterscope": "plan", "version": 2, "jitterscope-plan": 1})")
            << QByteArray("'version': version 2 is newer");
        QTest::newRow("of another kind")
            << QByteArray(R"({"jitterscope": "run", "version": 1, "jitterscope-plan": 1})")
            << QByteArray("field 'jitterscope' says \"run\": this is not a plan");
        QTest::newRow("schema a text") << QByteArray(R"({"jitterscope-plan": "1"})") << QByteArray("plan");
        QTest::newRow("huge number") << QByteArray(R"({"jitterscope-plan": 1, "rate": 1e999})")
                                     << QByteArray("range");
        QTest::newRow("deep") << QByteArray(200'000, '[') << QByteArray("64 levels");
        QTest::newRow("bytes") << QByteArray("\xff\x00\xfe", 3) << QByteArray("JSON");
    }
    void whatIsNoPlanIsRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const Result<RunPlan> plan = parsePlan(text.toStdString());
        QVERIFY(!plan.ok());
        QVERIFY2(plan.error().message().find(says.toStdString()) != std::string::npos,
                 plan.error().message().c_str());
    }

    void truncatedAtAnyByteIsRefused() {
        const std::string text = planJson(fullPlan());
        for (std::size_t length = 0; length + 2 < text.size(); ++length)
            QVERIFY(!parsePlan(std::string_view(text).substr(0, length)).ok());
    }
};

JITTERSCOPE_TEST(PlanJsonTest)

} // namespace jitterscope::plan_json_test
#include "plan_json_test.moc"
