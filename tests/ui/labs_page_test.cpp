// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/document/lab_document.h"
#include "core/files/atomic_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/labs_fixture.h"
#include "ui/format/outside_text.h"
#include "ui/forms/field.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/labs/question_card.h"
#include "ui/pages/labs/sentence_label.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QScrollArea>
#include <QStandardPaths>
#include <QTableView>

namespace jitterscope::labs_page_test {

using namespace jitterscope::ui;
using Fixture = LabsFixture;

/// The page with every lab of the catalogue: opened, predicted, run, explained, saved.
class LabsPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void theGalleryHasACardForEachAndOpensWithReturn() {
        Fixture f;
        QCOMPARE(f.page.current(), nullptr);
        for (const LabEntry& entry : labCatalog()) {
            GalleryCard* const card = f.page.gallery().card(std::string(entry.id));
            QVERIFY(card != nullptr && !card->toolTip().isEmpty());
            const bool here = entry.measure != nullptr;
            QCOMPARE(card->item().badges.size(), std::size_t(here ? 2 : 1));
            QCOMPARE(card->item().predicts,
                     QStringLiteral("First you guess: ") + unbroken(entry.predict.asks));
            QVERIFY(card->item().sketch != nullptr);
            QTest::keyClick(card, Qt::Key_Return);
            QVERIFY(f.page.current() != nullptr);
            QCOMPARE(f.work().entry().id, entry.id);
            QTest::keyClick(f.page.window(), Qt::Key_Left, Qt::AltModifier);
            QCOMPARE(f.page.current(), nullptr);
            QVERIFY(card->hasFocus());
        }
    }

    void theRunIsLockedUntilSomethingIsPredicted_data() { Fixture::eachLab(); }
    void theRunIsLockedUntilSomethingIsPredicted() {
        QFETCH(QString, id);
        Fixture f;
        f.open(id);
        QVERIFY(f.work().scene() != nullptr);
        QVERIFY(!f.child<QPushButton>("lab_run")->isEnabled());
        QVERIFY(!f.child<QAbstractButton>("lab_step_run")->isEnabled());
        QVERIFY(!f.child<QAbstractButton>("lab_step_explain")->isEnabled());
        for (const QAction* action : f.page.head().actions) // there is one Run, beside the guess
            QVERIFY(action->objectName() != QStringLiteral("lab_play"));
        QSignalSpy noticed(&f.page, &Page::noticed);
        f.page.start(); // F5
        QCOMPARE(noticed.count(), 1);
        QVERIFY(!f.work().answered());
        QVERIFY(f.page.head().readouts.empty()); // figures would tell the answer
        QVERIFY(!f.page.hasReport() && f.page.reportText().isEmpty());
        f.type("lab_guess", QStringLiteral("-1"));
        QVERIFY(!f.text("lab_guess_error").isEmpty());
        QVERIFY(!f.child<QPushButton>("lab_run")->isEnabled());
        f.guess();
        QVERIFY(f.child<QLabel>("lab_guess_error")->isHidden());
        QVERIFY(f.child<QPushButton>("lab_run")->isEnabled());
        f.press("lab_run");
        QVERIFY(f.work().answered());
        QVERIFY(f.page.current()->stage().playing());
        QVERIFY(!f.page.head().readouts.empty());
        QVERIFY(f.child<QAbstractButton>("lab_step_explain")->isEnabled());
        const LabState& state = f.work().state();
        QCOMPARE(f.page.reportText().toStdString(),
                 markdown(labDocument({f.work().entry(), state.knobs, f.work().result(), state.guess})));
    }

    /// Who types and presses Run need not press Return in between.
    void aTypedGuessIsTakenByRun() {
        Fixture f;
        f.open(QStringLiteral("sleep"));
        auto* const edit = f.child<QLineEdit>("lab_guess");
        edit->setFocus();
        QTest::keyClicks(edit, QStringLiteral("7"));
        QVERIFY(f.child<QPushButton>("lab_run")->isEnabled() && !f.work().state().guess);
        QTest::keyClick(edit, Qt::Key_Backspace);
        QVERIFY(!f.child<QPushButton>("lab_run")->isEnabled());
        QTest::keyClicks(edit, QStringLiteral("75"));
        f.press("lab_run");
        QVERIFY(f.work().answered());
        QCOMPARE(f.work().state().guess, std::optional(75.0));
    }

    void aGuessCanBeDraggedOrMovedWithKeys_data() { Fixture::eachLab(); }
    void aGuessCanBeDraggedOrMovedWithKeys() {
        QFETCH(QString, id);
        Fixture f;
        LabStage& stage = f.open(id).stage();
        const LabPrediction& predict = f.work().entry().predict;
        QTest::keyClick(&stage, Qt::Key_Up);
        QVERIFY(f.work().state().guess.has_value());
        const double before = *f.work().state().guess;
        QTest::keyClick(&stage, Qt::Key_Up);
        QVERIFY(*f.work().state().guess > before);
        QTest::keyClick(&stage, Qt::Key_Down);
        QVERIFY(std::abs(*f.work().state().guess - before) <= 0.02 * std::abs(before));
        const auto axis = f.work().scene()->guessAxis(stage.view());
        for (const double share : {0.0, 0.5, 1.0}) {
            QTest::mousePress(&stage, Qt::LeftButton, {}, axis.axis.pointAt(0.3).toPoint());
            QTest::mouseMove(&stage, axis.axis.pointAt(share).toPoint());
            QTest::mouseRelease(&stage, Qt::LeftButton, {}, axis.axis.pointAt(share).toPoint());
            const double guess = *f.work().state().guess;
            QVERIFY(guess >= predict.minimum && guess <= predict.maximum);
            if (share == 0.0)
                QVERIFY(guess <= axis.low + (axis.high - axis.low) * 0.02);
            if (share == 1.0)
                QVERIFY(guess >= axis.low + (axis.high - axis.low) * 0.95);
        }
        QVERIFY(f.child<QPushButton>("lab_run")->isEnabled());
    }

    void itPlaysToTheEndAndSettlesTheGuess_data() { Fixture::eachLab(); }
    void itPlaysToTheEndAndSettlesTheGuess() {
        QFETCH(QString, id);
        Fixture f;
        LabDesk& desk = f.open(id);
        f.guess();
        f.press("lab_pace_at_once");
        f.press("lab_run");
        QVERIFY(!desk.stage().playing());
        QVERIFY(f.work().atEnd());
        const LabResult expected = runLab(f.work().entry(), f.work().state().knobs).value();
        const double guess = *f.work().state().guess;
        QVERIFY(f.text("lab_settled")
                    .startsWith(
                        QString::fromStdString(guessText(f.work().entry().predict, guess, expected.answer))));
        QCOMPARE(f.text("lab_headline"), QString::fromStdString(expected.headline));
        f.press("lab_step_explain");
        QCOMPARE(f.work().step(), LabStep::Explain);
        const auto sentences = desk.findChildren<SentenceLabel*>(QStringLiteral("lab_sentence"));
        QCOMPARE(static_cast<std::size_t>(sentences.size()) + 1, expected.explanation.size());
        QCOMPARE(f.child<SentenceLabel>("lab_your_code")->plain(),
                 QString::fromStdString(expected.explanation.back().text));
        QVERIFY(f.child<QWidget>("lab_question_card")->isVisible());
        const auto shown = desk.findChildren<QTableView*>(); // the others are made for those who open them
        QCOMPARE(shown.size(), 1);
        QVERIFY(shown.front()->isVisible());
        QCOMPARE(shown.front()->objectName(),
                 QStringLiteral("lab_table_") + QString::fromStdString(expected.advice.table));
        const QHeaderView& heads = *shown.front()->horizontalHeader();
        for (std::size_t i = 0; i < expected.advice.by.size(); ++i) // what decides stands first
            QCOMPARE(heads.logicalIndex(static_cast<int>(i) + 1),
                     expected.table(expected.advice.table).column(expected.advice.by[i]));
        f.child<Foldout>("lab_numbers")->setOpen(true);
        const auto tables = desk.findChildren<QTableView*>();
        QCOMPARE(static_cast<std::size_t>(tables.size()), expected.tables.size());
        for (const QTableView* table : tables)
            QVERIFY2(!table->accessibleName().isEmpty(), qPrintable(table->objectName()));
    }

    /// What one came for is in sight without scrolling, and banner and steps never leave it.
    void theExplanationAndTheQuestionComeIntoSight() {
        Fixture f({928, 594});
        f.open(QStringLiteral("well"));
        f.guess();
        f.press("lab_pace_at_once");
        f.press("lab_run");
        const auto inSight = [&](QWidget* widget, const char* area) {
            auto* scroll = f.child<QScrollArea>(area);
            const QPoint at = widget->mapTo(scroll->viewport(), QPoint(0, 0));
            return widget->isVisible() && at.y() >= 0 &&
                   at.y() + widget->minimumSizeHint().height() <= scroll->viewport()->height();
        };
        f.key(Qt::Key_N);
        QTRY_VERIFY(inSight(f.child<QLabel>("lab_settled"), "lab_scroll"));
        f.key(Qt::Key_N);
        QTRY_VERIFY(inSight(f.child<QLabel>("lab_closing"), "lab_why_scroll"));
        QVERIFY(inSight(&f.page.current()->stage(), "lab_scroll")); // beside it, as before
        for (const char* name : {"lab_banner", "lab_stepper"})
            QVERIFY(QRect(QPoint(0, 0), f.page.size())
                        .contains(QRect(f.child<QWidget>(name)->mapTo(&f.page, QPoint(0, 0)),
                                        f.child<QWidget>(name)->size())));
        f.key(Qt::Key_P);
        f.key(Qt::Key_P);
        QTRY_VERIFY(inSight(&f.page.current()->stage(), "lab_scroll"));
    }

    void stepsGoFromEventToEventAndBack_data() { Fixture::eachLab(); }
    void stepsGoFromEventToEventAndBack() {
        QFETCH(QString, id);
        Fixture f;
        LabDesk& desk = f.open(id);
        f.guess();
        const std::vector<double> stops = f.work().scene()->stops();
        QVERIFY(!stops.empty());
        desk.stepOnce();
        QCOMPARE(f.work().step(), LabStep::Run);
        for (std::size_t i = 0; i < stops.size(); ++i) {
            QVERIFY2(std::abs(f.work().now() - stops[i]) < 1e-9, qPrintable(QString::number(i)));
            QVERIFY(!f.work().scene()->describe(desk.stage().view()).isEmpty());
            QVERIFY(!f.page.head().readouts.empty());
            desk.stepOnce();
        }
        QVERIFY(f.work().atEnd());
        QVERIFY(!desk.stage().playing());
        int back = 0;
        while (f.work().step() == LabStep::Run && back < 2000) {
            desk.goBack();
            ++back;
        }
        QCOMPARE(f.work().step(), LabStep::Predict); // the answer is hidden, the guess is kept
        QVERIFY(f.work().state().guess.has_value());
    }

    void itIsWalkedByKeysAlone_data() { Fixture::eachLab(); }
    void itIsWalkedByKeysAlone() {
        QFETCH(QString, id);
        Fixture f;
        LabDesk& desk = f.open(id);
        f.key(Qt::Key_N);
        QCOMPARE(f.work().step(), LabStep::Predict); // nothing was guessed
        QTest::keyClick(&desk.stage(), Qt::Key_Up);
        f.key(Qt::Key_N);
        QCOMPARE(f.work().step(), LabStep::Run);
        int steps = 0;
        while (f.work().step() == LabStep::Run && steps < 2000) {
            f.key(Qt::Key_N);
            ++steps;
        }
        QCOMPARE(f.work().step(), LabStep::Explain);
        f.key(Qt::Key_N); // the question
        QCOMPARE(f.work().entry().id, findEntry(labCatalog(), id.toStdString())->id);
        f.key(Qt::Key_P);
        f.key(Qt::Key_P);
        QCOMPARE(f.work().step(), LabStep::Run);
        QVERIFY(f.work().atEnd());
        f.key(Qt::Key_N);
        f.key(Qt::Key_N);
        f.key(Qt::Key_N); // the next lab, or the gallery behind the last
        const bool last = labCatalog().back().id == id.toStdString();
        QCOMPARE(f.page.current() == nullptr, last);
        if (!last)
            QVERIFY(f.work().entry().id != id.toStdString());
    }

    void tabReachesEveryControl_data() { Fixture::eachLab(); }
    void tabReachesEveryControl() {
        QFETCH(QString, id);
        Fixture f;
        LabDesk& desk = f.open(id);
        f.guess();
        QSet<QWidget*> reached;
        QWidget* const first = &desk.stage();
        first->setFocus();
        QWidget* at = first;
        for (int i = 0; i < 100 && (i == 0 || at != first); ++i) {
            QTest::keyClick(at, Qt::Key_Tab);
            at = QApplication::focusWidget();
            QVERIFY(at != nullptr);
            reached.insert(at);
        }
        QCOMPARE(at, first);
        for (const ParameterInfo& knob : f.work().entry().knobs) {
            auto* control = desk.findChild<QWidget*>(QStringLiteral("lab_knob_") + format::text(knob.name));
            QVERIFY(control != nullptr);
            if (control->isEnabled())
                QVERIFY2(reached.contains(control), knob.name.data());
        }
        for (const char* name : {"lab_back", "lab_calm", "lab_next", "lab_guess", "lab_run"})
            QVERIFY2(reached.contains(f.child<QWidget>(name)), name);
    }

    void theClosingQuestionSaysOfEachAnswerWhyItIsRightOrWrong_data() { Fixture::eachLab(); }
    void theClosingQuestionSaysOfEachAnswerWhyItIsRightOrWrong() {
        QFETCH(QString, id);
        Fixture f;
        f.open(id);
        f.guess();
        f.press("lab_pace_at_once");
        f.press("lab_run");
        f.press("lab_step_explain");
        const LabQuestion& question = f.work().entry().closing;
        GalleryCard* const card = f.page.gallery().card(id.toStdString());
        QVERIFY(card->state().startsWith(QStringLiteral("continue")));
        for (std::size_t i = 0; i < question.choices.size(); ++i) {
            auto* choice = f.page.current()->findChild<ChoiceRow*>(QStringLiteral("lab_choice_%1").arg(i));
            QTest::keyClick(choice, Qt::Key_Space);
            QVERIFY(choice->isChecked());
            for (std::size_t j = 0; j < question.choices.size();
                 ++j) { // each choice is explained to everybody
                const QString mark = j == question.right ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
                const auto* const said =
                    f.page.current()->findChild<QLabel*>(QStringLiteral("lab_feedback_%1").arg(j));
                QCOMPARE(said->text(), mark + unbroken(question.choices[j].feedback));
                QVERIFY(said->isVisible());
            }
        }
        f.page.current()->findChild<ChoiceRow*>(QStringLiteral("lab_choice_%1").arg(question.right))->click();
        QCOMPARE(card->state(), QStringLiteral("✓ done"));
    }

    void savedAndOpenedAgainItIsTheSame_data() { Fixture::eachLab(); }
    void savedAndOpenedAgainItIsTheSame() {
        QFETCH(QString, id);
        Fixture f;
        LabDesk& desk = f.open(id);
        const ParameterInfo& knob = f.work().entry().knobs.front();
        ParameterValues knobs = f.work().state().knobs;
        knobs.set(0, knob.unit == Unit::Choice ? knob.maximum
                                               : knob.standard + (knob.maximum - knob.standard) / 64);
        f.work().setKnobs(knobs);
        f.guess();
        desk.stepOnce();
        const LabState state = f.work().state();
        QVERIFY(state.moment > 0);
        QVERIFY(f.page.files().saveLab(f.file("a.jslab")));
        desk.reset();
        QVERIFY(f.work().fresh());
        QVERIFY(f.page.open(f.file("a.jslab")));
        QVERIFY(f.work().state() == state);
        Fixture other; // somebody else's
        QVERIFY(other.page.open(f.file("a.jslab")));
        QVERIFY(other.work().state() == state);
        QVERIFY(other.page.files().saveLab(f.file("b.jslab")));
        QFile a(f.file("a.jslab"));
        QFile b(f.file("b.jslab"));
        QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
        QCOMPARE(a.readAll(), b.readAll());
    }

    void resetMakesItAsNew_data() { Fixture::eachLab(); }
    void resetMakesItAsNew() {
        QFETCH(QString, id);
        Fixture f;
        f.open(id);
        f.guess();
        f.press("lab_run");
        f.key(Qt::Key_R);
        QVERIFY(f.work().fresh());
        QVERIFY(f.page.current()->stage().view().game); // it begins again
        QVERIFY(!f.child<QPushButton>("lab_run")->isEnabled());
        QVERIFY(f.child<QLineEdit>("lab_guess")->text().isEmpty());
        QVERIFY(f.page.gallery().card(id.toStdString())->state().isEmpty());
    }

    void nothingIsCutOffFromSmallToLarge_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QSize>("size");
        for (const LabEntry& entry : labCatalog()) {
            for (const QSize size : {QSize(928, 594), QSize(1344, 854)})
                QTest::addRow("%s %d", entry.id.data(), size.width()) << format::text(entry.id) << size;
        }
    }
    void nothingIsCutOffFromSmallToLarge() {
        QFETCH(QString, id);
        QFETCH(QSize, size);
        Fixture f(size);
        LabDesk& desk = f.open(id);
        f.guess();
        const auto fits = [&] {
            auto* scroll = f.child<QScrollArea>("lab_scroll");
            QVERIFY2(scroll->widget()->minimumSizeHint().width() <= scroll->viewport()->width(),
                     qPrintable(QString::number(scroll->widget()->minimumSizeHint().width())));
            for (const auto* button : desk.findChildren<QPushButton*>()) {
                if (button->isVisible())
                    QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                             qPrintable(button->text()));
            }
        };
        fits();
        f.press("lab_pace_at_once");
        f.press("lab_run");
        fits();
        f.press("lab_step_explain");
        fits();
        f.page.setClassroom(true);
        fits();
    }
};

JITTERSCOPE_TEST(LabsPageTest)

} // namespace jitterscope::labs_page_test

#include "labs_page_test.moc"
