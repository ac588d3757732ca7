// SPDX-License-Identifier: MIT
#include "core/figure/figures.h"
#include "tests/attach/heard_reports.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace jitterscope::loop_figures_test {

namespace {

/// 300 frames of 16 ms, each thirtieth 8 ms longer.
AttachReport loopWithLongFrames() {
    return relativeLoop(300, kSteadyWork, [](int i) { return i % 30 == 9 ? 8 * kMs : std::int64_t{0}; });
}

double largest(const std::vector<ChartPoint>& points) {
    double most = 0;
    for (const ChartPoint& point : points)
        most = std::max(most, point.y);
    return most;
}

} // namespace

class LoopFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void eachFrameIsAPoint() {
        const AttachReport report = loopWithLongFrames();
        const Figure figure = loopTimesFigure(*report.loop, 4000);
        QCOMPARE(figure.id, std::string("frame-times"));
        const std::vector<ChartSeries>& series = figure.panels[0].series;
        const auto& frames = report.loop->frames();
        QCOMPARE(series[0].points.size(), frames.size());
        QCOMPARE(series[0].points[7].y, static_cast<double>(frames[7].frameTime));
        QCOMPARE(series[0].points[7].x, static_cast<double>(frames[7].start - frames[0].start) / 1e9);
        QCOMPARE(series[1].points.size(), report.loop->longFrames());
        QVERIFY(!series[1].line);
        for (const ChartPoint& point : series[1].points)
            QCOMPARE(point.y, 24e6);
        QCOMPARE(figure.panels[0].references[0].at, 16e6);
    }
    /// However few columns there are, the shortest and the longest frame are in them.
    void aColumnKeepsItsShortestAndItsLongest() {
        const AttachReport report = loopWithLongFrames();
        const Figure figure = loopTimesFigure(*report.loop, 5);
        const std::vector<ChartPoint>& line = figure.panels[0].series[0].points;
        QVERIFY2(line.size() <= 2 * 6, qPrintable(QString::number(line.size())));
        QCOMPARE(largest(line), 24e6);
        QCOMPARE(std::ranges::min(line, {}, &ChartPoint::y).y, 16e6);
        QVERIFY(figure.panels[0].series[1].points.size() <= 6);
    }
    void aPauseBreaksTheLine() {
        HeardRows rows;
        std::int64_t stop = 0;
        for (int i = 0; i < 200; ++i) {
            if (i == 100)
                stop = rows.now();
            rows.work(4 * kMs).wait(listen::Call::Nanosleep, 12 * kMs, i == 100 ? 3'000 * kMs : 0);
        }
        std::vector<HeardProgram> programs = programOf({rows.thread()});
        programs[0].stops.emplace_back(stop + 20 * kMs, stop + 3'000 * kMs);
        AttachReport report;
        report.programs = std::move(programs);
        findLoop(report, std::nullopt);
        const Figure figure = loopTimesFigure(*report.loop, 4000);
        const auto& points = figure.panels[0].series[0].points;
        const auto breaks =
            std::ranges::count_if(points, [](const ChartPoint& point) { return std::isnan(point.y); });
        QCOMPARE(breaks, std::ptrdiff_t{1});
    }
    void theHistogramCountsEachFrameOnce() {
        const AttachReport report = loopWithLongFrames();
        const Figure figure = loopHistogramFigure(*report.loop);
        const std::vector<ChartPoint>& steps = figure.panels[0].series[0].points;
        double counted = 0;
        for (std::size_t i = 0; i + 2 < steps.size(); ++i) // the last two close the outline
            counted += steps[i].y >= 1 ? steps[i].y : 0;
        QCOMPARE(counted, static_cast<double>(report.loop->frames().size()));
        QVERIFY(figure.description.find("Outside") == std::string::npos);
    }
    void theCausesMakeUpTheWhole() {
        const AttachReport report = loopWithLongFrames();
        const Figure figure = loopCausesFigure(*report.loop);
        double sum = 0;
        for (const ChartBar& bar : figure.panels[0].bars)
            sum += bar.value;
        QVERIFY(std::abs(sum - 100) < 1e-9);
        QCOMPARE(figure.panels[0].bars[0].name, std::string("waits end late"));
        const AttachReport steady = relativeLoop(100, kSteadyWork, [](int) { return std::int64_t{0}; });
        QVERIFY(loopCausesFigure(*steady.loop).empty());
    }
};

JITTERSCOPE_TEST(LoopFiguresTest)

} // namespace jitterscope::loop_figures_test

#include "loop_figures_test.moc"
