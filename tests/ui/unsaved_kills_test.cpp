// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/compared_runs.h"
#include "core/files/session_file.h"
#include "core/platform/file_system.h"
#include "core/platform/linux/stop_descriptor.h"
#include "core/platform/process_signals.h"
#include "tests/ui/measured_here.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/session/report_keeper.h"
#include "ui/session/session_keeper.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QRandomGenerator>
#include <QSocketNotifier>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <cstdio>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <utility>

using namespace jitterscope;
using namespace jitterscope::ui;

namespace {

/// No file grows beyond this from now on, as on a full disk.
void fillTheDisk() {
    const rlimit none{64, 64};
    setrlimit(RLIMIT_FSIZE, &none);
}

/// The window that is killed. It gets a new run every 50 ms, and says on standard output how many there are:
/// `added N`, and `safe N` for those that are certainly in its file. It has the points of an experiment, and
/// says when they are safe: `reports 1`.
int measureUntilKilled(const QString& settings, const QString& name, bool full) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody else would end it
    ignoreFileSignals();
    noteStopSignals();
    MainWindow window({}, settings);
    QSocketNotifier stopSignals(stopSignalDescriptor(), QSocketNotifier::Read);
    QObject::connect(&stopSignals, &QSocketNotifier::activated, &window, [&] {
        stopSignals.setEnabled(false);
        window.endNow(128 + stopSignal());
    });
    int added = 0;
    int atLastKept = 0;
    bool reported = false;
    QObject::connect(window.findChild<SessionKeeper*>(), &SessionKeeper::kept, &window, [&] {
        const int safe = std::exchange(atLastKept, added); // there before this file was begun
        std::printf("safe %d\n", safe);
        std::fflush(stdout);
        if (full && safe > 0 && reported && added > 30)
            fillTheDisk();
    });
    QObject::connect(window.findChild<ReportKeeper*>(), &ReportKeeper::kept, &window, [&] {
        reported = true;
        std::printf("reports 1\n");
        std::fflush(stdout);
    });
    emit window.findChild<ExperimentsPage*>()->runner().finished(measuredExperiment());
    QTimer timer;
    timer.callOnTimeout([&] {
        ComparedRun run = examplePair().first;
        run.name = (name + QLatin1Char(' ') + QString::number(added + 1)).toStdString();
        run.origin = RunOrigin::Here;
        window.session().runs().add(std::move(run));
        window.session().runs().markUnsaved();
        std::printf("added %d\n", ++added);
        std::fflush(stdout);
    });
    timer.start(50);
    window.show();
    return QApplication::exec();
}

/// One window in a process of its own, and what it has said.
struct Victim {
    QProcess process;
    QString name;
    int signal = SIGKILL;
    int added = 0;
    int safe = 0;
    int reports = 0;

    void read() {
        while (process.canReadLine()) {
            const QList<QByteArray> words = process.readLine().trimmed().split(' ');
            (words[0] == "added" ? added : words[0] == "safe" ? safe : reports) = words.value(1).toInt();
        }
    }
};

/// The names of the runs in all files that windows keep in this folder.
QStringList keptIn(const QDir& folder) {
    QStringList names;
    for (const QString& file : folder.entryList({"unsaved*.jssession"}, QDir::Files)) {
        const auto session = readSessionFile(folder.filePath(file).toStdString());
        if (!session) {
            names << "unreadable: " + file;
            continue;
        }
        for (const ComparedRun& run : session.value().runs)
            names << QString::fromStdString(run.name);
    }
    return names;
}

} // namespace

/// Windows are killed at random moments; what they had said to be safe is there at the next start.
/// JITTERSCOPE_KILLS: how many times; 200 by hand.
class UnsavedKillsTest : public QObject {
    Q_OBJECT

    /// Until it has said that enough is safe.
    static void measureEnough(Victim& victim) {
        const int enough = 30 + static_cast<int>(QRandomGenerator::global()->bounded(40));
        while (victim.added < enough || victim.safe == 0 || victim.reports == 0) {
            QVERIFY(victim.process.waitForReadyRead(60'000));
            victim.read();
        }
    }

    /// Its first so many runs, and its experiment.
    static void verifyKept(const QDir& folder, const Victim& victim, int runs, const QString& after) {
        const QStringList kept = keptIn(folder);
        for (int run = 1; run <= runs; ++run)
            QVERIFY2(kept.contains(QStringLiteral("%1 %2").arg(victim.name).arg(run)),
                     qPrintable(QStringLiteral("%1 after %2: run %3 of %4 is lost")
                                    .arg(victim.name, after)
                                    .arg(run)
                                    .arg(runs)));
        QVERIFY(kept.filter("unreadable").isEmpty());
    }

    /// So many windows at once with the same settings; the folder is made by the first start.
    void killWindows(int windows, int round) {
        const QTemporaryDir temporary;
        const QString settings = temporary.filePath("first/start/settings.json");
        const int signals_[] = {SIGKILL, SIGTERM, SIGHUP};
        std::vector<std::unique_ptr<Victim>> victims;
        for (int i = 0; i < windows; ++i) {
            Victim& victim = *victims.emplace_back(std::make_unique<Victim>());
            victim.name = QStringLiteral("w%1").arg(i);
            victim.signal = signals_[(round + i) % 3];
            const bool full = round % 4 == 3 && victim.signal == SIGKILL;
            victim.process.start(QCoreApplication::applicationFilePath(),
                                 {"--window", settings, victim.name, full ? "full" : "room"});
        }
        for (const auto& victim : victims)
            measureEnough(*victim);
        if (QTest::currentTestFailed())
            return;
        for (const auto& victim : victims)
            ::kill(static_cast<pid_t>(victim->process.processId()), victim->signal);
        for (const auto& victim : victims) {
            QVERIFY(victim->process.waitForFinished(60'000));
            victim->read();
            if (victim->signal != SIGKILL)
                QCOMPARE(victim->process.exitCode(), 128 + victim->signal);
        }
        const QDir folder = QFileInfo(settings).absoluteDir();
        for (const auto& victim : victims)
            verifyKept(folder, *victim, victim->signal == SIGKILL ? victim->safe : victim->added,
                       QStringLiteral("signal %1").arg(victim->signal));
        const QStringList reports = folder.entryList({"unsaved*.jsreports"}, QDir::Files);
        QCOMPARE(reports.size(), qsizetype(victims.size()));
        for (const QString& file : reports)
            QCOMPARE(ReportKeeper::namesIn(folder.filePath(file)),
                     QStringList({"accuracy-here.csv", "accuracy-here.json"}));
        RunList next;
        QCOMPARE(SessionKeeper(next, QFileInfo(settings).absolutePath() + "/unsaved.jssession").left().size(),
                 victims.size());
    }

private slots:
    void nothingSafeIsLost() {
        const int rounds = qEnvironmentVariable("JITTERSCOPE_KILLS", "4").toInt();
        for (int round = 0; round < rounds && !QTest::currentTestFailed(); ++round)
            killWindows(1 + round % 3, round);
    }

    /// The display server ends under the window, as when it crashes or a connection from afar breaks.
    void aLostDisplayLosesNothingSafe() {
        const QString server = QStandardPaths::findExecutable("Xvfb");
        if (server.isEmpty())
            QSKIP("There is no Xvfb here, whose display could be lost.");
        QProcess display;
        display.start(server, {"-displayfd", "1", "-nolisten", "tcp"});
        QVERIFY(display.waitForReadyRead(60'000));
        const QString name = QLatin1Char(':') + QString::fromLatin1(display.readLine().trimmed());
        const QTemporaryDir temporary;
        Victim victim;
        victim.name = "shown";
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_QPA_PLATFORM", "xcb");
        environment.insert("DISPLAY", name);
        victim.process.setProcessEnvironment(environment);
        const QString settings = temporary.filePath("settings.json");
        victim.process.start(QCoreApplication::applicationFilePath(),
                             {"--window", settings, victim.name, "room"});
        measureEnough(victim);
        display.kill();
        QVERIFY(display.waitForFinished(60'000));
        QVERIFY(victim.process.waitForFinished(60'000));
        victim.read();
        QVERIFY(victim.process.exitStatus() != QProcess::NormalExit || victim.process.exitCode() != 0);
        verifyKept(QFileInfo(settings).absoluteDir(), victim, victim.safe, "its display was lost");
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.value(1) == "--window")
        return measureUntilKilled(arguments.value(2), arguments.value(3), arguments.value(4) == "full");
    UnsavedKillsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "unsaved_kills_test.moc"
