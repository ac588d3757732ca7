// SPDX-License-Identifier: GPL-3.0-or-later
// Which measurement a key or a click starts, ends or asks about: the Live run, an experiment, and quitting.
#include "core/files/session_file.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "tests/ui/measured_here.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/pages/experiments/experiments_page.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QStandardPaths>

namespace jitterscope::window_runs_test {

using namespace jitterscope::ui;

namespace {

constexpr int kLong = 30'000; // ms; for a busy machine
constexpr int kExperiments = 1;

struct Fixture : WindowFixture {
    ExperimentsPage* page = child<ExperimentsPage>("experiments_page");

    /// Shown, on a simulated machine; or here and for minutes.
    ExperimentView& experiment(bool here) {
        window->showPage(kExperiments);
        page->openExperiment("accuracy");
        ExperimentView& view = *page->current();
        ExperimentPlan plan = view.form().plan();
        if (here)
            plan.values.set(0, 1e5);
        else
            plan.machine = machineChoice("linux-default");
        plan.quick = !here;
        view.form().setPlan(plan);
        return view;
    }
    void key(Qt::Key key) const { QTest::keyClick(window.get(), key); }
    [[nodiscard]] bool measuring() const { return page->runner().running(); }
    [[nodiscard]] QPushButton* offer() const { return child<QPushButton>("notice_do"); }
    void click(QPushButton* button) const { QTest::mouseClick(button, Qt::LeftButton); }
    [[nodiscard]] QMessageBox* question() const { return child<QMessageBox>("quit_question"); }
    /// A finished Live run of this many frames.
    void measure(std::int64_t frames) const {
        RunPlan plan = session().plan();
        plan.machine.realPace = false;
        plan.frames = frames;
        QVERIFY(session().setPlan(plan).ok());
        QSignalSpy finished(&session(), &Session::finished);
        press("start_button");
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kLong);
    }
};

} // namespace

class WindowRunsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void f5StartsTheExperimentThatIsShown() {
        Fixture f;
        const ExperimentView& view = f.experiment(false);
        f.key(Qt::Key_F5);
        QVERIFY(!f.session().running());
        QTRY_VERIFY_WITH_TIMEOUT(view.result() != nullptr, kLong);
        QCOMPARE(view.result()->plan.id, std::string("accuracy"));
    }
    void escapeCancelsTheExperimentAndShiftF5Too() {
        Fixture f;
        f.experiment(true);
        f.key(Qt::Key_F5);
        QVERIFY(f.measuring());
        QCOMPARE(f.startStop()->objectName(), QStringLiteral("stop_button"));
        f.key(Qt::Key_Escape);
        QTRY_VERIFY(!f.measuring());
        QCOMPARE(f.startStop()->objectName(), QStringLiteral("start_button"));
        f.press("start_button");
        QVERIFY(f.measuring());
        QTest::keyClick(f.window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY(!f.measuring());
        QVERIFY(!f.session().running());
    }
    /// Diagnose stands where Start does, and the figures are the verdict's: not the Live run's.
    void thePageOfDiagnosesHasOneStartAndOneSetOfNumbers() {
        Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        f.finish();
        f.window->showPageById(QStringLiteral("diagnosis"));
        auto* run = f.child<QPushButton>("diagnosis_run");
        QTRY_VERIFY(run->isVisible());
        QVERIFY(f.child<QWidget>("header")->isAncestorOf(run));
        QVERIFY(!f.startStop()->isVisible());
        QVERIFY(!f.child<QLabel>("headline_p99")->isVisible());
        f.choose("diagnosis_machine", "windows-15ms");
        f.key(Qt::Key_F5);
        auto* page = f.window->findChild<DiagnosisPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(page->diagnosis() != nullptr, kLong);
        QTRY_VERIFY(!f.child<QLabel>("headline_late")->isVisible());
        f.window->showPage(0);
        QVERIFY(f.startStop()->isVisible() && !run->isVisible());
        QTRY_VERIFY(f.child<QLabel>("headline_p99")->isVisible());
    }
    void aLiveRunIsNeverEndedUnasked() {
        Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        const ExperimentView& view = f.experiment(false);
        f.key(Qt::Key_F5);
        QVERIFY(f.session().running() && !f.measuring());
        QVERIFY(f.offer()->isVisible());
        QCOMPARE(f.offer()->text(), QStringLiteral("Stop Live and run"));
        f.click(f.offer());
        QTRY_VERIFY_WITH_TIMEOUT(view.result() != nullptr, kLong);
        QVERIFY(!f.session().running());
    }
    void anExperimentIsNeverEndedUnasked() {
        Fixture f;
        f.experiment(true);
        f.key(Qt::Key_F5);
        QVERIFY(f.measuring());
        f.window->showPage(0);
        QCOMPARE(f.startStop()->objectName(), QStringLiteral("start_button"));
        f.key(Qt::Key_F5);
        QVERIFY(f.measuring() && !f.session().running());
        QVERIFY(f.child<QLabel>("notice_text")->text().contains(QStringLiteral("Accuracy")));
        f.click(f.offer());
        QTRY_VERIFY(f.session().running());
        QVERIFY(!f.measuring());
        QTRY_VERIFY(f.frames() > 5);
    }
    void escapeOnLiveClosesAMessageAndEndsNothing() {
        Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        f.press("pin_button");
        QVERIFY(!f.window->exports().open(f.file("missing.csv")));
        QVERIFY(f.child<QWidget>("notice_bar")->isVisible());
        f.key(Qt::Key_Escape);
        QVERIFY(!f.child<QWidget>("notice_bar")->isVisible());
        QVERIFY(f.session().running());
    }
    void settingsThatCannotBeSavedAreToldOnce() {
        Fixture f;
        f.measure(120);
        QVERIFY(QFile::remove(f.settings()) || true);
        QVERIFY(QDir().mkpath(f.settings() + QStringLiteral("/in/the/way")));
        QVERIFY(!f.window->close()); // asks about the run
        auto* bar = f.child<NoticeBar>("notice_bar");
        QVERIFY2(bar->text().contains(QStringLiteral("could not be saved")), qPrintable(bar->text()));
        f.click(f.child<QPushButton>("quit_stay"));
        QTRY_VERIFY(f.question() == nullptr);
        QVERIFY(!f.window->close());
        QCOMPARE(bar->history().filter(QStringLiteral("could not be saved")).size(), 1);
    }
    void anEmptyWindowClosesWithoutAQuestion() {
        Fixture f;
        QVERIFY(f.window->close());
        QCOMPARE(f.question(), nullptr);
    }
    void quittingWithAnUnsavedRunAsksOnce() {
        Fixture f;
        f.measure(120);
        QVERIFY(!f.window->close());
        QVERIFY(f.question() != nullptr && !f.question()->isModal());
        // with the first, which has no wait
        QVERIFY2(f.question()->informativeText().contains(QStringLiteral("121 frames")),
                 qPrintable(f.question()->informativeText()));
        f.click(f.child<QPushButton>("quit_stay"));
        QVERIFY(f.window->isVisible());
        QTRY_VERIFY(f.question() == nullptr);
        QVERIFY(!f.window->close());
        f.click(f.child<QPushButton>("quit_anyway"));
        QTRY_VERIFY(!f.window->isVisible());
    }
    void whoClosesTwiceHasAnswered() {
        Fixture f;
        f.measure(120);
        QVERIFY(!f.window->close());
        QVERIFY(f.window->close());
    }
    void anExportedOrRecordedRunIsNotAskedAbout() {
        Fixture f;
        f.measure(120);
        QVERIFY(f.window->exports().exportTo(ExportKind::Json, f.file("run.json")));
        QVERIFY(f.window->close());
        Fixture recorded;
        recorded.press("start_button");
        QTRY_VERIFY(recorded.frames() > 5);
        QVERIFY(recorded.session().record(recorded.file("run.csv")).ok());
        recorded.finish();
        QVERIFY(recorded.window->close());
    }
    void aRunThatWentOnAfterItsExportIsAskedAbout() {
        Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        QVERIFY(f.window->exports().exportTo(ExportKind::Samples, f.file("run.csv")));
        const std::int64_t before = f.frames();
        QTRY_VERIFY(f.frames() > before);
        QVERIFY(!f.window->close());
        QVERIFY(f.question() != nullptr);
        f.finish();
    }
    /// A recording saves what is in it, and no more.
    void whatNoRecordingHoldsIsAskedAbout() {
        Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        QVERIFY(f.session().record(f.file("run.csv")).ok());
        QCOMPARE(f.window->exports().unsavedFrames(), std::int64_t{0});
        f.session().stopRecording();
        const std::int64_t recorded = f.frames();
        QTRY_VERIFY(f.frames() > recorded);
        QVERIFY(f.window->exports().unsavedFrames() > recorded);
        QVERIFY(!f.window->close());
        QVERIFY(f.question() != nullptr);
        f.finish();
    }
    void anExperimentThatIsBeingMeasuredIsAskedAbout() {
        Fixture f;
        f.experiment(true);
        f.key(Qt::Key_F5);
        QVERIFY(!f.window->close());
        QVERIFY(f.question()->informativeText().contains(QStringLiteral("Accuracy")));
        QCOMPARE(f.child<QPushButton>("quit_save"), nullptr); // there are no samples to save
        f.window->closeAtOnce();
    }
    void savingFirstAndThenQuitting() {
        Fixture f;
        f.measure(120);
        const auto saveFirst = [&] {
            QVERIFY(!f.window->close());
            f.click(f.child<QPushButton>("quit_save"));
            QTRY_VERIFY(f.window->findChild<QFileDialog*>() != nullptr);
        };
        saveFirst();
        f.window->findChild<QFileDialog*>()->reject(); // thought better of it
        QTRY_VERIFY(f.window->findChild<QFileDialog*>() == nullptr && f.question() == nullptr);
        QVERIFY(f.window->exports().exportTo(ExportKind::Plan, f.file("plan.json")));
        QVERIFY(f.window->exports().exportTo(ExportKind::Samples, f.file("later.csv")));
        QVERIFY(f.window->isVisible()); // saving no longer means leaving
        f.measure(130);
        saveFirst();
        emit f.window->findChild<QFileDialog*>()->fileSelected(f.file("saved.csv"));
        QTRY_VERIFY(!f.window->isVisible());
        QVERIFY(QFile(f.file("saved.csv")).size() > 0);
    }
    /// Asks, takes "save all", and chooses the folder.
    static void saveAll(const Fixture& f, const QString& folder) {
        QVERIFY(!f.window->close());
        QVERIFY(f.child<QPushButton>("quit_save")->text().contains(QStringLiteral("all")));
        f.click(f.child<QPushButton>("quit_save"));
        QTRY_VERIFY(f.window->findChild<QFileDialog*>() != nullptr && f.question() == nullptr);
        QCOMPARE(f.window->findChild<QFileDialog*>()->fileMode(), QFileDialog::Directory);
        emit f.window->findChild<QFileDialog*>()->fileSelected(folder);
    }
    static QStringList filesIn(const QString& folder) { return QDir(folder).entryList(QDir::Files); }
    void everythingUnsavedIsSavedInAFolder() {
        Fixture f;
        f.measure(120);
        RunList& runs = f.session().runs();
        runs.rename(runs.entries().front().id, QStringLiteral("mine"));
        emit f.window->findChild<DiagnosisPage*>()->runner().diagnosed(measuredDiagnosis());
        emit f.page->runner().finished(measuredExperiment());
        const QString folder = f.file("kept");
        QVERIFY(QDir().mkpath(folder));
        QFile taken(folder + QStringLiteral("/runs.jssession"));
        QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
        taken.close();
        saveAll(f, folder);
        QTRY_VERIFY_WITH_TIMEOUT(!f.window->isVisible(), kLong);
        const QStringList files = filesIn(folder);
        QVERIFY2(files.contains(QStringLiteral("runs-2.jssession")),
                 qPrintable(files.join(QLatin1Char(' '))));
        QCOMPARE(files.filter(QStringLiteral("-samples.csv")).size(), 1);
        for (const char* name :
             {"diagnosis-game-144-system-sleep.html", "diagnosis-game-144-system-sleep.json",
              "accuracy-here.csv", "accuracy-here.json"})
            QVERIFY2(files.contains(QLatin1String(name)), name);
        QCOMPARE(QFileInfo(taken).size(), 4); // nothing is replaced
        const auto session = readSessionFile((folder + QStringLiteral("/runs-2.jssession")).toStdString());
        QVERIFY(session.ok());
        QCOMPARE(QString::fromStdString(session.value().runs.front().name), QStringLiteral("mine"));
    }
    void whatCannotBeSavedKeepsTheWindow() {
        Fixture f;
        f.measure(120);
        RunList& runs = f.session().runs();
        runs.rename(runs.entries().front().id, QStringLiteral("mine"));
        saveAll(f, f.file("not there"));
        auto* bar = f.child<NoticeBar>("notice_bar");
        QTRY_VERIFY_WITH_TIMEOUT(bar->text().contains(QStringLiteral("stays")), kLong);
        QVERIFY(f.window->isVisible() && runs.unsaved());
        QVERIFY(!f.window->close()); // it asks again
        f.click(f.child<QPushButton>("quit_anyway"));
        QTRY_VERIFY(!f.window->isVisible());
    }
    void whatAnExperimentRefusesIsSaidOverThePage() {
        Fixture f;
        ExperimentView& view = f.experiment(false);
        f.page->openExperiment("race");
        auto* rates = f.page->current()->findChild<QLineEdit*>(QStringLiteral("experiment_rates"));
        rates->setFocus();
        rates->selectAll();
        QTest::keyClicks(rates, QStringLiteral("60, abc"));
        f.key(Qt::Key_F5);
        QVERIFY(!f.measuring() && view.result() == nullptr);
        auto* bar = f.child<NoticeBar>("notice_bar");
        QVERIFY(bar->isVisible());
        const QPoint middle = bar->mapTo(f.window.get(), bar->rect().center());
        QWidget* top = f.window->childAt(middle);
        QVERIFY(top == bar || bar->isAncestorOf(top));
    }
    void quittingDuringAnExportWaitsForIt() {
        Fixture f;
        // Many: on a busy machine this thread may wait between two lines for longer than 100 000 rows take.
        f.measure(8 * static_cast<std::int64_t>(ExportService::kManyRows));
        QVERIFY(f.window->exports().exportTo(ExportKind::Samples, f.file("long.csv")));
        QVERIFY(f.window->exports().writing());
        QVERIFY(!f.window->close());
        QVERIFY(f.offer()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!f.window->isVisible(), kLong);
        QFile file(f.file("long.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().count('\n') > static_cast<int>(ExportService::kManyRows));
    }
};

JITTERSCOPE_TEST(WindowRunsTest)

} // namespace jitterscope::window_runs_test

#include "window_runs_test.moc"
