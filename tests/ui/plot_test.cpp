// SPDX-License-Identifier: GPL-3.0-or-later
// The plot by itself; plot_cards_test has what it does on the pages.
#include "tests/support/test_program.h"
#include "tests/ui/plot_fixture.h"
#include "ui/plot/layers.h"
#include "ui/theme/theme.h"

#include <QTest>

#include <limits>

namespace jitterscope::plot_test {

using namespace jitterscope::ui;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

} // namespace

class PlotTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

    void linesAreFoundByName() {
        Plot plot;
        plot.addLine(QStringLiteral("a"), {.look = {Ink::Text}});
        plot.addLine(QStringLiteral("b, \"c\""), {.look = {Ink::Late}});
        plot.setLine(QStringLiteral("b, \"c\""), {{1, 2}, {3, 4}});
        plot.setLine(QStringLiteral("nobody"), {{1, 2}});
        QVERIFY(plot.line(QStringLiteral("a")).isEmpty() && plot.line(QStringLiteral("nobody")).isEmpty());
        QCOMPARE(plot.line(QStringLiteral("b, \"c\"")).size(), 2);
        QCOMPARE(plot.data(), QByteArray("\"b, \"\"c\"\"\",1,2\n\"b, \"\"c\"\"\",3,4\n"));
        plot.clear();
        QVERIFY(plot.lines().isEmpty());
    }
    /// Five values, the third absent: no line is drawn across the gap.
    void aGapBreaksALine() {
        Plot plot;
        plot.resize(500, 300);
        plot.setRange({0, 4}, {0, 2});
        plot.addLine(QStringLiteral("a"), {.look = {Ink::Late, 3}});
        const auto colouredAt = [&](double x) {
            const QImage image = plot.grab().toImage();
            const QPoint at = plot.space().at(x, 1).toPoint();
            return pixelsOf(image.copy(at.x() - 1, at.y() - 1, 3, 3), tokens().late) > 0;
        };
        plot.setLine(QStringLiteral("a"), {{0, 1}, {1, 1}, {2, kNan}, {3, 1}, {4, 1}});
        QCOMPARE(plot.line(QStringLiteral("a")).size(), 4);
        QVERIFY(colouredAt(0.5) && colouredAt(3.5) && !colouredAt(2));
        plot.setLine(QStringLiteral("a"), {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}});
        QVERIFY(colouredAt(0.5) && colouredAt(2) && colouredAt(3.5));
        plot.setEmptyText(QStringLiteral("nothing"));
        QVERIFY(!colouredAt(0.5));
    }
    void withoutPointsTheArrowsPan() {
        Plot plot;
        plot.resize(500, 300);
        plot.setRange({0, 100}, {0, 1});
        plot.show();
        QTest::keyClick(&plot, Qt::Key_Plus);
        const Range before = plot.x().shown();
        QTest::keyClick(&plot, Qt::Key_Right);
        QVERIFY(near(plot.x().shown().low, before.low + before.span() / 10, 100));
        QVERIFY(plot.readout().isEmpty());
    }
    /// Points at 0, 10 and 30: each is read out halfway to its neighbours.
    void columnsPartInTheMiddle() {
        Plot plot;
        plot.resize(500, 300);
        plot.setRange({-5, 45}, {0, 1});
        plot.show();
        plot.add(std::make_unique<ColumnLayer>()).setAround({0, 10, 30}, [](std::size_t i) {
            return QString::number(i);
        });
        const auto readAt = [&](double x) {
            moveTo(plot, plot.space().at(x, 0.5));
            return plot.readout();
        };
        QCOMPARE(readAt(-4.5) + readAt(4.5) + readAt(5.5) + readAt(19.5) + readAt(20.5) + readAt(39.5),
                 QStringLiteral("001122"));
    }
    /// What is pointed at may move away, or be there no longer, while a run goes on.
    void theReadoutFollowsWhatIsDrawn() {
        Plot plot;
        plot.resize(500, 300);
        plot.setRange({0, 4}, {0, 1});
        plot.show();
        auto& columns = plot.add(std::make_unique<ColumnLayer>());
        columns.set({0, 1, 2, 3, 4}, [](std::size_t i) { return QStringLiteral("old %1").arg(i); });
        moveTo(plot, plot.space().at(2.5, 0.5));
        QCOMPARE(plot.readout(), QStringLiteral("old 2"));
        columns.set({0, 2, 4}, [](std::size_t i) { return QStringLiteral("new %1").arg(i); });
        plot.layersChanged();
        QCOMPARE(plot.readout(), QStringLiteral("new 1"));
        columns.clear();
        plot.layersChanged();
        QVERIFY(plot.readout().isEmpty());
        columns.set({0, 1, 2, 3, 4}, [](std::size_t i) { return QStringLiteral("old %1").arg(i); });
        QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(plot.readout(), QStringLiteral("old 3"));
        plot.setEmptyText(QStringLiteral("another run"));
        QVERIFY(plot.readout().isEmpty());
        plot.setEmptyText({});
        QTest::keyClick(&plot, Qt::Key_Left);
        QCOMPARE(plot.readout(), QStringLiteral("old 3"));
        columns.set({0, 1}, [](std::size_t i) { return QStringLiteral("few %1").arg(i); });
        plot.layersChanged();
        QVERIFY(plot.readout().isEmpty());
    }
};

JITTERSCOPE_TEST(PlotTest)

} // namespace jitterscope::plot_test

#include "plot_test.moc"
