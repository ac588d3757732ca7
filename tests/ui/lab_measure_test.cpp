// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/run/job.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/pages/labs/labs_page.h"
#include "ui/session/runners.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

namespace jitterscope::lab_measure_test {

using namespace jitterscope::ui;

namespace {

constexpr int kLong = 30'000; // ms; for a busy machine

std::atomic<bool> finish{true}; // false: it measures until it is cancelled

/// What a measurement of the well would give, with an answer of its own.
Result<LabResult> measureWell(const ParameterValues& knobs, JobControl& job) {
    for (int i = 0; !finish && !job.cancelled(); ++i) {
        job.report(0.5, "waiting");
        (void)job.clock().sleepUntil(job.clock().now() + Nanoseconds(1'000'000));
    }
    LabResult result = findEntry(labCatalog(), "well")->run(knobs);
    result.answer = 42;
    return result;
}

std::vector<LabEntry> labsWithAMeasuredWell() {
    std::vector<LabEntry> labs;
    for (const LabEntry& entry : labCatalog()) {
        labs.push_back(entry);
        labs.back().measure = entry.id == "well" ? &measureWell : nullptr;
        labs.back().measureSeconds = 1;
    }
    return labs;
}

struct Fixture {
    std::vector<LabEntry> labs = labsWithAMeasuredWell();
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.json"))};
    Session session;
    LabsPage page{session, settings, labs};

    Fixture() {
        finish = true;
        page.resize(1280, 800);
        page.show();
        page.openLab("well");
        work().setGuess(7);
    }
    ~Fixture() { finish = true; }
    LabWork& work() { return page.current()->work(); }
    template <typename T>
    [[nodiscard]] T* child(const char* name) {
        return page.current()->findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QString text(const char* label) { return child<QLabel>(label)->text(); }
    void press(const char* button) { QTest::mouseClick(child<QAbstractButton>(button), Qt::LeftButton); }
    void runLive() {
        RunPlan live = standardPlan();
        live.machine = machineChoice("linux-default");
        live.machine.realPace = true;
        QVERIFY(session.setPlan(live).ok());
        QVERIFY(session.start().ok());
    }
};

} // namespace

/// A lab on this machine: measured, cancelled, refused, and never shown as the other.
class LabMeasureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void theRunnerRefusesWhatCannotBeMeasured() {
        const std::vector<LabEntry> labs = labsWithAMeasuredWell();
        const LabEntry& well = *findEntry(std::span<const LabEntry>(labs), "well");
        const LabEntry& drift = *findEntry(std::span<const LabEntry>(labs), "drift");
        LabRunner runner;
        QVERIFY(!runner.measure(drift, ParameterValues(drift.knobs)).ok());
        ParameterValues wrong(well.knobs);
        wrong.set("cost", -1);
        QVERIFY(!runner.measure(well, wrong).ok());
        QVERIFY(!runner.running());
        finish = false;
        QSignalSpy cancelled(&runner, &LabRunner::cancelled);
        QVERIFY(runner.measure(well, ParameterValues(well.knobs)).ok());
        QCOMPARE(runner.id(), std::string("well"));
        QVERIFY(!runner.measure(well, ParameterValues(well.knobs)).ok()); // one at a time
        runner.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(cancelled.count(), 1, kLong);
        QVERIFY(runner.id().empty());
    }
    void onlyWhatCanBeMeasuredOffersThisMachine() {
        Fixture f;
        QVERIFY(f.child<QPushButton>("lab_here") != nullptr);
        QCOMPARE(f.page.gallery().card("well")->item().badges.size(), std::size_t{2});
        f.page.openLab("drift");
        QCOMPARE(f.child<QPushButton>("lab_here"), nullptr);
        QCOMPARE(f.page.gallery().card("drift")->item().badges.size(), std::size_t{1});
    }
    void theBannerSaysWhichOfTheTwo() {
        Fixture f;
        QVERIFY(f.text("lab_banner").startsWith(QStringLiteral("SIMULATED")));
        f.press("lab_here");
        QVERIFY(f.text("lab_banner").contains(QStringLiteral("NOT MEASURED YET")));
        finish = false;
        f.press("lab_run");
        QVERIFY(f.page.runner().running());
        QVERIFY(!f.page.measuring().isEmpty());
        QTRY_VERIFY(f.text("lab_banner").startsWith(QStringLiteral("MEASURING HERE · 50")));
        QVERIFY(!f.work().answered());
        finish = true;
        QTRY_VERIFY_WITH_TIMEOUT(!f.page.runner().running(), kLong);
        QCOMPARE(f.text("lab_banner"), QStringLiteral("MEASURED HERE"));
        QVERIFY(f.work().answered() && f.work().result().measured);
        QCOMPARE(f.work().result().answer, 42.0);
        f.press("lab_simulated");
        QVERIFY(f.text("lab_banner").startsWith(QStringLiteral("SIMULATED")));
        QVERIFY(!f.work().answered() && !f.work().result().measured);
    }
    void aTurnedKnobHidesWhatWasMeasuredBefore() {
        Fixture f;
        f.press("lab_here");
        f.press("lab_run");
        QTRY_VERIFY_WITH_TIMEOUT(f.work().answered(), kLong);
        ParameterValues knobs = f.work().state().knobs;
        knobs.set("cost", 30e6);
        f.work().setKnobs(knobs);
        QVERIFY(!f.work().answered());
        QVERIFY(f.text("lab_banner").contains(QStringLiteral("NOT MEASURED YET")));
        QVERIFY(f.work().state().guess.has_value());
    }
    void cancelKeepsNothing() {
        Fixture f;
        f.press("lab_here");
        finish = false;
        f.press("lab_run");
        QVERIFY(f.page.runner().running());
        QCOMPARE(f.child<QPushButton>("lab_run")->text(), QStringLiteral("Cancel"));
        QSignalSpy noticed(&f.page, &Page::noticed);
        f.press("lab_run");
        QTRY_VERIFY_WITH_TIMEOUT(!f.page.runner().running(), kLong);
        QCOMPARE(noticed.count(), 1);
        QVERIFY(!f.work().answered() && !f.work().result().measured);
    }
    /// What is being measured belongs to the knobs that it was started with.
    void whileItMeasuresNothingIsReset() {
        Fixture f;
        f.press("lab_here");
        finish = false;
        f.press("lab_run");
        QVERIFY(f.page.runner().running());
        const ParameterValues knobs = f.work().state().knobs;
        f.page.current()->reset();
        f.page.current()->turnOn();
        f.page.current()->turnBack();
        f.page.current()->turnBack();
        QVERIFY(f.work().state().here);
        QCOMPARE(f.work().state().guess, std::optional(7.0));
        QVERIFY(f.work().state().knobs == knobs);
        finish = true;
        QTRY_VERIFY_WITH_TIMEOUT(f.work().answered(), kLong);
        f.press("lab_simulated");
        f.page.current()->turnOn();
        QVERIFY(!(f.work().state().knobs == knobs));
    }
    void aLiveRunIsStoppedByTheClickThatSaysSo() {
        Fixture f;
        f.press("lab_here");
        f.runLive();
        QTRY_COMPARE(f.child<QPushButton>("lab_run")->text().remove(QLatin1Char('&')),
                     QStringLiteral("Stop Live and run"));
        f.press("lab_run");
        QTRY_VERIFY_WITH_TIMEOUT(f.work().answered(), kLong);
        QVERIFY(!f.session.running());
    }
    void f5AsksBeforeItStopsALiveRun() {
        Fixture f;
        f.press("lab_here");
        f.runLive();
        QSignalSpy offered(&f.page, &Page::offered);
        f.page.start();
        QCOMPARE(offered.count(), 1);
        QVERIFY(f.session.running() && !f.page.runner().running());
    }
    void aSimulatedLabRunsBesideALiveRun() {
        Fixture f;
        f.runLive();
        f.press("lab_run");
        QVERIFY(f.work().answered());
        QVERIFY(f.session.running());
    }
    void aFileDoesNotHoldWhatWasMeasured() {
        Fixture f;
        f.press("lab_here");
        f.press("lab_run");
        QTRY_VERIFY_WITH_TIMEOUT(f.work().answered(), kLong);
        const LabState state = f.work().state();
        QVERIFY(state.here);
        f.work().setState(state); // as a file would
        QVERIFY(!f.work().answered() && !f.work().result().measured);
        QCOMPARE(f.work().state().guess, state.guess);
    }
};

JITTERSCOPE_TEST(LabMeasureTest)

} // namespace jitterscope::lab_measure_test

#include "lab_measure_test.moc"
