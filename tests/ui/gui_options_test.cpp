// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/options.h"
#include "core/platform/own_system.h"
#include "tests/support/test_program.h"
#include "tests/ui/recorded_machine.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace jitterscope::gui_options_test {

namespace {

GuiOptions parsed(const QStringList& arguments) {
    return parseOptions(QStringList{QStringLiteral("jitterscope")} + arguments);
}

} // namespace

class GuiOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingMeansTheLastPlan() {
        const GuiOptions options = parsed({});
        QVERIFY(options.error.isEmpty());
        QVERIFY(!options.window.plan);
        QVERIFY(!options.window.start);
    }
    void aPlanIsReadFromOptions() {
        const GuiOptions options = parsed({"--start", "--strategy", "timer-sleep", "--rate", "48000/128",
                                           "--x", "2.5", "--page", "live", "--theme", "dark", "a.csv"});
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QVERIFY(options.window.start);
        QCOMPARE(options.window.plan->strategy.id, std::string("timer-sleep"));
        QCOMPARE(options.window.plan->period.hertz(), 375.0);
        QCOMPARE(options.window.plan->strategy.values[0], 2.5);
        QCOMPARE(options.window.files, QStringList{"a.csv"});
        QCOMPARE(options.window.theme, std::optional(ui::ThemeMode::Dark));
    }
    /// Whatever page was shown last.
    void aPlanIsForThePageLive() {
        QCOMPARE(parsed({"--machine", "linux-default", "--start"}).window.page, QStringLiteral("live"));
        QCOMPARE(parsed({"--start"}).window.page, QString());
    }
    void wrongUsageNamesTheOptionInOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* option, const char* value) {
            QTest::newRow(value) << QStringList{option, value} << QString::fromLatin1(option).mid(2);
        };
        row("--rate", "0");
        row("--rate", "nan");
        row("--rate", "60,0");
        row("--period", "20s");
        row("--x", "-1");
        row("--strategy", "sleepy");
        row("--policy", "none-such");
        row("--machine", "mars");
        row("--page", "lab");
        row("--lab", "swamp");
        row("--experiment", "alchemy");
        row("--theme", "pink");
        row("--machine", "recorded"); // which?
        row("--machine", "recorded:file=/nowhere/machine.csv");
        row("--machine", "recorded:pages=3");
        row("--machine", "fake-scheduler:preempt=2");
        row("--machine", "linux-default:file=x");
        QTest::newRow("a lab elsewhere")
            << QStringList{"--lab", "well", "--page", "live"} << QStringLiteral("lab");
        QTest::newRow("an experiment with Live's machine")
            << QStringList{"--experiment", "slack", "--machine", "linux-default", "--start"}
            << QStringLiteral("--experiment slack has settings of its own");
        for (const char* const page : {"diagnosis", "experiments", "labs", "compare", "program"})
            QTest::addRow("Live's machine on %s", page)
                << QStringList{"--page", QLatin1String(page), "--machine", "linux-default", "--start"}
                << QStringLiteral("--page %1 has settings of its own").arg(QLatin1String(page));
        QTest::newRow("an experiment elsewhere")
            << QStringList{"--experiment", "slack", "--lab", "well"} << QStringLiteral("experiment");
        row("--rate=", "60");
        row("--work", "fixed:time=-1ms");
        row("--tolerance", "soon");
        QTest::newRow("twice") << QStringList{"--rate", "60", "--rate", "30"}
                               << QStringLiteral("given twice");
        QTest::newRow("both") << QStringList{"--rate", "60", "--period", "1ms"} << QStringLiteral("--period");
        QTest::newRow("of the command line")
            << QStringList{"--frames", "100"} << QStringLiteral("unknown option '--frames'");
        QTest::newRow("unknown") << QStringList{"--frobnicate"} << QStringLiteral("frobnicate");
        QTest::newRow("no X") << QStringList{"--strategy", "spin", "--x", "1"} << QStringLiteral("x");
    }
    void wrongUsageNamesTheOptionInOneLine() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, named);
        const QString error = parsed(arguments).error;
        QVERIFY2(error.contains(named), qPrintable(error));
        QVERIFY(!error.contains(u'\n'));
    }
    void aLabIsOnItsPage() {
        const GuiOptions options = parsed({"--lab", "well"});
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.window.page, QStringLiteral("labs"));
        QCOMPARE(options.window.part, QStringLiteral("well"));
        QVERIFY(parsed({"--page", "labs", "--lab", "well"}).error.isEmpty());
    }
    void anExperimentIsOnItsPage() {
        const GuiOptions options = parsed({"--experiment", "slack"});
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.window.page, QStringLiteral("experiments"));
        QCOMPARE(options.window.part, QStringLiteral("slack"));
    }
    void whatTheCommandLineTakesOfAPlanTheWindowTakes() {
        const GuiOptions options = parsed({"--strategy", "fixed-margin", "--param", "margin=1.5ms", "--work",
                                           "none", "--tolerance", "250us", "--load", "2", "--realtime"});
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.window.plan->strategy.values[0], 1.5e6);
        QCOMPARE(options.window.plan->tolerance, std::optional(Nanoseconds{250'000}));
        QCOMPARE(options.window.plan->load, 2);
        QVERIFY(options.window.plan->thread.realtime);
        QCOMPARE(options.window.plan->duration, Nanoseconds{0}); // its user ends it
    }
    void aMachineTakesItsParameters() {
        const GuiOptions options = parsed({"--machine", "fake-scheduler:preempt=0.25,period_ms=2"});
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(options.window.plan->machine.values[0], 2.0);
        QCOMPARE(options.window.plan->machine.values[1], 0.25);
        QVERIFY(options.window.plan->machine.realPace);
    }
    void aRecordedMachineTakesItsFile() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a, b.csv"));
        QVERIFY(ui::writeRecordedMachine(path));
        const GuiOptions options = parsed({"--machine", "recorded:file=" + path});
        QVERIFY2(options.error.isEmpty(), qPrintable(options.error));
        QCOMPARE(QString::fromStdString(options.window.plan->machine.file), path);
    }
    void helpNamesEveryOption() {
        for (const char* option :
             {"--start", "--page", "--lab", "--experiment", "--strategy", "--policy", "--rate", "--period",
              "--x", "--machine", "--theme", "--param", "--work", "--tolerance", "--help", "--version"})
            QVERIFY2(helpText().contains(QLatin1String(option)), option);
        QVERIFY(parsed({"--help"}).help);
        QVERIFY(parsed({"-v"}).version);
    }

    void withoutADisplayItSaysSoInOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("start") << QStringList{QStringLiteral("--start")} << 1 << QByteArray("no display");
        QTest::newRow("wrong") << QStringList{QStringLiteral("--rate"), QStringLiteral("0")} << 2
                               << QByteArray("rate");
        QTest::newRow("version") << QStringList{QStringLiteral("--version")} << 0 << QByteArray();
    }
    void withoutADisplayItSaysSoInOneLine() {
        if (kOwnSystem == SystemFamily::Windows)
            QSKIP("there is always one");
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, word);
        QProcess process;
        QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            variables.remove(QLatin1String(name));
        process.setProcessEnvironment(variables);
        process.start(QStringLiteral(JITTERSCOPE_GUI), arguments);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), code);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains(word), said.constData());
        QVERIFY(said.count('\n') <= 1);
    }
};

JITTERSCOPE_TEST(GuiOptionsTest)

} // namespace jitterscope::gui_options_test

#include "gui_options_test.moc"
