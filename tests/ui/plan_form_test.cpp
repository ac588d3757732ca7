// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/csv.h"
#include "core/report/plan_json.h"
#include "core/run/collector.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/ui/recorded_machine.h"
#include "ui/forms/plan_form.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>

using namespace jitterscope;
using namespace jitterscope::ui;

namespace {

template <typename T>
T* child(const QWidget& parent, const char* name) {
    return parent.findChild<T*>(QLatin1String(name));
}

void choose(QComboBox* box, const char* id) {
    box->setCurrentIndex(box->findData(QLatin1String(id)));
    emit box->activated(box->currentIndex());
}

void type(QLineEdit* edit, const QString& text) {
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
}

QString errorOf(const QWidget* edit) {
    const auto* field = qobject_cast<const Field*>(edit->parentWidget());
    return field != nullptr ? field->error() : QString();
}

} // namespace

class PlanFormTest : public QObject {
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

    void aRateOrPeriodIsTakenInAnyForm_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("hertz");
        QTest::newRow("60") << "60" << 60.0;
        QTest::newRow("59.94") << "59.94" << 59.94;
        QTest::newRow("60000/1001") << "60000/1001" << 60000.0 / 1001;
        QTest::newRow("audio") << "48000/128" << 375.0;
        QTest::newRow("ms") << "2ms" << 500.0;
        QTest::newRow("us") << "250us" << 4000.0;
        QTest::newRow("kHz") << "1 kHz" << 1000.0;
    }
    void aRateOrPeriodIsTakenInAnyForm() {
        QFETCH(QString, typed);
        QFETCH(double, hertz);
        PlanForm form;
        form.show();
        type(child<QLineEdit>(form, "rate"), typed);
        QVERIFY(std::abs(form.plan().period.hertz() - hertz) < 1e-9 * hertz);
        QCOMPARE(child<QLineEdit>(form, "rate")->text(), typed); // stays as it was typed
    }
    void aBadRateIsRefusedBesideTheField_data() {
        QTest::addColumn<QString>("typed");
        for (const char* bad : {"0", "-1", "nan", "inf", "1e9", "1e-9", "60,0", "rubbish", "0ms"})
            QTest::newRow(bad) << QString::fromLatin1(bad);
        QTest::newRow("empty") << QString();
        QTest::newRow("long") << QString(10'000, u'9');
    }
    void aBadRateIsRefusedBesideTheField() {
        QFETCH(QString, typed);
        PlanForm form;
        form.show();
        QSignalSpy edits(&form, &PlanForm::edited);
        auto* rate = child<QLineEdit>(form, "rate");
        rate->setFocus();
        rate->selectAll();
        QTest::keyClick(rate, Qt::Key_Delete);
        rate->insert(typed);
        QTest::keyClick(rate, Qt::Key_Return);
        QCOMPARE(edits.count(), 0);
        QCOMPARE(form.plan().period, standardPlan().period);
        QVERIFY2(errorOf(rate).contains(QStringLiteral("…")), qPrintable(errorOf(rate))); // the range
        QVERIFY(!errorOf(rate).contains(u'\n'));
        QVERIFY(!form.commit());
        QTest::keyClick(rate, Qt::Key_Escape);
        QVERIFY(errorOf(rate).isEmpty());
        QVERIFY(form.commit());
    }
    void chipsSetTheRate() {
        PlanForm form;
        form.show();
        QTest::mouseClick(child<QPushButton>(form, "rate_144"), Qt::LeftButton);
        QCOMPARE(form.plan().period.rateText(), std::string("144"));
    }
    void xMovesWithTheSliderAndTheField() {
        PlanForm form;
        form.show();
        QSignalSpy edits(&form, &PlanForm::edited);
        child<QSlider>(form, "x_slider")->setValue(25);
        QTRY_COMPARE(edits.count(), 1);
        QCOMPARE(form.plan().strategy.values[0], 2.5);
        type(child<QLineEdit>(form, "x_edit"), QStringLiteral("40")); // beyond the slider, within the range
        QTRY_COMPARE(form.plan().strategy.values[0], 40.0);
        type(child<QLineEdit>(form, "x_edit"), QStringLiteral("1e308"));
        QCOMPARE(form.plan().strategy.values[0], 40.0);
    }
    void xIsHiddenWhereThereIsNone() {
        PlanForm form;
        form.show();
        QVERIFY(child<QSlider>(form, "x_slider")->isVisible());
        choose(child<QComboBox>(form, "strategy"), "spin");
        QVERIFY(!child<QSlider>(form, "x_slider")->isVisible());
        QCOMPARE(form.plan().strategy.id, std::string("spin"));
    }
    void whatIsNotShownRefusesNothing() {
        PlanForm form;
        form.show();
        type(child<QLineEdit>(form, "x_edit"), QStringLiteral("1e308"));
        QVERIFY(!form.commit());
        choose(child<QComboBox>(form, "strategy"), "spin"); // it has no X
        QVERIFY(form.commit());
    }
    void aParameterKeepsWhatTheSliderHasSaid() {
        PlanForm form;
        form.show();
        form.more().setOpen(true);
        const auto& infos = findEntry(sleepCatalog(), form.plan().strategy.id)->parameters;
        const auto value = [&](const char* name) {
            return form.plan().strategy.values[static_cast<std::size_t>(parameterIndex(infos, name))];
        };
        child<QSlider>(form, "x_slider")->setValue(25);
        type(child<QLineEdit>(form, "strategy_start"), QStringLiteral("3ms"));
        QCOMPARE(value("start"), 3e6);
        QCOMPARE(value("x"), 2.5);
    }
    void theFieldThatRefusesIsShownAndHasTheKeyboard() {
        PlanForm form;
        form.show();
        form.more().setOpen(true);
        auto* start = child<QLineEdit>(form, "strategy_start");
        type(start, QStringLiteral("soon"));
        form.more().setOpen(false);
        child<QWidget>(form, "rate")->setFocus();
        QVERIFY(!form.commit());
        QVERIFY(form.more().open() && start->isVisible());
        QCOMPARE(form.focusWidget(), start);
    }
    /// Values have room for eight.
    void aNinthParameterHasNoEditor() {
        std::vector<ParameterInfo> infos;
        for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i"})
            infos.push_back({.name = name, .label = name, .maximum = 10, .standard = 1, .meaning = name});
        ParameterForm form;
        form.setParameters(infos, QStringLiteral("many"));
        form.setValues(ParameterValues(std::span(infos).first(ParameterValues::kMaximum)));
        QVERIFY(child<QLineEdit>(form, "many_h") != nullptr);
        QVERIFY(child<QLineEdit>(form, "many_i") == nullptr);
    }
    void everyParameterOfEveryStrategyHasAnEditor() {
        PlanForm form;
        form.show();
        form.more().setOpen(true);
        for (const SleepEntry& entry : sleepCatalog()) {
            RunPlan plan = standardPlan();
            plan.strategy = sleepChoice(entry.id);
            form.setPlan(plan);
            for (const ParameterInfo& info : entry.parameters) {
                const QString name =
                    info.name == "x" ? QStringLiteral("x_edit")
                                     : QStringLiteral("strategy_") +
                                           QString::fromUtf8(info.name.data(), qsizetype(info.name.size()));
                QVERIFY2(form.findChild<QWidget*>(name) != nullptr, qPrintable(name));
            }
        }
    }
    void whatTheAimDoesNotUseIsGreyed() {
        PlanForm form;
        form.show();
        choose(child<QComboBox>(form, "strategy"), "adaptive");
        form.more().setOpen(true);
        auto* share = child<QLineEdit>(form, "strategy_late_share");
        auto* budget = child<QLineEdit>(form, "strategy_cpu_budget");
        QVERIFY(share->isEnabled() && !budget->isEnabled());
        QVERIFY(budget->toolTip().contains(QStringLiteral("Only with aim=cpu-budget.")));
        auto* aim = child<QComboBox>(form, "strategy_aim");
        aim->setFocus();
        QTest::keyClick(aim, Qt::Key_Down);
        QCOMPARE(form.plan().strategy.values[0], 1.0);
        QVERIFY(!share->isEnabled() && budget->isEnabled());
        type(budget, QStringLiteral("12"));
        QCOMPARE(form.plan().strategy.values[2], 12.0);
    }
    void presetsSetTheirPlan() {
        for (const Preset& preset : presets()) {
            const RunPlan plan = applied(preset, standardPlan());
            QVERIFY2(checkPlan(plan).ok(), preset.id.data());
            PlanForm form;
            form.show();
            choose(child<QComboBox>(form, "preset"), preset.id.data());
            QCOMPARE(form.plan(), plan);
            QVERIFY(child<QComboBox>(form, "preset")->currentIndex() > 0);
            QTest::mouseClick(child<QPushButton>(form, "rate_30"), Qt::LeftButton);
            QCOMPARE(child<QComboBox>(form, "preset")->currentIndex(), 0); // no longer that one
        }
    }
    void whatThisMachineHasNotIsGreyedWithItsReason() {
        PlanForm form;
        auto* box = child<QComboBox>(form, "strategy");
        auto* items = qobject_cast<QStandardItemModel*>(box->model());
        for (const SleepEntry& entry : sleepCatalog()) {
            const int row = box->findData(QString::fromUtf8(entry.id.data(), qsizetype(entry.id.size())));
            const Support support = sleepSupport(entry, "here");
            QCOMPARE(items->item(row)->isEnabled(), support.available);
            if (!support.available)
                QCOMPARE(box->itemData(row, Qt::ToolTipRole).toString(),
                         QString::fromStdString(support.reason));
        }
        choose(child<QComboBox>(form, "machine"), "windows-hires");
        for (int row = 0; row < box->count(); ++row)
            QVERIFY(items->item(row)->isEnabled()); // it has the timers of Windows
        choose(box, "hires-timer");
        choose(child<QComboBox>(form, "machine"), "linux-rt"); // and this one has not
        QVERIFY(!items->item(box->findData(QStringLiteral("hires-timer")))->isEnabled());
        QCOMPARE(form.plan().strategy.id, standardPlan().strategy.id);
    }
    void aSimulatedMachineHasNoLoadThreads() {
        PlanForm form;
        form.show();
        child<QSpinBox>(form, "load")->setValue(2);
        QCOMPARE(form.plan().load, 2);
        choose(child<QComboBox>(form, "machine"), "linux-default");
        QCOMPARE(form.plan().load, 0);
        QVERIFY(form.plan().machine.realPace);
        QVERIFY(!child<QSpinBox>(form, "load")->isEnabled());
        QVERIFY(checkPlan(form.plan()).ok());
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
    void threadOptionsReachThePlan() {
        PlanForm form;
        form.show();
        form.thread().setOpen(true);
        type(child<QLineEdit>(form, "slack"), QStringLiteral("1ns"));
        QCOMPARE(form.plan().thread.slack, std::optional(Nanoseconds(1)));
        type(child<QLineEdit>(form, "stop_on_late"), QStringLiteral("2ms"));
        QCOMPARE(form.plan().stopOnLate, std::optional(Nanoseconds(2'000'000)));
        type(child<QLineEdit>(form, "tolerance"), QStringLiteral("11s"));
        QVERIFY(!form.plan().tolerance);
        QVERIFY(!errorOf(child<QLineEdit>(form, "tolerance")).isEmpty());
        type(child<QLineEdit>(form, "slack"), QString());
    }
};

QTEST_MAIN(PlanFormTest)
#include "plan_form_test.moc"
