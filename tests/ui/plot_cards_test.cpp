// SPDX-License-Identifier: GPL-3.0-or-later
// What every plot does, whichever page it is on: zoom, pan, keys, read-out, menu, picture.
#include "core/base/catalog.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "tests/ui/drawn_svg.h"
#include "tests/ui/plot_fixture.h"
#include "ui/charts/cpu_chart.h"
#include "ui/charts/experiment_chart_card.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/strip_chart.h"
#include "ui/plot/layers.h"
#include "ui/plot/painting.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>

namespace jitterscope::plot_cards_test {

using namespace jitterscope::ui;

namespace {

const Period kPeriod = Period::parseRate("1000").value();

/// Every card that the tests below are run with, filled: the live charts, and each kind of experiment's
/// chart.
std::unique_ptr<PlotCard> makeCard(const QString& id) {
    if (id == QLatin1String("histogram")) {
        auto chart = std::make_unique<HistogramChart>();
        FrameStatistics statistics(kPeriod, Nanoseconds(10'000));
        for (int i = 0; i < 5000; ++i) {
            FrameSample sample;
            sample.iteration = i;
            sample.frameTime = 1'000'000 + i % 100 * 100 - 5000;
            statistics.add(sample);
        }
        chart->draw(statistics, statistics.metrics(), "spin", {});
        return chart;
    }
    if (id == QLatin1String("strip")) {
        auto chart = std::make_unique<StripChart>();
        LiveTraces traces(kPeriod, true);
        for (int i = 0; i < 5000; ++i) {
            FrameSample sample;
            sample.iteration = i;
            sample.start = sample.deadline = i * 1'000'000LL;
            sample.frameTime = 1'000'000 + i % 3 * 100;
            if (i % 400 == 0) {
                sample.start += 50'000;
                sample.frameTime += 50'000;
                sample.cause = Cause::WokeLate;
            }
            traces.addFrame(sample, {});
        }
        chart->draw(traces, kPeriod, Nanoseconds(10'000), "precise-sleep");
        return chart;
    }
    if (id == QLatin1String("cpu")) {
        auto chart = std::make_unique<CpuChart>();
        std::deque<CpuPoint> points;
        for (int i = 0; i < 40; ++i) {
            CpuPoint point{i * 0.5, {}, 2000.0};
            point.usage.threadPercent = 5 + i % 3;
            points.push_back(point);
        }
        chart->draw(points);
        return chart;
    }
    ExperimentPlan plan = experimentPlan(id.toStdString());
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    if (id == QLatin1String("robustness")) {
        plan.machine = machineChoice("fake-scheduler");
        plan.values.set(0, 20);
    }
    JobControl control;
    auto card = std::make_unique<ExperimentChartCard>(
        *findEntry(experimentFigureCatalog(), id.toStdString()),
        QString::fromStdString(std::string(findEntry(experimentCatalog(), id.toStdString())->name)));
    card->ExperimentChartCard::show(
        std::make_shared<const ExperimentResult>(runExperiment(plan, control).value()), nullptr);
    return card;
}

void eachCard() {
    QTest::addColumn<QString>("id");
    for (const char* id : {"histogram", "strip", "cpu", "cpu-sweep", "accuracy", "robustness", "slots"})
        QTest::newRow(id) << QString::fromUtf8(id);
}

/// The card on a screen, and its first plot.
struct Shown {
    std::unique_ptr<PlotCard> card;
    Plot* plot = nullptr;

    explicit Shown(const QString& id, QSize size = {900, 500}) : card(makeCard(id)) {
        card->resize(size);
        card->QWidget::show();
        plot = card->grid().shown().front();
    }
};

void turnWheel(Plot& plot, const QPointF& at, int turned, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent wheel(at, plot.mapToGlobal(at.toPoint()), {}, {0, turned}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(plot.viewport(), &wheel);
}

/// The first that no other one covers.
std::size_t firstAlone(const std::vector<QRectF>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (std::count_if(boxes.begin(), boxes.end(), [&](const QRectF& box) {
                return box.adjusted(-1, -1, 1, 1).contains(boxes[i].center());
            }) == 1)
            return i;
    }
    return 0;
}

/// How many pixels of a picture are unlike all of the other's that lie around them.
int strays(const QImage& a, const QImage& b) {
    constexpr int kAround = 2;
    const auto alike = [](QRgb one, QRgb two) {
        return std::max({std::abs(qRed(one) - qRed(two)), std::abs(qGreen(one) - qGreen(two)),
                         std::abs(qBlue(one) - qBlue(two))}) < 110;
    };
    int found = 0;
    for (int y = kAround; y < a.height() - kAround; ++y) {
        for (int x = kAround; x < a.width() - kAround; ++x) {
            bool any = false;
            for (int i = 0; i < 25 && !any; ++i)
                any = alike(a.pixel(x, y), b.pixel(x - kAround + i % 5, y - kAround + i / 5));
            found += any ? 0 : 1;
        }
    }
    return found;
}

/// What the keyboard reads out there.
QString stepTo(Plot& plot, std::size_t index) {
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&plot, &leave);
    for (std::size_t i = 0; i <= index; ++i)
        QTest::keyClick(&plot, Qt::Key_Right);
    return plot.readout();
}

void drag(Plot& plot, const QPoint& from, const QPoint& by) {
    QTest::mousePress(plot.viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(plot.viewport(), from + by);
    QTest::mouseRelease(plot.viewport(), Qt::LeftButton, {}, from + by);
}

QStringList menuOf(PlotCard& card) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, {60, 60}, card.mapToGlobal(QPoint(60, 60)));
    QCoreApplication::sendEvent(card.grid().shown().front()->viewport(), &event);
    auto* menu = card.findChild<QMenu*>(QStringLiteral("plot_menu"));
    QStringList texts;
    if (menu == nullptr)
        return texts;
    for (const QAction* action : menu->actions())
        texts << action->text() + (action->isEnabled() ? QString() : QStringLiteral(" (off)"));
    delete menu;
    return texts;
}

} // namespace

class PlotCardsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeMode::Light); }

    void theWheelZoomsAroundThePointer_data() { eachCard(); }
    void theWheelZoomsAroundThePointer() {
        QFETCH(QString, id);
        const Shown s(id);
        const QRectF area = s.plot->area();
        const QPointF at(area.left() + area.width() * 0.7, area.top() + area.height() * 0.4);
        const double before = s.plot->x().valueAt(0.7);
        const double places = s.plot->x().shownPlaces().span();
        turnWheel(*s.plot, at, 120);
        QVERIFY(s.plot->x().zoomed() && !s.plot->y().zoomed());
        QVERIFY(near(s.plot->x().shownPlaces().span(), places / 1.25, places));
        QVERIFY(near(s.plot->x().place(s.plot->x().valueAt(0.7)), s.plot->x().place(before), places));
        turnWheel(*s.plot, at, -120);
        QVERIFY(!s.plot->zoomed());
        turnWheel(*s.plot, at, 120, Qt::ShiftModifier);
        QVERIFY(!s.plot->x().zoomed());
        QCOMPARE(s.plot->y().zoomed(), id != QLatin1String("slots")); // its rows are what they are
        turnWheel(*s.plot, {area.left() / 2, area.center().y()}, 120);
        QVERIFY(!s.plot->x().zoomed()); // beside the area
    }
    void zoomAndPanHaveLimits_data() { eachCard(); }
    void zoomAndPanHaveLimits() {
        QFETCH(QString, id);
        const Shown s(id);
        const QPointF middle = s.plot->area().center();
        const Range whole = s.plot->x().shownPlaces();
        for (int i = 0; i < 200; ++i)
            turnWheel(*s.plot, middle, 120);
        QVERIFY(s.plot->x().shownPlaces().span() >= whole.span() * 0.99e-4);
        for (int i = 0; i < 3; ++i)
            drag(*s.plot, middle.toPoint(), {-200, 0});
        for (int i = 0; i < 200; ++i)
            QTest::keyClick(s.plot, Qt::Key_Right, Qt::ShiftModifier);
        if (id != QLatin1String("histogram")) // whose far frames are in reach
            QVERIFY(s.plot->x().shownPlaces().high <= whole.high + 1e-9 * whole.span());
        for (int i = 0; i < 300; ++i)
            turnWheel(*s.plot, middle, -120);
        QVERIFY(s.plot->x().shownPlaces().span() >= whole.span() * (1 - 1e-9));
        QTest::keyClick(s.plot, Qt::Key_Home);
        QCOMPARE(s.plot->x().shownPlaces(), whole);
        QVERIFY(!s.card->grab().isNull());
    }
    void aDragPansADoubleClickAndHomeReset_data() { eachCard(); }
    void aDragPansADoubleClickAndHomeReset() {
        QFETCH(QString, id);
        const Shown s(id);
        const QPoint middle = s.plot->area().center().toPoint();
        QSignalSpy picked(s.plot, &Plot::picked);
        const Range whole = s.plot->x().shownPlaces();
        drag(*s.plot, middle, {40, 0});
        QVERIFY(!s.plot->zoomed()); // everything is in sight: there is nowhere to go
        QTest::keyClick(s.plot, Qt::Key_Plus);
        QTest::keyClick(s.plot, Qt::Key_Plus);
        const Range zoomed = s.plot->x().shownPlaces();
        QVERIFY(zoomed.span() < whole.span());
        drag(*s.plot, middle, {40, 0});
        const double moved = zoomed.low - s.plot->x().shownPlaces().low;
        QVERIFY(near(moved, 40 * zoomed.span() / s.plot->area().width(), whole.span()));
        QCOMPARE(picked.count(), 0);
        QTest::mouseDClick(s.plot->viewport(), Qt::LeftButton, {}, middle);
        QVERIFY(!s.plot->zoomed());
        QCOMPARE(s.plot->x().shownPlaces(), whole);
        QTest::keyClick(s.plot, Qt::Key_Plus);
        QTest::keyClick(s.plot, Qt::Key_Minus);
        QVERIFY(!s.plot->zoomed());
        QTest::keyClick(s.plot, Qt::Key_Plus);
        QTest::keyClick(s.plot, Qt::Key_Home);
        QCOMPARE(s.plot->x().shownPlaces(), whole);
    }
    void pointerAndKeyboardReadOutTheSame_data() { eachCard(); }
    void pointerAndKeyboardReadOutTheSame() {
        QFETCH(QString, id);
        const Shown s(id);
        const std::vector<QRectF> boxes = s.plot->hitBoxes();
        QVERIFY(boxes.size() > 1);
        const QRect inside = s.plot->area().toAlignedRect();
        const QImage unmarked = s.plot->grab(inside).toImage();
        QTest::keyClick(s.plot, Qt::Key_Right);
        const QString first = s.plot->readout();
        QVERIFY(!first.isEmpty());
        QVERIFY(s.plot->grab(inside).toImage() != unmarked);
        QCOMPARE(s.plot->accessibleDescription(), first); // for assistive programs
        QTest::keyClick(s.plot, Qt::Key_Right);
        const QString second = s.plot->readout();
        QVERIFY(second != first);
        QTest::keyClick(s.plot, Qt::Key_Left);
        QCOMPARE(s.plot->readout(), first);
        QTest::keyClick(s.plot, Qt::Key_Left); // round the corner
        const QString last = s.plot->readout();
        QTest::keyClick(s.plot, Qt::Key_Right);
        QCOMPARE(s.plot->readout(), first);
        moveTo(*s.plot, boxes.back().center());
        QCOMPARE(s.plot->readout(), last);
        const std::size_t alone = firstAlone(boxes);
        moveTo(*s.plot, boxes[alone].center());
        const QString pointed = s.plot->readout();
        QCOMPARE(stepTo(*s.plot, alone), pointed);
        moveTo(*s.plot, boxes.back().center());
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(s.plot, &leave);
        QVERIFY(s.plot->readout().isEmpty());
        QVERIFY(s.plot->accessibleDescription() != first && !s.plot->accessibleDescription().isEmpty());
    }
    void everyPlotHasANameADescriptionAndARing_data() { eachCard(); }
    void everyPlotHasANameADescriptionAndARing() {
        QFETCH(QString, id);
        const Shown s(id);
        for (const Plot* plot : s.card->grid().shown()) {
            QVERIFY(!plot->accessibleName().isEmpty());
            QVERIFY(!plot->accessibleDescription().isEmpty() && !plot->toolTip().isEmpty());
            QCOMPARE(plot->focusPolicy(), Qt::StrongFocus);
        }
        s.card->activateWindow();
        const QImage calm = s.plot->grab().toImage();
        s.plot->setFocus();
        QTRY_VERIFY(s.plot->hasFocus());
        const QImage ringed = s.plot->grab().toImage();
        const int more = pixelsOf(ringed, tokens().first) - pixelsOf(calm, tokens().first);
        QVERIFY2(more > s.plot->width() + s.plot->height(), qPrintable(QString::number(more)));
    }
    /// Escape and the keys of the window go past a plot; Return does unless something is pointed at.
    void otherKeysAreTheWindows() {
        const Shown s(QStringLiteral("cpu"));
        for (const Qt::Key key : {Qt::Key_Escape, Qt::Key_F5, Qt::Key_Up, Qt::Key_Return}) {
            QKeyEvent event(QEvent::KeyPress, key, {});
            event.ignore();
            QCoreApplication::sendEvent(s.plot, &event);
            QVERIFY2(!event.isAccepted(), qPrintable(QString::number(key)));
        }
        QSignalSpy picked(s.plot, &Plot::picked);
        QTest::keyClick(s.plot, Qt::Key_Right);
        QTest::keyClick(s.plot, Qt::Key_Return);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().first().toString(), s.plot->readout());
    }
    void theMenuIsTheSameEverywhere_data() { eachCard(); }
    void theMenuIsTheSameEverywhere() {
        QFETCH(QString, id);
        Shown s(id);
        const QStringList menu = menuOf(*s.card);
        QCOMPARE(menu, QStringList({QStringLiteral("&Copy picture"), QStringLiteral("Copy &data"), QString(),
                                    QStringLiteral("Save as &PNG…"), QStringLiteral("Save as &SVG…"),
                                    QStringLiteral("Save as PD&F…"), QStringLiteral("Save data as CS&V…"),
                                    QString(), QStringLiteral("&Reset zoom (off)")}));
        QTest::keyClick(s.plot, Qt::Key_Plus);
        QCOMPARE(menuOf(*s.card).last(), QStringLiteral("&Reset zoom"));
    }
    void aPictureHoldsTheWholeCard_data() { eachCard(); }
    void aPictureHoldsTheWholeCard() {
        QFETCH(QString, id);
        const Shown s(id, {800, 460});
        const QRectF area = s.plot->area();
        const QImage calm = s.card->image();
        QTest::keyClick(s.plot, Qt::Key_Right);
        const QString readout = s.plot->readout();
        const QImage image = s.card->image();
        QCOMPARE(image.size(), QSize(1600, 920));
        QCOMPARE(image, calm); // a ring on the screen is not in the picture
        QVERIFY(pixelsOf(image, tokens().card) < image.width() * image.height());
        const QByteArray svg = s.card->bytes(PictureFile::Svg);
        QVERIFY(isSvg(svg));
        QVERIFY(svg.contains(s.card->title().toUtf8()));
        QVERIFY(!svg.contains("<image")); // lines for any size, not pixels
        QVERIFY(s.card->bytes(PictureFile::Pdf).startsWith("%PDF"));
        QVERIFY(s.card->bytes(PictureFile::Png).startsWith("\x89PNG"));
        QVERIFY(s.card->bytes(PictureFile::Data).startsWith("line,x,y\n"));
        QCOMPARE(s.plot->area(), area); // the screen is as it was
        QCOMPARE(s.plot->readout(), readout);
        s.card->resize(300, 200); // or what its plots need
        QCOMPARE(s.card->image().size(), 2 * s.card->size().expandedTo({640, 360}));
    }
    /// On the screen Qt Charts draws the lines; in a picture all is one drawing.
    void whatIsSavedIsWhatTheScreenShows_data() { eachCard(); }
    void whatIsSavedIsWhatTheScreenShows() {
        QFETCH(QString, id);
        const Shown s(id);
        for (const int zoomed : {0, 4}) {
            for (int i = 0; i < zoomed; ++i)
                QTest::keyClick(s.plot, Qt::Key_Plus);
            const QSize size = s.plot->size();
            Picture picture{double(size.width()), double(size.height()), {}, {}, {}};
            s.plot->drawInto(picture, {2, 0, picture.width - 2, picture.height});
            const QRect inside = s.plot->area().toAlignedRect().adjusted(0, zoomed > 0 ? 24 : 0, 0, 0);
            const QImage saved = pictureImage(picture, 1, false).copy(inside);
            const QImage shown = s.plot->grab(inside).toImage();
            QCOMPARE(strays(shown, saved), 0);
            QCOMPARE(strays(saved, shown), 0);
        }
    }
    void plotsSideBySideShareOnePicture() {
        const Shown s(QStringLiteral("x-sweep"), {1000, 700});
        QCOMPARE(s.card->grid().plots().size(), std::size_t{4});
        const QByteArray all = s.card->bytes(PictureFile::Svg);
        for (const Plot* plot : s.card->grid().plots())
            QVERIFY2(all.contains(plot->title().section(u' ', 0, 1).toUtf8()), qPrintable(plot->title()));
        s.card->grid().showOnly(1);
        QVERIFY(s.card->grid().plots()[0]->isHidden() && s.card->grid().plots()[1]->isVisible());
        QVERIFY(!s.card->bytes(PictureFile::Svg).contains("Cantelli"));
    }
    void theXThatADiagnosisRecommendsIsMarked() {
        const Shown s(QStringLiteral("x-sweep"), {1000, 700});
        auto* card = static_cast<ExperimentChartCard*>(s.card.get());
        QVERIFY(!s.card->bytes(PictureFile::Svg).contains("Diagnosis"));
        card->setAdvisedX(1.5);
        QCOMPARE(s.card->grid().plots().size(), std::size_t{4});
        for (const Plot* plot : s.card->grid().plots()) {
            const auto* marks = plot->layer<ReferenceLayer>();
            QVERIFY(marks != nullptr);
            QCOMPARE(marks->references().at(0).at, 1.5);
        }
        QVERIFY(s.card->bytes(PictureFile::Svg).contains("X 1.5: Diagnosis"));
        card->setAdvisedX(std::nullopt);
        QCOMPARE(s.card->grid().plots().front()->layer<ReferenceLayer>(), nullptr);
    }
    /// Colours are values of a chart: it is made anew, and the keyboard stays where it was.
    void aThemeChangeRepaintsAChart() {
        const Shown s(QStringLiteral("slots"));
        s.card->activateWindow();
        s.card->grid().plots()[1]->setFocus();
        QTRY_VERIFY(s.card->grid().plots()[1]->hasFocus());
        const auto coloured = [&](const QColor& colour) { return pixelsOf(s.card->image(), colour) > 500; };
        QVERIFY(coloured(lightTokens().second) && !coloured(darkTokens().second));
        applyTheme(ThemeMode::Dark);
        QTRY_VERIFY(coloured(darkTokens().second) && !coloured(lightTokens().second));
        QVERIFY(s.card->grid().plots()[1]->hasFocus());
        applyTheme(ThemeMode::Light);
        QTRY_VERIFY(coloured(lightTokens().second));
    }
};

JITTERSCOPE_TEST(PlotCardsTest)

} // namespace jitterscope::plot_cards_test

#include "plot_cards_test.moc"
