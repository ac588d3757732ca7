// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/lab/lab_support.h"
#include "core/picture/picture.h"
#include "core/run/resolve.h"
#include "core/scene/glossary.h"
#include "tests/support/test_program.h"
#include "tests/ui/labs_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/format/outside_text.h"
#include "ui/pages/labs/sentence_label.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QStandardPaths>

namespace jitterscope::labs_page_ways_test {

using namespace jitterscope::ui;
using Fixture = LabsFixture;

namespace {

/// Counts what a widget paints.
class PaintCount final : public QObject {
public:
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

LabsPage* labsOf(const MainWindow& window) {
    return window.findChild<LabsPage*>();
}

} // namespace

/// Ways in and out of the page: playing, classroom, words, the window around it. Files: labs_files_test.
class LabsPageWaysTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    /// What belongs to the model alone cannot be turned while this machine is measured.
    void onlyWhatIsUsedHereCanBeTurned() {
        LabsFixture f;
        f.open(QStringLiteral("melting")); // it is measured on every system
        const auto enabled = [&f](const char* knob) { return f.child<QWidget>(knob)->isEnabled(); };
        QVERIFY(enabled("lab_knob_rate") && enabled("lab_knob_timer"));
        f.press("lab_here");
        QVERIFY(enabled("lab_knob_rate") && !enabled("lab_knob_timer"));
        f.press("lab_simulated");
        QVERIFY(enabled("lab_knob_timer"));
    }
    /// What is typed as `two-kinds` is read as words; names of loops stay names.
    void choicesAreReadAsWords() {
        LabsFixture f;
        f.open(QStringLiteral("x"));
        auto* const sleeps = f.child<QComboBox>("lab_knob_oversleep");
        QCOMPARE(sleeps->currentText(), QStringLiteral("two kinds"));
        QCOMPARE(sleeps->itemText(2), QStringLiteral("heavy tail"));
        sleeps->setFocus();
        QTest::keyClick(sleeps, Qt::Key_Down);
        QCOMPARE(f.work().state().knobs.whole("oversleep"), 2);
        f.open(QStringLiteral("drift"));
        QCOMPARE(f.child<QComboBox>("lab_knob_policy")->currentText(), QStringLiteral("remainder"));
        QCOMPARE(f.child<QComboBox>("lab_knob_work")->currentText(), QStringLiteral("180, 90, 20 %"));
    }
    void aTurnedKnobRunsItAgainAndMarksTheOldGuess() {
        Fixture f;
        LabDesk& desk = f.open(QStringLiteral("well"));
        f.guess();
        f.press("lab_pace_at_once");
        f.press("lab_run");
        const double answer = f.work().result().answer;
        QVERIFY(!f.text("lab_settled").contains(QStringLiteral("other settings")));
        f.press("lab_pace_real");
        f.type("lab_knob_cost", QStringLiteral("10ms"));
        QVERIFY(f.work().result().answer != answer);
        QCOMPARE(f.work().step(), LabStep::Run);
        QVERIFY(desk.stage().playing()); // from the start
        QVERIFY(f.work().now() < f.work().duration());
        QVERIFY(f.text("lab_settled").contains(QStringLiteral("other settings")));
        f.press("lab_again");
        QCOMPARE(f.work().step(), LabStep::Predict);
        f.press("lab_run"); // the same number again, now for these settings
        QVERIFY(!f.work().guessIsOld());
    }
    void aKnobOutOfItsRangeIsRefused() {
        Fixture f;
        f.open(QStringLiteral("well"));
        f.guess();
        const ParameterValues before = f.work().state().knobs;
        f.type("lab_knob_cost", QStringLiteral("9 s"));
        QVERIFY(f.work().state().knobs == before);
        QVERIFY(!f.page.commit());
        f.press("lab_run");
        QVERIFY(!f.work().answered());
    }

    void nothingIsPaintedWhileNobodySeesIt() {
        Fixture f;
        LabDesk& desk = f.open(QStringLiteral("well"));
        f.guess();
        f.press("lab_run");
        QVERIFY(desk.stage().playing() && desk.stage().ticking());
        QSignalSpy moved(&f.work(), &LabWork::moved);
        QTRY_VERIFY(moved.count() > 3);
        PaintCount paints;
        desk.stage().installEventFilter(&paints);
        f.page.hide();
        QVERIFY(desk.stage().playing() && !desk.stage().ticking());
        const double then = f.work().now();
        QCOMPARE(paints.count, 0);
        QCOMPARE(f.work().now(), then);
        f.page.show();
        QTRY_VERIFY(desk.stage().ticking()); // it goes on where it was
        QTRY_VERIFY(f.work().now() > then);
        desk.playOrPause();
        QVERIFY(!desk.stage().playing() && !desk.stage().ticking());
        f.page.back();
        QVERIFY(!desk.stage().ticking());
    }
    void itStopsAtTheEnd() {
        Fixture f;
        LabDesk& desk = f.open(QStringLiteral("well"));
        f.guess();
        f.press("lab_run");
        f.work().setMoment(f.work().duration() - 0.001);
        desk.stage().pause();
        desk.stage().play();
        QTRY_VERIFY(!desk.stage().playing());
        QVERIFY(f.work().atEnd() && !desk.stage().ticking());
        QTest::keyClick(&desk.stage(), Qt::Key_Space); // from the start
        QVERIFY(desk.stage().playing());
        QVERIFY(!f.work().atEnd());
        QTest::keyClick(&desk.stage(), Qt::Key_Space);
        QVERIFY(!desk.stage().playing());
    }
    void lessMotionGoesFromEventToEvent() {
        Fixture f;
        LabDesk& desk = f.open(QStringLiteral("well"));
        f.press("lab_calm");
        QVERIFY(desk.stage().view().calm);
        QVERIFY(f.settings.flag(Setting::ReduceMotion));
        f.guess();
        f.press("lab_run");
        const std::vector<double> stops = f.work().scene()->stops();
        QTRY_VERIFY(f.work().now() > 0);
        QVERIFY(std::find(stops.begin(), stops.end(), f.work().now()) != stops.end());
        LabDesk& other = f.open(QStringLiteral("drift"));
        QVERIFY(other.stage().view().calm); // for all of them
    }

    void theClassroomIsLargeAndHasNoKnobs() {
        Fixture f({1440, 900});
        LabDesk& desk = f.open(QStringLiteral("well"));
        QSignalSpy filled(&f.page, &Page::fillWindow);
        const int before = f.child<QLabel>("lab_asks")->fontInfo().pixelSize();
        f.key(Qt::Key_F11);
        QVERIFY(f.page.classroom());
        QCOMPARE(filled.count(), 1);
        QTRY_VERIFY(desk.stage().view().large); // when the bars around it have their size
        QVERIFY(!f.child<QWidget>("lab_panel")->isVisible());
        QVERIFY(f.child<QLabel>("lab_banner")->isVisible()); // it never goes
        QVERIFY(f.text("lab_slim").contains(QStringLiteral("Threshold 100 ms")));
        QCOMPARE(f.text("lab_class_knob_value"), QStringLiteral("20 ms"));
        QVERIFY(f.child<QLabel>("lab_asks")->fontInfo().pixelSize() >= before * 1.4);
        QVERIFY(f.child<QWidget>("lab_class_knob")->isVisible() &&
                f.child<QWidget>("lab_class_keys")->isVisible());
        const double cost = f.work().state().knobs["cost"];
        f.key(Qt::Key_Plus); // the one knob of a class
        QVERIFY(f.work().state().knobs["cost"] > cost);
        QCOMPARE(f.text("lab_class_knob_value"),
                 QString::fromStdString(
                     knobInWords(f.work().entry().knobs.front(), f.work().state().knobs["cost"])));
        f.key(Qt::Key_Minus);
        f.key(Qt::Key_Minus);
        QVERIFY(f.work().state().knobs["cost"] < cost);
        f.key(Qt::Key_R);
        f.guess();
        desk.stage().setFocus();
        for (const int key : {Qt::Key_PageDown, Qt::Key_Right}) { // a presenter's clicker
            f.key(key);
            QCOMPARE(f.work().step(), LabStep::Run);
        }
        f.key(Qt::Key_PageUp);
        f.key(Qt::Key_Left);
        QCOMPARE(f.work().step(), LabStep::Predict);
        const QSignalSpy offered(&f.page, &Page::offered);
        const std::optional<double> guess = f.work().state().guess;
        f.key(Qt::Key_R);
        QVERIFY(f.work().fresh());
        QCOMPARE(offered.count(), 1); // a key pressed by mistake costs nothing
        offered[0][2].value<std::function<void()>>()();
        QVERIFY(guess && f.work().state().guess == guess);
        f.key(Qt::Key_R);
        QVERIFY(f.work().fresh());
        f.key(Qt::Key_R); // nothing to lose
        QCOMPARE(offered.count(), 2);
        f.key(Qt::Key_Escape);
        QVERIFY(!f.page.classroom());
        QCOMPARE(filled.count(), 2);
        QVERIFY(f.child<QWidget>("lab_panel")->isVisible() &&
                !f.child<QWidget>("lab_class_knob")->isVisible());
        QCOMPARE(f.child<QLabel>("lab_asks")->fontInfo().pixelSize(), before);
    }
    /// A teacher's keys go on, wherever the keyboard is; Enter in the guess runs.
    void keysNeverTypeIntoTheGuess() {
        Fixture f;
        f.open(QStringLiteral("well"));
        auto* const edit = f.child<QLineEdit>("lab_guess");
        f.key(Qt::Key_F11);
        edit->setFocus();
        QTest::keyClicks(edit, QStringLiteral("12"));
        for (const int key : {Qt::Key_N, Qt::Key_PageDown}) {
            edit->setFocus();
            QTest::keyClick(edit, static_cast<Qt::Key>(key));
            QCOMPARE(edit->text(), QStringLiteral("12"));
            QCOMPARE(f.work().step(), LabStep::Run);
            QCOMPARE(f.work().state().guess, std::optional(12.0));
            f.work().predictAgain();
        }
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_R);
        QVERIFY(f.work().fresh());
        edit->setFocus();
        QTest::keyClicks(edit, QStringLiteral("1.5e1"));
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(f.work().state().guess, std::optional(15.0));
        QCOMPARE(f.work().step(), LabStep::Run);
    }

    /// The guesses of a room are dots in the picture, before the run and beside the answer.
    void theVotesOfARoomStandInThePicture() {
        Fixture f({1440, 900});
        LabDesk& desk = f.open(QStringLiteral("audio"));
        QVERIFY(!f.child<QLineEdit>("lab_votes")->isVisible());
        f.key(Qt::Key_F11);
        QVERIFY(f.child<QLineEdit>("lab_votes")->isVisible());
        f.type("lab_votes", QStringLiteral("10 12 999"));
        QVERIFY(f.work().votes().empty());
        f.type("lab_votes", QStringLiteral("10 12 12 50"));
        QCOMPARE(f.work().votes(), (std::vector<double>{10, 12, 12, 50}));
        QCOMPARE(desk.stage().view().votes.size(), std::size_t{4});
        const auto dots = [&f](const std::vector<double>& votes) {
            const auto scene =
                findEntry(scene::sceneCatalog(), "audio")->make(f.work().result(), f.work().state().knobs);
            scene::View view;
            view.votes = votes;
            const Picture picture = scene->show(view).picture;
            return std::ranges::count_if(picture.shapes, [](const Shape& shape) {
                const auto* circle = std::get_if<CircleShape>(&shape);
                return circle != nullptr && circle->ink == Ink::Violet;
            });
        };
        QCOMPARE(dots({}), 0);
        QCOMPARE(dots(f.work().votes()), 4);
        f.work().setGuess(20);
        (void)f.work().run();
        f.work().setMoment(f.work().duration());
        QVERIFY2(f.text("lab_headline").contains(QStringLiteral("Votes of the room: 4;")) &&
                     f.text("lab_headline").contains(QStringLiteral("half of them are up to 12 ms")),
                 qPrintable(f.text("lab_headline")));
        f.work().reset();
        QVERIFY(f.work().votes().empty());
    }

    /// In front of a class each lab begins anew; alone one goes on where one was.
    void theNextLabOfAClassIsFresh() {
        Fixture f;
        const auto leave = [&f] {
            f.open(QStringLiteral("estimator"));
            f.work().setGuess(30);
            (void)f.work().run();
            (void)f.work().explain();
            f.work().choose(f.work().entry().closing.right);
            f.open(QStringLiteral("sleep"));
            f.page.current()->nextLabWanted();
            QCOMPARE(f.work().entry().id, std::string_view("estimator"));
        };
        leave();
        QCOMPARE(f.work().step(), LabStep::Explain);
        f.page.setClassroom(true);
        leave();
        QVERIFY(f.work().fresh());
        QCOMPARE(f.work().step(), LabStep::Play);
        QCOMPARE(f.page.gallery().card("estimator")->state(), QStringLiteral("✓ done")); // that is kept
    }

    void allLabsDoneIsSaidPlainly() {
        Fixture f;
        for (const LabEntry& entry : labCatalog()) {
            f.open(QString::fromUtf8(entry.id.data()));
            f.work().setGuess(f.someGuess(entry));
            (void)f.work().run();
            (void)f.work().explain();
            f.work().choose(entry.closing.right);
        }
        QCOMPARE(f.page.progress().summary(), QStringLiteral("10 of 10 done"));
        f.open(QStringLiteral("well"));
        f.page.current()->reset(); // done is kept
        QCOMPARE(f.page.progress().summary(), QStringLiteral("10 of 10 done"));
    }

    /// Colours follow the theme, also those of what was said before it changed.
    void theThemeLeavesNoOldColours() {
        Fixture f;
        for (const char* id : {"drift", "well"}) {
            applyTheme(ThemeMode::Light);
            QTRY_COMPARE(f.page.palette().color(QPalette::Window), lightTokens().window);
            f.open(QString::fromLatin1(id));
            f.work().setGuess(20);
            (void)f.work().run();
            (void)f.work().explain();
            f.work().choose(f.work().entry().closing.right);
            QTRY_VERIFY(f.child<QWidget>("lab_feedback_0")->isVisible());
            applyTheme(ThemeMode::Dark);
            const auto inkOf = [&f](const char* name) {
                const auto* const label = f.child<QLabel>(name);
                return label->palette().color(label->foregroundRole());
            };
            const std::string right = "lab_feedback_" + std::to_string(f.work().entry().closing.right);
            QTRY_COMPARE(inkOf(right.c_str()), darkTokens().good);
            QTRY_COMPARE(inkOf("lab_banner"), darkTokens().second);
            for (auto* sentence : f.page.current()->findChildren<SentenceLabel*>()) {
                const QImage image = sentence->grab().toImage();
                for (int y = 0; y < image.height(); ++y) {
                    for (int x = 0; x < image.width(); ++x)
                        QVERIFY(image.pixelColor(x, y) != lightTokens().first);
                }
            }
            LabStage& stage = f.page.current()->stage();
            QTRY_VERIFY(stage.isVisible());
            const QImage switched = stage.grab().toImage();
            int light = 0; // of the other theme's card and first line
            for (int y = 0; y < switched.height(); ++y) {
                for (int x = 0; x < switched.width(); ++x) {
                    const QColor pixel = switched.pixelColor(x, y);
                    light += pixel == lightTokens().card || pixel == lightTokens().first ? 1 : 0;
                }
            }
            QCOMPARE(light, 0);
        }
        applyTheme(ThemeMode::Light);
    }

    /// A word is explained where it stands: a sentence and a picture. F1 has the same.
    void wordsAreExplainedWhereTheyStand() {
        Fixture f;
        f.open(QStringLiteral("well"));
        f.work().setGuess(20);
        (void)f.work().run();
        (void)f.work().explain();
        SentenceLabel* asked = nullptr;
        for (auto* sentence : f.page.current()->findChildren<SentenceLabel*>()) {
            if (!sentence->placeOf(QStringLiteral("word:backlog")).isEmpty())
                asked = sentence;
        }
        QVERIFY(asked != nullptr);
        QTest::mouseClick(asked, Qt::LeftButton, {}, asked->placeOf(QStringLiteral("word:backlog")).center());
        auto* const card = asked->findChild<QWidget*>(QStringLiteral("lab_word"));
        QVERIFY(card != nullptr && card->isVisible());
        const scene::Word& word = *findEntry(scene::glossary(), "backlog");
        QCOMPARE(card->findChild<QLabel*>(QStringLiteral("lab_word_means"))->text(),
                 format::text(word.means));
        QTest::keyClick(card, Qt::Key_Escape);
        QTRY_VERIFY(asked->findChild<QWidget*>(QStringLiteral("lab_word")) == nullptr);
    }

    /// The knobs come in the explanation's place, and the picture has both answers.
    void aKnobTurnedInTheExplanationShowsOldAndNew() {
        Fixture f;
        LabDesk& desk = f.open(QStringLiteral("audio"));
        f.work().setGuess(20);
        (void)f.work().run();
        (void)f.work().explain();
        QTRY_VERIFY(f.child<QWidget>("lab_why")->isVisible() && !f.child<QWidget>("lab_panel")->isVisible());
        QVERIFY(desk.stage().isVisible());
        f.press("lab_turn");
        QVERIFY(f.child<QWidget>("lab_panel")->isVisible() && !f.child<QWidget>("lab_why")->isVisible());
        f.type("lab_knob_queued", QStringLiteral("40ms"));
        QCOMPARE(f.work().before(), std::optional(14.0));
        QCOMPARE(desk.stage().view().before, std::optional(14.0));
        QVERIFY(f.text("lab_headline").contains(QStringLiteral("Before the knob was turned: 14 ms.")));
        const auto scene =
            findEntry(scene::sceneCatalog(), "audio")->make(f.work().result(), f.work().state().knobs);
        scene::View view;
        view.answered = true;
        view.now = scene->duration();
        view.before = f.work().before();
        const std::string svg = svgText(scene->show(view).picture);
        QVERIFY(svg.find("before: 14 ms") != std::string::npos);
        f.press("lab_to_why");
        QVERIFY(f.child<QWidget>("lab_why")->isVisible());
        f.work().predictAgain();
        QVERIFY(!f.work().before());
    }

    void theGalleryOpensTheFirstLabForAClass() {
        Fixture f;
        QTest::mouseClick(f.page.findChild<QPushButton*>("labs_classroom"), Qt::LeftButton);
        QVERIFY(f.page.classroom());
        QCOMPARE(f.work().entry().id, labCatalog().front().id);
    }
    void theWindowShowsThePageAlone() {
        WindowFixture f;
        f.window->showPage(2);
        LabsPage* const page = labsOf(*f.window);
        page->openLab("well");
        QTest::keyClick(f.window.get(), Qt::Key_F11);
        QVERIFY(!f.child<QWidget>("header")->isVisible());
        QVERIFY(!f.child<QWidget>("navigation")->isVisible());
        QVERIFY(f.window->isFullScreen());
        QTest::keyClick(f.window.get(), Qt::Key_Escape);
        QVERIFY(f.child<QWidget>("header")->isVisible());
        QVERIFY(f.child<QWidget>("navigation")->isVisible());
        QVERIFY(!f.window->isFullScreen());
        page->setClassroom(true);
        f.window->showPage(0); // another page has its bars
        QVERIFY(!page->classroom());
        QVERIFY(f.child<QWidget>("header")->isVisible());
    }

    void theHeaderShowsWhatTheLabOffers() {
        WindowFixture f;
        f.window->showPage(2);
        QVERIFY(f.child<QPushButton>("lab_open_button") != nullptr);
        QVERIFY(!f.startStop()->isVisible());
        LabsPage* const page = labsOf(*f.window);
        page->openLab("well");
        QTRY_VERIFY(f.child<QPushButton>("lab_play_button") != nullptr &&
                    f.child<QPushButton>("lab_play_button")->isVisible()); // the game can be held
        page->current()->work().predictAgain();
        QTRY_VERIFY(f.child<QPushButton>("lab_play_button") == nullptr ||
                    !f.child<QPushButton>("lab_play_button")->isVisible()); // there is one Run
        for (const char* name :
             {"lab_reset_button", "lab_step_button", "lab_class_button", "lab_save_button"})
            QTRY_VERIFY2(f.child<QPushButton>(name) != nullptr && f.child<QPushButton>(name)->isVisible(),
                         name);
        page->current()->work().setGuess(5);
        f.press("lab_step_button");
        QVERIFY(page->current()->work().answered());
        QVERIFY(f.child<QWidget>("readouts")->isVisible());
        QVERIFY(!f.child<QLabel>("readout_0")->text().isEmpty());
        f.press("lab_reset_button");
        QVERIFY(page->current()->work().fresh());
        f.window->showPage(0);
        QVERIFY(f.startStop()->isVisible());
        QVERIFY(!f.child<QWidget>("readouts")->isVisible());
    }

    void contrastIsEnough_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    /// Text of the steps, badges and verdicts on what it stands on.
    void contrastIsEnough() {
        QFETCH(bool, dark);
        const Tokens& c = dark ? darkTokens() : lightTokens();
        QVERIFY(contrastRatio(c.first, mixed(c.first, c.card, 0.09)) >= 4.5);
        QVERIFY(contrastRatio(c.muted, mixed(c.first, c.card, 0.09)) >= 4.5);
        QVERIFY(contrastRatio(c.onAccent, c.first) >= 4.5);
        QVERIFY(contrastRatio(c.onAccent, c.good) >= 4.5);
        for (const QColor& badge : {c.good, c.second})
            QVERIFY(contrastRatio(badge, mixed(badge, c.card, 0.1)) >= 4.5);
        for (const QColor& banner : {c.good, c.second})
            QVERIFY(contrastRatio(banner, c.window) >= 4.5);
    }

    /// 5 in a field that shows 50us is 5 us, and no 5 ns.
    void aBareNumberIsInTheUnitThatIsShown() {
        Fixture f;
        f.open(QStringLiteral("sleep"));
        auto* const edit = f.child<QLineEdit>("lab_knob_slack");
        QCOMPARE(edit->text(), QStringLiteral("50us"));
        const auto type = [edit](const QString& text) {
            edit->setFocus();
            edit->selectAll();
            QTest::keyClicks(edit, text);
            QTest::keyClick(edit, Qt::Key_Return);
        };
        type(QStringLiteral("5"));
        QCOMPARE(f.work().state().knobs["slack"], 5e3);
        type(QStringLiteral("2ms"));
        QCOMPARE(f.work().state().knobs["slack"], 2e6);
        type(QStringLiteral("3"));
        QCOMPARE(f.work().state().knobs["slack"], 3e6);
    }

    /// While a slider is dragged, the picture is compared with what was before the drag, and not with a value
    /// on the way.
    void aDragIsOneChange() {
        Fixture f;
        f.open(QStringLiteral("sleep"));
        f.guess();
        QVERIFY(f.work().run());
        const double first = f.work().result().answer;
        auto* const slider = f.child<QSlider>("lab_knob_slack_slider");
        const int before = slider->value();
        slider->setSliderDown(true);
        for (const int away : {5, 10, 15})
            slider->setValue(before - away);
        QVERIFY(f.work().before() && *f.work().before() == first);
        slider->setSliderDown(false);
        const double second = f.work().result().answer;
        QVERIFY(second != first);
        slider->setSliderDown(true);
        slider->setValue(before);
        QCOMPARE(*f.work().before(), second);
        slider->setSliderDown(false);
    }

    /// What was simulated is no measurement of before.
    void theOtherMachineHasNoBefore() {
        Fixture f;
        f.open(QStringLiteral("sleep"));
        f.guess();
        QVERIFY(f.work().run());
        f.work().turn("slack", 1e6, false);
        QVERIFY(f.work().before());
        f.work().setHere(true);
        QVERIFY(!f.work().before());
    }
};

JITTERSCOPE_TEST(LabsPageWaysTest)

} // namespace jitterscope::labs_page_ways_test

#include "labs_page_ways_test.moc"
