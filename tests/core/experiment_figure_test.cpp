// SPDX-License-Identifier: MIT
#include "core/figure/experiment_figure.h"
#include "core/figure/figures.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "core/run/resolve.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <set>

namespace jitterscope::experiment_figure_test {
namespace {

ExperimentResult quickResult(std::string_view id) {
    ExperimentPlan plan = experimentPlan(id);
    plan.machine = machineChoice(id == "robustness" ? "fake-scheduler" : "linux-default");
    plan.quick = true;
    JobControl control;
    return runExperiment(plan, control).value();
}

void eachFigure() {
    QTest::addColumn<QString>("id");
    for (const ExperimentFigureEntry& entry : experimentFigureCatalog())
        QTest::newRow(std::string(entry.id).c_str()) << QString::fromStdString(std::string(entry.id));
}

/// Something of the panel has a place.
bool draws(const Chart& panel) {
    bool any = panel.heat && !panel.heat->cells.empty();
    for (const ChartSeries& series : panel.series) {
        for (const ChartPoint& point : series.points)
            any = any || (std::isfinite(point.x) && std::isfinite(point.y));
    }
    for (const ChartBar& bar : panel.bars)
        any = any || std::isfinite(bar.value);
    return any || !panel.boxes.empty();
}

} // namespace

class ExperimentFigureTest : public QObject {
    Q_OBJECT

private slots:
    void everyExperimentOfTheGalleryHasOne() {
        std::set<std::string_view> drawn;
        for (const ExperimentFigureEntry& entry : experimentFigureCatalog())
            QVERIFY(drawn.insert(entry.id).second);
        for (const ExperimentEntry& entry : experimentCatalog())
            QVERIFY2(!entry.inGallery || drawn.contains(entry.id), std::string(entry.id).c_str());
    }
    /// Each panel draws something, or says why not; a quick run has too few frames for some.
    void everyPanelShowsWhatWasMeasured_data() { eachFigure(); }
    void everyPanelShowsWhatWasMeasured() {
        QFETCH(QString, id);
        const ExperimentResult result = quickResult(id.toStdString());
        const Figure figure = experimentFigure(result);
        QVERIFY(!figure.empty() && !figure.title.empty() && !figure.description.empty());
        for (const Chart& panel : figure.panels)
            QVERIFY2(draws(panel) != !panel.emptyText.empty(), panel.title.c_str());
        QVERIFY(std::ranges::any_of(figure.panels, draws));
        QVERIFY(!svgText(figurePicture(figure)).empty());
        const Figure both = experimentFigure({.result = result, .before = &result});
        const ExperimentFigureEntry& entry = *findEntry(experimentFigureCatalog(), id.toStdString());
        QCOMPARE(both.key.size() > experimentFigure({.result = result}).key.size(), entry.overlays);
    }
    void withoutPointsThereIsNone() {
        ExperimentResult result = quickResult("accuracy");
        result.points.rows.clear();
        QVERIFY(experimentFigure(result).empty());
    }
    /// The bars of accuracy are the rows of its table.
    void theBarsOfAccuracyAreItsRows() {
        const ExperimentResult result = quickResult("accuracy");
        const Figure figure = experimentFigure(result);
        const std::vector<ChartBar>& bars = figure.panels.at(0).bars;
        QCOMPARE(bars.size(), result.points.rows.size());
        for (std::size_t row = 0; row < bars.size(); ++row) {
            QCOMPARE(bars[row].value, result.points.number(row, "mean_error_ns"));
            QCOMPARE(bars[row].whisker->low, result.points.number(row, "min_error_ns"));
            QCOMPARE(bars[row].whisker->high, result.points.number(row, "max_error_ns"));
        }
    }
    /// All frames are in the histogram: those in its bins, and those it says are outside.
    void aRunsHistogramCountsItsFrames() {
        RunPlan plan = standardPlan();
        plan.machine = machineChoice("linux-default");
        plan.frames = 3000;
        const auto result = simulatedRun(plan);
        const std::vector<Figure> figures = runFigures(*result);
        std::vector<std::string> ids;
        for (const Figure& figure : figures)
            ids.push_back(figure.id);
        QCOMPARE(ids, std::vector<std::string>(kRunFigures.begin(), kRunFigures.end()));
        const std::vector<ChartPoint>& points = figures[0].panels.at(0).series.at(0).points;
        double counted = 0;
        for (std::size_t i = 0; i + 2 < points.size(); ++i) // the last two close the outline
            counted += points[i].y >= 1 ? points[i].y : 0;
        QVERIFY(counted > 0 && counted <= static_cast<double>(result->metrics.frames));
        if (figures[0].description.find("Outside") == std::string::npos)
            QCOMPARE(counted, static_cast<double>(result->metrics.frames));
    }
};

JITTERSCOPE_TEST(ExperimentFigureTest)

} // namespace jitterscope::experiment_figure_test

#include "experiment_figure_test.moc"
