// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/drawn_svg.h"
#include "ui/charts/cpu_chart.h"
#include "ui/charts/estimator_chart.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/strip_chart.h"
#include "ui/plot/plot.h"
#include "ui/theme/theme.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <limits>

namespace jitterscope::charts_test {

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
            statistics.metrics(),     {},     statistics.deviation().histogram()};
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

qsizetype points(const ChartCard& chart) {
    qsizetype sum = 0;
    for (const QString& line : chart.plot().lines())
        sum += chart.plot().line(line).size();
    return sum;
}

QList<QPointF> baselineOf(const HistogramChart& chart) {
    return chart.plot().line(QLatin1String(HistogramChart::kBaseline));
}

const QString kStrip = QLatin1String(StripChart::kFrameTime);
const QString kBack = QStringLiteral("kept back, ns by seconds ago");

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
        chart.draw(now, now.metrics(), "spin", baselineFrom(before));
        QVERIFY(chart.whyNoBaseline().isEmpty());
        double peak = 0;
        double at = 0;
        for (const QPointF& point : baselineOf(chart)) {
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
        chart.draw(now, now.metrics(), "spin", baselineFrom(before));
        QVERIFY(baselineOf(chart).isEmpty());
        QVERIFY2(chart.whyNoBaseline().contains(QStringLiteral("144 Hz")) &&
                     chart.whyNoBaseline().contains(QStringLiteral("15.6")),
                 qPrintable(chart.whyNoBaseline()));
        chart.draw(now, now.metrics(), "spin", baselineFrom(now));
        QVERIFY(!baselineOf(chart).isEmpty());
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
        chart.draw(statistics, statistics.metrics(), "precise-sleep", {});
        QVERIFY(points(chart) <= 600);
        QCOMPARE(points(chart) > 0, count > 0);
        QVERIFY(!chart.grab().isNull());
    }
    void aBaselineIsLaidOver() {
        HistogramChart chart;
        const FrameStatistics statistics = statisticsOf(1000, false);
        Baseline baseline{
            QStringLiteral("x"), "system-sleep", kPeriod, {}, {}, statistics.deviation().histogram()};
        chart.draw(statistics, statistics.metrics(), "spin", baseline);
        QVERIFY(!baselineOf(chart).isEmpty());
        chart.draw(statistics, statistics.metrics(), "spin", {});
        QVERIFY(baselineOf(chart).isEmpty());
    }
    void theStripStaysSmallAndMarksLateFrames() {
        StripChart chart;
        chart.resize(900, 300);
        chart.show();
        for (const int count : {1, 2, 1000, 50'000}) {
            chart.clear();
            chart.draw(tracesOf(count, true), kPeriod, Nanoseconds(10'000), "precise-sleep");
            QVERIFY(points(chart) <= 600);
        }
        QSignalSpy picked(&chart, &StripChart::picked);
        const auto marks = chart.plot().hitBoxes();
        QVERIFY(!marks.empty() && marks.size() <= 60);
        QTest::mouseClick(chart.plot().viewport(), Qt::LeftButton, {}, marks.back().center().toPoint());
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().first().value<FrameSample>().lateness(), std::int64_t{50'000});
        QTest::keyClick(&chart.plot(), Qt::Key_Left); // and by keyboard
        QTest::keyClick(&chart.plot(), Qt::Key_Return);
        QCOMPARE(picked.count(), 2);
        QCOMPARE(picked.last().first().value<FrameSample>().lateness(), std::int64_t{50'000});
    }
    void cpuWithAbsentFiguresIsDrawn() {
        CpuChart chart;
        chart.resize(400, 300);
        chart.show();
        chart.draw({});
        CpuPoint point;
        point.at = 1;
        chart.draw({point});
        QCOMPARE(points(chart), 0);
        point.usage.threadPercent = 5;
        point.switchesPerSecond = 900;
        chart.draw({point, point});
        QCOMPARE(chart.plot().line(QLatin1String(CpuChart::kThread)).size(), 2);
        QVERIFY(!chart.grab().isNull());
    }
    /// A narrow card has room for the switches' line as well: the key goes below the title, and comes back.
    void theKeyOfANarrowCardIsWhole() {
        CpuChart chart;
        chart.show();
        std::deque<CpuPoint> points;
        for (int i = 0; i < 5; ++i)
            points.push_back({i * 0.5, {}, 12'345.0});
        int one = 0; // line
        for (const int width : {1200, 300, 220, 1200}) {
            chart.resize(width, 300);
            chart.draw(points);
            QCoreApplication::sendPostedEvents();
            QTRY_VERIFY2(chart.key().whole(), QByteArray::number(width));
            QCOMPARE(chart.key().items().size(), 4);
            QVERIFY(chart.key().items().first().text.contains(QStringLiteral("switches/s")));
            one = one > 0 ? one : chart.key().height();
            QCOMPARE(chart.key().height() > one, width < 1200);
        }
    }
    /// Shares end at 100 %; only several threads of the process are more of one core.
    void theCpuAxisEndsAtAHundredPercent() {
        CpuChart chart;
        chart.resize(400, 300);
        std::deque<CpuPoint> points;
        for (int i = 0; i < 5; ++i) {
            CpuPoint point{i * 0.5, {}, 900.0};
            point.usage.machinePercent = 100;
            point.usage.processPercent = 99.5;
            points.push_back(point);
        }
        chart.draw(points);
        QCOMPARE(chart.plot().y().shown().high, 100.0);
        points.back().usage.processPercent = 130;
        chart.draw(points);
        QVERIFY(chart.plot().y().shown().high > 130);
    }
    void theEstimatorShowsWhatIsKeptBack() {
        EstimatorChart chart;
        chart.resize(400, 300);
        chart.show();
        chart.draw(tracesOf(5000, false), "precise-sleep");
        QVERIFY(!chart.plot().line(kBack).isEmpty());
        QCOMPARE(chart.plot().line(kBack).last().y(), 1'200'000.0);
        QTest::keyClick(&chart.plot(), Qt::Key_Right); // sleeps of 1080 … 1088 µs
        const QString said = chart.plot().readout();
        QVERIFY2(said.startsWith(QStringLiteral("a sleep took: 1.0")) &&
                     said.contains(QStringLiteral("1.08")),
                 qPrintable(said));
        chart.draw(tracesOf(5000, false), "precise-sleep"); // drawn anew, the dot is the same
        QCOMPARE(chart.plot().readout(), said);
        chart.clear();
        QVERIFY(chart.plot().line(kBack).isEmpty());
    }
    void aChartIsSavedAsPictureAndData() {
        StripChart chart;
        chart.resize(500, 300);
        chart.draw(tracesOf(2000, true), kPeriod, Nanoseconds(10'000), "precise-sleep");
        QCOMPARE(chart.image().size(), QSize(1280, 720)); // a small card is drawn larger
        chart.resize(700, 400);
        QCOMPARE(chart.image().size(), chart.size() * 2);
        const QByteArray svg = chart.bytes(PictureFile::Svg);
        QVERIFY(isSvg(svg));
        QVERIFY(svg.contains("Frame times") && svg.contains("seconds ago"));
        QVERIFY(!svg.contains("<image")); // lines, not pixels
        QVERIFY(chart.bytes(PictureFile::Pdf).startsWith("%PDF"));
        const QByteArray data = chart.bytes(PictureFile::Data);
        QCOMPARE(data.count('\n'), chart.plot().line(kStrip).size() + 1);
        QVERIFY(data.startsWith("line,x,y\n"));
    }
};

JITTERSCOPE_TEST(ChartsTest)

} // namespace jitterscope::charts_test

#include "charts_test.moc"
