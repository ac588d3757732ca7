// SPDX-License-Identifier: GPL-3.0-or-later
// Results that were measured here and are in no file outlive an end that their user did not choose.
#include "tests/support/test_program.h"
#include "tests/ui/measured_here.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/session/report_keeper.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMessageBox>
#include <QStandardPaths>

namespace jitterscope::kept_reports_test {

using namespace jitterscope::ui;

namespace {

struct Fixture : WindowFixture {
    [[nodiscard]] ReportKeeper& keeper() const { return *window->findChild<ReportKeeper*>(); }
    [[nodiscard]] DiagnosisPage& diagnosisPage() const { return *window->findChild<DiagnosisPage*>(); }
    [[nodiscard]] QString kept() const { return file("unsaved.jsreports"); }

    /// What was measured is in the file of the window.
    void measure() const {
        QSignalSpy written(&keeper(), &ReportKeeper::kept);
        emit diagnosisPage().runner().diagnosed(measuredDiagnosis());
        emit window->findChild<ExperimentsPage*>()->runner().finished(measuredExperiment());
        QTRY_COMPARE(written.count(), 1);
        QVERIFY(QFileInfo::exists(kept()));
    }
    /// The window is gone without being closed; the next one starts.
    void startAgain() {
        window.reset();
        open({});
    }
    [[nodiscard]] QString notice() const { return child<QLabel>("notice_text")->text(); }
    [[nodiscard]] QMessageBox* question() const {
        for (auto* box : window->findChildren<QMessageBox*>(QStringLiteral("kept_reports"))) {
            if (box->isVisible())
                return box;
        }
        return nullptr;
    }
    void answer(const char* button) const {
        QTest::mouseClick(question()->findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
    }
    void saveIn(const QString& target) const {
        auto* dialog = window->findChild<QFileDialog*>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(dialog->isVisible());
        dialog->setDirectory(target);
        emit dialog->fileSelected(target);
        dialog->close();
    }
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class KeptReportsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void theNextStartOffersWhatWasMeasuredAndSavesIt() {
        Fixture f;
        f.measure();
        const QString moment = UnsavedFiles::Left{{}, QFileInfo(f.kept()).lastModified()}.moment();
        f.startAgain();
        QVERIFY2(f.notice().contains(moment), qPrintable(f.notice()));
        f.press("notice_do");
        QVERIFY(f.question() != nullptr);
        const QString names = f.question()->informativeText();
        for (const char* name :
             {"diagnosis-game-144-system-sleep.html", "diagnosis-game-144-system-sleep.json",
              "accuracy-here.csv", "accuracy-here.json"})
            QVERIFY2(names.contains(QLatin1String(name)), qPrintable(names));
        const QTemporaryDir target;
        QFile taken(target.filePath("accuracy-here.csv"));
        QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
        taken.close();
        f.answer("kept_save");
        f.saveIn(target.path());
        QCOMPARE(contentOf(target.filePath("accuracy-here.csv")), QByteArray("mine")); // nothing is replaced
        QVERIFY(contentOf(target.filePath("accuracy-here-2.csv")).startsWith("# jitterscope"));
        QVERIFY(
            contentOf(target.filePath("diagnosis-game-144-system-sleep.html")).startsWith("<!DOCTYPE html>"));
        const auto json =
            QJsonDocument::fromJson(contentOf(target.filePath("diagnosis-game-144-system-sleep.json")));
        QVERIFY(json.object().contains(QStringLiteral("verdict")));
        QVERIFY(f.keeper().left().empty());
        f.startAgain();
        QCOMPARE(f.notice(), QString());
    }

    void whatIsForgottenIsGoneAndWhatIsLeftForLaterStays() {
        Fixture f;
        f.measure();
        f.startAgain();
        f.press("notice_do");
        f.question()->reject(); // Later
        f.startAgain();
        f.press("notice_do");
        f.answer("kept_forget");
        QVERIFY(!QFileInfo::exists(f.kept()));
        f.startAgain();
        QCOMPARE(f.notice(), QString());
    }

    void onlyItsUserEndsTheKeeping() {
        Fixture f;
        f.measure();
        f.window->closeAtOnce();
        QVERIFY(!QFileInfo::exists(f.kept()));
    }

    void whatIsSavedIsKeptNoLonger() {
        Fixture f;
        f.measure();
        QSignalSpy written(&f.keeper(), &ReportKeeper::kept);
        QVERIFY(f.diagnosisPage().exports().save("json", f.file("d.json")));
        QTRY_COMPARE(written.count(), 1);
        QCOMPARE(ReportKeeper::namesIn(f.kept()), QStringList({"accuracy-here.csv", "accuracy-here.json"}));
        auto* experiments = f.window->findChild<ExperimentsPage*>();
        experiments->openExperiment("accuracy");
        QVERIFY(experiments->current()->exports().exportTo(ExperimentFile::Csv, f.file("e.csv")));
        QTRY_COMPARE(written.count(), 2);
        QVERIFY(!QFileInfo::exists(f.kept()));
    }

    /// The system ends the program within the second that a change waits.
    /// The clipboard is no file: its next owner takes it.
    void whatIsOnlyCopiedIsStillKept() {
        Fixture f;
        f.measure();
        f.window->showPageById(QStringLiteral("diagnosis"));
        f.press("diagnosis_copy");
        QVERIFY(!f.diagnosisPage().unsaved().isEmpty());
        f.window->keepUnsaved();
        QVERIFY(contentOf(f.kept()).contains("diagnosis-game-144"));
    }
    void whatCouldNotBeKeptIsTriedAgain() {
        Fixture f;
        const QString folder = f.file("unsaved.jsreports");
        QVERIFY(QDir().mkpath(folder)); // in its place
        QSignalSpy failed(&f.keeper(), &ReportKeeper::failed);
        emit f.diagnosisPage().runner().diagnosed(measuredDiagnosis());
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(QDir().rmdir(folder));
        f.window->keepUnsaved();
        QVERIFY(QFileInfo(f.kept()).isFile());
    }
    void whatWasMeasuredThisInstantIsKeptToo() {
        Fixture f;
        emit f.diagnosisPage().runner().diagnosed(measuredDiagnosis());
        QVERIFY(!QFileInfo::exists(f.kept()));
        f.window->keepUnsaved();
        QCOMPARE(ReportKeeper::namesIn(f.kept()).size(), 2);
    }

    void theRunUnderWayIsKeptAtALogOff() {
        const Fixture f;
        RunPlan plan = f.session().plan();
        plan.machine = machineChoice("here"); // what was simulated can be had again
        QVERIFY(f.session().setPlan(plan).ok());
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.window->keepUnsaved();
        QVERIFY(f.session().running() && contentOf(f.file("unsaved.jssession")).isEmpty());
        f.window->endRunAndKeep();
        QVERIFY(!f.session().running());
        QVERIFY(contentOf(f.file("unsaved.jssession")).contains("precise-sleep"));
    }

    void aFileThatCannotBeReadSaysSo() {
        Fixture f;
        f.measure();
        f.window.reset();
        QFile file(f.kept());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"jitterscope_reports\":1") > 0);
        file.close();
        f.open({});
        f.press("notice_do");
        QVERIFY(f.question()->informativeText().contains(QStringLiteral("unsaved.jsreports")));
        QVERIFY(f.question()->findChild<QPushButton*>(QStringLiteral("kept_save")) == nullptr);
    }

    /// A name in the file is a name, and no way to another folder.
    void aForgedNameStaysInTheFolder() {
        const QTemporaryDir folder;
        QDir(folder.path()).mkdir("target");
        QFile file(folder.filePath("unsaved.jsreports"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"jitterscope_reports":1,"reports":[{"name":"../outside.html","text":"x"}]})");
        file.close();
        ReportKeeper keeper(folder.filePath("unsaved.jsreports"),
                            [] { return std::vector<UnsavedReport>(); });
        const auto saved = keeper.saveLeft(file.fileName(), folder.filePath("target"));
        QVERIFY(saved.ok());
        QCOMPARE(saved.value(), QStringList(folder.filePath("target/outside.html")));
        QVERIFY(!QFileInfo::exists(folder.filePath("outside.html")));
    }
};

JITTERSCOPE_TEST(KeptReportsTest)

} // namespace jitterscope::kept_reports_test

#include "kept_reports_test.moc"
