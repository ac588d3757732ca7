// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run takes place: what the form of a plan does with a recorded machine and its file.
#include "core/files/csv.h"
#include "core/files/plan_json.h"
#include "core/run/collector.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "tests/ui/form_driver.h"
#include "tests/ui/recorded_machine.h"
#include "ui/forms/plan_form.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUrl>

namespace jitterscope::machine_form_test {

using namespace jitterscope::ui;

class MachineFormTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_file;   // a calibration
    QString m_sleeps; // the sleeps of a run

private slots:
    void initTestCase() {
        applyTheme(ThemeMode::Light);
        m_file = m_folder.filePath(QStringLiteral("lab machine.csv"));
        QVERIFY(writeRecordedMachine(m_file));
        m_sleeps = m_folder.filePath(QStringLiteral("sleeps.csv"));
        Runner runner;
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("absolute-sleep");
        plan.machine = machineChoice("linux-slack1");
        plan.frames = 1000;
        QVERIFY(runner.start(plan).ok());
        Collector collector(runner);
        while (!runner.finished())
            collector.drain();
        QVERIFY(writeSleepsCsv(*collector.finish(), m_sleeps.toStdString()).ok());
    }

    void aRecordedMachineWaitsForItsFile() {
        PlanForm form;
        form.show();
        QSignalSpy edits(&form, &PlanForm::edited);
        auto* file = child<QLineEdit>(form, "machine_file");
        QVERIFY(!file->isVisible());
        choose(child<QComboBox>(form, "machine"), "recorded");
        QVERIFY(file->isVisible());
        QVERIFY(!errorOf(file).isEmpty());
        QVERIFY(!form.commit()); // nothing can be started
        QCOMPARE(edits.count(), 0);
        QCOMPARE(form.plan(), standardPlan());
        QTest::mouseClick(child<QPushButton>(form, "rate_144"), Qt::LeftButton); // the rest can be edited
        QVERIFY(file->isVisible());
        type(file, m_file);
        QVERIFY2(errorOf(file).isEmpty(), qPrintable(errorOf(file)));
        QCOMPARE(form.plan().machine.id, std::string("recorded"));
        QCOMPARE(QString::fromStdString(form.plan().machine.file), m_file);
        QVERIFY(form.plan().machine.realPace);
        QVERIFY(form.commit());
        QVERIFY(checkPlan(form.plan()).ok());
        QCOMPARE(parsePlan(planJson(form.plan())).value(), form.plan()); // the settings keep it
        choose(child<QComboBox>(form, "machine"), "here");
        QVERIFY(!file->isVisible());
        QVERIFY(form.plan().machine.file.empty());
        choose(child<QComboBox>(form, "machine"), "recorded"); // its file is still known
        QCOMPARE(QString::fromStdString(form.plan().machine.file), m_file);
    }
    void aFileIsTakenAsDroppedText() {
        PlanForm form;
        form.show();
        choose(child<QComboBox>(form, "machine"), "recorded");
        type(child<QLineEdit>(form, "machine_file"), QUrl::fromLocalFile(m_file).toString());
        QCOMPARE(QString::fromStdString(form.plan().machine.file), m_file);
    }
    void theDialogChoosesAFile() {
        PlanForm form;
        form.show();
        choose(child<QComboBox>(form, "machine"), "recorded");
        QTest::mouseClick(child<QPushButton>(form, "choose_machine_file"), Qt::LeftButton);
        auto* dialog = form.findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        emit dialog->fileSelected(m_file);
        dialog->close();
        QCOMPARE(QString::fromStdString(form.plan().machine.file), m_file);
    }
    void aBadRecordedFileIsRefusedInOneLine_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("foreign") << QByteArray("time,value\n1,2\n");
        QTest::newRow("binary") << QByteArray("\x7f\x45LF\0\0\x01\x02", 8);
        const std::string whole = recordedMachineText();
        QTest::newRow("truncated") << QByteArray::fromStdString(whole.substr(0, whole.size() / 3));
    }
    void aBadRecordedFileIsRefusedInOneLine() {
        QFETCH(QByteArray, text);
        const QString path = m_folder.filePath(QStringLiteral("bad.csv"));
        QVERIFY(writeWhole(path.toStdString(), text.toStdString()).ok());
        PlanForm form;
        form.show();
        QSignalSpy edits(&form, &PlanForm::edited);
        choose(child<QComboBox>(form, "machine"), "recorded");
        auto* file = child<QLineEdit>(form, "machine_file");
        for (const QString& bad : {path, path + QStringLiteral(".gone"), m_folder.path()}) {
            type(file, bad);
            QVERIFY2(!errorOf(file).isEmpty(), qPrintable(bad));
            QVERIFY2(errorOf(file).contains(QFileInfo(bad).fileName()), qPrintable(errorOf(file)));
            QVERIFY(!errorOf(file).contains(u'\n'));
            QVERIFY(!form.commit());
        }
        QCOMPARE(edits.count(), 0);
        QVERIFY(writeRecordedMachine(path)); // mended meanwhile: the next start takes it
        type(file, path);
        QVERIFY(form.commit());
        QCOMPARE(QString::fromStdString(form.plan().machine.file), path);
        QVERIFY(QFile::remove(path)); // and gone again
        QVERIFY(!form.commit());
        QVERIFY(!errorOf(file).isEmpty());
    }
    void aRunOnARecordedMachineSaysSo() {
        WindowOptions options;
        options.theme = ThemeMode::Light;
        const QString settings = m_folder.filePath(QStringLiteral("settings.json"));
        {
            MainWindow window(options, settings);
            window.show();
            choose(child<QComboBox>(window, "machine"), "recorded");
            window.actions().start->trigger();
            QVERIFY(!window.session().running()); // no file yet
            type(child<QLineEdit>(window, "machine_file"), m_sleeps);
            window.actions().start->trigger();
            QVERIFY(window.session().running());
            QTRY_VERIFY(window.session().keptFrames() > 20);
            const QString banner = child<QLabel>(window, "simulated_banner")->text();
            QVERIFY2(banner.contains(QStringLiteral("SIMULATED")), qPrintable(banner));
            QVERIFY2(banner.contains(QFileInfo(m_sleeps).fileName()), qPrintable(banner));
            QCOMPARE(window.session().machineLacks().size(), std::size_t{2});
            QCOMPARE(window.session().summary()->notes, window.session().machineLacks());
            window.close();
        }
        MainWindow again(options, settings); // the file is kept with the plan
        QCOMPARE(QString::fromStdString(again.session().plan().machine.file), m_sleeps);
        QCOMPARE(child<QLineEdit>(again, "machine_file")->text(), m_sleeps);
    }
};

JITTERSCOPE_TEST(MachineFormTest)

} // namespace jitterscope::machine_form_test

#include "machine_form_test.moc"
