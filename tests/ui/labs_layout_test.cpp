// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/labs_fixture.h"
#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QStandardPaths>

namespace jitterscope::labs_layout_test {

using namespace jitterscope::ui;
using Fixture = LabsFixture;

namespace {

/// What is left of a window of 900×600 beside its navigation and below its header.
constexpr QSize kSmallest(804, 544);

bool whole(const QWidget& widget) {
    return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
}

int hidden(Fixture& f, const char* area) {
    return f.child<QScrollArea>(area)->verticalScrollBar()->maximum();
}

/// How many of its pixels a pixel of the scene takes.
double zoomOf(LabStage& stage) {
    constexpr int kMargins = 24; // px
    return (stage.width() - kMargins) / stage.view().area.width();
}

} // namespace

/// Nothing of a lab is out of sight on a small screen, and nothing jumps.
class LabsLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void allIsSeenInTheSmallestWindow_data() { Fixture::eachLab(); }
    void allIsSeenInTheSmallestWindow() {
        QFETCH(QString, id);
        Fixture f(kSmallest);
        LabDesk& desk = f.open(id);
        const auto allSeen = [&] {
            for (const ParameterInfo& knob : f.work().entry().knobs) {
                auto* control =
                    desk.findChild<QWidget*>(QStringLiteral("lab_knob_") + format::text(knob.name));
                if (!whole(*control))
                    return false;
            }
            return whole(*f.child<QWidget>("lab_calm")) && whole(*f.child<QWidget>("lab_stepper")) &&
                   whole(*f.child<QWidget>("lab_predict_bar")) && whole(desk.stage()) &&
                   hidden(f, "lab_panel_scroll") == 0 && hidden(f, "lab_scroll") == 0;
        };
        QTRY_VERIFY(allSeen());
        f.guess();
        f.press("lab_pace_at_once");
        f.press("lab_run");
        QTRY_VERIFY(f.work().atEnd() && allSeen());
    }

    /// Where there is room, the article and the keys are named as well.
    void aHighWindowLeavesNothingOut() {
        Fixture f(kSmallest);
        f.open(QStringLiteral("sleep"));
        auto* const knob = f.child<QWidget>("lab_knob_slack");
        QTRY_VERIFY(knob->height() <= 24);
        f.page.resize(1344, 900);
        QTRY_VERIFY(knob->height() > 24);
        QCOMPARE(hidden(f, "lab_panel_scroll"), 0);
        f.page.resize(kSmallest);
        QTRY_VERIFY(knob->height() <= 24 && hidden(f, "lab_panel_scroll") == 0);
    }

    /// The bar below the picture is as high before the run, in it and after it.
    void thePictureKeepsItsSize_data() { Fixture::eachLab(); }
    void thePictureKeepsItsSize() {
        QFETCH(QString, id);
        Fixture f(kSmallest);
        LabDesk& desk = f.open(id);
        f.guess();
        QTRY_VERIFY(hidden(f, "lab_panel_scroll") == 0);
        f.settle();
        const QSize before = desk.stage().size();
        f.press("lab_run");
        QTRY_VERIFY(f.work().now() > 0);
        f.settle();
        QCOMPARE(f.text("lab_headline"), QStringLiteral("The answer comes at the end of the run."));
        QCOMPARE(desk.stage().size(), before);
        f.work().setMoment(f.work().duration());
        QCOMPARE(f.text("lab_headline"), QString::fromStdString(f.work().result().headline));
        f.settle();
        QCOMPARE(desk.stage().size(), before);
    }

    /// Small projectors: the picture is larger than on a desk, and name and settings are whole.
    void aSmallProjectorShowsALargePicture_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QSize>("size");
        for (const LabEntry& entry : labCatalog()) {
            for (const QSize size : {QSize(1280, 720), QSize(1024, 768)})
                QTest::addRow("%s at %d", entry.id.data(), size.width())
                    << QString::fromUtf8(entry.id.data()) << size;
        }
    }
    void aSmallProjectorShowsALargePicture() {
        QFETCH(QString, id);
        QFETCH(QSize, size);
        Fixture f(size);
        LabDesk& desk = f.open(id);
        f.guess();
        f.page.setClassroom(true);
        const auto* const banner = f.child<QLabel>("lab_banner_note");
        const auto* const settings = f.child<QLabel>("lab_slim");
        const auto fits = [&] {
            return zoomOf(desk.stage()) >= 1.3 && whole(desk.stage()) && hidden(f, "lab_scroll") == 0 &&
                   banner->fontMetrics().horizontalAdvance(banner->text()) <= banner->width();
        };
        QTRY_VERIFY2(fits(), qPrintable(QString::number(zoomOf(desk.stage()))));
        const QString said = banner->text() + settings->text() + f.text("lab_class_knob_name");
        for (const ParameterInfo& knob : f.work().entry().knobs)
            QVERIFY2(said.contains(format::text(knob.label).section(QStringLiteral(", "), 0, 0)) ||
                         !parameterApplies(
                             f.work().entry().knobs,
                             static_cast<std::size_t>(parameterIndex(f.work().entry().knobs, knob.name)),
                             f.work().state().knobs),
                     qPrintable(said));
        QVERIFY(settings->isVisible());
        f.press("lab_run");
        f.work().setMoment(f.work().duration());
        QTRY_VERIFY(fits());
        f.page.setClassroom(false);
        QVERIFY(!settings->isVisible());
    }
};

JITTERSCOPE_TEST(LabsLayoutTest)

} // namespace jitterscope::labs_layout_test

#include "labs_layout_test.moc"
