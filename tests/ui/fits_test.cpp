// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/experiment.h"
#include "tests/support/test_program.h"
#include "tests/ui/fits.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/diagnosis/diagnosis_page.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/pages/hint_line.h"
#include "ui/pages/labs/labs_page.h"
#include "ui/theme/elided_label.h"

#include <QFontInfo>
#include <QHelpEvent>
#include <QLocale>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QToolTip>

#include <array>
#include <functional>
#include <span>

namespace jitterscope::fits_test {

using namespace jitterscope::ui;

namespace {

constexpr int kLong = 60'000; // ms; for a busy machine

constexpr std::array kSizes{QSize(900, 600), QSize(1280, 720), QSize(1366, 768), QSize(2560, 1440)};
constexpr std::array kProjectors{QSize(1280, 720), QSize(1366, 768), QSize(1440, 900), QSize(1920, 1080)};

} // namespace

/// Nothing of any page is cut, over something else or off the window, with every size of window and letters;
/// and no page changes the window's size.
class FitsTest : public QObject {
    Q_OBJECT

    QFont m_usual;
    bool m_large = false;
    QStringList m_faults;

    /// By hand, with JITTERSCOPE_PICTURES=FOLDER: a picture of each page at each size as well.
    void look(MainWindow& window, const QString& what, std::span<const QSize> sizes = kSizes) {
        for (const QSize size : sizes) {
            window.resize(size);
            layOut(window);
            const QString where =
                QStringLiteral("%1 at %2×%3: ").arg(what).arg(size.width()).arg(size.height());
            if (window.size() != size)
                m_faults << where + QStringLiteral("is %1×%2").arg(window.width()).arg(window.height());
            // Where large letters meet the smallest window, a page may scroll sideways, and plots may be
            // small.
            const bool tight = m_large && size == kSizes.front();
            for (const QString& fault : cutParts(window)) {
                if (!tight || !(fault.endsWith(QStringLiteral("scrolls sideways")) ||
                                fault.startsWith(QStringLiteral("small"))))
                    m_faults << where + fault;
            }
            if (const QString folder = qEnvironmentVariable("JITTERSCOPE_PICTURES"); !folder.isEmpty())
                window.grab().save(
                    QStringLiteral("%1/%2-%3-%4.png")
                        .arg(folder, QString(what).replace(u' ', u'-'), m_large ? "150" : "100")
                        .arg(size.width()));
        }
    }

    void live() {
        WindowFixture f;
        f.window.reset();
        f.open({}); // as for somebody who has never measured
        look(*f.window, QStringLiteral("first minute"));
        WindowFixture measured;
        look(*measured.window, QStringLiteral("live, empty"));
        measured.press("start_button");
        QTRY_VERIFY(measured.frames() > 300);
        look(*measured.window, QStringLiteral("live, running"));
        measured.finish();
        look(*measured.window, QStringLiteral("live"));
    }
    void experiments() {
        WindowFixture f;
        f.window->showPageById(QStringLiteral("experiments"));
        auto* page = f.window->findChild<ExperimentsPage*>();
        look(*f.window, QStringLiteral("experiments"));
        for (const ExperimentEntry& entry : experimentCatalog()) {
            page->openExperiment(std::string(entry.id));
            const QString id = QString::fromUtf8(entry.id.data());
            look(*f.window, id + QStringLiteral(", empty"));
            ExperimentView& view = *page->current();
            ExperimentPlan plan = view.form().plan();
            plan.quick = true;
            if (!entry.onlySimulated)
                plan.machine = machineChoice("linux-default");
            view.form().setPlan(plan);
            QTest::mouseClick(view.findChild<QPushButton*>(QStringLiteral("experiment_run")), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(!page->runner().running(), kLong);
            look(*f.window, id);
            page->back();
        }
    }
    void labs() {
        WindowFixture f;
        f.window->showPageById(QStringLiteral("labs"));
        auto* page = f.window->findChild<LabsPage*>();
        look(*f.window, QStringLiteral("labs"));
        for (const LabEntry& entry : labCatalog()) {
            page->openLab(std::string(entry.id));
            eachStep(page->current()->work(), [&](const QString& step) { look(*f.window, step); });
            auto* const next = page->current()->findChild<QPushButton*>(QStringLiteral("lab_idea_next"));
            while (next->isEnabled())
                next->click();
            look(*f.window, QStringLiteral("lab %1, advice").arg(QString::fromUtf8(entry.id.data())));
            page->back();
        }
        look(*f.window, QStringLiteral("labs, begun"));
        page->openChallenge();
        look(*f.window, QStringLiteral("challenge"));
        auto* const challenge = page->findChild<ChallengeDesk*>();
        QVERIFY(challenge->run());
        look(*f.window, QStringLiteral("challenge, played"));
        challenge->findChild<QPushButton*>(QStringLiteral("challenge_moment_clock"))->click();
        look(*f.window, QStringLiteral("challenge, its game"));
    }
    /// Each step of a lab, in its order.
    void eachStep(LabWork& work, const std::function<void(const QString&)>& look) {
        const LabEntry& entry = work.entry();
        const QString lab = QStringLiteral("lab ") + QString::fromUtf8(entry.id.data());
        look(lab + QStringLiteral(", predict"));
        work.setGuess((3 * entry.predict.minimum + entry.predict.maximum) / 4);
        QVERIFY(work.run());
        work.setMoment(work.duration());
        look(lab + QStringLiteral(", run"));
        QVERIFY(work.explain());
        look(lab + QStringLiteral(", explain"));
    }
    void diagnosis() {
        WindowFixture f;
        f.window->showPageById(QStringLiteral("diagnosis"));
        look(*f.window, QStringLiteral("diagnosis, empty"));
        f.choose("diagnosis_machine", "linux-default");
        f.press("diagnosis_run");
        QTRY_VERIFY_WITH_TIMEOUT(!f.window->findChild<DiagnosisPage*>()->runner().running(), kLong);
        for (auto* evidence : f.window->findChildren<QToolButton*>()) {
            if (evidence->objectName().startsWith(QStringLiteral("evidence_")))
                evidence->setChecked(true);
        }
        look(*f.window, QStringLiteral("diagnosis"));
    }
    void compare() {
        WindowFixture f;
        f.window->showPageById(QStringLiteral("compare"));
        look(*f.window, QStringLiteral("compare, empty"));
        f.window->findChild<ComparePage*>()->addExample();
        const auto sentence = [&f] { return f.child<QLabel>("pair_sentence")->text(); };
        QTRY_VERIFY_WITH_TIMEOUT(sentence().endsWith(u'.'), kLong);
        look(*f.window, QStringLiteral("compare"));
    }
    void program() {
        WindowFixture f;
        f.window->showPageById(QStringLiteral("program"));
        look(*f.window, QStringLiteral("program, empty"));
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        m_usual = QApplication::font();
    }
    void cleanup() { QApplication::setFont(m_usual); }

    void everythingIsSeen_data() {
        QTest::addColumn<int>("page");
        QTest::addColumn<double>("letters");
        int page = 0;
        for (const char* name : {"live", "experiments", "labs", "diagnosis", "compare", "program"}) {
            for (const double letters : {1.0, 1.1, 1.5}) // Wayland has letters of 13 px, X11 of 12
                QTest::addRow("%s, letters of %.0f %%", name, 100 * letters) << page << letters;
            ++page;
        }
    }
    void everythingIsSeen() {
        QFETCH(int, page);
        QFETCH(double, letters);
        QFont font = m_usual;
        font.setPointSizeF(m_usual.pointSizeF() * letters);
        QApplication::setFont(font);
        m_large = QFontInfo(font).pixelSize() > 13;
        m_faults.clear();
        constexpr std::array kPages{&FitsTest::live,      &FitsTest::experiments, &FitsTest::labs,
                                    &FitsTest::diagnosis, &FitsTest::compare,     &FitsTest::program};
        (this->*kPages.at(static_cast<std::size_t>(page)))();
        QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(u'\n')));
    }

    /// Numbers are written as a language does; 1.234,5 and 1 234,5 are longer than 1234.5.
    void everyLanguageFits_data() {
        QTest::addColumn<QLocale>("locale");
        for (const char* name : {"de_DE", "zh_CN", "tr_TR"})
            QTest::newRow(name) << QLocale(QLatin1String(name));
    }
    void everyLanguageFits() {
        QFETCH(QLocale, locale);
        const QLocale usual;
        const auto back = qScopeGuard([&usual] { QLocale::setDefault(usual); });
        QLocale::setDefault(locale);
        m_large = false;
        m_faults.clear();
        live();
        diagnosis();
        compare();
        QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(u'\n')));
    }

    /// Messages lie over the page, wherever the window ends: with their button, and no line is cut.
    void everyMessageIsSeen_data() {
        QTest::addColumn<double>("letters");
        QTest::newRow("letters of 100 %") << 1.0;
        QTest::newRow("letters of 150 %") << 1.5;
    }
    void everyMessageIsSeen() {
        QFETCH(double, letters);
        QFont font = m_usual;
        font.setPointSizeF(m_usual.pointSizeF() * letters);
        QApplication::setFont(font);
        const WindowFixture f;
        auto* bar = f.child<NoticeBar>("notice_bar");
        const auto seen = [&f, bar](const char* what) {
            for (const QSize size : kSizes) {
                f.window->resize(size);
                layOut(*f.window);
                QVERIFY2(bar->parentWidget()->rect().contains(bar->geometry()), what);
                for (QWidget* part : bar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
                    if (part->isHidden())
                        continue;
                    QVERIFY2(bar->rect().contains(part->geometry()), what);
                    const auto* label = qobject_cast<QLabel*>(part);
                    if (label != nullptr && label->wordWrap())
                        QVERIFY2(label->heightForWidth(label->width()) <= label->height(), what);
                }
            }
        };
        bar->notice(
            QStringLiteral("Saved /home/somebody/measurements/of a very long name/and of another/run.csv."));
        seen("saved");
        bar->failure(
            QStringLiteral("The settings could not be saved: No space left on device. ").repeated(4));
        seen("a failure");
        bar->offer(
            QStringLiteral("A window did not end properly. Its runs were kept: 12:01, 12:02, 14 November "
                           "12:03, 15 November 12:04, 16 November 12:05."),
            QStringLiteral("Bring them back"), [] {});
        seen("what was kept");
        bar->offer(
            QStringLiteral("Strategy race, 100 % is being measured; the two would disturb each other."),
            QStringLiteral("Cancel it and start"), [] {});
        seen("two measurements");
    }
    /// Charts stay where they are when a hint comes, goes, or has a button.
    void hintsHaveAFixedPlace() {
        HintLine line;
        line.resize(900, 40);
        line.show();
        const auto height = [&line] { return line.heightForWidth(line.width()); };
        line.setCalm(QStringLiteral("Stopped."));
        const int calm = height();
        Hint hint;
        hint.id = "a";
        hint.text = "It never sleeps.";
        line.setHints({hint});
        QCOMPARE(height(), calm);
        hint.cure = standardPlan();
        hint.button = "Try 1 ns";
        line.setHints({hint, hint});
        QCOMPARE(height(), calm);
        hint.text = QStringLiteral("words ").repeated(30).toStdString(); // two lines
        line.setHints({hint});
        QCOMPARE(height(), calm);
    }

    /// What cutParts() counts as seen: a text that ends in "…" has all of it in its tooltip.
    void whatIsCutWithDotsIsReadWhole() {
        ElidedLabel label;
        label.setText(QStringLiteral("SIMULATED · Linux, 50 µs slack"));
        label.resize(60, 20);
        label.show();
        QVERIFY(label.shown().endsWith(QStringLiteral("…")));
        const auto ask = [&label] {
            QHelpEvent help(QEvent::ToolTip, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
            QApplication::sendEvent(&label, &help);
            return QToolTip::text();
        };
        QCOMPARE(ask(), label.text());
        label.setToolTip(QStringLiteral("another"));
        QCOMPARE(ask(), QStringLiteral("another"));
        QToolTip::hideText();
    }

    /// In front of a class everything is seen on every projector.
    void aClassSeesEverything_data() {
        QTest::addColumn<QString>("id");
        for (const LabEntry& entry : labCatalog())
            QTest::newRow(entry.id.data()) << QString::fromUtf8(entry.id.data());
    }
    void aClassSeesEverything() {
        QFETCH(QString, id);
        WindowFixture f;
        f.window->showPageById(QStringLiteral("labs"));
        auto* page = f.window->findChild<LabsPage*>();
        page->openLab(id.toStdString());
        page->setClassroom(true);
        m_large = false;
        m_faults.clear();
        eachStep(page->current()->work(), [&](const QString& step) { look(*f.window, step, kProjectors); });
        QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(u'\n')));
    }
    void afterTheClassTheWindowIsAsBefore() {
        WindowFixture f("precise-sleep", {1100, 650});
        f.window->showPageById(QStringLiteral("labs"));
        auto* page = f.window->findChild<LabsPage*>();
        for (const LabEntry& entry : labCatalog()) {
            page->openLab(std::string(entry.id));
            QTest::keyClick(f.window.get(), Qt::Key_F11);
            QVERIFY(f.window->isFullScreen() && page->classroom());
            eachStep(page->current()->work(), [&](const QString&) {
                layOut(*f.window);
                QVERIFY(f.window->isFullScreen());
            });
            QTest::keyClick(f.window.get(), Qt::Key_Escape);
            layOut(*f.window);
            QVERIFY(!f.window->isFullScreen() && !page->classroom());
            QCOMPARE(f.window->size(), QSize(1100, 650));
        }
    }
};

JITTERSCOPE_TEST(FitsTest)

} // namespace jitterscope::fits_test

#include "fits_test.moc"
