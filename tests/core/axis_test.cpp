// SPDX-License-Identifier: MIT
#include "core/picture/axis.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace jitterscope::axis_test {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Axis linear(double low, double high) {
    Axis axis(AxisScale::Linear, Quantity::Number, "n");
    axis.setRange({low, high});
    return axis;
}

QStringList labels(const Axis& axis, int most) {
    QStringList list;
    for (const LabelledTick& tick : axis.ticks(most))
        list << QString::fromStdString(tick.label);
    return list;
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-9 * std::max(1.0, std::abs(b));
}

} // namespace

class AxisTest : public QObject {
    Q_OBJECT

private slots:
    void ticksIn125AndKeepsZeroOnLogScales() {
        Axis axis(AxisScale::Log, Quantity::Time, "t");
        for (const double value : {0.0, 3.0, 4e6, kNan, kInfinite})
            axis.include(value);
        axis.settle();
        QCOMPARE(axis.ticks(10).front().label, std::string("0"));
        QVERIFY(axis.at(0) > 0 && axis.at(0) < axis.at(3));
        QVERIFY(axis.at(4e6) <= 1);
        QVERIFY(std::isnan(axis.at(kNan)));
        Axis share(AxisScale::Linear, Quantity::Fraction, "f");
        share.include(0.013);
        share.include(0.49);
        share.settle();
        QCOMPARE(share.ticks(5).front().label, std::string("0 %"));
        QCOMPARE(share.ticks(5).back().label, std::string("50 %"));
    }
    /// A decade is as long as any other, and counts are grouped in threes.
    void aLogAxisOfCountsLabelsDecades() {
        Axis axis(AxisScale::Log, Quantity::Count, {});
        axis.setRange({0.5, 5000});
        QCOMPARE(labels(axis, 6), QStringList({"1", "10", "100", "1\u2009000"}));
        QVERIFY(near(axis.at(100) - axis.at(10), axis.at(10) - axis.at(1)));
        QVERIFY(near(axis.at(0.5), 0) && near(axis.at(5000), 1));
        for (int i = 0; i < 20; ++i)
            axis.zoom(1.25, axis.at(3));
        QVERIFY(axis.shown().low < 3 && axis.shown().high > 3 && axis.shown().high < 5);
        QVERIFY(labels(axis, 6).size() >= 2); // also within a decade
    }
    /// -log10(1 - p): 0.9 one, 0.99 two, 0.999 three lengths from 0.
    void aPercentileAxisGivesEachNineTheSameRoom() {
        Axis axis(AxisScale::Percentile, Quantity::Fraction, "percentile");
        axis.setRange({0, 0.999});
        QVERIFY(near(axis.at(0), 0) && near(axis.at(0.9), 1.0 / 3) && near(axis.at(0.99), 2.0 / 3) &&
                near(axis.at(0.999), 1));
        QCOMPARE(labels(axis, 5), QStringList({"p0", "p50", "p90", "p99", "p99.9"}));
        QVERIFY(std::isfinite(axis.at(1)));
        QVERIFY(near(axis.valueAt(2.0 / 3), 0.99));
    }
    void namesStandInTheMiddleOfTheirRows() {
        const Axis down = Axis::ofNames({"a", "b", "c"}, {}, true);
        QCOMPARE(labels(down, 9), QStringList({"a", "b", "c"}));
        QVERIFY(near(down.ticks(9).front().at, 5.0 / 6)); // on top
        QCOMPARE(down.text(1.2), std::string("b"));
        std::vector<std::string> many;
        for (int i = 1; i <= 25; ++i)
            many.push_back(std::to_string(i));
        QCOMPARE(labels(Axis::ofNames(many), 5), QStringList({"5", "10", "15", "20", "25"}));
    }
    void everyScaleFindsItsWayBack_data() {
        QTest::addColumn<int>("scale");
        QTest::newRow("linear") << static_cast<int>(AxisScale::Linear);
        QTest::newRow("log") << static_cast<int>(AxisScale::Log);
        QTest::newRow("percentile") << static_cast<int>(AxisScale::Percentile);
    }
    void everyScaleFindsItsWayBack() {
        QFETCH(int, scale);
        Axis axis(static_cast<AxisScale>(scale), Quantity::Number, {});
        axis.setRange({0.01, 0.999});
        axis.zoom(1.7, 0.3);
        for (const double value : {0.01, 0.2, 0.5, 0.9, 0.999})
            QVERIFY(near(axis.valueAt(axis.at(value)), value));
    }
    void zoomKeepsWhatItIsAboutAndHasLimits() {
        Axis axis = linear(100, 300);
        axis.zoom(2, 0.25); // around 150
        QVERIFY(near(axis.valueAt(0.25), 150) && near(axis.shown().span(), 100));
        QVERIFY(axis.zoomed());
        for (int i = 0; i < 200; ++i)
            axis.zoom(1.25, 0.5);
        QVERIFY(axis.shown().span() > 0 && near(axis.shown().span(), 200 / 1e4)); // not into nothing
        QVERIFY(!axis.ticks(5).empty());
        for (int i = 0; i < 200; ++i)
            axis.zoom(0.8, 0.1);
        QVERIFY(!axis.zoomed()); // not beyond the data
        QCOMPARE(axis.shown(), (Range{100, 300}));
        axis.zoom(0, 0.5);
        axis.zoom(kNan, 0.5);
        axis.zoom(kInfinite, 0.5);
        QCOMPARE(axis.shown(), (Range{100, 300}));
    }
    void panStaysWithTheData() {
        Axis axis = linear(0, 100);
        axis.pan(0.4);
        QVERIFY(!axis.zoomed());
        axis.zoom(2, 0.5); // 25 … 75
        axis.pan(0.2);
        QVERIFY(near(axis.shown().low, 35) && near(axis.shown().high, 85));
        axis.pan(50);
        QVERIFY(near(axis.shown().low, 50) && near(axis.shown().high, 100));
        axis.pan(-50);
        QVERIFY(near(axis.shown().low, 0) && near(axis.shown().high, 50));
        axis.resetZoom();
        QCOMPARE(axis.shown(), (Range{0, 100}));
    }
    void theReachMayBeWiderThanWhatIsShown() {
        Axis axis(AxisScale::Linear, Quantity::Number, {});
        axis.setRange({0, 10}, Range{-5, 1000});
        QCOMPARE(axis.shown(), (Range{0, 10}));
        for (int i = 0; i < 60; ++i)
            axis.zoom(0.8, 0.5);
        QVERIFY(axis.zoomed());
        QCOMPARE(axis.shown(), (Range{-5, 1000}));
        axis.resetZoom();
        QCOMPARE(axis.shown(), (Range{0, 10}));
    }
    /// A run goes on under a zoomed picture.
    void aZoomedAxisStaysWhereItIsWhileItsRangeMoves() {
        Axis axis = linear(0, 100);
        axis.zoom(4, 0.5);
        const Range before = axis.shown();
        axis.setRange({0, 150});
        QCOMPARE(axis.shown(), before);
        axis.setRange({60, 150}); // where it was is gone
        QVERIFY(near(axis.shown().low, 60) && near(axis.shown().span(), before.span()));
        Axis calm = linear(0, 100);
        calm.setRange({0, 150});
        QCOMPARE(calm.shown(), (Range{0, 150}));
    }
    void impossibleRangesStayUsable() {
        for (const Range range : {Range{5, 5}, Range{0, kInfinite}, Range{kNan, 1}, Range{2, 1}}) {
            const Axis axis = linear(range.low, range.high);
            QVERIFY(std::isfinite(axis.shown().low) && axis.shown().span() > 0);
            QVERIFY(!axis.ticks(5).empty());
        }
    }
    void aFixedAxisNeitherZoomsNorPans() {
        Axis axis = linear(0, 4);
        axis.setFixed();
        axis.zoom(2, 0.5);
        axis.pan(0.5);
        QVERIFY(!axis.zoomed());
    }
    void titlesAndLabelsShareTheUnit() {
        Axis axis(AxisScale::Linear, Quantity::Time, "wait");
        axis.setRange({0, 5e6});
        QCOMPARE(axis.title(), std::string("wait, ms"));
        QCOMPARE(axis.name(), std::string("wait"));
        QCOMPARE(axis.ticks(5).back().label, std::string("5"));
        axis.setUnitsInLabels();
        QCOMPARE(axis.ticks(5).back().label, std::string("5 ms"));
        axis.setRange({0, 800});
        QCOMPARE(axis.title(), std::string("wait, ns"));
    }
};

JITTERSCOPE_TEST(AxisTest)

} // namespace jitterscope::axis_test

#include "axis_test.moc"
