// SPDX-License-Identifier: MIT
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

namespace jitterscope::cli_watch_test {

namespace {

const QStringList kSimulated{"watch",        "--machine", "linux-default", "--strategy",
                             "system-sleep", "--every",   "10ms"};

/// The value of the first series that begins so; −1: there is none.
double valueOf(const QByteArray& text, const QByteArray& begin) {
    for (const QByteArray& line : text.split('\n')) {
        if (line.startsWith(begin))
            return line.mid(line.lastIndexOf(' ') + 1).toDouble();
    }
    return -1;
}

/// Lateness of the frames that count, in ns, from the CSV of a run.
QList<qint64> latenessOf(const QByteArray& csv) {
    QList<qint64> lateness;
    for (const QByteArray& row : rowsOf(csv).mid(2)) // behind the columns and the first frame
        lateness << row.split(',')[6].toLongLong();
    return lateness;
}

/// Waits for the process to print a line; false after half a minute.
bool printed(QProcess& process, const QByteArray& text) {
    QElapsedTimer since;
    since.start();
    QByteArray read;
    while (!read.contains(text) && since.elapsed() < 30'000 && process.state() != QProcess::NotRunning) {
        process.waitForReadyRead(1000);
        read += process.readAllStandardOutput();
    }
    return read.contains(text);
}

class Umask {
public:
    explicit Umask(mode_t mask) : m_old(::umask(mask)) {}
    ~Umask() { ::umask(m_old); }

private:
    mode_t m_old;
};

} // namespace

class CliWatchTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QStringList into(const QString& file) const {
        return kSimulated + QStringList{"--openmetrics", m_folder.filePath(file)};
    }

private slots:
    /// Each probe has the next seed; the same runs as CSV give the same counts.
    void countsAreThoseOfTheSamples() {
        QCOMPARE(call(into("counts.prom") + QStringList{"--probes", "3", "--seed", "5"}).code, 0);
        const QByteArray text = contentOf(m_folder.filePath("counts.prom"));
        QList<qint64> lateness;
        for (const char* const seed : {"5", "6", "7"})
            lateness += latenessOf(call({"run", "--machine", "linux-default", "--strategy", "system-sleep",
                                         "--duration", "2", "--seed", seed, "--csv", "-"})
                                       .out);
        QCOMPARE(lateness.size(), 360);
        QCOMPARE(valueOf(text, "jitterscope_frames_total"), 360.0);
        QCOMPARE(valueOf(text, "jitterscope_probes_total{"), 3.0);
        int buckets = 0;
        for (const QByteArray& line : text.split('\n')) {
            const qsizetype place = line.indexOf("le=\"");
            if (place < 0)
                continue;
            ++buckets;
            const QByteArray bound = line.mid(place + 4, line.indexOf('"', place + 4) - place - 4);
            const double most = bound == "+Inf" ? INFINITY : std::round(bound.toDouble() * 1e9);
            const auto upTo = std::ranges::count_if(lateness, [most](qint64 late) {
                return static_cast<double>(std::max<qint64>(late, 0)) <= most;
            });
            QCOMPARE(line.mid(line.lastIndexOf(' ') + 1).toLongLong(), upTo);
        }
        QCOMPARE(buckets, 39);
        std::ranges::sort(lateness);
        const auto late = std::ranges::count_if(lateness, [](qint64 value) { return value > 166'666; });
        QCOMPARE(valueOf(text, "jitterscope_late_frames_total"), static_cast<double>(late));
    }

    void aRunGivesTheMetricsOfItsFrames() {
        const QString csv = m_folder.filePath("run.csv");
        const Called called = call({"run", "--machine", "linux-default", "--frames", "300", "--csv", csv,
                                    "--openmetrics", "-", "--label", "seat=12"});
        QCOMPARE(called.code, 0);
        QVERIFY(called.err.contains("late by more than")); // the text for people stands aside
        QCOMPARE(valueOf(called.out, "jitterscope_lateness_seconds_count"), 300.0);
        QVERIFY(called.out.contains("rate_hz=\"60\",seat=\"12\",strategy=\"precise-sleep\"} 300\n"));
        QVERIFY(!called.out.contains("probe_interval"));
        qint64 largest = 0;
        for (const qint64 late : latenessOf(contentOf(csv)))
            largest = std::max(largest, late);
        QCOMPARE(std::llround(1e9 * valueOf(called.out, "jitterscope_last_probe_lateness_max_seconds")),
                 largest);
    }

    void countersGoOnInTheNextProcess() {
        for (const double frames : {120.0, 240.0}) {
            const Called called = call(into("timer.prom") + QStringList{"--probes", "1"});
            QCOMPARE(called.code, 0);
            QVERIFY2(called.err.isEmpty(), called.err.constData());
            QCOMPARE(valueOf(contentOf(m_folder.filePath("timer.prom")), "jitterscope_frames_total"), frames);
        }
        const Called other = call(into("timer.prom") + QStringList{"--probes", "1", "--rate", "120"});
        QCOMPARE(other.code, 0);
        QVERIFY2(other.err.contains("timer.prom") && other.err.contains("begin at 0"), other.err.constData());
        QCOMPARE(valueOf(contentOf(m_folder.filePath("timer.prom")), "jitterscope_frames_total"), 240.0);
    }

    /// node_exporter runs as another user.
    void everybodyMayReadANewFileAndAnOldOneKeepsItsMode() {
        const Umask umask(077);
        const QString path = m_folder.filePath("mode.prom");
        QCOMPARE(call(into("mode.prom") + QStringList{"--probes", "2"}).code, 0);
        struct stat status {};
        QCOMPARE(::stat(qPrintable(path), &status), 0);
        QCOMPARE(status.st_mode & 07777, mode_t{0644});
        QCOMPARE(::chmod(qPrintable(path), 0640), 0);
        QCOMPARE(call(into("mode.prom") + QStringList{"--probes", "2"}).code, 0);
        QCOMPARE(::stat(qPrintable(path), &status), 0);
        QCOMPARE(status.st_mode & 07777, mode_t{0640});
    }

    void aSignalEndsTheWaitAtOnce_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void aSignalEndsTheWaitAtOnce() {
        QFETCH(int, signal);
        QProcess process;
        QStringList arguments = into(QString("signal%1.prom").arg(signal));
        arguments[arguments.indexOf("10ms")] = "1h";
        process.start(JITTERSCOPE_CLI, arguments);
        QVERIFY(printed(process, "probe 1: lateness"));
        const QString path = m_folder.filePath(QString("signal%1.prom").arg(signal));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 10'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
        QCOMPARE(finished(process).code, 130); // the wait would go on for an hour
        QCOMPARE(valueOf(contentOf(path), "jitterscope_frames_total"), 120.0);
    }

    void aSignalEndsAProbeAndWhatItMeasuredIsWritten() {
        QProcess process;
        const QString path = m_folder.filePath("cut.prom");
        process.start(JITTERSCOPE_CLI, {"watch", "--every", "1h", "--duration", "1000", "--rate", "200",
                                        "--openmetrics", path});
        // It measures as soon as its second thread runs.
        const QString tasks = QString("/proc/%1/task").arg(process.processId());
        QTRY_VERIFY_WITH_TIMEOUT(QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size() > 1, 20'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        const Called called = finished(process);
        QCOMPARE(called.code, 130);
        QVERIFY2(called.out.contains("ended early"), called.out.constData());
        QCOMPARE(valueOf(contentOf(path), "jitterscope_last_probe_complete"), 0.0);
        QVERIFY(contentOf(path).contains("result=\"incomplete\"} 1\n"));
    }

    /// Each would replace what the other has counted.
    void oneFileHasOneWatch() {
        const QString path = m_folder.filePath("one.prom");
        QProcess first;
        first.start(JITTERSCOPE_CLI, into("one.prom") + QStringList{"--probes", "1000000"});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 30'000); // it has its first probe
        const Called second = call(into("one.prom") + QStringList{"--probes", "1"});
        QCOMPARE(second.code, 1);
        QVERIFY2(second.err.contains("another program") && second.err.contains("one.prom"),
                 second.err.constData());
        QCOMPARE(::kill(static_cast<pid_t>(first.processId()), SIGKILL), 0);
        first.waitForFinished();
        QCOMPARE(call(into("one.prom") + QStringList{"--probes", "1"}).code, 0); // what it left is nobody's
        QVERIFY(!QFile::exists(path + ".lock"));
        QVERIFY(valueOf(contentOf(path), "jitterscope_probes_total{") >= 2.0);
    }
    void aForeignFileIsNotReplaced() {
        const QString path = m_folder.filePath("foreign.prom");
        for (const QByteArray& text : {QByteArray("my thesis\n"), QByteArray("x").repeated(2 << 20)}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.close();
            const Called called = call(into("foreign.prom") + QStringList{"--probes", "1"});
            QCOMPARE(called.code, 1);
            QVERIFY2(called.err.contains("not a file of a watch"), called.err.constData());
            QCOMPARE(contentOf(path), text);
        }
    }

    /// A reader never sees a part of it: node_exporter would refuse it.
    void theFileIsWholeWhileItIsReplaced() {
        const QString path = m_folder.filePath("replaced.prom");
        QProcess process;
        process.start(JITTERSCOPE_CLI, into("replaced.prom") + QStringList{"--probes", "60"});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 30'000);
        int reads = 0;
        double before = 0;
        double first = 0;
        while (!process.waitForFinished(0) && process.state() != QProcess::NotRunning) {
            const QByteArray text = contentOf(path);
            QVERIFY(text.startsWith("# HELP jitterscope_build_info") && text.endsWith('\n'));
            QVERIFY(text.contains("jitterscope_last_probe_cpu_ratio"));
            const double frames = valueOf(text, "jitterscope_frames_total");
            QVERIFY(frames >= before && std::fmod(frames, 120) == 0);
            first = first > 0 ? first : frames;
            before = frames;
            ++reads;
        }
        QCOMPARE(process.exitCode(), 0);
        QVERIFY2(reads > 20 && before > first, qPrintable(QString::number(reads)));
        QVERIFY(QDir(m_folder.path()).entryList({".jitterscope-*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    /// Its machine's file is gone for a while.
    void aProbeThatFailsIsCountedAndToldAndTheWatchGoesOn() {
        const QString machine = m_folder.filePath("machine.csv");
        QCOMPARE(call({"run", "--machine", "linux-default", "--strategy", "system-sleep", "--frames", "500",
                       "--sleeps-csv", machine})
                     .code,
                 0);
        const QString path = m_folder.filePath("failing.prom");
        QProcess process;
        process.start(JITTERSCOPE_CLI, {"watch", "--machine", "recorded:file=" + machine, "--strategy",
                                        "system-sleep", "--every", "20ms", "--openmetrics", path});
        QVERIFY(printed(process, "probe 1: lateness"));
        QVERIFY(QFile::rename(machine, machine + ".away"));
        const auto failed = [&path] {
            return contentOf(path).contains("last_probe_success{") &&
                   valueOf(contentOf(path), "jitterscope_last_probe_success") == 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(failed(), 30'000);
        QVERIFY(valueOf(contentOf(path), "jitterscope_frames_total") > 0); // what was measured is kept
        QVERIFY(QFile::rename(machine + ".away", machine));
        QTRY_VERIFY_WITH_TIMEOUT(!failed(), 30'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        const Called called = finished(process);
        QCOMPARE(called.code, 130);
        QVERIFY2(called.err.contains(" failed: cannot read '"), called.err.constData());
        QVERIFY(!contentOf(path).contains("result=\"failed\"} 0\n"));
    }

    void aFolderThatIsMissingIsSaidBeforeAnythingIsMeasured() {
        const Called called = call(kSimulated + QStringList{"--openmetrics", "/no/such/folder/a.prom"});
        QCOMPARE(called.code, 1);
        QVERIFY(called.out.isEmpty());
        QVERIFY2(called.err.contains("/no/such/folder/a.prom") && called.err.count('\n') == 1,
                 called.err.constData());
    }

    void aFullDiskIsSaidAndFails() {
        const Called called = call(kSimulated + QStringList{"--openmetrics", "/dev/full", "--probes", "2"});
        QCOMPARE(called.code, 1);
        QCOMPARE(called.err.count("No space left on device"), 2);
        QCOMPARE(called.out.count("probe "), 2); // it is measured and shown all the same
        const Called run =
            call({"run", "--machine", "linux-rt", "--frames", "20", "--openmetrics", "/dev/full"});
        QCOMPARE(run.code, 1);
        QVERIFY(run.err.contains("/dev/full") && run.out.contains("late by more than"));
    }

    /// The folder is gone for a while: the next file has everything.
    void aFileThatCannotBeWrittenForAWhileLosesNothing() {
        QVERIFY(QDir(m_folder.path()).mkdir("textfile"));
        const QString folder = m_folder.filePath("textfile");
        const QString path = folder + "/a.prom";
        QProcess process;
        process.start(JITTERSCOPE_CLI, into("textfile/a.prom"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 30'000);
        QVERIFY(QDir().rename(folder, folder + ".away"));
        const double before = valueOf(contentOf(folder + ".away/a.prom"), "jitterscope_frames_total");
        QByteArray err;
        QTRY_VERIFY_WITH_TIMEOUT((err += process.readAllStandardError()).contains("cannot write '"), 30'000);
        QVERIFY(QDir().rename(folder + ".away", folder));
        QTRY_VERIFY_WITH_TIMEOUT(valueOf(contentOf(path), "jitterscope_frames_total") > before + 120, 30'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        QCOMPARE(finished(process).code, 130);
    }

    void theRealClockIsMeasuredNowAndThen() {
        const QString path = m_folder.filePath("here.prom");
        const auto began = static_cast<double>(QDateTime::currentSecsSinceEpoch());
        QElapsedTimer since;
        since.start();
        const Called called = call({"watch", "--every", "400ms", "--duration", "200ms", "--rate", "200",
                                    "--probes", "3", "--openmetrics", path});
        QCOMPARE(called.code, 0);
        QVERIFY(since.elapsed() >= 1000); // the third begins after 800 ms
        const QByteArray text = contentOf(path);
        QVERIFY(text.contains("machine=\"here\""));
        QVERIFY(valueOf(text, "jitterscope_frames_total") > 0);
        QVERIFY(valueOf(text, "jitterscope_cpu_seconds_total") > 0);
        QCOMPARE(valueOf(text, "jitterscope_probe_interval_seconds"), 0.4);
        const double at = valueOf(text, "jitterscope_last_probe_timestamp_seconds");
        QVERIFY(at >= began && at <= static_cast<double>(QDateTime::currentSecsSinceEpoch()) + 1);
    }
};

JITTERSCOPE_TEST(CliWatchTest)

} // namespace jitterscope::cli_watch_test

#include "cli_watch_test.moc"
