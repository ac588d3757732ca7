// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/document/lab_document.h"
#include "tests/support/test_program.h"
#include "tests/ui/labs_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/format/outside_text.h"
#include "ui/forms/form_parts.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QStandardPaths>

namespace jitterscope::labs_play_test {

using namespace jitterscope::ui;
using Fixture = LabsFixture;

namespace {

/// The explanation of a lab, in steps.
void explain(Fixture& f, const QString& lab) {
    f.open(lab);
    f.page.current()->setWhole(false);
    f.work().setGuess(Fixture::someGuess(f.work().entry()));
    QVERIFY(f.work().run() && f.work().explain());
    f.settle();
}

int sentencesSeen(Fixture& f) {
    int seen = 0;
    for (const char* name : {"lab_sentence", "lab_your_code"}) {
        for (const auto* each : f.page.current()->findChildren<QWidget*>(QLatin1String(name)))
            seen += each->isVisible() ? 1 : 0;
    }
    return seen;
}

} // namespace

/// A lab opens as a game; then comes the question; then its ideas one after the other; and what was chosen is
/// the reader's own game.
class LabsPlayTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void itOpensRunning_data() { Fixture::eachLab(); }
    void itOpensRunning() {
        QFETCH(QString, id);
        Fixture f;
        LabDesk& desk = f.openGame(id);
        QVERIFY(f.work().plays() && !f.work().answered());
        QVERIFY(desk.stage().ticking() && desk.stage().view().game);
        QTRY_VERIFY(desk.stage().view().now > 0); // it moves by itself
        QVERIFY(!f.child<QLineEdit>("lab_guess")->isVisible() &&
                !f.child<QPushButton>("lab_run")->isVisible());
        QVERIFY(f.text("lab_asks").startsWith(QStringLiteral("Turn “")));
        QVERIFY(f.page.head().readouts.empty()); // figures come after the guess
        QTest::keyClick(&desk.stage(), Qt::Key_Space);
        QVERIFY(!desk.stage().ticking());
        f.page.start(); // F5
        QVERIFY(desk.stage().ticking());
        f.page.back();
        QVERIFY(!desk.stage().ticking()); // nobody sees it
    }

    /// What will come of it is asked after the first touch.
    void theQuestionComesAfterTheFirstTouch() {
        Fixture f;
        LabDesk& desk = f.openGame(QStringLiteral("well"));
        const QString asks = QString::fromUtf8(f.work().entry().predict.asks.data());
        QVERIFY(!f.text("lab_asks").contains(asks));
        const double behind = desk.stage().view().now;
        f.work().turn("cost", 5e6, false);
        QVERIFY(f.work().plays() && desk.stage().ticking()); // it goes on with the knob turned
        QVERIFY(desk.stage().view().now >= behind);
        QVERIFY(f.text("lab_asks").contains(asks));
        f.press("lab_to_guess");
        QCOMPARE(f.work().step(), LabStep::Predict);
        QVERIFY(!desk.stage().ticking() && !desk.stage().view().game);
        QCOMPARE(f.text("lab_asks"), asks);
        QVERIFY(f.child<QLineEdit>("lab_guess")->isVisible() && f.child<QLineEdit>("lab_guess")->hasFocus());
        QVERIFY(!f.child<QAbstractButton>("lab_step_run")->isEnabled()); // the gate is shut
        QCOMPARE(f.work().state().knobs["cost"], 5e6);
        f.press("lab_step_play");
        QVERIFY(f.work().plays() && desk.stage().ticking());
    }

    /// After the run a button leads on; Enter in a knob's field gives the keys back.
    void theRunLeadsToTheExplanation() {
        Fixture f;
        f.open(QStringLiteral("audio"));
        f.work().setGuess(12);
        QVERIFY(f.work().run());
        QVERIFY(!f.child<QPushButton>("lab_to_explain")->isVisible());
        f.work().setMoment(f.work().duration());
        QVERIFY(f.child<QPushButton>("lab_to_explain")->isVisible());
        f.press("lab_to_explain");
        QCOMPARE(f.work().step(), LabStep::Explain);
        f.openGame(QStringLiteral("well"));
        f.type("lab_knob_cost", QStringLiteral("15ms"));
        QCOMPARE(f.work().state().knobs["cost"], 15e6);
        QVERIFY(f.page.current()->stage().hasFocus());
    }

    /// Who comes back finds the game running.
    void theGameGoesOnWhereOneComesBack() {
        Fixture f;
        f.openGame(QStringLiteral("well"));
        f.openGame(QStringLiteral("drift"));
        QVERIFY(f.openGame(QStringLiteral("well")).stage().ticking());
        f.page.back();
        QVERIFY(f.openGame(QStringLiteral("well")).stage().ticking());
    }

    void keysLeadThroughAllSteps() {
        Fixture f;
        LabDesk& desk = f.openGame(QStringLiteral("audio"));
        f.key(Qt::Key_N);
        QCOMPARE(f.work().step(), LabStep::Predict);
        desk.stage().setFocus();
        f.key(Qt::Key_P);
        QCOMPARE(f.work().step(), LabStep::Play);
        QSignalSpy before(&desk, &LabDesk::previousLabWanted);
        f.key(Qt::Key_P);
        QCOMPARE(before.count(), 1);
    }

    /// With reduced motion nothing begins to move by itself.
    void itStandsStillWhereMotionIsReduced() {
        Fixture f;
        f.settings.set(Setting::ReduceMotion, true);
        LabDesk& desk = f.openGame(QStringLiteral("drift"));
        QVERIFY(!desk.stage().ticking() && desk.stage().view().calm);
        QVERIFY(desk.stage().view().now > 0); // a moment at which the fault is seen
        QTest::keyClick(&desk.stage(), Qt::Key_Space);
        QVERIFY(desk.stage().ticking());
        desk.setCalm(true); // chosen while it moves
        QVERIFY(!desk.stage().ticking());
    }

    void itsPictureIsSaved() {
        Fixture f;
        f.openGame(QStringLiteral("slots"));
        QVERIFY(f.page.files().savePicture(f.file("game.svg"), PictureFile::Svg));
        QFile file(f.file("game.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.contains("The game") && svg.contains("in time"));
    }

    /// A look at the game is no beginning of a lab.
    void onlyAGuessIsKept() {
        Fixture f;
        f.openGame(QStringLiteral("x"));
        f.press("lab_to_guess");
        f.page.back();
        QVERIFY(f.page.gallery().card("x")->state().isEmpty());
    }

    /// One idea, its part of the picture lit up; then the next; at the end the question.
    void ideasAreToldOneAfterTheOther_data() { Fixture::eachLab(); }
    void ideasAreToldOneAfterTheOther() {
        QFETCH(QString, id);
        Fixture f;
        explain(f, id);
        LabDesk& desk = *f.page.current();
        const auto& told = f.work().result().explanation;
        auto* const question = f.child<QWidget>("lab_question_card");
        for (std::size_t i = 0; i < told.size(); ++i) {
            QCOMPARE(sentencesSeen(f), 1);
            QCOMPARE(f.text("lab_idea_place"), QStringLiteral("%1 of %2").arg(i + 1).arg(told.size()));
            QCOMPARE(desk.stage().view().lit, told[i].part);
            QCOMPARE(question->isVisible(), i + 1 == told.size());
            QCOMPARE(f.child<QPushButton>("lab_idea_next")->isEnabled(), i + 1 < told.size());
            if (i + 1 < told.size())
                f.press("lab_idea_next");
        }
        f.press("lab_idea_back");
        QCOMPARE(f.text("lab_idea_place"), QStringLiteral("%1 of %2").arg(told.size() - 1).arg(told.size()));
    }

    /// The advice, as the runner does it; and back to where it was read.
    void theCureIsWatchedInTheGame() {
        Fixture f;
        explain(f, QStringLiteral("drift"));
        LabDesk& desk = *f.page.current();
        while (f.child<QPushButton>("lab_idea_next")->isEnabled()) {
            QVERIFY(!f.child<QPushButton>("lab_watch")->isVisible());
            f.press("lab_idea_next");
        }
        f.press("lab_watch");
        QVERIFY(f.work().plays() && f.work().cured() && desk.stage().ticking());
        QVERIFY(desk.stage().view().cured);
        QVERIFY(desk.stage().accessibleDescription().contains(QStringLiteral("With what this lab advises.")));
        f.press("lab_to_guess");
        QCOMPARE(f.work().step(), LabStep::Explain);
        QVERIFY(!f.work().cured());
        f.press("lab_step_play");
        QVERIFY(f.work().plays() && !f.work().cured()); // as it is
    }

    void keysLeadThroughTheIdeas() {
        Fixture f;
        explain(f, QStringLiteral("drift"));
        f.page.current()->stage().setFocus();
        const auto ideas = f.work().result().explanation.size();
        for (std::size_t i = 1; i < ideas; ++i) {
            f.key(Qt::Key_N);
            QCOMPARE(f.text("lab_idea_place"), QStringLiteral("%1 of %2").arg(i + 1).arg(ideas));
        }
        QSignalSpy next(f.page.current(), &LabDesk::nextLabWanted);
        f.key(Qt::Key_N); // the question
        QCOMPARE(next.count(), 0);
        QTRY_VERIFY(f.child<QAbstractButton>("lab_choice_0")->hasFocus());
        f.key(Qt::Key_P);
        QCOMPARE(f.text("lab_idea_place"), QStringLiteral("%1 of %2").arg(ideas).arg(ideas));
        for (std::size_t i = 1; i < ideas; ++i)
            f.key(Qt::Key_P);
        QCOMPARE(f.work().step(), LabStep::Explain);
        f.key(Qt::Key_P);
        QCOMPARE(f.work().step(), LabStep::Run);
    }

    /// Who wants all at once has it in every lab, and the next time.
    void allOnOnePageIsRemembered() {
        Fixture f;
        explain(f, QStringLiteral("well"));
        f.press("lab_whole");
        QCOMPARE(sentencesSeen(f), static_cast<int>(f.work().result().explanation.size()));
        QVERIFY(f.child<QWidget>("lab_question_card")->isVisible());
        QVERIFY(!f.child<QPushButton>("lab_idea_next")->isVisible());
        QVERIFY(f.settings.flag(Setting::LabsWhole));
        f.press("lab_whole");
        QVERIFY(!f.settings.flag(Setting::LabsWhole));
        QCOMPARE(sentencesSeen(f), 1);
    }

    /// What is chosen in a lab is what the game of the challenge does.
    void whatIsChosenIsTheReadersGame() {
        Fixture f;
        explain(f, QStringLiteral("clocks"));
        while (f.child<QPushButton>("lab_idea_next")->isEnabled())
            f.press("lab_idea_next");
        auto* const clock = f.child<QComboBox>("lab_game_clock");
        QVERIFY(clock->isVisible());
        QCOMPARE(clock->currentIndex(), 1); // what the lab advises
        clock->setFocus();
        QTest::keyClick(clock, Qt::Key_Up); // the time of day
        QCOMPARE(LabProgress(f.settings).game()["clock"], 0.0);
        f.page.openChallenge();
        auto* const challenge = f.page.findChild<ChallengeDesk*>();
        QCOMPARE(challenge->play().choices["clock"], 0.0);
        QCOMPARE(challenge->play().choices["move"], 1.0); // nothing was chosen: what its lab advises
        auto* const wait = challenge->findChild<QComboBox*>("challenge_wait");
        wait->setFocus();
        QTest::keyClick(wait, Qt::Key_Up);
        QVERIFY(challenge->run());
        QVERIFY(challenge->result()); // what is kept is what was played
        auto* const picture = challenge->findChild<PictureView*>("challenge_picture");
        const QString goals = picture->accessibleDescription();
        QTest::mouseClick(challenge->findChild<QPushButton*>("challenge_moment_program"), Qt::LeftButton);
        QVERIFY(picture->accessibleDescription().contains("Another program takes the processor"));
        auto* const minute = challenge->findChild<ChallengeMinute*>();
        QTRY_VERIFY(minute->ticking());
        QTest::mouseClick(challenge->findChild<QPushButton*>("challenge_goals"), Qt::LeftButton);
        QVERIFY(!minute->ticking());
        QCOMPARE(picture->accessibleDescription(), goals);
        const Section missed = missedSection(*challenge->result());
        const auto told = challenge->findChildren<QLabel*>("challenge_told");
        const auto ways = challenge->findChildren<QPushButton*>("challenge_lab");
        const auto& rows = std::get<RowList>(missed.blocks.at(0)).rows;
        QCOMPARE(told.size(), static_cast<qsizetype>(rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto at = static_cast<qsizetype>(i);
            QVERIFY(told[at]->text().endsWith(unbroken(format::text(rows[i].title))));
            f.page.openChallenge();
            ways[at]->click();
            QCOMPARE("lab:" + std::string(f.work().entry().id), rows[i].action->id);
        }
        f.openGame(QStringLiteral("melting"));
        QCOMPARE(f.child<QComboBox>("lab_game_wait")->currentIndex(), 4);
        QCOMPARE(LabProgress(f.settings).game()["clock"], 0.0);
    }

    /// From every place a way to the gallery.
    void everyPlaceLeadsToTheGallery() {
        Fixture f;
        f.openGame(QStringLiteral("well"));
        f.page.current()->stage().setFocus();
        f.key(Qt::Key_Escape);
        QCOMPARE(f.page.current(), nullptr);
        explain(f, QStringLiteral("well"));
        f.press("lab_why_back");
        QCOMPARE(f.page.current(), nullptr);
        f.page.openChallenge();
        f.page.setFocus();
        f.key(Qt::Key_Escape);
        QVERIFY(!f.page.inChallenge());
        f.openGame(QStringLiteral("well"));
        f.page.setClassroom(true);
        f.page.current()->stage().setFocus();
        f.key(Qt::Key_Escape); // leaves the class first
        QVERIFY(!f.page.classroom() && f.page.current() != nullptr);

        WindowFixture g;
        auto* const labs = g.child<QAbstractButton>("page_labs");
        QTest::mouseClick(labs, Qt::LeftButton);
        auto* const page = g.window->findChild<LabsPage*>();
        page->openLab("drift");
        QVERIFY(page->current() != nullptr);
        QTest::mouseClick(labs, Qt::LeftButton);
        QVERIFY(page->current() == nullptr && page->isVisible());
    }

    /// The guesses of a room in two labs, in one file, and back.
    void theVotesOfALessonAreOneFile() {
        Fixture f;
        f.page.setClassroom(true);
        f.open(QStringLiteral("audio"));
        f.type("lab_votes", QStringLiteral("10 12 12 50"));
        f.open(QStringLiteral("well"));
        f.work().turn("cost", 15e6, false);
        f.type("lab_votes", QStringLiteral("7 60"));
        f.work().turn("cost", 30e6, false); // afterwards
        f.page.current()->reset();          // another class may begin; the votes stay in the lesson
        QVERIFY(f.page.files().saveLesson(f.file("lesson.jslab")));
        QFile file(f.file("lesson.jslab"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Lesson lesson = parseLesson(file.readAll().toStdString()).value();
        QCOMPARE(lesson.size(), std::size_t{2});
        QCOMPARE(lesson[0].votes, (std::vector<double>{10, 12, 12, 50}));
        QCOMPARE(lesson[1].votes, (std::vector<double>{7, 60}));
        QCOMPARE(lesson[1].knobs["cost"], 15e6);

        Fixture g;
        QVERIFY(g.page.open(f.file("lesson.jslab")));
        QCOMPARE(g.work().entry().id, std::string_view("audio"));
        QCOMPARE(g.work().votes(), (std::vector<double>{10, 12, 12, 50}));
        g.openGame(QStringLiteral("well"));
        QCOMPARE(g.work().votes(), (std::vector<double>{7, 60}));
        QCOMPARE(g.work().state().knobs["cost"], 15e6);
    }

    void theKeyIsAnotherFile() {
        Fixture f;
        f.open(QStringLiteral("x"));
        for (const LabSheet sheet : {LabSheet::ForStudents, LabSheet::Key}) {
            QVERIFY(f.page.files().saveSheet(f.file("sheet.pdf"), sheet, false));
            QFile file(f.file("sheet.pdf"));
            QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith("%PDF"));
        }
    }
};

JITTERSCOPE_TEST(LabsPlayTest)

} // namespace jitterscope::labs_play_test

#include "labs_play_test.moc"
