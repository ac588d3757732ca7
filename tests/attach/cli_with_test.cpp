// SPDX-License-Identifier: MIT
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <sys/types.h>

namespace jitterscope::cli_with_test {

namespace {

constexpr int kLong = 30'000; // ms

QStringList with(const QStringList& options, const QStringList& command) {
    return QStringList{"with"} + options + QStringList{"--"} + command;
}

} // namespace

class CliWithTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    /// The loop is found after three seconds; from then on its sleeps are exact, and it does the same.
    void itsSleepsBecomeExact() {
        QProcess process;
        QProcessEnvironment variables = environment("C.UTF-8");
        variables.insert("LD_PRELOAD", JITTERSCOPE_COUNT_WAITS);
        process.setProcessEnvironment(variables);
        process.start(JITTERSCOPE_CLI, with({"--cure", "exact,slack"}, {JITTERSCOPE_LOOPS, "rest", "800"}));
        const Called called = finished(process);
        QCOMPARE(called.code, 7);
        QVERIFY2(called.out.contains("800 frames\n"), called.out.constData());
        const QByteArray counted = called.out.mid(called.out.indexOf("nanosleep ") + 10).split(',').first();
        const int own = counted.trimmed().toInt();
        QVERIFY2(own >= 100 && own < 600, called.out.constData());
        QVERIFY2(called.err.contains("Held in ") && called.err.contains("timer slack 1 ns, exact wait."),
                 called.err.constData());
    }
    void itSaysNothingIfItIsTold() {
        const Called called = call(with({"--quiet", "--cure", "slack"}, {JITTERSCOPE_LOOPS, "rest", "500"}));
        QCOMPARE(called.code, 7);
        QVERIFY2(called.err.isEmpty(), called.err.constData());
    }
    /// Streams, status and signals are the program's own.
    void theProgramIsAsAlone() {
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        process.start(JITTERSCOPE_CLI,
                      with({"--cure", "slack"}, {"sh", "-c", "cat; echo aside >&2; exit 5"}));
        process.write("what comes in");
        process.closeWriteChannel();
        const Called called = finished(process);
        QCOMPARE(called.code, 5);
        QCOMPARE(called.out, QByteArray("what comes in"));
        QCOMPARE(called.err, QByteArray("aside\n"));
        QCOMPARE(call(with({"--cure", "slack"}, {"sh", "-c", "kill -9 $$"})).code, 128 + SIGKILL);
    }
    void aSignalIsHandedOn() {
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        process.start(
            JITTERSCOPE_CLI,
            with({"--cure", "slack"},
                 {"sh", "-c", "trap 'echo asked; exit 6' TERM; echo ready; while :; do sleep 0.1; done"}));
        QVERIFY(process.waitForReadyRead(kLong));
        process.terminate();
        const Called called = finished(process);
        QCOMPARE(called.code, 6);
        QCOMPARE(called.out, QByteArray("ready\nasked\n"));
    }
    /// Who holds is killed: a second later nothing is held any more, and the program goes on.
    void killedItLeavesNothing() {
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        process.start(
            JITTERSCOPE_CLI,
            with({"--cure", "slack"}, {"sh", "-c", "echo $$; exec \"$0\" rest 3000", JITTERSCOPE_LOOPS}));
        QByteArray err;
        QTRY_VERIFY_WITH_TIMEOUT(
            (process.waitForReadyRead(10), err += process.readAllStandardError(), err.contains("Held in ")),
            kLong);
        const qint64 number = process.readAllStandardOutput().trimmed().toLongLong();
        QVERIFY(number > 0);
        const QString path = QStringLiteral("/proc/%1/timerslack_ns").arg(number);
        const auto slack = [&path] { return contentOf(path).trimmed(); };
        if (!slack().isEmpty())
            QTRY_COMPARE_WITH_TIMEOUT(slack(), QByteArray("1"), kLong);
        const bool seen = !slack().isEmpty();
        process.kill();
        QVERIFY(process.waitForFinished(kLong));
        if (seen)
            QTRY_COMPARE_WITH_TIMEOUT(slack(), QByteArray("50000"), kLong);
        QCOMPARE(::kill(static_cast<pid_t>(number), SIGTERM), 0); // it went on
        if (!seen)
            QSKIP("another process' slack cannot be read here");
    }
    void wrongUseIsRefused() {
        QCOMPARE(call({"with", "--", "true"}).code, 2);
        const Called unknown = call(with({"--cure", "luck"}, {"true"}));
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("slack, realtime, pin, idle, exact"), unknown.err.constData());
        QCOMPARE(call({"with", "--cure", "slack"}).code, 2);
        QCOMPARE(call(with({"--cure", "slack", "--loop", "x"}, {"true"})).code, 2);
        QCOMPARE(call(with({"--cure", "slack"}, {"/no/such/program"})).code, 125);
        QCOMPARE(call({"attach", "--", "jitterscope-cli", "with", "--cure", "luck", "--", "true"}).code, 2);
    }
    /// `attach` takes the line as it is, and shows what is held does for the program.
    void attachShowsWhatItDoes() {
        const QString file = m_folder.filePath("a.json");
        const Called called =
            call({"attach", "--duration", "1s", "--block", "500ms", "--json", file, "--", JITTERSCOPE_CLI,
                  "with", "--cure", "slack", "--", JITTERSCOPE_LOOPS, "rest", "900"});
        QCOMPARE(called.code, 7);
        const auto report = nlohmann::json::parse(contentOf(file).toStdString());
        QCOMPARE(report["answer"], nlohmann::json("found"));
        QCOMPARE(report["program"], nlohmann::json("attach_loops"));
        QCOMPARE(report["cures"].size(), std::size_t{1});
        QCOMPARE(report["cures"][0]["id"], nlohmann::json("slack"));
    }
};

JITTERSCOPE_TEST(CliWithTest)

} // namespace jitterscope::cli_with_test

#include "cli_with_test.moc"
