// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/open_runs.h"
#include "core/report/csv.h"
#include "core/report/example_pair.h"
#include "core/report/session_file.h"
#include "tests/report/sample_runs.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/import_question.h"
#include "ui/session/session.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QInputDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace jitterscope;
using namespace jitterscope::ui;

namespace {

/// A window on the Compare page, with settings of its own.
struct Fixture {
    QTemporaryDir folder;
    std::unique_ptr<MainWindow> window;
    ComparePage* page = nullptr;

    explicit Fixture(const QStringList& files = {}) { open(files); }

    void open(const QStringList& files = {}) {
        WindowOptions options;
        options.page = QStringLiteral("compare");
        options.files = files;
        window = std::make_unique<MainWindow>(options, folder.filePath(QStringLiteral("settings.json")));
        window->resize(1280, 900);
        window->show();
        page = window->findChild<ComparePage*>();
    }
    RunList& runs() const { return window->session().runs(); }
    template <typename W>
    W* child(const char* name) const {
        return window->findChild<W*>(QLatin1String(name));
    }
    QString sentence() const { return child<QLabel>("pair_sentence")->text(); }
    /// A samples file of a simulated run.
    QString samples(const char* name, const char* strategy) const {
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice(strategy);
        plan.frames = 1500;
        const QString path = folder.filePath(QLatin1String(name));
        (void)writeSamplesCsv(*simulatedRun(plan), path.toStdString());
        return path;
    }
};

} // namespace

class ComparePageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void anEmptyPageLeadsOn() {
        const Fixture f;
        QVERIFY(f.child<QWidget>("compare_empty")->isVisible());
        QTest::mouseClick(f.child<QPushButton>("empty_example"), Qt::LeftButton);
        QCOMPARE(f.runs().entries().size(), std::size_t{2});
        QTRY_VERIFY(f.page->pair() != nullptr);
        QVERIFY(!f.child<QWidget>("compare_empty")->isVisible());
        QVERIFY(f.sentence().startsWith(QStringLiteral("B is on time more often")));
        QCOMPARE(
            f.page->findChild<DifferenceCard*>()->model().rowCount(),
            static_cast<int>(std::ranges::count_if(f.page->pair()->comparison.figures, [](const auto& line) {
                return line.a || line.b || line.outcome != FigureDifference::Outcome::Absent;
            })));
    }
    void anotherPageIsReached() {
        const Fixture f;
        QTest::mouseClick(f.child<QPushButton>("empty_live"), Qt::LeftButton);
        QVERIFY(!f.page->isVisible());
    }
    void sidesAreChosenByClick() {
        const Fixture f;
        f.page->addExample();
        auto [third, unused] = examplePair();
        third.name = "third";
        (void)f.runs().add(third);
        QTRY_VERIFY(f.page->pair() != nullptr);
        const QString before = f.sentence();
        const auto rows = [&f] { return f.page->findChild<RunPanel*>()->rows(); };
        QCOMPARE(rows().size(), 3);
        QTest::mouseClick(rows()[1]->findChild<QAbstractButton*>("run_a"),
                          Qt::LeftButton); // B becomes A: they swap
        QCOMPARE(*f.runs().chosen(RunList::Side::A), rows()[1]->id());
        QCOMPARE(*f.runs().chosen(RunList::Side::B), rows()[0]->id());
        QTRY_VERIFY(f.page->pair() != nullptr);
        QVERIFY(f.sentence() != before);
        QTest::keyClick(rows()[2]->findChild<QAbstractButton*>("run_b"), Qt::Key_Space); // by keyboard alone
        QCOMPARE(*f.runs().chosen(RunList::Side::B), rows()[2]->id());
        QTRY_VERIFY(f.page->pair() != nullptr && f.page->pair()->b->name == "third");
        QVERIFY(rows()[2]->findChild<QAbstractButton*>("run_b")->isChecked());
        QVERIFY(!rows()[0]->findChild<QAbstractButton*>("run_b")->isChecked());
    }
    void filesAreOpenedAndCompared() {
        Fixture f;
        const QString a = f.samples("a.csv", "absolute-sleep");
        const QString b = f.samples("b.csv", "spin");
        QSignalSpy opened(&f.page->opener(), &RunOpener::opened);
        f.window->openFile(a);
        f.window->openFile(b);
        QTRY_COMPARE(opened.count(), 2);
        QTRY_VERIFY(f.page->pair() != nullptr);
        QCOMPARE(f.page->pair()->a->name, std::string("a.csv"));
        // The numbers are those of the files, compared without a window.
        const Comparison alone =
            compareRuns(openRuns(a.toStdString()).value().front(), openRuns(b.toStdString()).value().front());
        QCOMPARE(f.page->pair()->comparison.sentence, alone.sentence);
        QCOMPARE(f.page->pair()->comparison.find("error.p50")->interval->low,
                 alone.find("error.p50")->interval->low);
    }
    void theCommandLineOpensSeveral() {
        Fixture first;
        const QStringList files{first.samples("a.csv", "absolute-sleep"), first.samples("b.csv", "spin")};
        const Fixture f(files);
        QTRY_VERIFY(f.page->pair() != nullptr);
        QVERIFY(f.page->isVisible());
    }
    void whatALogDoesNotSayIsAskedOnce() {
        Fixture f;
        const auto table = [&f](const char* name) {
            const QString path = f.folder.filePath(QLatin1String(name));
            QByteArray text("first,second\n");
            for (int i = 0; i < 300; ++i)
                text += QByteArray::number(i) + "," + QByteArray::number(1000 + i * 37 % 101) + "\n";
            writeTo(path, text);
            return path;
        };
        f.page->open(table("one.csv"));
        QTRY_VERIFY(f.page->findChild<ImportQuestion*>() != nullptr);
        auto* const question = f.page->findChild<ImportQuestion*>();
        QVERIFY(question->findChild<QLabel*>("import_why")->text().contains("second"));
        QVERIFY(!question->findChild<QLabel*>("import_why")->text().contains("--"));
        question->findChild<QLineEdit*>("import_column")->setText("second");
        auto* const unit = question->findChild<QComboBox*>("import_unit");
        unit->setCurrentIndex(unit->findData("us"));
        question->accept();
        QTRY_COMPARE(f.runs().entries().size(), std::size_t{1});
        QVERIFY(f.runs().entries().front().run->has(RunQuantity::Duration));
        f.page->open(table("two.csv"));
        QTRY_COMPARE(f.runs().entries().size(), std::size_t{2}); // without a question
    }
    void whatIsNoRunIsRefused() {
        Fixture f;
        QSignalSpy failed(f.page, &Page::failed);
        const QString path = f.folder.filePath("x.csv");
        writeTo(path, "\x01\x02\x03");
        f.page->open(path);
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(f.runs().entries().empty());
    }
    void liveRunsComeByThemselvesAndTheBaselineIsA() {
        const Fixture f;
        Session& session = f.window->session();
        RunPlan plan = session.plan();
        plan.machine = machineChoice("linux-default");
        plan.strategy = sleepChoice("absolute-sleep");
        plan.frames = 1200;
        const auto measure = [&](const char* strategy) {
            plan.strategy = sleepChoice(strategy);
            QVERIFY(session.setPlan(plan).ok());
            QSignalSpy finished(&session, &Session::finished);
            QVERIFY(session.start().ok());
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60'000);
        };
        measure("absolute-sleep");
        QCOMPARE(f.runs().entries().size(), std::size_t{1});
        session.pinBaseline();
        const auto pinned = f.runs().run(RunList::Side::A);
        QVERIFY(pinned->summaries.at(RunQuantity::FrameTime).p99 ==
                session.baseline()->metrics.frameTime.p99);
        QVERIFY(pinned->summaries.at(RunQuantity::Error).p50 == session.baseline()->metrics.error.p50);
        measure("spin");
        QCOMPARE(f.runs().run(RunList::Side::B)->settings.at("strategy"), std::string("spin"));
        QTRY_VERIFY(f.page->pair() != nullptr);
        QVERIFY(f.page->pair()->a == pinned);
        measure("adaptive"); // the baseline stays A
        QVERIFY(f.runs().run(RunList::Side::A) == pinned);
        QCOMPARE(f.runs().run(RunList::Side::B)->settings.at("strategy"), std::string("adaptive"));
    }
    void memoryIsBounded() {
        RunList list;
        const auto [a, b] = examplePair();
        for (std::size_t i = 0; i < RunList::kMostLive + 5; ++i)
            (void)list.add(a, true);
        QCOMPARE(list.entries().size(), RunList::kMostLive);
        QVERIFY(list.find(*list.chosen(RunList::Side::A)) != nullptr); // those that are chosen stay
        QVERIFY(list.find(*list.chosen(RunList::Side::B)) != nullptr);
    }
    void reportsAreTheSameWords() {
        Fixture f;
        f.page->addExample();
        QTRY_VERIFY(f.page->pair() != nullptr);
        f.child<QLineEdit>("compare_note")->setText("only the strategy");
        QTest::keyClick(f.child<QLineEdit>("compare_note"), Qt::Key_Return);
        for (const auto& [kind, name, holds] :
             {std::tuple{ComparePage::File::Html, "c.html", "<svg"},
              std::tuple{ComparePage::File::Markdown, "c.md", "only the strategy"},
              std::tuple{ComparePage::File::Pdf, "c.pdf", "%PDF"},
              std::tuple{ComparePage::File::Json, "c.json", "\"verdict\": \"better\""},
              std::tuple{ComparePage::File::Csv, "c.csv", "figure,unit"}}) {
            QVERIFY(f.page->saveTo(kind, f.folder.filePath(name)));
            QVERIFY2(contentOf(f.folder.filePath(name)).contains(holds), name);
        }
        QSignalSpy failed(f.page, &Page::failed);
        QVERIFY(!f.page->saveTo(ComparePage::File::Html, QStringLiteral("/no/such/folder/x.html")));
        QCOMPARE(failed.count(), 1);
        QVERIFY(f.page->reportText().toStdString().find(f.page->pair()->comparison.sentence.substr(0, 22)) !=
                std::string::npos);
        QVERIFY(f.page->tableText().startsWith(QStringLiteral("\tA\tB")));
    }
    void aSessionIsSavedOpenedAndAskedAbout() {
        Fixture f;
        QVERIFY(f.page->unsaved().isEmpty());
        f.page->addExample();
        QVERIFY(f.page->unsaved().isEmpty()); // examples are nothing to lose
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("before"));
        QCOMPARE(f.page->unsaved().size(), 1);
        const QString path = f.folder.filePath("x.jssession");
        QVERIFY(f.page->saveSession(path));
        QVERIFY(f.page->unsaved().isEmpty());
        f.runs().clear();
        QVERIFY(f.child<QWidget>("compare_empty")->isVisible());
        f.window->openFile(path);
        QCOMPARE(f.runs().entries().size(), std::size_t{2});
        QCOMPARE(f.runs().entries().front().run->name, std::string("before"));
        QTRY_VERIFY(f.page->pair() != nullptr); // A and B as they were
    }
    void aCrashLosesNothing() {
        Fixture f;
        f.page->addExample();
        f.runs().rename(f.runs().entries().front().id, QStringLiteral("before"));
        auto* const keeper = f.page->findChild<SessionKeeper*>();
        QSignalSpy kept(keeper, &SessionKeeper::kept);
        QTRY_VERIFY_WITH_TIMEOUT(kept.count() > 0, 20'000);
        const QString file = f.folder.filePath("unsaved.jssession");
        const QByteArray text = contentOf(file);
        QVERIFY(text.contains("before"));
        f.window->closeAtOnce();
        f.window.reset(); // ends in order: nothing is left
        QVERIFY(!QFile::exists(file));
        writeTo(file, text); // as after a crash
        f.open();
        QTRY_VERIFY(f.child<QPushButton>("notice_do")->isVisible());
        auto* const again = f.page->findChild<SessionKeeper*>();
        QVERIFY(again->leftover());
        QVERIFY(again->restore().ok());
        QCOMPARE(f.runs().entries().front().run->name, std::string("before"));
        QVERIFY(!f.page->unsaved().isEmpty());
    }
    void aDamagedLeftoverIsKeptAside() {
        Fixture f;
        f.window->closeAtOnce();
        f.window.reset();
        writeTo(f.folder.filePath("unsaved.jssession"), "{\"jitterscope_session\": 1, \"runs\": [");
        f.open();
        auto* const keeper = f.page->findChild<SessionKeeper*>();
        QVERIFY(keeper->leftover() && !keeper->restore().ok());
        QVERIFY(QFile::exists(f.folder.filePath("unsaved.jssession.bak")));
    }
    void twoWindowsDoNotShareTheKeeper() {
        Fixture f;
        RunList list;
        const SessionKeeper second(list, f.folder.filePath("unsaved.jssession"));
        QVERIFY(!second.leftover());
    }
    void bothAreJudgedAlike() {
        Fixture f;
        auto [a, b] = examplePair();
        b.tolerance = Nanoseconds{500'000};
        (void)f.runs().add(a);
        (void)f.runs().add(b);
        QTRY_VERIFY(f.page->pair() != nullptr);
        auto* const footing = f.child<QPushButton>("pair_footing");
        QVERIFY(footing->isVisible());
        QTest::mouseClick(footing, Qt::LeftButton);
        auto* const dialog = f.page->findChild<QInputDialog*>("limit_question");
        QVERIFY(dialog != nullptr);
        dialog->setTextValue("200us");
        dialog->accept();
        QTRY_VERIFY(f.page->pair() != nullptr &&
                    f.page->pair()->comparison.tolerance == Nanoseconds{200'000});
        QTRY_VERIFY(!footing->isVisible());
    }
    void aJobJudgesBoth() {
        Fixture f;
        f.page->addExample();
        QTRY_VERIFY(f.page->pair() != nullptr);
        auto* const job = f.child<QComboBox>("compare_job");
        job->setCurrentIndex(job->findData("game-144"));
        const QString text = f.child<QLabel>("compare_job_text")->text();
        QVERIFY2(text.startsWith("A: ") && text.contains("\nB: ") && text.contains("a 144 Hz game"),
                 qPrintable(text));
    }
    void oneRunIsShownAlone() {
        Fixture f;
        const auto [a, b] = examplePair();
        (void)f.runs().add(a);
        QVERIFY(f.sentence().startsWith(QStringLiteral("Example: plain sleep")));
        QVERIFY(f.page->findChild<OverlaidHistogram*>()->isVisible());
        QVERIFY(!f.page->findChild<DifferenceCard*>()->isVisible());
    }
};

QTEST_MAIN(ComparePageTest)
#include "compare_page_test.moc"
