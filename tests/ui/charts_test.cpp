// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/cpu_chart.h"
#include "ui/charts/estimator_chart.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/strip_chart.h"
#include "ui/theme/theme.h"

#include <QMenu>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <limits>

using namespace jitterscope;
using namespace jitterscope::ui;

namespace {

const Period kPeriod = Period::parseRate("1000").value();

FrameStatistics statisticsOf(int count, bool equal) {
    FrameStatistics statistics(kPeriod, Nanoseconds(10'000));
    for (int i = 0; i < count; ++i) {
        FrameSample sample;
        sample.iteration = i;
        sample.deadline = i * 1'000'000LL;
        sample.start = sample.deadline + (equal ? 0 : i % 100 * 100);
        sample.frameTime = 1'000'000 + (equal ? 0 : i % 100 * 100 - 5000);
        statistics.add(sample);
    }
    return statistics;
}

/// 500 frames of about this length.
FrameStatistics baselineStatistics(const char* rate, std::int64_t frameTime) {
    FrameStatistics statistics(Period::parseRate(rate).value(), Nanoseconds(10'000));
    for (int i = 0; i < 500; ++i) {
        FrameSample sample;
        sample.iteration = i;
        sample.start = i * frameTime;
        sample.frameTime = frameTime + i % 10 * 100;
        statistics.add(sample);
    }
    return statistics;
}

Baseline baselineFrom(const FrameStatistics& statistics) {
    return {QStringLiteral("before"), "spin", statistics.period(),
            statistics.figures(),     {},     statistics.deviation().histogram()};
}

LiveTraces tracesOf(int count, bool late) {
    LiveTraces traces(kPeriod, true);
    for (int i = 0; i < count; ++i) {
        SleepSample sleep;
        sleep.asked = 1'000'000;
        sleep.took = 1'080'000 + i % 9 * 1000;
        traces.addSleep(sleep);
        FrameSample sample;
        sample.iteration = i;
        sample.start = sample.deadline = i * 1'000'000LL;
        sample.frameTime = 1'000'000 + i % 3 * 100;
        sample.hasEstimate = true;
        sample.estimate = 1'200'000;
        if (late && i % 10 == 0) {
            sample.start += 50'000;
            sample.frameTime += 50'000;
            sample.cause = Cause::WokeLate;
            sample.lost = 1;
        }
        traces.addFrame(sample, {});
    }
    return traces;
}

qsizetype points(Chart& chart, int lines) {
    qsizetype sum = 0;
    for (int i = 0; i < lines; ++i)
        sum += chart.plot().line(i).size();
    return sum;
}

} // namespace

class ChartsTest : public QObject {
    Q_OBJECT

private slots:
    void theRightAxisOfTheCpuChartIsNamedAtAnyWidth() {
        CpuChart chart;
        QVERIFY(chart.plot().rightTitle().isEmpty());
        std::deque<CpuPoint> points;
        for (int i = 0; i < 5; ++i) {
            CpuPoint point{i * 0.5, {}, 2000.0};
            point.usage.threadPercent = 5;
            points.push_back(point);
        }
        for (const int width : {280, 700}) {
            chart.resize(width, 220);
            chart.draw(points);
            QCOMPARE(chart.plot().rightTitle(), QStringLiteral("switches/s"));
            QVERIFY(chart.plot().area().right() + 20 < chart.plot().width()); // room for it
        }
    }
    /// Bulk at 15.62 ms against 16.67 ms: a frame of the baseline stands where it was, 1.05 ms early.
    void aBaselineOfAnotherRateStandsAtItsOwnFrameTimes() {
        HistogramChart chart;
        const FrameStatistics now = baselineStatistics("60", 16'666'667);
        const FrameStatistics before = baselineStatistics("64", 15'625'000);
        chart.draw(now, now.figures(), "spin", baselineFrom(before));
        QVERIFY(chart.whyNoBaseline().isEmpty());
        double peak = 0;
        double at = 0;
        for (const QPointF& point : chart.plot().line(0)) {
            if (point.y() > peak) {
                peak = point.y();
                at = point.x();
            }
        }
        QVERIFY2(std::abs(at + 1'041'667) < 20'000, qPrintable(QString::number(at)));
    }
    void aBaselineFarOffIsLeftOutAndItIsSaidWhy() {
        HistogramChart chart;
        const FrameStatistics now = baselineStatistics("1000", 1'000'000);
        const FrameStatistics before = baselineStatistics("144", 15'620'000); // on ticks of 15.6 ms
        chart.draw(now, now.figures(), "spin", baselineFrom(before));
        QVERIFY(chart.plot().line(0).isEmpty());
        QVERIFY2(chart.whyNoBaseline().contains(QStringLiteral("144 Hz")) &&
                     chart.whyNoBaseline().contains(QStringLiteral("15.6")),
                 qPrintable(chart.whyNoBaseline()));
        chart.draw(now, now.figures(), "spin", baselineFrom(now));
        QVERIFY(!chart.plot().line(0).isEmpty());
        QVERIFY(chart.whyNoBaseline().isEmpty());
    }
    void initTestCase() { applyTheme(ThemeMode::Light); }

    void theHistogramTakesAnyNumberOfFrames_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("equal");
        QTest::newRow("none") << 0 << true;
        QTest::newRow("one") << 1 << true;
        QTest::newRow("equal") << 10'000 << true;
        QTest::newRow("many") << 300'000 << false;
    }
    void theHistogramTakesAnyNumberOfFrames() {
        QFETCH(int, count);
        QFETCH(bool, equal);
        HistogramChart chart;
        chart.resize(900, 400);
        const FrameStatistics statistics = statisticsOf(count, equal);
        chart.show();
        chart.draw(statistics, statistics.figures(), "precise-sleep", {});
        QVERIFY(points(chart, 2) <= 600);
        QCOMPARE(points(chart, 2) > 0, count > 0);
        QVERIFY(!chart.grab().isNull());
    }
    void aBaselineIsLaidOver() {
        HistogramChart chart;
        const FrameStatistics statistics = statisticsOf(1000, false);
        Baseline baseline{
            QStringLiteral("x"), "system-sleep", kPeriod, {}, {}, statistics.deviation().histogram()};
        chart.draw(statistics, statistics.figures(), "spin", baseline);
        QVERIFY(!chart.plot().line(0).isEmpty());
        chart.draw(statistics, statistics.figures(), "spin", {});
        QVERIFY(chart.plot().line(0).isEmpty());
    }
    void theStripStaysSmallAndMarksLateFrames() {
        StripChart chart;
        chart.resize(900, 300);
        chart.show();
        for (const int count : {1, 2, 1000, 50'000}) {
            chart.clear();
            chart.draw(tracesOf(count, true), kPeriod, Nanoseconds(10'000), "precise-sleep");
            QVERIFY(points(chart, 1) <= 600);
        }
        QSignalSpy explained(&chart, &StripChart::explained);
        // The newest late frame: its mark is somewhere in the right half; a click on it explains it.
        const QRectF area = chart.plot().area();
        for (double x = area.center().x(); x < area.right() && explained.isEmpty(); x += 3) {
            for (double y = area.top(); y < area.bottom() && explained.isEmpty(); y += 6)
                emit chart.plot().clicked({x, y});
        }
        QVERIFY(!explained.isEmpty());
        QVERIFY(explained.first().first().toString().contains(QStringLiteral("50.0 µs late")));
    }
    void infiniteValuesAreLeftOut() {
        Plot plot;
        const int line = plot.addLine(QPen(Qt::black));
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        plot.setLine(line, {{0, 1}, {1, kInfinity}, {std::nan(""), 2}, {3, 4}});
        QCOMPARE(plot.line(line).size(), 2);
    }
    void cpuWithAbsentFiguresIsDrawn() {
        CpuChart chart;
        chart.resize(400, 300);
        chart.show();
        chart.draw({});
        CpuPoint point;
        point.at = 1;
        chart.draw({point});
        QCOMPARE(points(chart, 4), 0);
        point.usage.threadPercent = 5;
        point.switchesPerSecond = 900;
        chart.draw({point, point});
        QCOMPARE(chart.plot().line(3).size(), 2);
        QVERIFY(!chart.grab().isNull());
    }
    void theEstimatorShowsWhatIsKeptBack() {
        EstimatorChart chart;
        chart.resize(400, 300);
        chart.show();
        chart.draw(tracesOf(5000, false), "precise-sleep");
        QVERIFY(!chart.plot().line(0).isEmpty());
        QCOMPARE(chart.plot().line(0).last().y(), 1'200'000.0);
        chart.clear();
        QVERIFY(chart.plot().line(0).isEmpty());
    }
    void aChartIsSavedAsPictureAndData() {
        StripChart chart;
        chart.resize(500, 300);
        chart.draw(tracesOf(2000, true), kPeriod, Nanoseconds(10'000), "precise-sleep");
        QCOMPARE(chart.image().size(), chart.size() * 2);
        const QByteArray svg = chart.svg();
        QVERIFY(QSvgRenderer(svg).isValid());
        QVERIFY(svg.contains("Frame times"));
        const QByteArray data = chart.data();
        QCOMPARE(data.count('\n'), chart.plot().line(0).size() + 1);
        QVERIFY(data.startsWith("line,x,y\n"));
    }
    void theWheelZoomsADragPansADoubleClickResets() {
        StripChart chart;
        chart.resize(600, 300);
        chart.show();
        chart.draw(tracesOf(2000, false), kPeriod, Nanoseconds(10'000), "precise-sleep");
        Plot& plot = chart.plot();
        const Range before = plot.shownX();
        const QPointF middle = plot.area().center();
        QWheelEvent wheel(middle, plot.mapToGlobal(middle.toPoint()), {}, {0, 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot.viewport(), &wheel);
        QVERIFY(plot.zoomed());
        QVERIFY(plot.shownX().span() < before.span());
        const Range zoomed = plot.shownX();
        QTest::mousePress(plot.viewport(), Qt::LeftButton, {}, middle.toPoint());
        QTest::mouseMove(plot.viewport(), middle.toPoint() + QPoint(40, 0));
        QTest::mouseRelease(plot.viewport(), Qt::LeftButton, {}, middle.toPoint() + QPoint(40, 0));
        QVERIFY(plot.shownX().low < zoomed.low);
        QTest::mouseDClick(plot.viewport(), Qt::LeftButton, {}, middle.toPoint());
        QVERIFY(!plot.zoomed());
        QCOMPARE(plot.shownX(), before);
        QTest::keyClick(&plot, Qt::Key_Plus);
        QVERIFY(plot.zoomed());
        QTest::keyClick(&plot, Qt::Key_Home);
        QVERIFY(!plot.zoomed());
    }
};

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"
