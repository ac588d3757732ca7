// SPDX-License-Identifier: GPL-3.0-or-later
// What the form of an experiment takes and refuses.
#include "core/files/atomic_file.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/support/test_program.h"
#include "tests/ui/experiments_fixture.h"
#include "tests/ui/recorded_machine.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QStandardPaths>

namespace jitterscope::experiment_form_test {

using namespace jitterscope::ui;
using Fixture = ExperimentsFixture;

class ExperimentFormTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void badInputIsRefusedInOneLineThatNamesTheField() {
        Fixture f;
        ExperimentView& view = f.open("race");
        f.simulate(view);
        const auto refused = [&](const char* field, const char* text, const char* names) {
            f.type(view, field, text);
            const QString error = f.errors(view);
            QVERIFY2(error.contains(QLatin1String(names)), qPrintable(error));
            QVERIFY(!error.contains(QLatin1Char('\n')) && !error.contains(QLatin1Char('|')));
            QSignalSpy failed(&view, &ExperimentView::failed);
            f.press(view, "experiment_run");
            QVERIFY(!f.page.runner().running());
            QCOMPARE(failed.count(), 1);
            QTest::keyClick(f.child<QLineEdit>(view, field), Qt::Key_Escape);
            QCOMPARE(f.errors(view), QString());
        };
        refused("experiment_rates", "60, abc", "rates");
        refused("experiment_rates", "60, 0", "rates");
        refused("experiment_rates", ",", "rates");
        refused("experiment_seed", "-1", "seed");
        refused("experiment_rounds", "0", "rounds");
        refused("experiment_seconds", "x", "seconds");
        refused("experiment_tolerance", "-5us", "tolerance");
        for (auto* box : view.form().findChildren<QCheckBox*>()) {
            if (box->objectName().startsWith(QStringLiteral("strategy_")))
                box->setChecked(false);
        }
        QVERIFY(f.errors(view).contains(QStringLiteral("strategies")));
        f.press(view, "experiment_run");
        QVERIFY(!f.page.runner().running());
    }
    void quickSaysWhatItTakes() {
        Fixture f;
        ExperimentView& view = f.open("race");
        auto* const quick = f.child<QCheckBox>(view, "experiment_quick");
        const auto* const note = f.child<QLabel>(view, "experiment_quick_note");
        if (quick->isChecked())
            quick->click();
        QVERIFY(note->isHidden());
        quick->click();
        QVERIFY(!note->isHidden());
        const auto said = [note] { return note->text().replace(QChar(QChar::Nbsp), QLatin1Char(' ')); };
        QCOMPARE(said(), QStringLiteral("Takes rounds 3, seconds 0.3 instead of what is set below."));
        f.type(view, "experiment_rounds", "2"); // fewer than a quick run would take
        QCOMPARE(said(), QStringLiteral("Takes seconds 0.3 instead of what is set below."));
        f.type(view, "experiment_seconds", "0.2");
        QVERIFY(note->isHidden());
    }
    void whatRunsBesideARaceIsChosen() {
        Fixture f;
        ExperimentView& view = f.open("race");
        auto* beside = f.child<QComboBox>(view, "experiment_beside");
        QVERIFY(beside != nullptr);
        QCOMPARE(beside->currentText(), QStringLiteral("none"));
        QCOMPARE(view.form().plan().values["beside"], 0.0);
        beside->setFocus();
        QTest::keyClick(beside, Qt::Key_End);
        QCOMPARE(beside->currentText(), QStringLiteral("window-and-bursts"));
        QCOMPARE(view.form().plan().values["beside"], 2.0);
        QTest::keyClick(beside, Qt::Key_Up);
        QCOMPARE(view.form().plan().values["beside"], 1.0);
        QVERIFY(beside->toolTip().contains(QStringLiteral("window-and-bursts:")));
    }
    /// All of its words, and no line wider than a small screen.
    void whatAParameterMeansIsReadable() {
        Fixture f;
        for (const ExperimentEntry& entry : experimentCatalog()) {
            if (!entry.inGallery)
                continue;
            ExperimentView& view = f.open(std::string(entry.id).c_str());
            for (const ParameterInfo& info : entry.parameters) {
                const std::string name = "experiment_" + std::string(info.name);
                const auto* control = f.child<QWidget>(view, name.c_str());
                QVERIFY2(control != nullptr, name.c_str());
                const QString tip = control->toolTip();
                for (const QString& line : tip.split(QLatin1Char('\n')))
                    QVERIFY2(line.size() <= 80, qPrintable(line));
                QString flat = tip;
                flat.replace(QLatin1Char('\n'), QLatin1Char(' '));
                QVERIFY2(flat.startsWith(QString::fromStdString(std::string(info.meaning))), qPrintable(tip));
            }
        }
    }
    void ratesAreTakenAsTyped() {
        QCOMPARE(parseRates(QStringLiteral("60, 240 ,1 kHz,60")).value().size(), std::size_t{3});
        QVERIFY(!parseRates(QString()));
        QVERIFY(!parseRates(QStringLiteral("1,2,3,4,5,6,7,8,9,10,11,12,13")));
    }
    void aRecordedFileThatIsNoneGivesOneLine() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        f.simulate(view, "recorded");
        QVERIFY(writeWhole(f.folder.filePath(QStringLiteral("empty.csv")).toStdString(), "").ok());
        QVERIFY(
            writeWhole(f.folder.filePath(QStringLiteral("foreign.csv")).toStdString(), "a,b\n1,2\n").ok());
        for (const char* name : {"", "empty.csv", "foreign.csv", "missing.csv"}) {
            auto* edit = f.child<QLineEdit>(view, "experiment_machine_file");
            edit->setText(*name == '\0' ? QString() : f.folder.filePath(QLatin1String(name)));
            f.press(view, "experiment_run");
            QVERIFY2(!f.page.runner().running(), name);
            QVERIFY2(!f.errors(view).isEmpty() && f.errors(view).contains(QLatin1String(name)),
                     qPrintable(f.errors(view)));
            QVERIFY(!f.errors(view).contains(QLatin1Char('\n')));
        }
    }
    void strategiesThatCannotRunHereAreGreyedWithTheReason() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        for (const SleepEntry& strategy : sleepCatalog()) {
            const Support support = sleepSupport(strategy, "here");
            const auto* box = view.findChild<QCheckBox*>(QStringLiteral("strategy_") +
                                                         QString::fromStdString(std::string(strategy.id)));
            QCOMPARE(box->isEnabled(), support.available);
            if (!support.available)
                QCOMPARE(box->toolTip(), QString::fromStdString(support.reason));
        }
    }
    void aRecordedMachineIsTakenWithItsFile() {
        Fixture f;
        ExperimentView& view = f.open("accuracy");
        const QString path = f.folder.filePath(QStringLiteral("lab.csv"));
        QVERIFY(writeRecordedMachine(path));
        auto* machine = f.child<QComboBox>(view, "experiment_machine");
        machine->setCurrentIndex(machine->findData(QStringLiteral("recorded")));
        emit machine->activated(machine->currentIndex());
        QCOMPARE(view.form().plan().machine.id, std::string("here")); // until there is a file
        f.type(view, "experiment_machine_file", path.toUtf8().constData());
        QCOMPARE(view.form().plan().machine.id, std::string("recorded"));
        QCOMPARE(QString::fromStdString(view.form().plan().machine.file), path);
        QVERIFY(!view.form().plan().machine.realPace); // an experiment has no pace to choose
        QVERIFY(view.form().commit());
    }
    void anExperimentWithItsOwnMachineOffersNoOther() {
        Fixture f;
        for (const ExperimentEntry& entry : experimentCatalog()) {
            if (!entry.inGallery || !entry.onlySimulated)
                continue;
            ExperimentView& view = f.open(std::string(entry.id).c_str());
            const auto* machine = f.child<QComboBox>(view, "experiment_machine");
            QVERIFY(!machine->isEnabled());
            QCOMPARE(machine->count(), 1);
            QCOMPARE(view.form().plan().machine.id, machine->currentData().toString().toStdString());
        }
    }
};

JITTERSCOPE_TEST(ExperimentFormTest)

} // namespace jitterscope::experiment_form_test

#include "experiment_form_test.moc"
