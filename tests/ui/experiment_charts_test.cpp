// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "core/run/resolve.h"
#include "core/sleep/sleep_catalog.h"
#include "tests/support/test_program.h"
#include "ui/charts/experiment_chart_card.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/models/points_model.h"
#include "ui/plot/layers.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QTest>

#include <cmath>
#include <limits>

namespace jitterscope::experiment_charts_test {

using namespace jitterscope::ui;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// What the experiment makes of a short run on a simulated machine.
ExperimentResult measured(std::string_view id, std::uint64_t seed = 1) {
    ExperimentPlan plan = experimentPlan(id);
    plan.seed = seed;
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    if (id == "robustness") {
        plan.machine = machineChoice("fake-scheduler");
        plan.values.set(0, 20);
    }
    JobControl control;
    return runExperiment(plan, control).value();
}

std::shared_ptr<const ExperimentResult> shared(ExperimentResult result) {
    return std::make_shared<const ExperimentResult>(std::move(result));
}

/// Pixels that differ from the ground: something was painted.
int painted(ExperimentChartCard& card) {
    const QImage image = card.grid().grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QRgb ground = image.pixel(0, 0);
    int different = 0;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2)
            different += image.pixel(x, y) != ground ? 1 : 0;
    }
    return different;
}

std::size_t hitCount(ExperimentChartCard& card) {
    std::size_t hits = 0;
    for (const Plot* plot : card.grid().plots())
        hits += plot->hitBoxes().size();
    return hits;
}

void eachEntry() {
    QTest::addColumn<QString>("id");
    for (const ExperimentFigureEntry& entry : experimentFigureCatalog())
        QTest::addRow("%s", std::string(entry.id).c_str()) << QString::fromStdString(std::string(entry.id));
}

const ExperimentFigureEntry& entryOf(const QString& id) {
    return *findEntry(experimentFigureCatalog(), id.toStdString());
}

} // namespace

class ExperimentChartsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

    void everyExperimentOfTheGalleryHasAChart() {
        for (const ExperimentEntry& entry : experimentCatalog()) {
            const ExperimentFigureEntry* chart = findEntry(experimentFigureCatalog(), entry.id);
            QVERIFY2(!entry.inGallery || (chart != nullptr && chart->make != nullptr),
                     std::string(entry.id).c_str());
        }
    }
    void paintsWhatWasMeasured_data() { eachEntry(); }
    void paintsWhatWasMeasured() {
        QFETCH(QString, id);
        ExperimentChartCard card(entryOf(id), id);
        card.resize(900, 500);
        card.show();
        const auto result = shared(measured(id.toStdString()));
        QVERIFY(!result->points.rows.empty());
        card.ExperimentChartCard::show(result, nullptr);
        QVERIFY(!card.grid().plots().empty());
        QVERIFY(painted(card) > 500);
        QVERIFY(hitCount(card) > 0);
        card.ExperimentChartCard::show(result, result); // laid over itself
        QVERIFY(painted(card) > 500);
        applyTheme(ThemeMode::Dark);
        QVERIFY(painted(card) > 500);
        applyTheme(ThemeMode::Light);
    }
    /// An earlier result is laid under the new one by the charts that say so, and by no other.
    void whatClaimsOverlaysDrawsThem_data() { eachEntry(); }
    void whatClaimsOverlaysDrawsThem() {
        QFETCH(QString, id);
        ExperimentChartCard card(entryOf(id), id);
        card.resize(900, 500);
        card.show();
        const auto result = shared(measured(id.toStdString(), 1));
        const auto earlier = shared(measured(id.toStdString(), 2));
        card.ExperimentChartCard::show(result, nullptr);
        const QImage alone = card.grid().grab().toImage();
        card.ExperimentChartCard::show(result, earlier);
        QCOMPARE(card.grid().grab().toImage() != alone, entryOf(id).overlays);
    }

    /// The window saves the bytes that the command line writes.
    void theSvgIsThatOfTheCommandLine_data() { eachEntry(); }
    void theSvgIsThatOfTheCommandLine() {
        QFETCH(QString, id);
        ExperimentChartCard card(entryOf(id), id);
        card.resize(900, 500);
        const auto result = shared(measured(id.toStdString()));
        card.ExperimentChartCard::show(result, nullptr);
        card.grid().showOnly(-1);
        const QByteArray wanted =
            QByteArray::fromStdString(svgText(figurePicture(experimentFigure(*result))));
        QVERIFY(!wanted.isEmpty());
        QCOMPARE(card.bytes(PictureFile::Svg), wanted);
        if (id != QStringLiteral("cpu-sweep"))
            return;
        QTest::keyClick(card.grid().plots().front(), Qt::Key_Plus);
        QVERIFY(card.bytes(PictureFile::Svg) != wanted); // as it is zoomed
    }

    void paintsNothingOnePointAndAbsentOnes_data() { eachEntry(); }
    void paintsNothingOnePointAndAbsentOnes() {
        QFETCH(QString, id);
        ExperimentChartCard card(entryOf(id), id);
        card.resize(640, 360);
        card.setEmptyText(QStringLiteral("nothing yet"));
        card.show();
        card.ExperimentChartCard::show(nullptr, nullptr);
        QVERIFY(painted(card) > 20); // the text
        const ExperimentResult whole = measured(id.toStdString());
        ExperimentResult part = whole;
        part.points.rows.clear();
        card.ExperimentChartCard::show(shared(part), nullptr);
        QVERIFY(card.grid().plots().empty());
        part.points.rows = {whole.points.rows.front()};
        card.ExperimentChartCard::show(shared(part), nullptr);
        QVERIFY(painted(card) > 100);
        for (const Cell& strange :
             {Cell(), Cell(kInfinite), Cell(-kInfinite), Cell(kNan), Cell(0.0), Cell(-1e300)}) {
            part = whole;
            part.points.rows.resize(std::min<std::size_t>(part.points.rows.size(), 200));
            for (std::size_t row = 0; row < part.points.rows.size(); row += 2) {
                for (Cell& cell : part.points.rows[row]) {
                    if (!std::holds_alternative<std::string>(cell))
                        cell = strange;
                }
            }
            card.ExperimentChartCard::show(shared(part), shared(whole));
            QVERIFY(painted(card) > 100);
        }
        part.points.rows = {{}}; // a row without cells
        card.ExperimentChartCard::show(shared(part), nullptr);
        (void)painted(card);
    }
    void aLongTableStaysCheap() {
        ExperimentResult result = measured("drift");
        const auto row = result.points.rows.front();
        const int offset = result.points.column("offset_ns");
        const int iteration = result.points.column("iteration");
        for (std::int64_t i = 0; i < 200'000; ++i) {
            result.points.rows.push_back(row);
            result.points.rows.back()[static_cast<std::size_t>(iteration)] = i;
            result.points.rows.back()[static_cast<std::size_t>(offset)] = i * 7 % 1000;
        }
        ExperimentChartCard card(entryOf(QStringLiteral("drift")), QStringLiteral("drift"));
        card.resize(900, 500);
        card.ExperimentChartCard::show(shared(std::move(result)), nullptr);
        QVERIFY(painted(card) > 500);
        QVERIFY(hitCount(card) < 6000);
    }
    void barsCarryTheColoursOfTheirStrategies() {
        ExperimentChartCard card(entryOf(QStringLiteral("accuracy")), QStringLiteral("accuracy"));
        card.resize(900, 500);
        card.show();
        card.ExperimentChartCard::show(shared(measured("accuracy")), nullptr);
        const QImage image = card.grab().toImage().convertToFormat(QImage::Format_RGB32);
        for (const char* id : {"system-sleep", "spin", "precise-sleep"}) {
            const QColor bar = mixed(strategyColour(id), tokens().card, 0.55);
            int found = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QColor pixel = image.pixelColor(x, y);
                    found += std::abs(pixel.red() - bar.red()) + std::abs(pixel.green() - bar.green()) +
                                         std::abs(pixel.blue() - bar.blue()) <
                                     8
                                 ? 1
                                 : 0;
                }
            }
            QVERIFY2(found > 200, id);
        }
    }
    void theOracleStandsBesideItsStrategy() {
        ExperimentChartCard card(entryOf(QStringLiteral("race")), QStringLiteral("race"));
        card.resize(900, 500);
        card.show();
        const auto result = shared(measured("race"));
        card.ExperimentChartCard::show(result, nullptr);
        QVERIFY(painted(card) > 500);
        const Table& points = result->points;
        std::size_t oracles = 0;
        for (std::size_t row = 0; row < points.rows.size(); ++row) {
            const auto cpu = numberOf(points.at(row, "oracle_cpu_percent"));
            if (!cpu)
                continue;
            ++oracles;
            int found = 0;
            for (const Plot* plot : card.grid().plots()) {
                for (const ChartSeries& series : plot->layer<PointLayer>()->series()) {
                    const ChartPoint& ring = series.points.front();
                    const ChartPoint& own = series.points.back();
                    found += series.hollow && own.bare && ring.x == *cpu && ring.y == own.y &&
                                     own.x == points.number(row, "cpu_percent") &&
                                     own.y == points.number(row, "late_fraction")
                                 ? 1
                                 : 0;
                }
            }
            QVERIFY(found > 0);
        }
        QVERIFY(oracles > 0);
        QVERIFY(hitCount(card) <= points.rows.size() + oracles); // nothing to point at where a line ends
        QString said;
        for (Plot* plot : card.grid().plots()) {
            for (std::size_t i = 0; i < plot->hitBoxes().size() && said.isEmpty(); ++i) {
                QTest::keyClick(plot, Qt::Key_Right);
                said = plot->readout().startsWith(QStringLiteral("Oracle of")) ? plot->readout() : QString();
            }
        }
        QVERIFY(said.contains(QStringLiteral("known beforehand")));
    }
    /// In the picture's labels, its key, the table, and the forms' boxes.
    void aStrategyIsCalledTheSameEverywhere() {
        const auto result = shared(measured("race"));
        const Figure figure = experimentFigure(*result);
        QSet<QString> names;
        for (const SleepEntry& strategy : sleepCatalog())
            names.insert(format::text(strategy.name));
        PointsModel model;
        model.show(result);
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(names.contains(model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString()));
            const QString dominators =
                model.index(row, model.sectionOf("dominated_by")).data(Qt::DisplayRole).toString();
            for (const QString& name : dominators.split(QStringLiteral(", "), Qt::SkipEmptyParts))
                QVERIFY2(names.contains(name), qPrintable(name));
        }
        QCOMPARE(format::strategyNames("spin hires-timer"), QStringLiteral("Spin, High-resolution timer"));
        int labels = 0;
        for (const Chart& panel : figure.panels) {
            QCOMPARE(panel.y.name(), std::string("late frames >1.00 µs"));
            for (const ChartSeries& series : panel.series) {
                for (const ChartPoint& point : series.points) {
                    if (point.label.empty())
                        continue;
                    QVERIFY2(names.contains(format::text(point.label)), point.label.c_str());
                    ++labels;
                }
            }
        }
        QVERIFY(labels > 0);
        const auto late = model.headerData(model.sectionOf("late_fraction"), Qt::Horizontal, Qt::DisplayRole);
        QVERIFY2(late.toString().contains(QStringLiteral("1 µs")), qPrintable(late.toString()));
    }
    void stepsFromPointToPointByKeyboard() {
        ExperimentChartCard card(entryOf(QStringLiteral("accuracy")), QStringLiteral("accuracy"));
        card.resize(900, 500);
        card.show();
        card.ExperimentChartCard::show(shared(measured("accuracy")), nullptr);
        QVERIFY(painted(card) > 500);
        Plot& plot = *card.grid().plots().front();
        QTest::keyClick(&plot, Qt::Key_Right);
        const QString first = plot.readout();
        QVERIFY(first.contains(QStringLiteral("System sleep")));
        QTest::keyClick(&plot, Qt::Key_Right);
        QVERIFY(plot.readout() != first);
        QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(plot.readout(), first);
    }
    void zoomsAndResets() {
        ExperimentChartCard card(entryOf(QStringLiteral("cpu-sweep")), QStringLiteral("cpu"));
        card.resize(900, 500);
        card.show();
        card.ExperimentChartCard::show(shared(measured("cpu-sweep")), nullptr);
        (void)painted(card);
        const std::size_t all = hitCount(card);
        Plot& plot = *card.grid().plots().front();
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(&plot, Qt::Key_Plus);
        QVERIFY(card.grid().zoomed());
        QVERIFY(hitCount(card) < all);
        QTest::keyClick(&plot, Qt::Key_Home);
        QVERIFY(!card.grid().zoomed());
    }
    void theColourMapGrowsEvenlyLighter() {
        const auto colour = [](double share) { return QColor(QString::fromStdString(mapColour(share))); };
        for (int i = 1; i <= 50; ++i)
            QVERIFY(contrastRatio(colour(i / 50.0), Qt::black) >
                    contrastRatio(colour((i - 1) / 50.0), Qt::black));
        QCOMPARE(mapColour(kNan), mapColour(0));
    }
    void theTableShowsSortsAndCopies() {
        PointsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(shared(measured("accuracy")));
        QCOMPARE(model.rowCount(), 8);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("System sleep"));
        QVERIFY(model.headerData(2, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("mean_error_ns")));
        QSortFilterProxyModel sorted;
        sorted.setSourceModel(&model);
        sorted.setSortRole(PointsModel::kSortRole);
        sorted.sort(2);
        for (int row = 1; row < sorted.rowCount(); ++row)
            QVERIFY(sorted.index(row - 1, 2).data(PointsModel::kSortRole).toDouble() <=
                    sorted.index(row, 2).data(PointsModel::kSortRole).toDouble());
        QCOMPARE(tableAsText(sorted).count(QLatin1Char('\n')), 9);
        model.show(nullptr);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(tableAsText(model).isEmpty());
    }
    void theTwoEndsOfAnIntervalShareAColumn() {
        PointsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto result = shared(measured("race"));
        model.show(result);
        QCOMPARE(model.columnCount(), static_cast<int>(result->points.columns.size()) - 4);
        QCOMPARE(model.sectionOf("late_high"), -1);
        const int interval = model.sectionOf("late_low");
        QCOMPARE(model.headerData(interval, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("95 % interval"));
        const QString text = model.index(0, interval).data().toString();
        const auto low = static_cast<std::size_t>(result->points.column("late_low"));
        QCOMPARE(text, format::quantity(*numberOf(result->points.rows[0][low]), Quantity::Fraction) +
                           QStringLiteral(" to ") +
                           format::quantity(*numberOf(result->points.rows[0][low + 1]), Quantity::Fraction));
        QCOMPARE(model.headerData(0, Qt::Vertical, Qt::DisplayRole), model.index(0, 0).data());
        // The one that the others are compared with has nothing to be compared.
        const int verdict = model.sectionOf("late_verdict");
        const int difference = model.sectionOf("late_difference");
        const int ends = model.sectionOf("late_difference_low");
        QCOMPARE(model.index(0, verdict).data().toString(), QStringLiteral("–"));
        QCOMPARE(model.index(0, ends).data().toString(), QStringLiteral("–"));
        for (int row = 1; row < 7; ++row) {
            const QString word = model.index(row, verdict).data().toString();
            QVERIFY(QStringList({QStringLiteral("less"), QStringLiteral("more"),
                                 QStringLiteral("no difference shown")})
                        .contains(word));
            if (word != QStringLiteral("no difference shown"))
                QCOMPARE(model.index(row, difference).data().toString().front(),
                         word == QStringLiteral("more") ? QChar(u'+') : QChar(u'−'));
        }
    }
    void quantitiesReadWell() {
        QCOMPARE(format::quantity(0.013, Quantity::Fraction), QStringLiteral("1.3 %"));
        QCOMPARE(format::quantity(1e4, Quantity::Time), QStringLiteral("10.0 µs"));
        QCOMPARE(format::quantity(kInfinite, Quantity::Count), QStringLiteral("–"));
        QCOMPARE(format::cell(Cell(), Quantity::Time), QStringLiteral("–"));
        QCOMPARE(said::tick(1e4, Quantity::Time), std::string("10 µs"));
        QCOMPARE(format::aboutDuration(130), QStringLiteral("about 2 min 10 s"));
        QCOMPARE(format::clockDuration(125), QStringLiteral("2:05"));
        QCOMPARE(format::clockDuration(3725), QStringLiteral("1:02:05"));
    }
};

JITTERSCOPE_TEST(ExperimentChartsTest)

} // namespace jitterscope::experiment_charts_test

#include "experiment_charts_test.moc"
