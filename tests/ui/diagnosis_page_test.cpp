// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/words.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/charts/diagnosis/late_frame_card.h"
#include "ui/document/section_card.h"
#include "ui/format/format.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace jitterscope::diagnosis_page_test {

using namespace jitterscope::ui;

namespace {

constexpr int kLong = 60'000; // ms; for a busy machine

struct Fixture {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.json"))};
    Session session;
    DiagnosisPage page{session, settings};

    explicit Fixture(QSize size = {1300, 800}) {
        page.resize(size);
        page.show();
    }
    template <typename T>
    [[nodiscard]] T* child(const char* name) {
        return page.findChild<T*>(QLatin1String(name));
    }
    /// With plain blanks: a number and its unit stay together in a label.
    [[nodiscard]] QString text(const char* label) {
        return child<QLabel>(label)->text().replace(QChar::Nbsp, QLatin1Char(' '));
    }
    void press(const char* button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
    /// As a user does: the list is opened with the keyboard, and the entry chosen by its first letters would
    /// depend on the names, so the index is set and its signal sent.
    void choose(const char* box, const char* id) {
        auto* combo = child<QComboBox>(box);
        chooseId(*combo, id);
        emit combo->activated(combo->currentIndex());
    }
    void type(const char* name, const char* words) {
        auto* edit = child<QLineEdit>(name);
        QVERIFY(edit != nullptr);
        edit->selectAll();
        QTest::keyClicks(edit, QString::fromUtf8(words));
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void simulate(const char* machine = "linux-default", const char* job = "game-144") {
        choose("diagnosis_machine", machine);
        choose("diagnosis_job", job);
    }
    void diagnose() {
        press("diagnosis_run");
        QTRY_VERIFY_WITH_TIMEOUT(!page.runner().running(), kLong);
        QVERIFY(page.diagnosis() != nullptr);
    }
    [[nodiscard]] QByteArray saved(const char* suffix, const char* name) {
        const QString path = folder.filePath(QLatin1String(name));
        if (!page.exports().save(QLatin1String(suffix), path))
            return {};
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

FrameSample lateFrame() {
    FrameSample sample;
    sample.iteration = 1234;
    sample.deadline = 10'000'000;
    sample.start = 12'000'000;
    sample.behind = -1'000'000;
    sample.nativeSleeps = 1;
    sample.oversleep = 2'000'000;
    sample.hasQueued = true;
    sample.queued = 1'500'000;
    sample.cause = Cause::RunQueue;
    return sample;
}

} // namespace

class DiagnosisPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void beforeTheFirstItSaysWhatComes() {
        Fixture f;
        QVERIFY(f.text("verdict_sentence").contains(QStringLiteral("Press Diagnose")));
        QVERIFY(f.child<QWidget>("diagnosis_intro")->isVisible());
        for (const char* card :
             {"findings_card", "trials_card", "anatomy_card", "recommendation_card", "facts_card"})
            QVERIFY(!f.child<QWidget>(card)->isVisible());
        QVERIFY(!f.child<QPushButton>("diagnosis_copy")->isEnabled());
        QVERIFY(f.page.reportText().isEmpty());
        QVERIFY(f.page.unsaved().isEmpty());
    }

    void aClickGivesASentenceCausesAndCode() {
        Fixture f;
        f.simulate("windows-15ms");
        f.diagnose();
        QVERIFY(f.text("verdict_sentence").startsWith(QStringLiteral("Unfit for a 144 Hz game")));
        QVERIFY(f.text("verdict_sentence").contains(QStringLiteral("ticks of 15.62 ms")));
        QVERIFY(f.text("verdict_cured").startsWith(QStringLiteral("Fit once cured")));
        QVERIFY(f.child<QLabel>("finding_tick") != nullptr);
        QVERIFY(!f.child<QWidget>("diagnosis_intro")->isVisible());
        QVERIFY(
            f.child<QPlainTextEdit>("recommendation_code")->toPlainText().contains(QStringLiteral("pace(")));
        QVERIFY(f.text("diagnosis_state").startsWith(QStringLiteral("SIMULATED")));
        QVERIFY(f.page.unsaved().isEmpty()); // a simulated one can be had again
    }

    void aTrialShowsWhatItChanged() {
        Fixture f;
        f.simulate();
        f.diagnose();
        QCOMPARE(f.child<QPushButton>("try_trial_slack"), nullptr); // a simulated machine has no such setting
        auto* button = f.child<QPushButton>("try_trial_adaptive");
        QVERIFY(button != nullptr && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(f.page.runner().trial(), std::string("adaptive"));
        QTRY_VERIFY_WITH_TIMEOUT(!f.page.runner().running(), kLong);
        QCOMPARE(f.page.diagnosis()->trials.size(), std::size_t{1});
        QVERIFY(f.child<QLabel>("trial_adaptive")->text().startsWith(QStringLiteral("✓")));
    }

    /// Rows are made anew; who works with the keyboard goes on where they were, and the page does not jump.
    void theKeyboardStaysInItsPlace() {
        Fixture f({1024, 640});
        f.simulate();
        f.diagnose();
        const auto place = [&f] {
            const QWidget* const focused = f.page.focusWidget();
            return focused != nullptr ? focused->objectName() : QString();
        };
        auto* bar = f.page.findChild<QScrollArea*>()->verticalScrollBar();
        const QString toggle = QStringLiteral("evidence_cause:woke-late");
        const QPointer<QWidget> old = f.page.findChild<QWidget*>(toggle);
        old->setFocus(Qt::TabFocusReason);
        bar->setValue(bar->maximum() / 2);
        const int before = bar->value();
        applyTheme(ThemeMode::Dark); // all is drawn anew
        QTRY_VERIFY(old.isNull());
        applyTheme(ThemeMode::Light);
        QTRY_COMPARE(place(), toggle);
        QCOMPARE(bar->value(), before);
        auto* button = f.child<QPushButton>("try_trial_adaptive");
        button->setFocus(Qt::TabFocusReason);
        QTest::keyClick(button, Qt::Key_Space);
        QTRY_COMPARE(place(), QStringLiteral("diagnosis_run")); // it says Cancel now
        QTRY_VERIFY_WITH_TIMEOUT(!f.page.runner().running(), kLong);
    }

    void everyStatementOpensToItsEvidence() {
        Fixture f;
        f.simulate("windows-15ms");
        f.diagnose();
        const auto shown = [&f](const QString& words) {
            const auto labels = f.page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                return label->text() == words && label->isVisible();
            });
        };
        const auto all = groundsOf(*f.page.diagnosis());
        QVERIFY(all.size() >= 9); // verdict, a finding, six causes, recommendation
        for (const StatementGrounds& statement : all) {
            QVERIFY(!statement.grounds.empty());
            const QString id = QString::fromStdString(statement.id);
            auto* toggle = f.page.findChild<QToolButton*>(QStringLiteral("evidence_") + id);
            QVERIFY2(toggle != nullptr, qPrintable(id));
            // New rows get their room with the next turn.
            QTRY_VERIFY2(toggle->isVisible() && toggle->height() > 0, qPrintable(id));
            const QWidget* panel = static_cast<EvidenceToggle*>(toggle)->panel();
            QVERIFY2(!panel->isVisible(), qPrintable(id));
            QTest::mouseClick(toggle, Qt::LeftButton);
            QVERIFY2(panel->isVisible(), qPrintable(id));
            for (const Ground& ground : statement.grounds)
                QVERIFY2(shown(QString::fromStdString(ground.value)), ground.value.c_str());
        }
        f.press("diagnosis_run"); // what was opened stays open for the next one
        QTRY_VERIFY_WITH_TIMEOUT(!f.page.runner().running(), kLong);
        auto* again = f.page.findChild<QToolButton*>(QStringLiteral("evidence_finding:tick"));
        QVERIFY(again != nullptr && again->isChecked());
        QTRY_VERIFY(static_cast<EvidenceToggle*>(again)->panel()->isVisible());
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(!static_cast<EvidenceToggle*>(again)->panel()->isVisible());
    }

    /// What was read below is not where the next verdict comes.
    void thePageScrollsToTheVerdict() {
        Fixture f({928, 580});
        f.simulate("windows-15ms");
        f.diagnose();
        auto* bar = f.child<QScrollArea>("diagnosis_scroll")->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        QVERIFY(bar->value() > 0);
        f.diagnose();
        QCOMPARE(bar->value(), 0);
    }

    /// The header's figures are those of the verdict.
    void oneSetOfNumbers() {
        Fixture f;
        QVERIFY(f.page.head().readouts.empty());
        QSignalSpy changed(&f.page, &Page::readoutsChanged);
        f.simulate("windows-15ms");
        f.diagnose();
        QVERIFY(changed.count() > 0);
        const auto readouts = f.page.head().readouts;
        QVERIFY(f.text("verdict_sentence")
                    .remove(QLatin1Char(' '))
                    .contains(QString::fromStdString(readouts[0].value).remove(QLatin1Char(' '))));
        QCOMPARE(readouts[1].value, std::string("1 %"));
    }

    void theUsersOwnJobTakesItsFigures() {
        Fixture f;
        QVERIFY(!f.child<QWidget>("diagnosis_rate")->isVisible());
        f.choose("diagnosis_job", "own");
        QVERIFY(f.child<QWidget>("diagnosis_rate")->isVisible());
        f.type("diagnosis_rate", "50");
        f.type("diagnosis_beyond", "2ms");
        f.type("diagnosis_allowed", "5 %");
        QCOMPARE(f.text("diagnosis_rule"),
                 QStringLiteral("late: more than 2 ms after its time · allowed: 5 % of frames"));
        f.choose("diagnosis_machine", "linux-default");
        f.diagnose();
        const Target& target = f.page.diagnosis()->plan.target;
        QCOMPARE(target.period.hertz(), 50.0);
        QCOMPARE(target.beyond.count(), std::int64_t{2'000'000});
        QVERIFY(std::abs(target.allowed - 0.05) < 1e-12);
        QVERIFY(f.text("verdict_sentence").startsWith(QStringLiteral("Fit for your loop")));
    }

    void workThatTakesLongerThanThePeriodIsNamed() {
        Fixture f;
        f.simulate("linux-slack1", "game-144");
        f.type("diagnosis_work", "9ms");
        f.diagnose();
        QCOMPARE(f.page.diagnosis()->plan.loop.work.id, std::string("fixed"));
    }

    void wrongInputIsRefused() {
        Fixture f;
        f.simulate();
        f.child<QLineEdit>("diagnosis_work")->setText({});
        QTest::keyClicks(f.child<QLineEdit>("diagnosis_work"), QStringLiteral("soon"));
        QSignalSpy failed(&f.page, &Page::failed);
        f.press("diagnosis_run");
        QVERIFY(!f.page.runner().running());
        QCOMPARE(failed.count(), 1);
    }

    /// Another field that is changed takes nothing over that was refused.
    void whatIsRefusedStaysOutOfThePlan() {
        Fixture f;
        f.choose("diagnosis_job", "own");
        f.choose("diagnosis_machine", "linux-default");
        f.type("diagnosis_beyond", "2ms");
        f.type("diagnosis_work", "3ms");
        f.type("diagnosis_beyond", "60s");
        f.type("diagnosis_work", "soon");
        f.type("diagnosis_rate", "50");
        f.choose("diagnosis_strategy", "spin");
        QCOMPARE(f.text("diagnosis_rule").section(QStringLiteral(" · "), 0, 0),
                 QStringLiteral("late: more than 2 ms after its time"));
        f.type("diagnosis_work", "");
        f.type("diagnosis_work", "3ms");
        f.diagnose();
        QCOMPARE(f.page.diagnosis()->plan.loop.work.id, std::string("fixed"));
        QCOMPARE(f.page.diagnosis()->plan.target.beyond, Nanoseconds(2'000'000));
    }

    void cancelKeepsNothing() {
        Fixture f;
        f.choose("diagnosis_length", "");
        f.press("diagnosis_run"); // here: takes a minute
        QVERIFY(f.page.runner().running());
        QVERIFY(!f.page.measuring().isEmpty());
        QVERIFY(f.text("verdict_sentence").startsWith(QStringLiteral("Measuring.")));
        QSignalSpy cancelled(&f.page.runner(), &DiagnosisRunner::cancelled);
        f.page.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(cancelled.count(), 1, kLong);
        QCOMPARE(f.page.diagnosis(), nullptr);
        QVERIFY(f.page.measuring().isEmpty());
    }

    void aLiveRunIsStoppedInTheSameClick() {
        Fixture f;
        f.simulate();
        RunPlan live = standardPlan();
        live.machine = machineChoice("linux-default");
        live.machine.realPace = true;
        QVERIFY(f.session.setPlan(live).ok());
        QVERIFY(f.session.start().ok());
        QTRY_COMPARE(f.child<QPushButton>("diagnosis_run")->text().remove(QLatin1Char('&')),
                     QStringLiteral("Stop Live and diagnose"));
        QSignalSpy diagnosed(&f.page.runner(), &DiagnosisRunner::diagnosed);
        f.press("diagnosis_run");
        QTRY_COMPARE_WITH_TIMEOUT(diagnosed.count(), 1, kLong);
        QVERIFY(!f.session.running());
    }

    void f5AsksBeforeItStopsALiveRun() {
        Fixture f;
        f.simulate();
        RunPlan live = standardPlan();
        live.machine = machineChoice("linux-default");
        live.machine.realPace = true;
        QVERIFY(f.session.setPlan(live).ok());
        QVERIFY(f.session.start().ok());
        QSignalSpy offered(&f.page, &Page::offered);
        f.page.start();
        QCOMPARE(offered.count(), 1);
        QVERIFY(f.session.running());
    }

    void reportsAreWrittenWholeAndReadable() {
        Fixture f;
        f.simulate("windows-15ms");
        f.diagnose();
        const QByteArray markdown = f.saved("md", "report.md");
        QVERIFY(markdown.startsWith("# Diagnosis: a 144 Hz game"));
        const QByteArray json = f.saved("json", "report.json");
        const QJsonObject object = QJsonDocument::fromJson(json).object();
        QCOMPARE(object["verdict"].toObject()["fitness"].toString(), QStringLiteral("unfit"));
        QVERIFY(f.saved("pdf", "report.pdf").startsWith("%PDF"));
        QVERIFY(!f.saved("html", "report.html").isEmpty());
        f.press("diagnosis_copy");
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), markdown);
        QSignalSpy failed(&f.page, &Page::failed);
        QVERIFY(!f.page.exports().save("json", QStringLiteral("/no/such/folder/report.json")));
        QCOMPARE(failed.count(), 1);
    }

    void theLanguageOfTheCodeCanBeChosenAndCopied() {
        Fixture f;
        f.simulate();
        f.diagnose();
        f.choose("recommendation_language", "python");
        f.press("recommendation_copy");
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("def pace(frame)")));
    }

    void nothingIsCutOffFromSmallToLarge_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(928, 580);
        QTest::newRow("usual") << QSize(1300, 800);
        QTest::newRow("large") << QSize(1800, 1000);
    }
    void nothingIsCutOffFromSmallToLarge() {
        QFETCH(QSize, size);
        Fixture f(size);
        f.simulate("windows-15ms");
        f.diagnose();
        QTRY_VERIFY(f.child<QLabel>("finding_tick") != nullptr);
        const QWidget* const cards = f.child<QScrollArea>("diagnosis_scroll")->widget();
        for (const QPushButton* button : cards->findChildren<QPushButton*>()) {
            if (!button->isVisible())
                continue;
            const QRect place(button->mapTo(cards, QPoint(0, 0)), button->size());
            QVERIFY2(cards->rect().contains(place), qPrintable(button->text()));
            QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()),
                     qPrintable(button->text()));
        }
        QVERIFY(cards->width() <= f.child<QScrollArea>("diagnosis_scroll")->viewport()->width());
    }

    void aLateFramesCardAddsUp() {
        const FrameSample sample = lateFrame();
        LateFrameCard card(sample, Nanoseconds(500'000), nullptr);
        QStringList words;
        for (const QLabel* label : card.findChildren<QLabel*>())
            words << label->text();
        const QString all = words.join(QLatin1Char('\n'));
        QVERIFY(all.contains(format::count(1234)));
        QVERIFY(all.contains(QStringLiteral("1.50 ms")) || all.contains(QStringLiteral("1.500 ms")));
        QVERIFY(all.contains(QStringLiteral("500.0 µs")));
    }
};

JITTERSCOPE_TEST(DiagnosisPageTest)

} // namespace jitterscope::diagnosis_page_test

#include "diagnosis_page_test.moc"
