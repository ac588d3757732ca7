// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "tests/ui/labs_fixture.h"
#include "ui/format/outside_text.h"
#include "ui/forms/range_slider.h"
#include "ui/pages/labs/question_card.h"
#include "ui/pages/labs/sentence_label.h"
#include "ui/theme/theme.h"

#include <QRegularExpression>
#include <QScrollArea>
#include <QSet>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <new>

namespace jitterscope::lab_sentences_test {

using namespace jitterscope::ui;

namespace {

/// A lab whose explanation is open.
struct Explained : LabsFixture {
    explicit Explained(const QString& id, QSize size = {1280, 800}) : LabsFixture(size) {
        desk = &open(id);
        work().setGuess(someGuess(work().entry()));
        (void)work().run();
        (void)work().explain();
        settle(); // it begins at the first sentence
    }
    [[nodiscard]] std::vector<SentenceLabel*> sentences() const {
        std::vector<SentenceLabel*> list;
        for (auto* each : desk->findChildren<SentenceLabel*>()) {
            if (!each->isHidden())
                list.push_back(each);
        }
        std::stable_partition(list.begin(), list.end(), [](const SentenceLabel* each) {
            return each->objectName() == QStringLiteral("lab_sentence"); // the advice comes last
        });
        return list;
    }
    /// The first sentence in which this knob can be turned.
    [[nodiscard]] SentenceLabel* with(const QString& knob) const {
        const auto all = sentences();
        const auto found = std::ranges::find_if(all, [&knob](const SentenceLabel* each) {
            return !each->placeOf(QStringLiteral("knob:") + knob).isEmpty();
        });
        return found != all.end() ? *found : nullptr;
    }
    [[nodiscard]] std::string lit() const { return desk->stage().view().lit; }
    [[nodiscard]] double knob(const char* name) { return work().state().knobs[std::string_view(name)]; }
    void bringIntoSight(QWidget* widget) {
        child<QScrollArea>("lab_why_scroll")->ensureWidgetVisible(widget);
    }

    LabDesk* desk = nullptr;
};

void pointAt(QWidget* widget) {
    QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), widget->mapToGlobal(QPointF(5, 5)));
    QApplication::sendEvent(widget, &enter);
}

void leave(QWidget* widget) {
    QEvent gone(QEvent::Leave);
    QApplication::sendEvent(widget, &gone);
}

} // namespace

/// The sentences of an explanation: they point at their part of the picture, and their numbers are the knobs.
class LabSentencesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void aSentenceLightsUpItsPart_data() { LabsFixture::eachLab(); }
    void aSentenceLightsUpItsPart() {
        QFETCH(QString, id);
        const Explained f(id);
        const QImage dark = f.desk->stage().grab().toImage();
        for (SentenceLabel* sentence : f.sentences()) {
            QVERIFY2(!sentence->part().empty(), qPrintable(sentence->plain()));
            pointAt(sentence);
            QCOMPARE(f.lit(), sentence->part());
            QVERIFY(f.desk->stage().grab().toImage() != dark);
            leave(sentence);
            QCOMPARE(f.lit(), std::string());
            sentence->setFocus(Qt::TabFocusReason);
            QCOMPARE(f.lit(), sentence->part());
            pointAt(f.sentences().front()); // the mouse comes first
            QCOMPARE(f.lit(), f.sentences().front()->part());
            leave(f.sentences().front());
            QCOMPARE(f.lit(), sentence->part());
            f.desk->stage().setFocus();
            QCOMPARE(f.lit(), std::string());
        }
    }

    /// Every knob that a lab writes into its sentences turns there; picture and sentences follow.
    void aNumberIsDragged_data() { LabsFixture::eachLab(); }
    void aNumberIsDragged() {
        QFETCH(QString, id);
        Explained f(id);
        const LabEntry& entry = f.work().entry();
        int turned = 0;
        for (const ParameterInfo& info : entry.knobs) {
            SentenceLabel* const sentence = f.with(format::text(info.name));
            if (sentence == nullptr)
                continue;
            const double before = f.knob(info.name.data());
            const double answer = f.work().result().answer;
            const bool up = before < info.maximum;
            f.bringIntoSight(sentence);
            f.settle();
            const QPoint at = sentence->placeOf(QStringLiteral("knob:") + format::text(info.name)).center();
            QTest::mousePress(sentence, Qt::LeftButton, {}, at);
            for (const int moved : {15, 60})
                QTest::mouseMove(sentence, at + QPoint(up ? moved : -moved, 0));
            QTest::mouseRelease(sentence, Qt::LeftButton, {}, at + QPoint(up ? 60 : -60, 0));
            const double now = f.knob(info.name.data());
            QVERIFY2(up ? now > before : now < before, info.name.data());
            QCOMPARE(f.work().before(), std::optional(answer)); // of before the drag, not of its last step
            QCOMPARE(f.work().step(), LabStep::Explain);
            const LabResult expected = runLab(entry, f.work().state().knobs).value();
            f.settle();
            const auto shown = f.sentences();
            QCOMPARE(shown.size(), expected.explanation.size());
            for (std::size_t i = 0; i < shown.size(); ++i)
                QCOMPARE(shown[i]->plain(), QString::fromStdString(expected.explanation[i].text));
            ++turned;
        }
        QVERIFY(turned > 0);
    }

    /// Tab comes to each number of each sentence, and the arrow keys turn just its knob.
    void everyNumberIsReachedAndTurnedByKeys_data() { LabsFixture::eachLab(); }
    void everyNumberIsReachedAndTurnedByKeys() {
        QFETCH(QString, id);
        Explained f(id);
        const LabEntry& entry = f.work().entry();
        f.sentences().front()->setFocus(Qt::TabFocusReason);
        QSet<QString> turned;
        QWidget* at = QApplication::focusWidget();
        for (int i = 0; i < 120 && qobject_cast<SentenceLabel*>(at) != nullptr; ++i) {
            auto* const sentence = qobject_cast<SentenceLabel*>(at);
            const QString target = sentence->focused();
            if (target.startsWith(QStringLiteral("knob:")) && !turned.contains(target)) {
                const ParameterValues before = f.work().state().knobs;
                const std::string name = target.mid(5).toStdString();
                const auto knob = static_cast<std::size_t>(parameterIndex(entry.knobs, name));
                const bool up = before[knob] < entry.knobs[knob].maximum;
                QTest::keyClick(at, up ? Qt::Key_Right : Qt::Key_Left);
                ParameterValues after = f.work().state().knobs;
                QVERIFY2(up ? after[knob] > before[knob] : after[knob] < before[knob], qPrintable(target));
                after.set(knob, before[knob]);
                QVERIFY2(after == before, qPrintable(target)); // and no other
                QCOMPARE(sentence->focused(), target);         // it stays in the hand
                turned.insert(target);
            }
            QTest::keyClick(at, Qt::Key_Tab);
            at = QApplication::focusWidget();
        }
        QSet<QString> written;
        const LabResult result = runLab(entry, ParameterValues(entry.knobs)).value();
        for (const LabSentence& sentence : result.explanation) {
            for (const LabNumber& number : sentence.numbers)
                written.insert(QStringLiteral("knob:") + QString::fromStdString(number.knob));
        }
        QVERIFY(!written.isEmpty());
        for (const QString& each : written)
            QVERIFY2(turned.contains(each), qPrintable(each));
    }

    /// In no text of a lab a line ends between a number and its unit.
    void numbersKeepTheirUnits_data() { LabsFixture::eachLab(); }
    void numbersKeepTheirUnits() {
        QFETCH(QString, id);
        Explained f(id);
        static const QRegularExpression kBroken(
            QStringLiteral("[0-9] (ns|µs|ms|s|min|h|Hz|kHz|%|ppm|m)(?![A-Za-z0-9])"));
        int texts = 0;
        const auto check = [&] {
            for (const auto* label : f.desk->findChildren<QLabel*>()) {
                if (!label->wordWrap() || label->objectName() == QStringLiteral("lab_code"))
                    continue;
                QVERIFY2(!label->text().contains(kBroken), qPrintable(label->text()));
                ++texts;
            }
            for (const auto* row : f.desk->findChildren<ChoiceRow*>())
                QVERIFY2(!row->text().contains(kBroken), qPrintable(row->text()));
            for (const SentenceLabel* sentence : f.sentences())
                QVERIFY2(!sentence->plain().contains(kBroken), qPrintable(sentence->plain()));
        };
        f.work().choose(0);
        check();
        f.work().setKnobs(f.work().state().knobs);
        f.work().predictAgain();
        check();
        f.work().setVotes({f.work().entry().predict.maximum});
        (void)f.work().run();
        f.work().setMoment(f.work().duration());
        check();
        QVERIFY(texts > 20);
    }

    void aNumberIsTurnedByKeys() {
        Explained f(QStringLiteral("well"));
        SentenceLabel* const sentence = f.with(QStringLiteral("cost"));
        sentence->setFocus(Qt::TabFocusReason);
        QCOMPARE(sentence->focused(), QString());
        for (int i = 0; i < 4 && sentence->focused() != QStringLiteral("knob:cost"); ++i)
            QTest::keyClick(sentence, Qt::Key_Tab);
        QCOMPARE(sentence->focused(), QStringLiteral("knob:cost"));
        const double answer = f.work().result().answer;
        const double before = f.knob("cost");
        QTest::keyClick(sentence, Qt::Key_Right);
        const double once = f.knob("cost");
        QVERIFY(once > before);
        QTest::keyClick(sentence, Qt::Key_Up);
        QVERIFY(f.knob("cost") > once);
        QCOMPARE(sentence->focused(), QStringLiteral("knob:cost")); // it stays in the hand
        QCOMPARE(f.work().before(), std::optional(answer));
        const double twice = f.knob("cost");
        QTest::keyClick(sentence, Qt::Key_PageDown);
        QVERIFY(f.knob("cost") < before);
        QVERIFY(f.knob("cost") < twice);
        QTest::keyClick(sentence, Qt::Key_Left);
        QVERIFY(sentence->accessibleDescription().contains(QStringLiteral("Cost of an update")));
    }

    /// In front of a class ← → step through the lab, but not while a number has the keyboard.
    void aNumberHasItsKeysInAClassToo() {
        Explained f(QStringLiteral("well"), {1280, 720});
        f.page.setClassroom(true);
        SentenceLabel* const sentence = f.with(QStringLiteral("cost"));
        QTRY_VERIFY(sentence->isVisible());
        f.bringIntoSight(sentence);
        f.settle();
        const QPoint at = sentence->placeOf(QStringLiteral("knob:cost")).center();
        QTest::mouseClick(sentence, Qt::LeftButton, {}, at);
        QCOMPARE(sentence->focused(), QStringLiteral("knob:cost"));
        const double before = f.knob("cost");
        QTest::keyClick(sentence, Qt::Key_Left);
        QVERIFY(f.knob("cost") < before);
        QCOMPARE(f.work().step(), LabStep::Explain);
        f.desk->stage().setFocus();
        QTest::keyClick(f.page.window(), Qt::Key_Left);
        QCOMPARE(f.work().step(), LabStep::Run);
    }

    /// What was measured on this machine is not measured anew by a touch.
    void whatWasMeasuredHereIsNoKnob() {
        Explained f(QStringLiteral("sleep"));
        QVERIFY(f.with(QStringLiteral("asked")) != nullptr);
        auto measured = std::make_shared<LabResult>(f.work().result());
        measured->measured = true;
        f.work().setHere(true);
        f.work().setMeasured(measured);
        (void)f.work().explain();
        QVERIFY(f.with(QStringLiteral("asked")) == nullptr);
        QVERIFY(!f.sentences().empty());
    }

    /// A measured result may stand in memory where the last one stood; its sentences are shown all the same.
    void aResultInThePlaceOfAnotherIsShown() {
        alignas(LabResult) static std::array<std::byte, sizeof(LabResult)> place;
        static bool taken = false;
        Explained f(QStringLiteral("melting"));
        f.work().setHere(true);
        for (const char* const says : {"The first one.", "The second one."}) {
            LabResult result = findEntry(labCatalog(), "melting")->run(f.work().state().knobs);
            result.measured = true;
            result.explanation.front().text = says;
            std::shared_ptr<const LabResult> measured;
            if (taken) {
                measured = std::make_shared<const LabResult>(std::move(result));
            } else {
                taken = true;
                measured = {new (place.data()) LabResult(std::move(result)), [](const LabResult* gone) {
                                gone->~LabResult();
                                taken = false;
                            }};
            }
            f.work().setMeasured(std::move(measured));
            (void)f.work().explain();
            QCOMPARE(f.sentences().front()->plain(), QString::fromUtf8(says));
            f.work().predictAgain(); // simulates
        }
    }

    /// The call to copy is there only where it is what the advice needs.
    void theCallFollowsTheAdvice() {
        Explained f(QStringLiteral("sleep"));
        auto* const call = f.child<QWidget>("lab_call");
        QVERIFY(call != nullptr && !call->isHidden());
        f.work().turn("tick", 15'625'000, false);
        f.settle();
        QVERIFY(call->isHidden());
        f.work().turn("tick", 0, false);
        f.settle();
        QVERIFY(!call->isHidden());
    }

    void aScaleGoesFromEndToEnd_data() { LabsFixture::eachLab(); }
    void aScaleGoesFromEndToEnd() {
        QFETCH(QString, id);
        for (const ParameterInfo& info : findEntry(labCatalog(), id.toStdString())->knobs) {
            const KnobScale scale(info);
            QCOMPARE(scale.valueAt(0), info.minimum);
            QCOMPARE(scale.valueAt(1), info.maximum);
            QCOMPARE(scale.valueAt(-3), info.minimum);
            QCOMPARE(scale.stepped(info.maximum, 1), info.maximum);
            QCOMPARE(scale.stepped(info.minimum, -1), info.minimum);
            double value = info.minimum;
            int steps = 0;
            for (; value < info.maximum && steps < 1000; ++steps) {
                const double next = scale.stepped(value, 1);
                QVERIFY2(next > value, info.name.data());
                value = next;
            }
            QVERIFY2(value == info.maximum, info.name.data());
            if (info.unit == Unit::Choice)
                QCOMPARE(steps, static_cast<int>(info.choices.size()) - 1);
        }
    }
};

JITTERSCOPE_TEST(LabSentencesTest)

} // namespace jitterscope::lab_sentences_test

#include "lab_sentences_test.moc"
