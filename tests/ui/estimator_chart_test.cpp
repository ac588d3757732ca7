// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/support/test_program.h"
#include "ui/charts/estimator_chart.h"
#include "ui/charts/reduce.h"
#include "ui/pages/live_page.h"
#include "ui/plot/plot.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace jitterscope::estimator_chart_test {

using namespace jitterscope::ui;
using namespace std::chrono_literals;

namespace {

// The lines of the views.
const QString kEarly = QStringLiteral("% of sleeps by oversleep in ns, within the margin");
const QString kLate = QStringLiteral("% of sleeps by oversleep in ns, beyond it");
const QString kCost = QStringLiteral("CPU % by % late");

/// 1000 sleeps late by 0.1, 0.2, … 100 µs, a margin of 90 µs, ten wake-ups of 20 µs a 4 ms wait.
LearnedLatency uniform() {
    LearnedLatency learned;
    learned.oversleeps = LatencyHistogram(1e9);
    for (int i = 1; i <= 1000; ++i)
        learned.oversleeps.add(i * 100.0);
    learned.operating = chooseMargin(learned.oversleeps, {.lateShare = 0.1});
    learned.wakeCost = 20'000;
    learned.interval = 4e6;
    return learned;
}

LiveTraces noTraces() {
    return {Period::parseRate("240").value(), false};
}

void click(QWidget& chart, const char* name) {
    QTest::mouseClick(chart.findChild<QPushButton*>(QLatin1String(name)), Qt::LeftButton);
}

/// Pixels of about this colour.
int coloured(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            found += std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                                 std::abs(pixel.blue() - colour.blue()) <
                             24
                         ? 1
                         : 0;
        }
    }
    return found;
}

} // namespace

class EstimatorChartTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

    void theCurveIsWhatEachMarginCosts() {
        const LearnedLatency learned = uniform();
        const auto curve = costCurve(learned);
        QVERIFY(curve.size() > 50 && curve.size() < 600);
        QCOMPARE(curve.front().latePercent, 100.0);
        QCOMPARE(curve.back().latePercent, kLeastLatePercent);
        for (std::size_t i = 1; i < curve.size(); ++i) {
            QVERIFY(curve[i].latePercent <= curve[i - 1].latePercent);
            QVERIFY(curve[i].cpuPercent >= curve[i - 1].cpuPercent);
            QVERIFY(curve[i].latePercent > 0.85 * curve[i - 1].latePercent);
        }
        // Uniform oversleeps up to 100 µs: with 10 % late the margin is 90 µs and the mean spin
        // 0.9 · 45 µs; with the wake-up 60.5 µs of 4 ms.
        const CostPoint tenth = nearestCost(curve, 10);
        QVERIFY(std::abs(tenth.margin - 90'000) < 2'000);
        QVERIFY(std::abs(tenth.cpuPercent - 100 * 60.5 / 4000) < 0.04);
        const CostPoint now = costOf(learned, learned.operating);
        QVERIFY(std::abs(now.cpuPercent - tenth.cpuPercent) < 0.04);
    }
    /// The dot is what came of the margin in use; the others are as far from it as the oversleeps say: half
    /// as many late frames there are half as many here, and 12 µs more of spinning 0.3 % of 4 ms.
    void theCurveGoesThroughWhatCame() {
        LearnedLatency learned = uniform();
        const CostPoint plain = costOf(learned, learned.operating);
        WaitForecast next;
        next.late = 0.02;
        next.cpu = 0.05;
        learned.next = next;
        const CostPoint now = costOf(learned, learned.operating);
        QVERIFY(std::abs(now.latePercent - 2) < 1e-9);
        QVERIFY(std::abs(now.cpuPercent - 5) < 1e-9);
        QCOMPARE(now.margin, plain.margin);
        const auto curve = costCurve(learned);
        QVERIFY(std::abs(nearestCost(curve, 2).cpuPercent - 5) < 0.04);
        MarginPoint other = learned.operating;
        other.late /= 2;
        other.spin += 12'000;
        QVERIFY(std::abs(costOf(learned, other).latePercent - 1) < 1e-9);
        QVERIFY(std::abs(costOf(learned, other).cpuPercent - 5.3) < 1e-9);
    }
    void theCurveEndsWhereMoreMarginDoesNotHelp() {
        LearnedLatency learned = uniform();
        // 1 − m / 100 µs wake late and hazard · m² / 200 µs lose the processor: least at m = 50 µs, three in
        // four.
        learned.hazard = 2e-5;
        const auto curve = costCurve(learned);
        QVERIFY(std::abs(curve.back().latePercent - 75) < 0.5);
        QVERIFY(std::abs(curve.back().margin - 50'000) < 2'000);
        // A gap without sleeps: the spin through it only costs, but beyond it lies what still wakes late.
        learned.hazard = 1e-9;
        learned.oversleeps.add(400'000);
        const auto beyond = costCurve(learned);
        QVERIFY(beyond.back().margin > 399'000);
        for (std::size_t i = 1; i < beyond.size(); ++i) {
            QVERIFY(beyond[i].latePercent <= beyond[i - 1].latePercent);
            QVERIFY(beyond[i].cpuPercent >= beyond[i - 1].cpuPercent);
        }
        learned.interval = 0;
        QVERIFY(costCurve(learned).empty());
    }
    void theBinsHoldEverySleepOnce() {
        const LearnedLatency learned = uniform();
        const Bins bins = oversleepBins(learned.oversleeps, {20'000, 80'000}, 60);
        QCOMPARE(bins.width, 1000.0);
        QCOMPARE(bins.counts.size(), std::size_t{60});
        double inside = 0;
        for (const double share : bins.counts) {
            QVERIFY(std::abs(share - 1) < 0.06); // %: uniform
            inside += share;
        }
        QVERIFY(std::abs(bins.below - 20) < 0.5 && std::abs(bins.above - 20) < 0.5);
        QVERIFY(std::abs(inside + bins.below + bins.above - 100) < 1e-6);
        QVERIFY(std::abs(shareBeyond(learned.oversleeps, 75'000) - 0.25) < 0.005);
        QVERIFY(oversleepBins(LatencyHistogram(), {0, 1}, 60).counts.empty());
    }
    void theViewsAreAClickApart() {
        EstimatorChart chart;
        chart.resize(420, 260);
        chart.show();
        QSignalSpy changed(&chart, &EstimatorChart::viewChanged);
        const LearnedLatency learned = uniform();
        click(chart, "estimator_distribution");
        QCOMPARE(changed.count(), 1);
        chart.draw(noTraces(), "adaptive", &learned);
        const auto early = chart.plot().line(kEarly);
        const auto late = chart.plot().line(kLate);
        QVERIFY(!early.isEmpty() && !late.isEmpty());
        QCOMPARE(early.last().x(), learned.operating.margin); // the line cuts it in two
        QCOMPARE(late.first().x(), learned.operating.margin);
        QVERIFY(chart.key().accessibleName().contains(QStringLiteral("kept back: 90.0 µs")));
        QVERIFY(!chart.key().accessibleName().contains(QStringLiteral("late otherwise")));
        LearnedLatency disturbed = learned;
        disturbed.others = 0.02;
        chart.draw(noTraces(), "adaptive", &disturbed);
        QVERIFY(chart.key().accessibleName().contains(QStringLiteral("late otherwise: 2")));
        chart.draw(noTraces(), "adaptive", &learned);
        QVERIFY(coloured(chart.grab().toImage(), tokens().second) > 60);
        click(chart, "estimator_cost");
        QCOMPARE(changed.count(), 2);
        QVERIFY(chart.plot().line(kEarly).isEmpty());
        chart.draw(noTraces(), "adaptive", &learned);
        QVERIFY(!chart.plot().line(kCost).isEmpty());
        QVERIFY(coloured(chart.grab().toImage(), tokens().second) > 50); // the dot
        QVERIFY(chart.bytes(PictureFile::Data).contains("CPU % by"));
        QVERIFY(chart.plot().accessibleDescription().contains(QStringLiteral("every margin")));
        click(chart, "estimator_time");
        QVERIFY(chart.plot().line(kCost).isEmpty());
        QCOMPARE(changed.count(), 3);
    }
    void aZoomLastsOverARunAndEndsWithTheView() {
        EstimatorChart chart;
        chart.setViewId(QStringLiteral("cost"));
        const LearnedLatency learned = uniform();
        chart.draw(noTraces(), "adaptive", &learned);
        QTest::keyClick(&chart.plot(), Qt::Key_Plus);
        const Range zoomed = chart.plot().x().shown();
        chart.clear();
        QVERIFY(chart.plot().line(kCost).isEmpty());
        chart.draw(noTraces(), "adaptive", &learned);
        QCOMPARE(chart.plot().x().shown(), zoomed);
        chart.setViewId(QStringLiteral("distribution"));
        QVERIFY(!chart.plot().zoomed());
        QVERIFY(!chart.plot().lines().contains(kCost));
    }
    void theReadoutIsWhatTheViewPredicts() {
        EstimatorChart chart;
        chart.resize(420, 260);
        chart.show();
        chart.setViewId(QStringLiteral("distribution"));
        const LearnedLatency learned = uniform();
        chart.draw(noTraces(), "adaptive", &learned);
        QTest::keyClick(&chart.plot(), Qt::Key_Right); // the first bin: all sleeps took longer
        QVERIFY2(chart.plot().readout().startsWith(QStringLiteral("100 %")),
                 qPrintable(chart.plot().readout()));
        chart.setViewId(QStringLiteral("cost"));
        QVERIFY(chart.plot().readout().isEmpty());
        chart.draw(noTraces(), "adaptive", &learned);
        QTest::keyClick(&chart.plot(), Qt::Key_Left); // 100 % late: no margin
        QVERIFY2(chart.plot().readout().startsWith(QStringLiteral("100 % late")) &&
                     chart.plot().readout().contains(QStringLiteral("0 ns")),
                 qPrintable(chart.plot().readout()));
    }
    /// The statistics above it count other frames as late.
    void theCostViewSaysWhatIsLateInIt() {
        EstimatorChart chart;
        chart.setViewId(QStringLiteral("cost"));
        LearnedLatency learned = uniform();
        learned.lateAfter = 2'500;
        chart.draw(noTraces(), "adaptive", &learned);
        const QString inUse = chart.key().items().at(1).tooltip;
        QVERIFY2(inUse.contains(QStringLiteral("late by more than 2.50 µs")), qPrintable(inUse));
    }
    /// What a prediction leaves out stands beside it.
    void theCostViewSaysThatItLeavesOutTheTick() {
        EstimatorChart chart;
        chart.setViewId(QStringLiteral("cost"));
        LearnedLatency learned = uniform();
        chart.draw(noTraces(), "adaptive", &learned);
        QVERIFY(!chart.key().accessibleName().contains(QStringLiteral("without the wait from a tick")));
        learned.tick = 15'625'000;
        chart.draw(noTraces(), "adaptive", &learned);
        QVERIFY(chart.key().accessibleName().contains(QStringLiteral("without the wait from a tick")));
    }
    void aMomentWithoutAPictureKeepsTheLast() {
        EstimatorChart chart;
        chart.setViewId(QStringLiteral("cost"));
        const LearnedLatency learned = uniform();
        chart.draw(noTraces(), "adaptive", &learned);
        chart.draw(noTraces(), "adaptive", nullptr);
        QVERIFY(!chart.plot().line(kCost).isEmpty());
        for (int i = 0; i < 10; ++i)
            chart.draw(noTraces(), "adaptive", nullptr);
        QVERIFY(chart.plot().line(kCost).isEmpty());
        chart.draw(noTraces(), "adaptive", &learned);
        chart.draw(noTraces(), "spin", nullptr); // never had one
        QVERIFY(chart.plot().line(kCost).isEmpty());
    }
    void anyPictureIsDrawn() {
        LearnedLatency lone = uniform();
        lone.oversleeps.clear();
        lone.oversleeps.add(5);
        lone.operating = chooseMargin(lone.oversleeps, {});
        LearnedLatency far = uniform();
        far.oversleeps.add(1e9);
        far.operating.margin = 5e7;
        far.operating.late = 0;
        EstimatorChart chart;
        chart.resize(300, 160);
        chart.show();
        for (const char* view : {"estimator_distribution", "estimator_cost"}) {
            click(chart, view);
            for (const LearnedLatency* learned : {&lone, &far}) {
                chart.draw(noTraces(), "adaptive", learned);
                QVERIFY(!chart.grab().isNull());
                QVERIFY(chart.plot().line(kEarly).size() + chart.plot().line(kLate).size() +
                            chart.plot().line(kCost).size() <=
                        600);
            }
        }
    }
    void theStrategiesThatLearnAreNamed() {
        for (const SleepEntry& entry : sleepCatalog()) {
            const auto machine = makeSimulatedTime(machineChoice("linux-slack1"), 5).value();
            const auto strategy = entry.make(*machine, ParameterValues(entry.parameters));
            for (int i = 0; i < 200; ++i)
                strategy->sleepUntil(machine->now() + 5ms);
            LearnedLatency learned;
            QVERIFY2(strategy->learned(learned) == learnsDistribution(std::string(entry.id)),
                     std::string(entry.id).c_str());
            QCOMPARE(distributionLearners().contains(
                         QLatin1String(entry.name.data(), qsizetype(entry.name.size()))),
                     learnsDistribution(std::string(entry.id)));
        }
    }
    void aRunReachesTheChartAndAChangeOfStrategyEmptiesIt() {
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.json")));
        settings.set(Setting::EstimatorView, QStringLiteral("distribution"));
        Session session;
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("adaptive");
        plan.machine = machineChoice("linux-slack1");
        plan.machine.realPace = true;
        plan.period = Period::parseRate("240").value();
        QVERIFY(session.setPlan(plan).ok());
        LivePage page(session, settings);
        page.resize(1000, 700);
        page.show();
        auto* chart = page.findChild<EstimatorChart*>();
        QCOMPARE(chart->viewId(), QStringLiteral("distribution"));
        QVERIFY(session.start().ok());
        QTRY_VERIFY(!chart->plot().line(kEarly).isEmpty());
        click(*chart, "estimator_cost"); // drawn at once, of what is known
        QVERIFY(!chart->plot().line(kCost).isEmpty());
        plan.strategy = sleepChoice("system-sleep");
        QVERIFY(session.setPlan(plan).ok());
        QCOMPARE(session.learned(), nullptr);
        QTRY_VERIFY(chart->plot().line(kCost).isEmpty());
        page.remember(settings);
        QCOMPARE(settings.text(Setting::EstimatorView), QStringLiteral("cost"));
        QSignalSpy finished(&session, &Session::finished);
        session.stop();
        QVERIFY(finished.wait());
        session.reset();
        QCOMPARE(session.learned(), nullptr);
    }
};

JITTERSCOPE_TEST(EstimatorChartTest)

} // namespace jitterscope::estimator_chart_test

#include "estimator_chart_test.moc"
