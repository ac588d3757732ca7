// SPDX-License-Identifier: MIT
// Whoever asks for it gets a file that does not tell who made it: every writer, with the same planted
// secrets.
#include "core/attach/attach_report.h"
#include "core/compare/compared_run.h"
#include "core/compare/comparison_report.h"
#include "core/diagnosis/diagnosis.h"
#include "core/document/documents.h"
#include "core/experiment/experiment.h"
#include "core/files/csv.h"
#include "core/files/plan_json.h"
#include "core/files/result_files.h"
#include "core/files/session_file.h"
#include "core/files/streaming_csv.h"
#include "core/import/log_json.h"
#include "core/import/open_runs.h"
#include "core/picture/picture.h"
#include "core/privacy/redactor.h"
#include "core/run/run_result.h"
#include "tests/attach/heard_rows.h"
#include "tests/report/diagnosis_samples.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::privacy_test {

namespace {

constexpr const char* kPath = "/home/anne/Games/Hollow Nest/o'brien before.csv";
constexpr const char* kOther = "/home/anne/after.csv";
const Privacy kStrangers{true, false, {"annes-laptop", "anne", "/home/anne"}};

/// What must not be read by strangers.
const QStringList kSecrets{"anne",       "laptop",    "home/",      "Games", "Nest",     "o'brien",
                           "before.csv", "after.csv", "hollow.exe", "Nosk",  "--process"};

ComparedRun capture(const char* path, const char* process, std::int64_t frame) {
    ComparedRun run;
    run.origin = RunOrigin::Log;
    run.recordedBy = "PresentMon 2.1";
    run.path = path;
    run.name = QFileInfo(QString::fromUtf8(path)).fileName().toStdString() + " · " + process + " (4711)";
    run.openedWith = std::string("--process ") + process;
    run.settings["process"] = process;
    run.facts = {{"gpu", "GeForce RTX 4070"}, {"resolution", "2560x1440"}, {"Comment", "by Anne at home"}};
    run.note = std::string("Anne's run of ") + process + ", from " + path;
    run.warnings = {std::string("'") + path + "' line 7: 'Nosk' is no number"};
    run.command = std::string("PresentMon --process ") + process;
    auto columns = std::make_shared<RunColumns>();
    for (int i = 0; i < 2000; ++i)
        columns->frameTime.push_back(frame + 1000 * (i % 17));
    run.columns = columns;
    summarizeColumns(run);
    return run;
}

RunResult recordedMachine() {
    RunResult result = smallRun();
    result.plan.machine.id = "recorded";
    result.plan.machine.file = kPath;
    result.notes = {std::string("'") + kPath + "' does not say how long a clock read takes"};
    Stretch stretch;
    stretch.plan = result.plan;
    stretch.metrics = result.metrics;
    result.stretches = {stretch};
    return result;
}

/// A program that was listened to: its name stands in its thread and in the sites of its calls as well.
AttachReport heardProgram() {
    HeardRows rows("annes-game");
    for (int i = 0; i < 200; ++i)
        rows.work(4'000'000).wait(listen::Call::Nanosleep, 6'000'000, i % 10 == 0 ? 5'000'000 : 0);
    std::vector<HeardProgram> programs = programOf({rows.thread()});
    programs[0].name = "annes-game";
    programs[0].modules = {{0x1000, 0x9000, 0, "annes-game"}};
    AttachReport report;
    report.program = "annes-game";
    report.programs = std::move(programs);
    report.notes = {"'annes-game' called too quickly"};
    findLoop(report, std::nullopt);
    return report;
}

/// A report in every form in which it is handed on, with its figures.
std::string everyForm(const Document& document) {
    std::string text = markdown(document) + html(document);
    for (const NamedPicture& picture : picturesOf(document))
        text += svgText(picture.picture);
    return text;
}

ExperimentResult simulatedExperiment(const char* id) {
    ExperimentPlan plan = experimentPlan(id);
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    JobControl control;
    return runExperiment(plan, control).value();
}

std::string fileText(const QString& path) {
    return contentOf(path).toStdString();
}

} // namespace

class PrivacyTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string written(const char* name, const std::function<Result<Done>(const std::string&)>& write) {
        const QString path = m_folder.filePath(QString::fromUtf8(name));
        const Result<Done> done = write(path.toStdString());
        return done ? fileText(path) : "not written";
    }
    static std::string compared(const ComparedRun& a, const ComparedRun& b, const Privacy& privacy,
                                std::string (*writer)(const ComparisonReport&)) {
        CompareOptions options;
        options.resamples = 20;
        const Comparison comparison = compareRuns(a, b, options);
        const ComparisonReport whole{a, b, comparison, nullptr, options, "Anne compared them"};
        return writer(RedactedComparison(whole, privacy).report());
    }

    /// Every file of the program, by name; `privacy` as asked for.
    std::vector<std::pair<const char*, std::string>> everyFile(const Privacy& privacy) {
        const RunResult run = recordedMachine();
        const ComparedRun a = capture(kPath, "hollow.exe", 16'000'000);
        const ComparedRun b = capture(kOther, "Nosk", 18'000'000);
        SavedSession session;
        session.runs = {a, b};
        session.note = "kept by Anne on annes-laptop";
        session.plan = run.plan;
        ExperimentResult experiment = simulatedExperiment("accuracy");
        experiment.plan.machine = run.plan.machine;
        experiment.notes = run.notes;
        ExperimentResult race = simulatedExperiment("race");
        race.plan.machine = run.plan.machine;
        race.notes = run.notes;
        Diagnosis diagnosis = simulatedDiagnosis("linux-default", "game-60", false);
        diagnosis.plan.loop.machine.file = diagnosis.now.plan.machine.file = kPath;
        diagnosis.machine.use.processes = {{"Nosk", 93, 1}};
        ImportedLog log;
        log.path = kPath;
        log.comments = {"gpu: GeForce RTX 4070", "Comment: by Anne"};
        log.warnings = a.warnings;
        log.runs.resize(1);
        log.runs[0].name = "hollow.exe (4711)";
        log.runs[0].process = "hollow.exe";
        RecordedRun recorded;
        recorded.path = kOther;
        recorded.header = {{"machine.file", kPath}, {"who", "anne"}};
        RunResult started;
        started.plan = run.plan;
        return {
            {"run --json", runJson(run, privacy)},
            {"samples", written("a", [&](auto& to) { return writeSamplesCsv(run, to, nullptr, privacy); })},
            {"sleeps", written("b", [&](auto& to) { return writeSleepsCsv(run, to, nullptr, privacy); })},
            {"summary", summaryCsv({std::make_shared<RunResult>(run)}, privacy)},
            {"recording", written("c",
                                  [&](auto& to) -> Result<Done> {
                                      auto stream = StreamingCsv::open(started, to, {}, privacy);
                                      if (!stream)
                                          return stream.error();
                                      return stream.value()->commit({}).empty() ? Result<Done>(Done{})
                                                                                : Result<Done>(Error{});
                                  })},
            {"plan", planJson(Redactor(privacy).plan(run.plan))},
            {"experiment csv", experimentCsv(experiment, privacy)},
            {"experiment json", experimentJson(experiment, privacy)},
            {"session", sessionText(session, nullptr, privacy).value()},
            {"comparison json", compared(a, b, privacy, comparisonJson)},
            {"comparison csv", compared(a, b, privacy, comparisonCsv)},
            {"comparison report",
             compared(a, b, privacy,
                      [](const ComparisonReport& report) { return everyForm(comparisonDocument(report)); })},
            {"run report", everyForm(runDocument(run, privacy))},
            {"experiment report", everyForm(experimentDocument(experiment, privacy))},
            {"race json", raceJson(race, privacy)},
            {"race report", everyForm(experimentDocument(race, privacy))},
            {"summary report", everyForm(summaryDocument({log, recorded}, {}, privacy))},
            {"verdict json", recordedJson(a, diagnosis.plan.target, privacy)},
            {"verdict report", everyForm(recordedDocument(a, diagnosis.plan.target, privacy))},
            {"diagnosis json", diagnosisJson(diagnosis, privacy)},
            {"diagnosis report", everyForm(diagnosisDocument(diagnosis, privacy))},
            {"summarize --json", filesJson({log, recorded}, {}, privacy)},
            {"attach json", attachJson(heardProgram(), privacy)},
            {"attach csv", attachCsv(heardProgram(), privacy)},
            {"attach report", everyForm(attachDocument(heardProgram(), privacy))},
        };
    }

private slots:
    void nothingTellsWhoMadeIt() {
        for (const auto& [name, text] : everyFile(kStrangers)) {
            for (const QString& secret : kSecrets)
                QVERIFY2(!QString::fromStdString(text).contains(secret, Qt::CaseInsensitive),
                         qPrintable(QStringLiteral("%1 has %2:\n%3")
                                        .arg(QLatin1String(name), secret, QString::fromStdString(text))));
        }
    }

    /// The same files, unasked: the secrets are really planted.
    void withoutTheWishAllIsThere() {
        for (const auto& [name, text] : everyFile({})) {
            const QString whole = QString::fromStdString(text);
            const bool diagnosis = QByteArray(name).startsWith("diagnosis"); // never names them unasked
            QVERIFY2(diagnosis != (whole.contains("anne") || whole.contains("before.csv")), name);
            QVERIFY2(!whole.contains("\"left_out") && !whole.contains("# left_out"), name);
        }
    }

    void eachFileSaysWhatItLeavesOut() {
        for (const auto& [name, text] : everyFile(kStrangers)) {
            if (QByteArray(name) == "plan")
                continue; // settings alone
            const QString whole = QString::fromStdString(text);
            QVERIFY2(whole.contains("left_out") || whole.contains("Left out on request: host, user, paths"),
                     name);
            QVERIFY2(whole.contains("command lines"), name);
        }
        const std::string open =
            compared(capture(kPath, "hollow.exe", 16'000'000), capture(kOther, "Nosk", 18'000'000), {},
                     [](const auto& report) { return markdown(comparisonDocument(report)); });
        QVERIFY(open.find("This report holds names of files and programs, and command lines") !=
                std::string::npos);
    }

    void theMachineStays() {
        for (const auto& [name, text] : everyFile(kStrangers)) {
            if (QByteArray(name).startsWith("comparison json") || QByteArray(name) == "session") {
                QVERIFY2(text.find("GeForce RTX 4070") != std::string::npos, name);
                QVERIFY2(text.find("2560x1440") != std::string::npos, name);
            }
        }
    }

    /// The same stays the same, and two stay two.
    void programsAndFilesHaveNumbers() {
        const ComparedRun a = capture(kPath, "hollow.exe", 16'000'000);
        const ComparedRun b = capture(kOther, "Nosk", 18'000'000);
        const std::string two = compared(a, b, kStrangers, comparisonJson);
        QVERIFY(two.find("program (no. 1 → no. 2)") != std::string::npos);
        const std::string one = compared(a, a, kStrangers, comparisonJson);
        QVERIFY(one.find("A and B are the same recording.") != std::string::npos);
        QVERIFY(one.find("Recorded and the same in both: program") != std::string::npos);
    }

    void aRunIsCalledByWhatItIs() {
        Redactor redactor(kStrangers);
        QCOMPARE(redactor.run(capture(kPath, "hollow.exe", 1000)).name,
                 std::string("recording of PresentMon 2.1"));
        ComparedRun own;
        own.path = kOther;
        own.name = "after.csv · stretch 2";
        own.settings = {{"strategy", "absolute-sleep"}, {"rate_hz", "60"}};
        QCOMPARE(redactor.run(own).name, std::string("absolute-sleep, 60 Hz"));
        own.name = "with the new driver";
        QCOMPARE(redactor.run(own).name, std::string("with the new driver"));
    }

    void textsOfPeopleLoseHostUserAndPaths_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("left");
        const auto row = [](const char* text, const char* left) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(left);
        };
        row("of Anne, on ANNES-LAPTOP", "of …, on …");
        row("a plane at 60/1001 Hz and/or 1 % late", "a plane at 60/1001 Hz and/or 1 % late");
        row("see ~/runs/a.csv and C:\\runs\\b.csv", "see … and …");
        row("in '/srv/x y', twice", "in '… y', twice");
        row("\\\\server\\share it", "… it");
        row("of C:\\Games\\Hollow Nest\\logs\\x.csv today", "of … today");
        row("/home/anne is hers, /mnt/My own Games/x.csv too", "… is hers, … too");
        row("/srv/x at 3 frames", "… at 3 frames");
        row("", "");
    }
    /// The names of people have blanks as well.
    void aHomeWithABlankIsLeftOutWhole() {
        const Redactor redactor({true, false, {"laptop", "Jane Doe", "C:\\Users\\Jane Doe"}});
        QCOMPARE(redactor.text("by Jane Doe, in c:\\users\\jane doe and C:\\Users\\Jane Doe\\x y\\a.csv."),
                 std::string("by …, in … and …"));
    }
    void sentencesKeepWhatIsNotQuoted() {
        const Redactor redactor(kStrangers);
        QCOMPARE(redactor.sentence("'a.csv' line 7: 'Nosk' is no number"),
                 std::string("'…' line 7: '…' is no number"));
        QCOMPARE(redactor.sentence("'o'brien.csv' is cut off"), std::string("'…' is cut off"));
        QCOMPARE(redactor.sentence("the thread's clock"), std::string("the thread's clock"));
    }
    void textsOfPeopleLoseHostUserAndPaths() {
        QFETCH(QString, text);
        QFETCH(QString, left);
        QCOMPARE(QString::fromStdString(Redactor(kStrangers).text(text.toStdString())), left);
        QCOMPARE(QString::fromStdString(Redactor(Privacy{}).text(text.toStdString())), text);
    }

    /// A session for strangers is a session: it opens, with the same numbers.
    void aRedactedSessionOpens() {
        SavedSession session;
        session.runs = {capture(kPath, "hollow.exe", 16'000'000)};
        const Result<SavedSession> read = parseSession(sessionText(session, nullptr, kStrangers).value());
        QVERIFY2(read, read ? "" : read.error().what.c_str());
        QCOMPARE(read.value().runs[0].columns->frameTime, session.runs[0].columns->frameTime);
        QCOMPARE(read.value().runs[0].path, std::string("file 1"));
    }

    void theAccountIsThisOne() {
        const Account account = thisAccount();
        QCOMPARE(QString::fromStdString(account.host), QSysInfo::machineHostName().section('.', 0, 0));
        QVERIFY(!account.user.empty() || qEnvironmentVariableIsEmpty("USER"));
    }
};

JITTERSCOPE_TEST(PrivacyTest)

} // namespace jitterscope::privacy_test

#include "privacy_test.moc"
