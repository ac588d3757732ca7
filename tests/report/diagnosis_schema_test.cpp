// SPDX-License-Identifier: MIT
#include "core/diagnosis/diagnosis.h"
#include "core/files/result_files.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

namespace jitterscope::diagnosis_schema_test {

using Json = nlohmann::json;

namespace {

/// Reads one JSON text a line, and prints for each what is wrong with it, or an empty line.
constexpr const char* kValidator = R"(
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1], encoding='utf-8'))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for line in sys.stdin:
    errors = sorted(validator.iter_errors(json.loads(line)), key=str)
    print('; '.join(f"{'/'.join(map(str, e.absolute_path))}: {e.message[:120]}" for e in errors))
)";

/// A python3 that has jsonschema, or nothing.
QString validatingPython() {
    const QString python = QStandardPaths::findExecutable("python3");
    QProcess probe;
    probe.start(python, {"-c", "import jsonschema; jsonschema.Draft202012Validator"});
    return !python.isEmpty() && probe.waitForFinished() && probe.exitCode() == 0 ? python : QString();
}

QList<QByteArray> complaints(const QString& python, const std::vector<Json>& texts) {
    QProcess validator;
    validator.start(python, {"-c", kValidator, JITTERSCOPE_SCHEMA});
    for (const Json& text : texts)
        validator.write(QByteArray::fromStdString(text.dump() + "\n"));
    validator.closeWriteChannel();
    validator.waitForFinished();
    const QByteArray errors = validator.readAllStandardError();
    QList<QByteArray> lines = validator.readAllStandardOutput().split('\n');
    lines.removeLast();
    return errors.isEmpty() ? lines : QList<QByteArray>{errors};
}

/// What no simulated machine has: facts, other programs, disturbances, a window that was drawn.
Diagnosis withEverything() {
    Diagnosis diagnosis = simulatedDiagnosis("linux-default-loaded", "audio-128");
    diagnosis.startedUtc = "2026-01-02T03:04:05Z";
    diagnosis.machine.facts = {
        {"kernel", "Kernel", "6.12", FactState::Good, "It is recent.", "", "", std::nullopt, "kernel"},
        {"slack", "Timer slack", "50 µs", FactState::Warn, "Late.", "set it", "unset it",
         Nanoseconds{50'000}},
        {"thing", "Thing", "", FactState::Unknown, "It cannot be read."}};
    diagnosis.machine.use.othersPercent = 61;
    diagnosis.machine.use.throttledPeriods = 3;
    diagnosis.machine.use.throttledTime = Nanoseconds{5};
    diagnosis.machine.use.processes = {{"game", 93, 1}};
    diagnosis.disturbance = OwnDisturbance{.quiet = diagnosis.now,
                                           .drawing = diagnosis.now,
                                           .terminal = {{diagnosis.now.blocks.front()}},
                                           .late = Share{0, {-0.1, 0.1}},
                                           .median = std::nullopt,
                                           .lateToTerminal = Share{0.01, {0.005, 0.02}},
                                           .medianToTerminal = std::nullopt,
                                           .terminalRounds = {0},
                                           .sentence = ""};
    diagnosis.windowOnProcessor = 0.25;
    diagnosis.plan.quick = true;
    conclude(diagnosis);
    return diagnosis;
}

Json jsonOf(const Diagnosis& diagnosis, bool names = false) {
    return Json::parse(diagnosisJson(diagnosis, Privacy{.programs = names}));
}

} // namespace

class DiagnosisSchemaTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_python = validatingPython();
        if (m_python.isEmpty())
            QSKIP("python3 with jsonschema is not installed: the schema is not checked");
    }

    void everyDiagnosisKeepsToTheSchema() {
        std::vector<Json> texts;
        for (const char* machine : {"linux-default", "windows-15ms-loaded", "linux-rt"})
            texts.push_back(jsonOf(simulatedDiagnosis(machine, "game-144")));
        texts.push_back(jsonOf(simulatedDiagnosis("fake-scheduler", "own", false)));
        texts.push_back(jsonOf(withEverything(), false));
        texts.push_back(jsonOf(withEverything(), true));
        Diagnosis empty; // nothing measured
        conclude(empty);
        texts.push_back(jsonOf(empty));
        const QList<QByteArray> found = complaints(m_python, texts);
        QCOMPARE(found.size(), static_cast<qsizetype>(texts.size()));
        for (const QByteArray& line : found)
            QVERIFY2(line.isEmpty(), line.constData());
    }

    /// A schema that takes everything says nothing.
    void otherTextsAreRefused() {
        const Json good = jsonOf(withEverything(), true);
        std::vector<Json> texts(8, good);
        texts[0]["verdict"]["fitness"] = "perhaps";
        texts[1].erase("findings");
        texts[2]["surprise"] = 1;
        texts[3]["loop"]["late_share"].erase("low");
        texts[4]["trials"][1].erase("after");
        texts[5]["machine"][0]["state"] = "excellent";
        texts[6]["schema"] = "jitterscope-diagnosis-0";
        texts[7]["loop"]["plan"]["machine_file"] = "/home/somebody/run.csv";
        const QList<QByteArray> found = complaints(m_python, texts);
        QCOMPARE(found.size(), static_cast<qsizetype>(texts.size()));
        const QList<QByteArray> names{"fitness", "findings", "surprise", "late_share",
                                      "after",   "state",    "schema",   "machine_file"};
        for (qsizetype i = 0; i < found.size(); ++i)
            QVERIFY2(found[i].contains(names[i]), (names[i] + " -> " + found[i]).constData());
    }

private:
    QString m_python;
};

JITTERSCOPE_TEST(DiagnosisSchemaTest)

} // namespace jitterscope::diagnosis_schema_test

#include "diagnosis_schema_test.moc"
