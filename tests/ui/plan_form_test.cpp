// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/support/test_program.h"
#include "tests/ui/form_driver.h"
#include "ui/forms/plan_form.h"
#include "ui/forms/thread_form.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardItemModel>

namespace jitterscope::plan_form_test {

using namespace jitterscope::ui;

class PlanFormTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

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
        QCOMPARE(child<QLineEdit>(form, "many_i"), nullptr);
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
        QCOMPARE(form.plan().strategy.values["aim"], 1.0);
        QVERIFY(!share->isEnabled() && budget->isEnabled());
        type(budget, QStringLiteral("12"));
        QCOMPARE(form.plan().strategy.values["cpu_budget"], 12.0);
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
    void theArticlesPresetIsAsTheArticlePrintsIt() {
        const auto form = [](const char* preset) {
            const RunPlan plan = applied(*findEntry(presets(), preset), standardPlan());
            const auto& infos = findEntry(sleepCatalog(), plan.strategy.id)->parameters;
            const auto place = static_cast<std::size_t>(parameterIndex(infos, "form"));
            return parameterText(infos[place], plan.strategy.values["form"]);
        };
        QCOMPARE(form("article"), std::string("printed"));
        QCOMPARE(form("game-60"), std::string("mended"));
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
    /// Another field that is changed takes nothing over that was refused.
    void whatIsRefusedStaysOutOfThePlan() {
        PlanForm form;
        form.show();
        form.thread().setOpen(true);
        type(child<QLineEdit>(form, "tolerance"), QStringLiteral("3ms"));
        type(child<QLineEdit>(form, "slack"), QStringLiteral("1us"));
        type(child<QLineEdit>(form, "tolerance"), QStringLiteral("5xx"));
        type(child<QLineEdit>(form, "slack"), QStringLiteral("5s"));
        child<QCheckBox>(form, "realtime")->click();
        QVERIFY(form.plan().thread.realtime);
        QCOMPARE(form.plan().tolerance, std::optional(Nanoseconds(3'000'000)));
        QCOMPARE(form.plan().thread.slack, std::optional(Nanoseconds(1'000)));
    }
    /// What the other system calls it is not said.
    void threadsAreSetInTheWordsOfTheSystem() {
        const auto words = [](SystemFamily system) {
            ThreadForm form(system);
            QString all = ThreadForm::explanation(system) + ThreadForm::summary(standardPlan(), system);
            for (const QWidget* widget : form.findChildren<QWidget*>()) {
                all += widget->toolTip() + widget->accessibleName();
                if (const auto* label = qobject_cast<const QLabel*>(widget))
                    all += label->text();
            }
            return all;
        };
        const QString here = words(SystemFamily::Linux);
        const QString there = words(SystemFamily::Windows);
        for (const char* word : {"slack", "1ns", "SCHED_FIFO", "kernel"})
            QVERIFY2(here.contains(QLatin1String(word)) && !there.contains(QLatin1String(word)), word);
        for (const char* word : {"timeBeginPeriod", "MMCSS", "Windows"})
            QVERIFY2(there.contains(QLatin1String(word)) && !here.contains(QLatin1String(word)), word);
    }
};

JITTERSCOPE_TEST(PlanFormTest)

} // namespace jitterscope::plan_form_test

#include "plan_form_test.moc"
