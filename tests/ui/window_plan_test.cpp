// SPDX-License-Identifier: GPL-3.0-or-later
// Taking changes back, dropping files, and messages.
#include "core/files/plan_json.h"
#include "tests/support/test_program.h"
#include "tests/ui/dragged_files.h"
#include "tests/ui/window_fixture.h"
#include "ui/forms/value_edit.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/window/drop_target.h"

#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QStandardPaths>

namespace jitterscope::window_plan_test {

using namespace jitterscope::ui;

namespace {

struct Fixture : WindowFixture {
    void undo() const { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier); }
    void redo() const {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    }
    void focus(const char* name) const { child<QWidget>(name)->setFocus(); }
    [[nodiscard]] const RunPlan& plan() const { return session().plan(); }
};

} // namespace

class WindowPlanTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void undoTakesBackChangesOfThePlan() {
        Fixture f;
        const RunPlan first = f.plan();
        f.focus("strategy");
        f.choose("strategy", "spin");
        f.press("rate_144");
        f.choose("preset", "robot");
        QCOMPARE(f.plan().strategy.id, std::string("absolute-sleep"));
        f.undo();
        QCOMPARE(f.plan().strategy.id, std::string("spin"));
        QCOMPARE(f.child<QComboBox>("preset")->currentIndex(), 0); // the box says no longer “robot”
        f.undo();
        f.undo();
        QCOMPARE(f.plan(), first);
        QVERIFY(!f.window->actions().undo->isEnabled());
        f.redo();
        QCOMPARE(f.plan().strategy.id, std::string("spin"));
    }
    void inAFieldLettersComeFirst() {
        Fixture f;
        auto* rate = f.child<ValueEdit>("rate");
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, QStringLiteral("144"));
        QTest::keyClick(rate, Qt::Key_Return);
        QCOMPARE(f.plan().period.hertz(), 144.0);
        QTest::keyClicks(rate, QStringLiteral("9"));
        f.undo(); // the 9
        QCOMPARE(f.plan().period.hertz(), 144.0);
        rate->setValueText(QStringLiteral("144"));
        f.undo(); // the plan, though the field has the keyboard
        QCOMPARE(f.plan().period.hertz(), 500.0);
        f.child<QSpinBox>("load")->setFocus();
        f.redo();
        QCOMPARE(f.plan().period.hertz(), 144.0);
    }
    void aDraggedSliderIsOneStep() {
        Fixture f;
        auto* slider = f.child<QSlider>("x_slider");
        slider->setFocus();
        const double before = f.plan().strategy.values[0];
        for (const int at : {15, 20, 25, 30})
            slider->setValue(at);
        f.undo();
        QCOMPARE(f.plan().strategy.values[0], before);
        QCOMPARE(slider->value(), static_cast<int>(before * 10));
    }
    void anExperimentHasAHistoryOfItsOwn() {
        Fixture f;
        f.press("rate_144");
        f.window->showPage(1);
        auto* page = f.child<ExperimentsPage>("experiments_page");
        QVERIFY(!f.window->actions().undo->isEnabled()); // the gallery has nothing to take back
        page->openExperiment("accuracy");
        auto* quick = page->current()->findChild<QCheckBox*>(QStringLiteral("experiment_quick"));
        quick->setFocus();
        QTest::keyClick(quick, Qt::Key_Space);
        QVERIFY(page->current()->form().plan().quick);
        f.undo();
        QVERIFY(!page->current()->form().plan().quick && !quick->isChecked());
        QCOMPARE(f.plan().period.hertz(), 144.0);
    }
    void aDropTargetShowsItself() {
        Fixture f;
        const auto* target = f.child<DropTarget>("drop_target");
        DraggedFiles files(*f.window, {f.file("run.csv")});
        QVERIFY(files.enter());
        QVERIFY(target->isVisible());
        QVERIFY(target->text().contains(QStringLiteral("run.csv")));
        QCOMPARE(target->size(), f.window->size());
        files.leave();
        QVERIFY(!target->isVisible());
        QVERIFY(files.enter());
        files.drop();
        QVERIFY(!target->isVisible());
        QVERIFY(f.child<QLabel>("notice_text")->text().contains(QStringLiteral("run.csv"))); // is not there
        QVERIFY(!DraggedFiles(*f.window, {QStringLiteral("https://example.org/run.csv")}).enter());
        QVERIFY(!target->isVisible());
    }
    /// It says what dropping does, and not what the name of the file lets one expect.
    void aDropTargetSaysWhatTheFileBecomes() {
        Fixture f;
        const auto textOf = [&f](const char* name, const QByteArray& bytes) {
            QFile file(f.file(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
                return QString();
            file.close();
            DraggedFiles files(*f.window, {f.file(name)});
            (void)files.enter();
            const QString text = f.child<DropTarget>("drop_target")->text();
            files.leave();
            return text;
        };
        const QByteArray samples = "# jitterscope-csv: 1\n# kind: samples\n# rate_hz: 60\n";
        QVERIFY(textOf("a.csv", samples).contains(QStringLiteral("becomes the baseline")));
        QVERIFY(textOf("b.csv", "frametime\n16.6\n16.7\n").contains(QStringLiteral("becomes a run")));
        QVERIFY(textOf("c.json", "{\"schema\": 1}").contains(QStringLiteral("becomes a run")));
        QVERIFY(textOf("d.json", QByteArray::fromStdString(planJson(standardPlan())))
                    .contains(QStringLiteral("open the plan")));
        f.window->showPageById(QStringLiteral("compare"));
        QVERIFY(textOf("a.csv", samples).contains(QStringLiteral("becomes a run")));
    }
    /// Charts and fields take drags of their own: over them too the window is meant.
    void filesMayBeDroppedOnAnything() {
        Fixture f;
        const auto* target = f.child<DropTarget>("drop_target");
        DraggedFiles files(*f.window, {f.file("run.csv")});
        QSignalSpy dropped(target, &DropTarget::dropped);
        int tried = 0;
        for (int page = 0; page < f.window->findChildren<Page*>().size(); ++page) {
            f.window->showPage(page);
            for (int x = 20; x < f.window->width(); x += 60) {
                for (int y = 20; y < f.window->height(); y += 60) {
                    const QByteArray place =
                        QStringLiteral("page %1 at %2, %3").arg(page).arg(x).arg(y).toUtf8();
                    QVERIFY2(files.enter({x, y}) && target->isVisible(), place.constData());
                    files.drop({x, y});
                    QVERIFY2(dropped.count() == ++tried && !target->isVisible(), place.constData());
                }
            }
        }
    }
    /// A message covers neither what is set nor what was found out.
    void messagesStandAtTheFoot_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(1024, 640);
        QTest::newRow("large") << QSize(1920, 1080);
    }
    void messagesStandAtTheFoot() {
        QFETCH(QSize, size);
        const WindowFixture f("precise-sleep", size);
        QVERIFY(!f.window->exports().open(f.file("missing.csv")));
        const auto* bar = f.child<NoticeBar>("notice_bar");
        const auto placed = [&](const QWidget* widget) {
            return QRect(widget->mapTo(f.window.get(), QPoint()), widget->size());
        };
        QVERIFY(bar->isVisible() && f.window->rect().contains(placed(bar)));
        QVERIFY(placed(bar).top() > f.window->height() * 3 / 4);
        QVERIFY(!placed(bar).intersects(placed(f.child<QWidget>("form_scroll"))));
        for (const char* chart : {"histogram_chart", "cpu_chart", "strip_chart", "estimator_chart"})
            QVERIFY2(!placed(bar).intersects(placed(f.child<QWidget>(chart))), chart);
        f.window->showPage(4);
        f.window->findChild<ComparePage*>()->addExample();
        QTRY_VERIFY(f.child<QWidget>("pair_card") != nullptr && f.child<QWidget>("pair_card")->isVisible());
        QVERIFY(!f.window->exports().open(f.file("missing.csv")));
        QVERIFY(!placed(bar).intersects(placed(f.child<QWidget>("pair_card"))));
    }
    void failuresLeaveByThemselvesAndCanBeReadAgain() {
        Fixture f;
        auto* bar = f.child<NoticeBar>("notice_bar");
        QVERIFY(!f.window->exports().open(f.file("missing.csv")));
        QVERIFY(bar->isVisible());
        QVERIFY(bar->staysFor() > NoticeBar::kNoticeMilliseconds && bar->staysFor() <= 60'000);
        auto* leave = bar->findChild<QTimer*>();
        QVERIFY(leave->isActive() && leave->interval() == bar->staysFor());
        leave->start(1); // as if that time had passed
        QTRY_VERIFY(!bar->isVisible());
        f.window->actions().messages->trigger();
        const auto* dialog = f.child<QDialog>("messages_dialog");
        QVERIFY(dialog != nullptr && !dialog->isModal());
        QVERIFY(bar->history().last().contains(QStringLiteral("missing.csv")));
    }
};

JITTERSCOPE_TEST(WindowPlanTest)

} // namespace jitterscope::window_plan_test

#include "window_plan_test.moc"
