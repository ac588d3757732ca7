// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"
#include "core/import/log_catalog.h"
#include "core/lab/challenge.h"
#include "core/lab/lab.h"
#include "core/pacing/pacing_catalog.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

namespace jitterscope::cli_list_test {

using Json = nlohmann::json;

class CliListTest : public QObject {
    Q_OBJECT

    template <typename Entry>
    void compare(const char* topic, std::span<const Entry> catalog) {
        const Called text = call({"list", topic});
        const Called json = call({"list", topic, "--json"});
        QCOMPARE(text.code, 0);
        QCOMPARE(json.code, 0);
        QVERIFY(text.err.isEmpty() && json.err.isEmpty());
        const Json list = Json::parse(json.out.toStdString())[topic];
        QCOMPARE(list.size(), catalog.size());
        for (std::size_t i = 0; i < catalog.size(); ++i) {
            const Entry& entry = catalog[i];
            QCOMPARE(list[i]["id"].get<std::string>(), std::string(entry.id));
            QVERIFY(text.out.contains(QByteArray::fromStdString(std::string(entry.id))));
            QVERIFY(list[i]["available"].is_boolean());
            QCOMPARE(list[i]["reason"].is_null(), list[i]["available"].get<bool>());
            QCOMPARE(list[i]["parameters"].size(), entry.parameters.size());
            for (std::size_t j = 0; j < entry.parameters.size(); ++j) {
                const Json& parameter = list[i]["parameters"][j];
                QCOMPARE(parameter["name"].get<std::string>(), std::string(entry.parameters[j].name));
                QVERIFY(parameter.contains("default"));
                QVERIFY(parameter.contains("choices") ||
                        (parameter.contains("minimum") && parameter.contains("maximum")));
            }
        }
    }

private slots:
    void everyEntryIsListed() {
        compare("strategies", sleepCatalog());
        compare("policies", pacingCatalog());
        compare("work", workCatalog());
        compare("machines", machineCatalog());
        const Json labs = Json::parse(call({"list", "labs", "--json"}).out.toStdString())["labs"];
        QCOMPARE(labs.size(), labCatalog().size() + 1); // and the challenge, which needs them all
        QCOMPARE(labs.back()["id"].get<std::string>(), std::string("challenge"));
        QCOMPARE(labs.back()["parameters"].size(), challengeKnobs().size());
        const Called formats = call({"list", "formats", "--json"});
        QCOMPARE(Json::parse(formats.out.toStdString())["formats"].size(), importCatalog().size());
        const Called experiments = call({"list", "experiments", "--json"});
        QCOMPARE(Json::parse(experiments.out.toStdString())["experiments"].size(),
                 experimentCatalog().size());
    }

    void whatNeedsAChoiceSaysSo() {
        const QByteArray text = call({"list", "strategies"}).out.simplified();
        QVERIFY(text.contains("Only with aim=cpu-budget."));
        QVERIFY(text.contains("Only with aim=late-share or thrifty."));
        const Json list = Json::parse(call({"list", "strategies", "--json"}).out.toStdString())["strategies"];
        QStringList conditions;
        for (const Json& entry : list) {
            for (const Json& parameter : entry["parameters"])
                conditions << QString::fromStdString(parameter.value("only_with", std::string()));
        }
        QVERIFY(conditions.contains(QStringLiteral("aim=late-share|thrifty")));
    }

    void plainTerminalsGetPlainText() {
        const Called called = call({"list", "strategies"}, "C");
        QCOMPARE(called.code, 0);
        QVERIFY(!called.out.contains("µ"));
    }

    void aListFitsIntoEightyColumns() {
        for (const char* topic :
             {"strategies", "policies", "work", "experiments", "machines", "labs", "formats"}) {
            for (const QByteArray& line : call({"list", topic}).out.split('\n'))
                QVERIFY2(QString::fromUtf8(line).size() <= 80, line.constData());
        }
        const Called experiments = call({"list", "experiments"});
        QVERIFY(experiments.out.contains("1 … 1000000, default 1000"));
        QVERIFY(!experiments.out.contains("e+"));
    }

    void whatCannotRunHereSaysWhereItDoes() {
        const QByteArray text = call({"list", "strategies"}).out.simplified();
        if (!text.contains("Not on this machine:"))
            QSKIP("this machine runs every strategy");
        QVERIFY(text.contains("Simulated machines that run it: windows-15ms,"));
    }

    /// What a machine has depends on the machine, not on the system that this was built for.
    void strategiesAreThoseOfTheMachine() {
        for (const MachineEntry& machine : machineCatalog()) {
            const QString id = QString::fromStdString(std::string(machine.id));
            const Called called = call({"list", "strategies", "--machine", id, "--json"});
            QCOMPARE(called.code, 0);
            const Json list = Json::parse(called.out.toStdString())["strategies"];
            QCOMPARE(list.size(), sleepCatalog().size());
            for (std::size_t i = 0; i < list.size(); ++i) {
                const bool hires = list[i]["id"] == "hires-timer";
                const bool has = id.startsWith("windows-") || id == "fake-scheduler";
                if (machine.simulated)
                    QCOMPARE(list[i]["available"].get<bool>(), !hires || has);
                else
                    QCOMPARE(list[i]["available"].get<bool>(),
                             sleepSupport(sleepCatalog()[i], "here").available);
            }
        }
        const QByteArray linux = call({"list", "strategies", "--machine", "linux-rt"}).out.simplified();
        QVERIFY(linux.contains("Not on linux-rt: high-resolution waitable timers are of Windows, which "
                               "linux-rt is not. Simulated machines that run it: windows-15ms,"));
        QCOMPARE(linux.count("Not on "), 1);
        QVERIFY(!call({"list", "strategies", "--machine", "windows-1ms"}).out.contains("Not on "));
    }

    void fullDiskIsAFailure() {
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(JITTERSCOPE_CLI, {"list", "strategies"});
        const Called called = finished(process);
        QCOMPARE(called.code, 1);
        QVERIFY2(called.err.contains("standard output"), called.err.constData());
    }
};

JITTERSCOPE_TEST(CliListTest)

} // namespace jitterscope::cli_list_test

#include "cli_list_test.moc"
