// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/cpu_chart.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/strip_chart.h"
#include "ui/forms/value_edit.h"
#include "ui/pages/hint_line.h"
#include "ui/plot/plot.h"
#include "ui/window/help.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QScrollArea>
#include <QSlider>
#include <QStandardPaths>
#include <QTextBrowser>

namespace jitterscope::window_test {

using namespace jitterscope::ui;
using Fixture = WindowFixture;

namespace {

QList<QPointF> lineOf(const Fixture& f, const char* chart, const char* line) {
    return f.child<ChartCard>(chart)->plot().line(QString::fromUtf8(line));
}

} // namespace
class WindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void zoomingAStoppedHistogramDrawsItAnew() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 200);
        f.finish();
        const auto bins = [&] { return lineOf(f, "histogram_chart", HistogramChart::kFrames); };
        QVERIFY(bins().size() > 2);
        const auto whole = bins();
        Plot& plot = f.child<ChartCard>("histogram_chart")->plot();
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&plot, Qt::Key_Plus);
        const Range shown = plot.x().shown();
        QTRY_VERIFY(bins() != whole);
        QVERIFY(bins().first().x() >= shown.low - shown.span() / 50); // all of them go to what is in sight
        QTest::keyClick(&plot, Qt::Key_Home);
        QTRY_COMPARE(bins(), whole);
    }
    void startShowsSamplesAndStopKeepsThem() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 100);
        QTRY_VERIFY(lineOf(f, "histogram_chart", HistogramChart::kFrames).size() > 2);
        QTRY_VERIFY(!lineOf(f, "strip_chart", StripChart::kFrameTime).isEmpty());
        QTRY_VERIFY(!lineOf(f, "estimator_chart", "kept back, ns by seconds ago").isEmpty());
        QTRY_VERIFY(!lineOf(f, "cpu_chart", CpuChart::kThread).isEmpty());
        f.press("stop_button");
        QTRY_VERIFY(!f.session().running());
        QCOMPARE(f.cell(0, StatisticsModel::Frames).remove(QChar(0x2009)),
                 QString::number(f.session().samples()->metrics.frames));
        QVERIFY(f.child<QPushButton>("start_button") != nullptr);
    }
    void headlineTableAndHistogramShowTheSameP99() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 150);
        QTRY_VERIFY(f.cell(0, StatisticsModel::P99).endsWith(QStringLiteral("ms")));
        QCOMPARE(f.child<QLabel>("headline_p99")->text(), f.cell(0, StatisticsModel::P99));
        f.finish();
        QCOMPARE(f.child<QLabel>("headline_p99")->text(), f.cell(0, StatisticsModel::P99));
    }
    void movingXBeginsAStretchThatIsMarked() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.child<QSlider>("x_slider")->setValue(30);
        QTRY_COMPARE(f.session().traces()->changes().size(), std::size_t{1});
        QCOMPARE(f.session().traces()->changes().front().text, QStringLiteral("X 3"));
        QTRY_COMPARE(f.child<QTableView>("statistics_table")->model()->rowCount(), 2); // now, before
    }
    void everyControlCanBeChangedMidRun() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        std::size_t changes = 0;
        const auto changed = [&] { return f.session().traces()->changes().size() > changes; };
        for (const char* strategy : {"spin", "absolute-sleep", "system-sleep", "timer-sleep", "sliced-sleep",
                                     "remaining-sleep", "precise-sleep"}) {
            changes = f.session().traces()->changes().size();
            f.choose("strategy", strategy);
            QTRY_VERIFY2(changed(), strategy);
        }
        for (const char* policy : {"keep-working", "fixed-sleep", "remainder", "accumulator",
                                   "measured-accumulator", "drop-and-rest"}) {
            changes = f.session().traces()->changes().size();
            f.choose("policy", policy);
            QTRY_VERIFY2(changed(), policy);
        }
        for (const char* work : {"fixed", "uniform", "spikes", "heavy-tail", "none"}) {
            changes = f.session().traces()->changes().size();
            f.choose("work", work);
            QTRY_VERIFY2(changed(), work);
        }
        changes = f.session().traces()->changes().size();
        f.press("rate_240");
        QTRY_VERIFY(changed());
        QSignalSpy started(&f.session(), &Session::started);
        f.choose("machine", "windows-1ms"); // a new run
        QTRY_COMPARE(started.count(), 1);
        f.choose("pace", "false");
        f.finish();
    }
    void presetsAreOneStep() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 5);
        f.choose("preset", "robot");
        QCOMPARE(f.session().plan().strategy.id, std::string("absolute-sleep"));
        QCOMPARE(f.session().plan().period.rateText(), std::string("1000"));
        QTRY_VERIFY(!f.session().traces()->changes().empty());
    }
    void aPinnedBaselineStaysBesideTheNextRun() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 120);
        QTRY_VERIFY(f.child<QPushButton>("pin_button")->isEnabled());
        f.press("pin_button");
        QVERIFY(f.session().baseline());
        f.choose("strategy", "system-sleep");
        QTRY_VERIFY(f.child<QTableView>("statistics_table")->model()->rowCount() == 4);
        QTRY_VERIFY(!lineOf(f, "histogram_chart", HistogramChart::kBaseline).isEmpty());
        f.window->actions().unpin->trigger();
        QVERIFY(!f.session().baseline());
        QCOMPARE(f.child<QTableView>("statistics_table")->model()->rowCount(), 2);
    }
    void pauseStopsThePictureNotTheMeasuring() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 50);
        QTRY_VERIFY(!f.cell(0, StatisticsModel::Frames).isEmpty());
        QTest::keyClick(f.window.get(), Qt::Key_P, Qt::ControlModifier);
        const QString shown = f.cell(0, StatisticsModel::Frames);
        const auto picture = lineOf(f, "strip_chart", StripChart::kFrameTime);
        const std::int64_t before = f.frames();
        QTRY_VERIFY(f.frames() > before + 300);
        QCOMPARE(f.cell(0, StatisticsModel::Frames), shown);
        QCOMPARE(lineOf(f, "strip_chart", StripChart::kFrameTime), picture);
        QTest::keyClick(f.window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(f.cell(0, StatisticsModel::Frames) != shown);
    }
    void nothingIsDrawnWhileNothingIsSeen() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(!lineOf(f, "strip_chart", StripChart::kFrameTime).isEmpty());
        QTRY_VERIFY(f.frames() > 300);
        const auto unseen = [&](auto&& hide, auto&& show) {
            hide();
            const auto picture = lineOf(f, "strip_chart", StripChart::kFrameTime);
            const QString headline = f.child<QLabel>("headline_p99")->text();
            const QString count = f.cell(0, StatisticsModel::Frames);
            const std::int64_t before = f.frames();
            QTRY_VERIFY(f.frames() > before + 300); // measuring goes on
            QCOMPARE(lineOf(f, "strip_chart", StripChart::kFrameTime), picture);
            QCOMPARE(f.child<QLabel>("headline_p99")->text(), headline);
            QCOMPARE(f.cell(0, StatisticsModel::Frames), count);
            show();
            QTRY_VERIFY(lineOf(f, "strip_chart", StripChart::kFrameTime) != picture);
            QTRY_VERIFY(f.cell(0, StatisticsModel::Frames) != count);
        };
        unseen([&] { f.window->showMinimized(); }, [&] { f.window->showNormal(); });
        unseen([&] { f.window->hide(); }, [&] { f.window->show(); });
    }
    void aBadRateStartsNothing() {
        const Fixture f;
        auto* rate = f.child<ValueEdit>("rate");
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, QStringLiteral("60,0"));
        QTest::keyClick(f.window.get(), Qt::Key_F5);
        QVERIFY(!f.session().running());
        QVERIFY(!rate->error().isEmpty());
        QVERIFY(f.child<QWidget>("notice_bar")->isVisible());
        rate->selectAll();
        QTest::keyClicks(rate, QStringLiteral("250us"));
        QTest::keyClick(f.window.get(), Qt::Key_F5);
        QVERIFY(f.session().running());
        QCOMPARE(f.session().plan().period.hertz(), 4000.0);
    }
    void aSimulationIsSaidToBeOne() {
        const Fixture f;
        QVERIFY(f.child<QLabel>("simulated_banner")->isVisible());
        QVERIFY(f.child<QLabel>("simulated_banner")->text().contains(QStringLiteral("SIMULATED")));
        f.choose("machine", "here");
        QVERIFY(!f.child<QLabel>("simulated_banner")->isVisible());
    }
    void planThemeAndGeometryAreRemembered() {
        Fixture f;
        f.press("rate_144");
        f.window->actions().theme->actions().at(2)->trigger(); // dark
        f.window->resize(1100, 700);
        f.window->close();
        f.open({}, {});
        QCOMPARE(f.session().plan().period.rateText(), std::string("144"));
        QVERIFY(isDark(QApplication::palette()));
    }
    void damagedSettingsAreToldAndKept() {
        Fixture f;
        f.window->close();
        f.window.reset();
        QFile file(f.settings());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"jitterscope-sett");
        file.close();
        f.open({});
        QVERIFY(f.child<QLabel>("notice_text")->text().contains(QStringLiteral(".bak")));
        QVERIFY(QFile::exists(f.settings() + QStringLiteral(".bak")));
    }
    void closingMidRunJoins() {
        for (int i = 0; i < 8; ++i) {
            Fixture f;
            f.press("start_button");
            QTRY_VERIFY(f.session().traces()->lastFrame().has_value());
            f.window->closeAtOnce();
            f.window.reset();
        }
    }
    void spaceBelongsToTheWidgetThatHasTheKeyboard() {
        const Fixture f;
        f.startStop()->setFocus();
        QTest::keyClick(f.startStop(), Qt::Key_Space);
        QVERIFY(f.session().running());
        for (const QAction* action : f.window->actions().findChildren<QAction*>())
            QVERIFY(!action->shortcuts().contains(QKeySequence(Qt::Key_Space)));
    }
    void whatIsNotSeenIsTakenOverLessOften() {
        const Fixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        QSignalSpy ticked(&f.session(), &Session::ticked);
        f.window->hide();
        QVERIFY(ticked.wait()); // this one notices it
        QElapsedTimer clock;
        clock.start();
        const auto first = ticked.count();
        QTRY_VERIFY(ticked.count() >= first + 5);
        QVERIFY2(clock.elapsed() > 4 * 100, qPrintable(QString::number(clock.elapsed()))); // seen: 5 · 30 ms
        f.window->show();
        QTRY_VERIFY(f.session().running());
    }
    void aboutCopiesWhatAReportNeeds() {
        const Fixture f;
        f.window->actions().about->trigger();
        auto* dialog = f.child<QDialog>("about_dialog");
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("about_copy")), Qt::LeftButton);
        const QString copied = QApplication::clipboard()->text();
        QCOMPARE(copied, QString::fromStdString(versions()).trimmed());
        QVERIFY(copied.startsWith(QStringLiteral("jitterscope ")) && copied.contains(QStringLiteral("Qt 6")));
        QVERIFY(dialog->findChild<QTextBrowser*>()->toPlainText().contains(copied.section(u'\n', 1, 1)));
        dialog->close();
    }
    void aLongHintIsShownWholeInTheSmallestWindow() {
        const Fixture f("precise-sleep", {1024, 640});
        HintLine& line = *f.child<HintLine>("hint_line");
        line.setHints({{"long", HintLevel::Caution,
                        "1 234 iterations were lost: the system woke the thread after the next deadline "
                        "(period 16.67 ms, "
                        "median oversleep 15.60 ms). Try a strategy that spins more, or a lower rate."},
                       {"other", HintLevel::Note, "another"}});
        auto* label = f.child<QLabel>("hint_text");
        QTRY_VERIFY(label->height() >= label->heightForWidth(label->width())); // laid out anew
        QVERIFY(label->heightForWidth(label->width()) > label->fontMetrics().height());
        QCOMPARE(f.window->size(), QSize(1024, 640));
        for (const ChartCard* chart : f.window->findChildren<ChartCard*>())
            QVERIFY(!chart->isVisible() || chart->plot().area().height() >= 50);
    }
    void theSmallestWindowCutsNothingOff() {
        const Fixture f("precise-sleep", {1024, 640});
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        QVERIFY2(f.window->minimumSizeHint().width() <= 1024 && f.window->minimumSizeHint().height() <= 640,
                 qPrintable(QStringLiteral("%1×%2")
                                .arg(f.window->minimumSizeHint().width())
                                .arg(f.window->minimumSizeHint().height())));
        QCOMPARE(f.window->size(), QSize(1024, 640));
        const auto* form = f.child<QScrollArea>("form_scroll");
        QVERIFY(form->widget()->minimumSizeHint().width() <= form->viewport()->width());
        for (const ChartCard* chart : f.window->findChildren<ChartCard*>()) {
            if (!chart->isVisible()) // of another page
                continue;
            QVERIFY(f.window->rect().contains(QRect(chart->mapTo(f.window.get(), QPoint()), chart->size())));
            QVERIFY(chart->plot().area().height() >= 60 && chart->plot().area().width() >= 120);
        }
        for (const auto* button : f.child<QWidget>("header")->findChildren<QPushButton*>())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
    }
};

JITTERSCOPE_TEST(WindowTest)

} // namespace jitterscope::window_test

#include "window_test.moc"
