// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody sees who has never measured: where to begin, and what the first measurement showed.
#include "core/files/plan_json.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/format/outside_text.h"
#include "ui/pages/hint_line.h"
#include "ui/pages/live_page.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

namespace jitterscope::first_minute_test {

using namespace jitterscope::ui;

namespace {

constexpr int kLong = 30'000; // ms; for a busy machine

/// A window as a new user opens it, but on a simulated machine at real pace.
struct Fixture : WindowFixture {
    Fixture() {
        window.reset();
        QFile::remove(settings());
        open({});
        RunPlan plan = session().plan();
        plan.machine = machineChoice("linux-default");
        plan.machine.realPace = true;
        plan.period = Period::parseRate("500").value();
        QVERIFY(session().setPlan(plan).ok());
    }
    [[nodiscard]] bool asksWhereToBegin() const { return child<QWidget>("live_start")->isVisible(); }
    [[nodiscard]] bool showsCharts() const { return child<QWidget>("statistics_card")->isVisible(); }
    [[nodiscard]] QString hint() const { return window->findChild<HintLine*>()->text(); }
    void again(const WindowOptions& options = {}) {
        window->close();
        window.reset();
        open(options);
    }
};

} // namespace

class FirstMinuteTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    /// One click measures, ends by itself, and says what it showed and what comes next.
    void oneClickMeasures() {
        Fixture f;
        QVERIFY(f.asksWhereToBegin() && !f.showsCharts());
        f.child<LivePage>("live_page")->setFirstLength(300);
        QSignalSpy finished(&f.session(), &Session::finished);
        f.press("start_measure");
        QVERIFY(f.session().running());
        QVERIFY(!f.asksWhereToBegin() && f.showsCharts());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, kLong);
        QVERIFY(f.frames() > 0);
        QTRY_VERIFY2(f.hint().contains(QStringLiteral("frames were late by more than")),
                     qPrintable(f.hint()));
        QVERIFY2(f.hint().contains(QStringLiteral("Next:")), qPrintable(f.hint()));
        f.again();
        QVERIFY(!f.asksWhereToBegin() && f.showsCharts());
    }
    /// A run that was started otherwise does not end by itself, and what it showed is not called the first.
    void aRunOfOnesOwnGoesOn() {
        Fixture f;
        f.child<LivePage>("live_page")->setFirstLength(50);
        f.press("start_button");
        QVERIFY(f.showsCharts());
        QTRY_VERIFY_WITH_TIMEOUT(f.frames() > 100, kLong); // at least 200 ms
        QVERIFY(f.session().running());
        f.finish();
        QVERIFY2(!f.hint().contains(QStringLiteral("Next:")), qPrintable(f.hint()));
    }
    /// Started anew in the middle, the run is the user's.
    void aRestartIsOnesOwn() {
        Fixture f;
        f.child<LivePage>("live_page")->setFirstLength(kLong);
        f.press("start_measure");
        QTRY_VERIFY_WITH_TIMEOUT(f.frames() > 10, kLong);
        QSignalSpy started(&f.session(), &Session::started);
        f.session().reset();
        QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, kLong);
        f.finish();
        QVERIFY2(!f.hint().contains(QStringLiteral("Next:")), qPrintable(f.hint()));
    }
    void theOtherWaysLeadToTheirPages_data() {
        QTest::addColumn<QByteArray>("page");
        for (const char* page : {"diagnosis", "program", "labs", "compare"})
            QTest::newRow(page) << QByteArray(page);
    }
    void theOtherWaysLeadToTheirPages() {
        QFETCH(QByteArray, page);
        Fixture f;
        f.press(QByteArray("start_" + page).constData());
        QVERIFY(f.child<QWidget>((page + "_page").constData())->isVisible());
        QVERIFY(!f.session().running());
        f.again();
        QVERIFY(!f.child<QWidget>("live_page")->isVisible() || f.asksWhereToBegin()); // nothing was measured
    }
    void closedUnusedItAsksAgain() {
        Fixture f;
        f.again();
        QVERIFY(f.asksWhereToBegin());
    }
    /// Who gives a plan, or comes from a version that did not ask, is not asked.
    void whoKnowsIsNotAsked() {
        const WindowFixture planned;
        QVERIFY(!planned.child<QWidget>("live_start")->isVisible());
        Fixture f;
        f.window.reset();
        QFile file(f.settings());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QJsonObject old{{QStringLiteral("jitterscope-settings"), 1},
                        {QStringLiteral("plan"), format::text(planJson(standardPlan()))}};
        file.write(QJsonDocument(old).toJson());
        file.close();
        f.open({});
        QVERIFY(!f.asksWhereToBegin() && f.showsCharts());
    }
};

JITTERSCOPE_TEST(FirstMinuteTest)

} // namespace jitterscope::first_minute_test

#include "first_minute_test.moc"
