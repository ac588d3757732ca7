// SPDX-License-Identifier: MIT
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jitterscope::cli_run_test {

using Json = nlohmann::json;

namespace {

const QStringList kSimulated{"run", "--machine",  "linux-default", "--frames",
                             "300", "--strategy", "system-sleep"};

/// A FIFO that is open for reading before the program opens it for writing.
class Pipe {
public:
    explicit Pipe(const QString& path) {
        const QByteArray name = path.toUtf8();
        if (::mkfifo(name.constData(), 0600) == 0)
            m_descriptor = ::open(name.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    }
    ~Pipe() { ::close(m_descriptor); }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    /// Waits for more; empty at the end, or when nothing has come for half a minute.
    QByteArray read() const {
        constexpr int kLongest = 30'000;
        pollfd waiting{m_descriptor, POLLIN, 0};
        QByteArray bytes(65536, '\0');
        if (::poll(&waiting, 1, kLongest) != 1)
            return {};
        const ssize_t count = ::read(m_descriptor, bytes.data(), static_cast<std::size_t>(bytes.size()));
        return bytes.left(std::max<ssize_t>(count, 0));
    }

private:
    int m_descriptor = -1;
};

} // namespace

class CliRunTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void rowsDependOnPlanAndSeedAlone_data() {
        QTest::addColumn<QString>("locale");
        for (const char* locale : {"C", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8", "no_SUCH.locale", ""})
            QTest::newRow(*locale == '\0' ? "empty" : locale) << locale;
    }
    void rowsDependOnPlanAndSeedAlone() {
        QFETCH(QString, locale);
        const QStringList arguments = kSimulated + QStringList{"--work", "uniform", "--csv", "-"};
        const Called expected = call(arguments);
        const Called called = call(arguments, locale);
        QCOMPARE(called.code, 0);
        QCOMPARE(rowsOf(called.out).size(), 302); // columns, first frame, 300 that count
        QCOMPARE(called.out, expected.out);
        QVERIFY(call(arguments + QStringList{"--seed", "2"}, locale).out != expected.out);
    }

    void gridOfAFrameIsExact() {
        // Deadlines of 60000/1001 Hz: [n * 1001 * 10**9 // 60000 for n in (1, 2, 300)] in Python.
        const Called called = call(kSimulated + QStringList{"--rate", "60000/1001", "--csv", "-"});
        const QList<QByteArray> rows = rowsOf(called.out);
        QCOMPARE(rows[2].split(',')[5], QByteArray("16683333"));
        QCOMPARE(rows[3].split(',')[5], QByteArray("33366666"));
        QCOMPARE(rows[301].split(',')[5], QByteArray("5005000000"));
        QVERIFY(called.out.contains("# rate_hz: 60000/1001\n"));
    }

    void pythonReadsTheRows() {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty())
            QSKIP("no python3 here");
        const QString csv = m_folder.filePath("python.csv");
        QCOMPARE(call(kSimulated + QStringList{"--csv", csv}).code, 0);
        QProcess process;
        process.start(
            python, {"-c",
                     "import csv, sys\n"
                     "rows = list(csv.DictReader(l for l in open(sys.argv[1], newline='') if l[0] != '#'))\n"
                     "late = [int(r['start_ns']) - int(r['deadline_ns']) for r in rows[1:]]\n"
                     "assert late == [int(r['lateness_ns']) for r in rows[1:]]\n"
                     "assert rows[0]['frame_time_ns'] == '' and rows[0]['cause'] == ''\n"
                     "starts = [int(r['start_ns']) for r in rows]\n"
                     "assert all(int(r['frame_time_ns']) == b - a\n"
                     "           for r, a, b in zip(rows[1:], starts, starts[1:]))\n"
                     "print(len(late), sorted(late)[len(late) // 2 - 1], max(late))",
                     csv});
        const Called called = finished(process);
        QVERIFY2(called.code == 0, called.err.constData());
        const Called again = call(kSimulated + QStringList{"--json", "-"});
        const Json lateness = Json::parse(again.out.toStdString())["lateness_ns"];
        const QByteArray expected = QByteArray::number(lateness["count"].get<int>()) + " " +
                                    QByteArray::number(lateness["p50"].get<double>(), 'f', 0) + " " +
                                    QByteArray::number(lateness["max"].get<double>(), 'f', 0) + "\n";
        QCOMPARE(called.out, expected);
    }

    void whatStandsOutDoesSoOnATerminalAlone_data() {
        QTest::addColumn<bool>("terminal");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<bool>("bold");
        QTest::newRow("terminal") << true << QString("NO_COLOR=") << true;
        QTest::newRow("NO_COLOR") << true << QString("NO_COLOR=1") << false;
        QTest::newRow("dumb") << true << QString("TERM=dumb") << false;
        QTest::newRow("pipe") << false << QString("NO_COLOR=") << false;
    }
    /// The conclusion and the headings.
    void whatStandsOutDoesSoOnATerminalAlone() {
        QFETCH(bool, terminal);
        QFETCH(QString, variable);
        QFETCH(bool, bold);
        if (QStandardPaths::findExecutable("script").isEmpty())
            QSKIP("script(1) gives a terminal");
        const QString run =
            QStringLiteral("'%1' run --machine linux-default --frames 50").arg(JITTERSCOPE_CLI);
        QProcess process;
        QProcessEnvironment variables = environment("C.UTF-8");
        variables.insert("TERM", "xterm");
        const QStringList given = variable.split('=');
        variables.insert(given[0], given[1]);
        process.setProcessEnvironment(variables);
        if (terminal)
            process.start("script", {"-qec", run, "/dev/null"});
        else
            process.start("sh", {"-c", run});
        const Called called = finished(process);
        QCOMPARE(called.code, 0);
        QCOMPARE(called.out.contains("\033[1m0 of 50 frames were late"), bold);
        QCOMPARE(called.out.contains("\033[0m"), bold);
        QVERIFY(called.out.contains("0 of 50 frames were late"));
    }
    void summaryIsShortAndHasAHistogram() {
        const Called called = call(kSimulated);
        QCOMPARE(called.code, 0);
        QVERIFY(called.err.isEmpty()); // no progress where there is no terminal
        QVERIFY(called.out.contains("system-sleep") && called.out.contains("60 Hz"));
        QVERIFY(called.out.contains("late by more than 166.7 µs"));
        QVERIFY(called.out.contains("needs 1000")); // p99.9 of 300 frames
        QVERIFY(called.out.contains("█"));
        QVERIFY(called.out.count('\n') < 36);
    }

    /// The report says what the terminal says, and its figures are those that --svg writes.
    void theReportHasItsFigures() {
        QTemporaryDir folder;
        const QString html = folder.filePath("run.html");
        const QString svg = folder.filePath("run.svg");
        const Called called = call(kSimulated + QStringList{"--html", html, "--svg", svg});
        QCOMPARE(called.code, 0);
        const QByteArray page = contentOf(html);
        QVERIFY(page.contains(called.out.left(called.out.indexOf('\n'))));
        const QByteArray figure = contentOf(svg);
        QVERIFY(figure.startsWith("<svg") && figure.contains("Frame-time histogram"));
        QVERIFY(page.contains(figure));
        QCOMPARE(call(kSimulated + QStringList{"--svg", svg, "--figure", "frame-times"}).code, 0);
        QVERIFY(contentOf(svg).contains("Frame times"));
        const Called markdown = call(kSimulated + QStringList{"--markdown", "-"});
        QVERIFY(markdown.out.startsWith("# A run of System sleep at 60 Hz\n"));
    }
    void wrongFiguresAreRefused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("unknown") << QStringList{"--svg", "x.svg", "--figure", "piechart"}
                                 << QByteArray("histogram, frame-times");
        QTest::newRow("no file") << QStringList{"--figure", "cpu"} << QByteArray("--svg FILE");
        QTest::newRow("pdf") << QStringList{"--pdf", "x.pdf"} << QByteArray("write --html");
    }
    void wrongFiguresAreRefused() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Called called = call(kSimulated + arguments);
        QCOMPARE(called.code, 2);
        QVERIFY2(called.err.contains(says) && called.err.count('\n') == 1, called.err.constData());
        QVERIFY(!call({"run", "--help"}).out.contains("--pdf"));
    }
    /// Spinning sees no sleeps, so there is no estimator to draw: it is said, and the rest is written.
    void aFigureThatIsEmptyIsSaid() {
        QTemporaryDir folder;
        const QString json = folder.filePath("run.json");
        const Called called =
            call({"run", "--machine", "linux-default", "--strategy", "spin", "--frames", "50", "--svg",
                  folder.filePath("none.svg"), "--figure", "estimator", "--json", json});
        QCOMPARE(called.code, 1);
        QVERIFY2(called.err.contains("nothing to draw as estimator"), called.err.constData());
        QVERIFY(!QFile::exists(folder.filePath("none.svg")) && QFile::exists(json));
    }

    void plainTerminalsGetAscii() {
        const QByteArray out = call(kSimulated, "C").out;
        QVERIFY(out.contains("##"));
        for (const char c : out)
            QVERIFY(static_cast<unsigned char>(c) < 0x80);
    }

    void summaryGoesAsideWhenDataTakesStandardOutput() {
        const Called called = call(kSimulated + QStringList{"--json", "-"});
        QCOMPARE(called.code, 0);
        QCOMPARE(Json::parse(called.out.toStdString())["frames"].get<int>(), 300);
        QVERIFY(called.err.contains("late by more than"));
    }

    void jsonHoldsPlanAndFigures() {
        const Called called = call({"run",      "--machine", "fake-scheduler", "--frames",      "200",
                                    "--rate",   "59.94",     "--strategy",     "precise-sleep", "--x",
                                    "2",        "--param",   "form=printed",   "--seed",        "9",
                                    "--warmup", "5",         "--tolerance",    "1ms",           "--json",
                                    "-"});
        QCOMPARE(called.code, 0);
        const Json json = Json::parse(called.out.toStdString());
        QCOMPARE(json["plan"]["strategy"].get<std::string>(), std::string("precise-sleep"));
        QCOMPARE(json["plan"]["x"].get<double>(), 2.0);
        QCOMPARE(json["plan"]["params"]["form"].get<std::string>(), std::string("printed"));
        QCOMPARE(json["plan"]["rate"].get<std::string>(), std::string("59.94"));
        QCOMPARE(json["plan"]["seed"].get<int>(), 9);
        QCOMPARE(json["frames"].get<int>(), 200);
        QCOMPARE(json["warmup_frames"].get<int>(), 6); // the first frame, which has no wait, and five
        QCOMPARE(json["late"]["tolerance_ns"].get<int>(), 1'000'000);
        QVERIFY(json["started_utc"].is_null() && json["machine"].empty());
        QCOMPARE(json["stretches"].size(), std::size_t{1});
    }

    /// A job is its rate and its tolerance; what is said beside it wins.
    void aJobSetsRateAndTolerance() {
        const auto of = [](const QStringList& more) {
            return Json::parse(
                call(QStringList{"run", "--machine", "linux-default", "--frames", "50", "--json", "-"} + more)
                    .out.toStdString());
        };
        const Json game = of({"--job", "game-144"});
        QCOMPARE(game["plan"]["rate_hz"].get<double>(), 144.0);
        QCOMPARE(game["late"]["tolerance_ns"].get<int>(), 500'000);
        const Json own = of({"--job", "game-144", "--tolerance", "2ms", "--rate", "120"});
        QCOMPARE(own["plan"]["rate_hz"].get<double>(), 120.0);
        QCOMPARE(own["late"]["tolerance_ns"].get<int>(), 2'000'000);
        QCOMPARE(of({})["late"]["tolerance_ns"].get<int>(), 166'666); // 1 % of 1/60 s
        const Called wrong = call({"run", "--job", "chess"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("chess") && wrong.err.contains("game-144"), wrong.err.constData());
    }
    void sleepsAreRecordedBeside() {
        const QString csv = m_folder.filePath("frames.csv");
        const QString sleeps = m_folder.filePath("sleeps.csv");
        QCOMPARE(call(kSimulated + QStringList{"--csv", csv, "--sleeps-csv", sleeps}).code, 0);
        QCOMPARE(rowsOf(contentOf(csv)).size(), 302);
        const QList<QByteArray> rows = rowsOf(contentOf(sleeps));
        QCOMPARE(rows[0], QByteArray("frame,kind,asked_ns,took_ns,end_to_deadline_ns"));
        QCOMPARE(rows.size(), 301);
        QVERIFY(rows[1].startsWith("1,relative,"));
    }

    void assertionsDecideTheExitCode() {
        QCOMPARE(call(kSimulated + QStringList{"--assert", "p99<1s", "--assert", "frames>=300"}).code, 0);
        const Called failing = call(
            kSimulated + QStringList{"--assert", "p50<1ns", "--assert", "p99<1s", "--assert", "p99.9<1s"});
        QCOMPARE(failing.code, 3);
        QCOMPARE(failing.err.count('\n'), 2);
        QVERIFY(failing.err.contains("p50<1ns does not hold: error.p50 is "));
        QVERIFY(failing.err.contains("error.p99_9 is absent"));
        QVERIFY(failing.out.contains("late by more than")); // the run is shown all the same
    }

    void stopsAtTheFirstLateFrame() {
        const Called called = call({"run", "--machine", "linux-default-loaded", "--frames", "100000",
                                    "--rate", "1000", "--stop-on", "late > 300us", "--csv", "-"});
        QCOMPARE(called.code, 0);
        const QList<QByteArray> rows = rowsOf(called.out);
        QVERIFY(rows.size() < 100'000);
        QVERIFY(rows.last().split(',')[6].toLongLong() > 300'000);
        for (qsizetype i = 2; i + 1 < rows.size(); ++i)
            QVERIFY(rows[i].split(',')[6].toLongLong() <= 300'000);
    }

    void realClockIsMeasured() {
        const Called called = call({"run", "--duration", "200ms", "--rate", "200", "--json", "-"});
        QCOMPARE(called.code, 0);
        const Json json = Json::parse(called.out.toStdString());
        QVERIFY(json["frames"].get<int>() > 0);
        QVERIFY(json["lateness_ns"]["min"].get<double>() >= 0); // never early
        QVERIFY(!json["machine"].empty());
        QVERIFY(json["started_utc"].is_string());
    }

    void interruptedRunIsWrittenAndSaysSo_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void interruptedRunIsWrittenAndSaysSo() {
        QFETCH(int, signal);
        const QString pipe = m_folder.filePath(QString("pipe%1").arg(signal));
        const QString json = m_folder.filePath(QString("interrupted%1.json").arg(signal));
        const Pipe rows(pipe);
        QProcess process;
        process.start(JITTERSCOPE_CLI,
                      {"run", "--duration", "3600", "--rate", "500", "--csv", pipe, "--json", json});
        // The first flush brings rows: it is measuring.
        QByteArray read;
        while (rowsOf(read).size() < 3) {
            const QByteArray more = rows.read();
            QVERIFY(!more.isEmpty());
            read += more;
        }
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
        while (true) {
            const QByteArray more = rows.read();
            if (more.isEmpty())
                break;
            read += more;
        }
        const Called called = finished(process);
        QCOMPARE(called.code, 130);
        QVERIFY(called.out.contains("late by more than"));
        QVERIFY(read.endsWith('\n'));
        const Json written = Json::parse(contentOf(json).toStdString());
        QCOMPARE(written["end"].get<std::string>(), std::string("stopped"));
        QCOMPARE(rowsOf(read).size(), written["frames"].get<int>() + 2);
    }

    void badPathCostsNoMeasurement() {
        const Called called = call({"run", "--duration", "3600", "--csv", "/no/such/folder/a.csv"});
        QCOMPARE(called.code, 1);
        QVERIFY(called.out.isEmpty());
        QVERIFY2(called.err.contains("/no/such/folder/a.csv") && called.err.count('\n') == 1,
                 called.err.constData());
    }

    void fullDiskFailsAndStillShowsTheRun_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("csv") << kSimulated + QStringList{"--csv", "/dev/full"};
        QTest::newRow("json") << kSimulated + QStringList{"--json", "/dev/full"};
        const QStringList experiment{"experiment", "accuracy", "--quick", "--machine", "linux-rt"};
        QTest::newRow("csv of an experiment") << experiment + QStringList{"--csv", "/dev/full"};
        QTest::newRow("json of an experiment") << experiment + QStringList{"--json", "/dev/full"};
    }
    void fullDiskFailsAndStillShowsTheRun() {
        QFETCH(QStringList, arguments);
        const Called called = call(arguments);
        QCOMPARE(called.code, 1);
        QVERIFY(called.err.contains("/dev/full"));
        QVERIFY(called.out.count('\n') > 5);
    }

    void oldFileStaysWhenARunIsKilled() {
        const QString csv = m_folder.filePath("old.csv");
        QFile file(csv);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("old");
        file.close();
        const QString pipe = m_folder.filePath("killed-pipe");
        const Pipe sleeps(pipe);
        QProcess process;
        process.start(JITTERSCOPE_CLI, {"run", "--duration", "3600", "--csv", csv, "--sleeps-csv", pipe});
        QVERIFY(!sleeps.read().isEmpty());
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGKILL), 0);
        QCOMPARE(finished(process).code, -2);
        QCOMPARE(contentOf(csv), QByteArray("old"));
        QVERIFY(QDir(m_folder.path()).entryList({".jitterscope-*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    void standardOutputThatIsAFileIsNotReplaced() {
        const QString path = m_folder.filePath("redirected");
        QProcess process;
        process.setStandardOutputFile(path);
        process.start(JITTERSCOPE_CLI, kSimulated + QStringList{"--csv", "/dev/stdout"});
        QCOMPARE(finished(process).code, 0);
        QVERIFY(contentOf(path).contains("frame,stretch,start_ns"));
        QVERIFY(contentOf(path).contains("# end: rows="));
        QVERIFY(!contentOf(path).contains("late by more than")); // no text in data
    }

    void closedPipeIsAFailureAndNoSignal() {
        QProcess reader;
        QProcess process;
        process.setStandardOutputProcess(&reader);
        process.start(JITTERSCOPE_CLI, {"run", "--machine", "linux-rt", "--frames", "100000", "--csv", "-"});
        reader.start("/bin/true", QStringList());
        QVERIFY(reader.waitForFinished());
        const Called called = finished(process);
        QCOMPARE(called.code, 1);
        QVERIFY2(called.err.contains("standard output"), called.err.constData());
    }

    /// 64 frames a second where 144 are asked for: no drift, and that alone would be a lie.
    void theRateAchievedAndWhatWasLostStandBesideTheDrift() {
        const Called called = call({"run", "--machine", "windows-15ms", "--strategy", "system-sleep",
                                    "--rate", "144", "--frames", "2000"});
        QCOMPARE(called.code, 0);
        const auto line = QRegularExpression("rate 6[34]\\.\\d+ of 144 Hz; slots lost [\\d ]+ \\(5[56] %\\); "
                                             "drift of the frames that ran [+\u2212-]?[\\d ]+(\\.\\d+)? ppm");
        QVERIFY2(line.match(QString::fromUtf8(called.out).simplified()).hasMatch(), called.out.constData());
    }
};

JITTERSCOPE_TEST(CliRunTest)

} // namespace jitterscope::cli_run_test

#include "cli_run_test.moc"
