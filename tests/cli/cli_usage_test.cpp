// SPDX-License-Identifier: MIT
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstdio>

namespace jitterscope::cli_usage_test {

class CliUsageTest : public QObject {
    Q_OBJECT

private slots:
    /// Where an option says how long something runs, a bare number is seconds: a program that is not there
    /// (125) is found missing only after its options were right.
    void aBareNumberIsSeconds_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        const QStringList none{"--", "/no/such/program"};
        QTest::newRow("attach 5") << QStringList{"attach", "--duration", "5", "--block", "2"} + none << 125;
        QTest::newRow("attach 5s") << QStringList{"attach", "--duration", "5s"} + none << 125;
        QTest::newRow("attach 0.5") << QStringList{"attach", "--duration", "0.5"} + none << 2;
        QTest::newRow("attach 3601") << QStringList{"attach", "--duration", "3601"} + none << 2;
        QTest::newRow("run 2") << QStringList{"run", "--machine", "linux-default", "--duration", "2"} << 0;
        QTest::newRow("run 2m") << QStringList{"run", "--machine", "linux-default", "--duration", "2m"} << 0;
        QTest::newRow("run 0") << QStringList{"run", "--machine", "linux-default", "--duration", "0"} << 2;
    }
    void aBareNumberIsSeconds() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        const Called called = call(arguments);
        QVERIFY2(called.code == code, called.err.constData());
    }
    void wrongUsageIsOneLineThatNamesIt_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("names");
        const auto row = [](const char* name, const QStringList& arguments, const QStringList& names) {
            QTest::newRow(name) << arguments << names;
        };
        for (const char* rate :
             {"nan", "inf", "-inf", "0", "-1", "1e-9", "1e9", "60,0", "", "abc", "60/0", "0x3c"})
            row(qPrintable(QString("rate '%1'").arg(rate)), {"run", "--rate", rate},
                {"--rate", "0.1 … 100000"});
        row("rate of 10000 characters", {"run", "--rate", QString(10'000, '9')}, {"--rate", "0.1 … 100000"});
        row("rate of two lines", {"run", "--rate", "60\n61"}, {"--rate", "0.1 … 100000"});
        row("rate without a value", {"run", "--rate"}, {"--rate takes HZ"});
        row("an option for a value", {"run", "--csv", "--json", "x.json"}, {"--csv takes FILE"});
        row("a file of the next option", {"compare", "--csv", "--json", "a.csv", "b.csv"},
            {"--csv takes FILE"});
        row("no command", {}, {"watch or completion"});
        row("rate with an empty value", {"run", "--rate="}, {"--rate="});
        row("rate twice", {"run", "--rate", "60", "--rate", "61"}, {"--rate", "twice"});
        row("rate and period", {"run", "--rate", "60", "--period", "1ms"}, {"--period", "--rate"});
        for (const char* period : {"0", "1ns", "11s", "-1ms", "abc", ""})
            row(qPrintable(QString("period '%1'").arg(period)), {"run", "--period", period},
                {"--period", "10us … 10s"});
        for (const char* x : {"-1", "nan", "inf", "1e308", "", "1,5"})
            row(qPrintable(QString("x '%1'").arg(x)), {"run", "--x", x}, {"--x", "0 … "});
        row("x of a strategy without", {"run", "--strategy", "spin", "--x", "1"}, {"--x", "spin"});
        for (const char* frames : {"0", "-1", "1.5", "nan", "1000000000001", "99999999999999999999", ""})
            row(qPrintable(QString("frames '%1'").arg(frames)), {"run", "--frames", frames},
                {"--frames", "1 … 1000000000000"});
        for (const char* duration : {"0", "-1", "nan", "inf", "1e300", "ten", ""})
            row(qPrintable(QString("duration '%1'").arg(duration)), {"run", "--duration", duration},
                {"--duration", "SECONDS"});
        row("warmup", {"run", "--warmup", "-1"}, {"--warmup", "0 … "});
        row("tolerance", {"run", "--tolerance", "-1us"}, {"--tolerance", "0 … 10s"});
        row("load", {"run", "--load", "257"}, {"--load", "0 … 256"});
        row("load of a simulated machine", {"run", "--load", "1", "--machine", "linux-rt"}, {"load"});
        row("seed", {"run", "--seed", "-1"}, {"--seed", "18446744073709551615"});
        row("cpu", {"run", "--cpu", "-1"}, {"--cpu"});
        row("cpu that is not there", {"run", "--cpu", "99999"}, {"cpu 99999"});
        row("slack", {"run", "--slack", "0"}, {"--slack", "1ns … 1s"});
        row("stop-on", {"run", "--stop-on", "early>2ms"}, {"--stop-on", "late>"});
        row("stop-on without a time", {"run", "--stop-on", "late>"}, {"--stop-on", "late>"});
        row("strategy", {"run", "--strategy", "nap"}, {"--strategy", "nap", "precise-sleep"});
        row("policy", {"run", "--policy", "nap"}, {"--policy", "nap", "drop-and-rest"});
        row("work", {"run", "--work", "nap"}, {"--work", "nap", "spikes"});
        row("parameter of here", {"run", "--machine", "here:preempt=1"},
            {"--machine", "preempt=1", "no parameters"});
        row("file of here", {"run", "--machine", "here:file=a.csv"}, {"--machine", "file=a.csv"});
        row("file of a simulated machine", {"run", "--machine", "linux-rt:file=a.csv"}, {"file=a.csv"});
        row("parameter of another machine", {"run", "--machine", "linux-rt:preempt=1"}, {"preempt=1"});
        row("machine", {"run", "--machine", "nap"}, {"--machine", "nap", "linux-rt"});
        row("parameter of work", {"run", "--work", "fixed:nap=1"}, {"--work", "nap"});
        row("value of a parameter", {"run", "--work", "fixed:time=-1ms"}, {"--work", "time"});
        row("parameter", {"run", "--param", "nap=1"}, {"--param", "nap"});
        row("parameter without a value", {"run", "--param", "form"}, {"--param", "'='"});
        row("value of form", {"run", "--param", "form=third"}, {"--param", "printed or mended"});
        row("assertion", {"run", "--assert", "p99"}, {"--assert", "p99"});
        row("second assertion", {"run", "--assert", "p99<1s", "--assert", "nap<1"}, {"--assert", "nap"});
        row("two data on standard output", {"run", "--csv", "-", "--json", "-"}, {"--json", "--csv"});
        row("no file name", {"run", "--csv", ""}, {"--csv"});
        row("no file name, of an experiment", {"experiment", "slack", "--csv", ""}, {"--csv", "no name"});
        row("no file name, of a race", {"race", "--json", ""}, {"--json", "no name"});
        row("no file name, of a summary", {"summarize", "a.csv", "--json", ""}, {"--json", "no name"});
        row("unknown option", {"run", "--nap", "3"}, {"--nap"});
        row("argument", {"run", "60"}, {"60"});
        row("unknown command", {"nap"}, {"nap"});
        row("no command", {}, {"list, run"});
        row("list of nothing", {"list"}, {"strategies, policies, work, experiments, machines"});
        row("list of something else", {"list", "clouds"}, {"clouds", "strategies"});
        row("list of a machine's work", {"list", "work", "--machine", "linux-rt"},
            {"work", "same on every machine"});
        row("list of no machine", {"list", "strategies", "--machine", "moon"}, {"moon", "windows-15ms"});
        row("list of two", {"list", "work", "machines"}, {"machines"});
        row("watch without a file", {"watch", "--every", "1h"}, {"--openmetrics", "needed", "a path"});
        row("watch without a time", {"watch", "--openmetrics", "a.prom"}, {"--every", "needed", "10ms … 7d"});
        for (const char* every : {"0", "-1s", "9ms", "8d", "nan", "often", ""})
            row(qPrintable(QString("every '%1'").arg(every)),
                {"watch", "--openmetrics", "a.prom", "--every", every}, {"--every", "10ms … 7d"});
        row("every shorter than a probe", {"watch", "--openmetrics", "a.prom", "--every", "1s"},
            {"--every '1s'", "shorter than a probe, which takes 2 s"});
        row("every shorter than the frames of a probe",
            {"watch", "--openmetrics", "a.prom", "--every", "1s", "--frames", "50", "--warmup", "50"},
            {"--every", "shorter than a probe, which takes 1.67 s"});
        row("probes", {"watch", "--openmetrics", "a.prom", "--every", "1h", "--probes", "0"},
            {"--probes", "1 … "});
        row("watch into standard output", {"watch", "--openmetrics", "-", "--every", "1h"},
            {"--openmetrics", "standard output"});
        row("watch into no name", {"watch", "--openmetrics", "", "--every", "1h"},
            {"--openmetrics", "no name"});
        row("label without a value", {"run", "--openmetrics", "-", "--label", "seat"}, {"--label", "'='"});
        row("label that is taken", {"run", "--openmetrics", "-", "--label", "le=1"}, {"--label", "taken"});
        row("label twice", {"run", "--openmetrics", "-", "--label", "a=1", "--label", "a=2"},
            {"--label", "twice"});
        row("label without a file", {"run", "--label", "seat=1"}, {"--label", "--openmetrics"});
        row("csv of a watch", {"watch", "--openmetrics", "a.prom", "--every", "1h", "--csv", "a.csv"},
            {"--csv"});
        row("metrics into the CSV", {"run", "--csv", "a.csv", "--openmetrics", "./a.csv"},
            {"--openmetrics", "--csv"});
        row("summarize nothing", {"summarize"}, {"FILE"});
        row("summarize json", {"summarize", "--json"}, {"--json takes FILE"});
    }
    void wrongUsageIsOneLineThatNamesIt() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, names);
        const Called called = call(arguments);
        QCOMPARE(called.code, 2);
        QVERIFY(called.out.isEmpty());
        QVERIFY2(called.err.count('\n') == 1 && called.err.endsWith('\n'), called.err.constData());
        QVERIFY2(called.err.size() < 700, called.err.constData());
        for (const QString& name : names)
            QVERIFY2(QString::fromUtf8(called.err).contains(name), called.err.constData());
    }

    void nothingIsStartedOrWrittenOnWrongUsage() {
        const QTemporaryDir folder;
        const QString csv = folder.filePath("a.csv");
        QCOMPARE(call({"run", "--csv", csv, "--assert", "nap<1"}).code, 2);
        QVERIFY(!QFile::exists(csv));
    }

    void helpNamesChoicesAndRanges() {
        const Called run = call({"run", "--help"});
        QCOMPARE(run.code, 0);
        QVERIFY(run.err.isEmpty());
        for (const char* text : {"--strategy", "precise-sleep", "keep-working", "windows-1ms", "heavy-tail",
                                 "0 … 256", "late.fraction", "--sleeps-csv", "--realtime"})
            QVERIFY2(run.out.contains(text), text);
        for (const QStringList& arguments :
             {QStringList{"--help"}, {"list", "--help"}, {"summarize", "--help"}}) {
            const Called help = call(arguments);
            QCOMPARE(help.code, 0);
            QVERIFY(help.out.contains("Usage: jitterscope-cli"));
        }
    }

    /// Whatever a name or a header holds, nothing of it commands the terminal.
    void controlCharactersNeverReachTheTerminal() {
#ifdef Q_OS_WIN
        QSKIP("Windows has no file with a control character in its name");
#endif
        const QTemporaryDir folder;
        const QByteArray evil = "a\x1b]0;owned\x07\x1b[2J\xc2\x9b"
                                "31m\xe2\x80\xae\xff.csv";
        const QString path = folder.filePath(QString::fromLatin1("plain.csv"));
        QCOMPARE(call({"run", "--machine", "linux-rt", "--frames", "20", "--csv", path}).code, 0);
        const QByteArray named = QFile::encodeName(folder.path()) + "/" + evil;
        QCOMPARE(::rename(QFile::encodeName(path).constData(), named.constData()), 0);
        QProcess shell;
        shell.setProcessEnvironment(environment("C.UTF-8"));
        for (const char* command : {"summarize", "experiment accuracy --quick --machine recorded:file="}) {
            QFile script(folder.filePath(QStringLiteral("script")));
            QVERIFY(script.open(QIODevice::WriteOnly | QIODevice::Truncate));
            const bool machine = QByteArray(command).endsWith('=');
            script.write(QByteArray(JITTERSCOPE_CLI) + " " + command + (machine ? "" : " ") + "'" + named +
                         "'");
            script.close();
            shell.start(QStringLiteral("/bin/sh"), {script.fileName()});
            const Called called = finished(shell);
            for (const QByteArray& text : {called.out, called.err}) {
                QVERIFY2(!text.contains('\x1b') && !text.contains('\x07'), text.constData());
                QVERIFY(!text.contains("\xc2\x9b") && !text.contains("\xe2\x80\xae"));
            }
            QVERIFY(!called.out.isEmpty() || !called.err.isEmpty());
        }
    }

    /// What a report of a fault needs, and nothing of who writes it.
    void verboseVersionSaysWhatItRunsOn() {
        const Called called = call({"--version", "--verbose"});
        QCOMPARE(called.code, 0);
        const QStringList lines = QString::fromUtf8(called.out).split(u'\n');
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith("jitterscope "));
        QVERIFY(lines[1].startsWith("Built with: ") && lines[1].endsWith(" bits"));
        QVERIFY(lines[2].startsWith("Kernel: ") || lines[2].startsWith("System: "));
        QVERIFY(lines[3].startsWith("Processor: "));
        QVERIFY(lines[4].startsWith("Virtual machine: ") || lines[4].startsWith("Hypervisor: "));
        QVERIFY(!called.out.contains(QSysInfo::machineHostName().toUtf8()));
        QCOMPARE(call({"--verbose", "list"}).code, 2); // it says more of the version only
    }
    void versionIsOneLine() {
        const Called called = call({"--version"});
        QCOMPARE(called.code, 0);
        QVERIFY(QRegularExpression("^jitterscope \\d+\\.\\d+\\.\\d+\n$").match(called.out).hasMatch());
    }
};

JITTERSCOPE_TEST(CliUsageTest)

} // namespace jitterscope::cli_usage_test

#include "cli_usage_test.moc"
