// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/compared_runs.h"
#include "core/files/csv.h"
#include "core/files/session_file.h"
#include "core/import/open_runs.h"
#include "tests/support/test_program.h"
#include "tests/ui/compare_fixture.h"
#include "tests/ui/dragged_files.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/run_intake.h"
#include "ui/plot/plot.h"
#include "ui/session/session.h"
#include "ui/theme/elided_label.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace jitterscope::compare_page_test {

using namespace jitterscope::ui;

class ComparePageTest : public QObject {
    Q_OBJECT
private slots:
    void withoutAPairThereIsNoReport() {
        CompareFixture f;
        QSignalSpy failed(f.page, &Page::failed);
        const QString path = f.folder.filePath("none.html");
        QVERIFY(!f.page->exports().save("html", path));
        QCOMPARE(failed.count(), 1);
        QVERIFY(!QFile::exists(path));
    }

    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void anEmptyPageLeadsOn() {
        const CompareFixture f;
        QVERIFY(f.child<QWidget>("compare_empty")->isVisible());
        QTest::mouseClick(f.child<QPushButton>("empty_example"), Qt::LeftButton);
        QCOMPARE(f.runs().entries().size(), std::size_t{2});
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        QVERIFY(!f.child<QWidget>("compare_empty")->isVisible());
        QVERIFY(f.sentence().startsWith(QStringLiteral("B is on time more often")));
        QCOMPARE(
            f.page->findChild<DifferenceCard*>()->model().rowCount(),
            static_cast<int>(std::ranges::count_if(f.page->pair()->comparison.figures, [](const auto& line) {
                return line.a || line.b || line.outcome != FigureDifference::Outcome::Absent;
            })));
    }
    void anotherPageIsReached() {
        const CompareFixture f;
        QTest::mouseClick(f.child<QPushButton>("empty_live"), Qt::LeftButton);
        QVERIFY(!f.page->isVisible());
    }
    void sidesAreChosenByClick() {
        const CompareFixture f;
        f.page->addExample();
        auto [third, unused] = examplePair();
        third.name = "third";
        (void)f.runs().add(third);
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        const QString before = f.sentence();
        const auto rows = [&f] { return f.page->findChild<RunPanel*>()->rows(); };
        QCOMPARE(rows().size(), 3);
        QTest::mouseClick(rows()[1]->findChild<QAbstractButton*>("run_a"),
                          Qt::LeftButton); // B becomes A: they swap
        QCOMPARE(*f.runs().chosen(RunList::Side::A), rows()[1]->id());
        QCOMPARE(*f.runs().chosen(RunList::Side::B), rows()[0]->id());
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        QVERIFY(f.sentence() != before);
        QTest::keyClick(rows()[2]->findChild<QAbstractButton*>("run_b"), Qt::Key_Space); // by keyboard alone
        QCOMPARE(*f.runs().chosen(RunList::Side::B), rows()[2]->id());
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr && f.page->pair()->b->name == "third", kPatience);
        QVERIFY(rows()[2]->findChild<QAbstractButton*>("run_b")->isChecked());
        QVERIFY(!rows()[0]->findChild<QAbstractButton*>("run_b")->isChecked());
    }
    /// Until the user chooses, the newest run of Live is B and the one before it A.
    void theNewestRunsAreCompared() {
        const CompareFixture f;
        ComparedRun run = examplePair().first;
        const auto add = [&](const char* name) {
            run.name = name;
            return f.runs().add(run, true);
        };
        const auto sides = [&] {
            return std::pair{*f.runs().chosen(RunList::Side::A), *f.runs().chosen(RunList::Side::B)};
        };
        const RunList::Id first = add("first");
        const RunList::Id second = add("second");
        QCOMPARE(sides(), std::pair(first, second));
        const RunList::Id third = add("third");
        QCOMPARE(sides(), std::pair(second, third));
        f.runs().choose(RunList::Side::A, first);
        const RunList::Id fourth = add("fourth");
        QCOMPARE(sides(), std::pair(first, fourth)); // A was chosen
        f.runs().swapSides();
        (void)add("fifth");
        QCOMPARE(sides(), std::pair(fourth, first)); // both were
        (void)f.runs().add(run);                     // an opened file takes no side that is taken
        QCOMPARE(sides(), std::pair(fourth, first));
    }
    void aBaselineThatWasOpenedStays() {
        const CompareFixture f;
        auto [run, unused] = examplePair();
        const RunList::Id baseline = f.runs().add(run);
        (void)f.runs().add(run, true);
        const RunList::Id newest = f.runs().add(run, true);
        QCOMPARE(*f.runs().chosen(RunList::Side::A), baseline);
        QCOMPARE(*f.runs().chosen(RunList::Side::B), newest);
    }
    void namesShowWhatDiffers() {
        const CompareFixture f;
        auto [run, unused] = examplePair();
        for (const char* x : {"1", "2"}) {
            run.name = std::string("Precise sleep of a long name · 144 Hz · x ") + x;
            (void)f.runs().add(run);
        }
        const auto shown = [&] {
            QStringList names;
            for (const RunRow* row : f.page->findChild<RunPanel*>()->rows())
                names << row->findChild<ElidedLabel*>(QStringLiteral("run_name"))->shown();
            return names;
        };
        QTRY_COMPARE(shown(), (QStringList{QStringLiteral("… x 1"), QStringLiteral("… x 2")}));
    }

    void aPartOfBothIsDrawn() {
        const CompareFixture f;
        f.page->addExample();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        const auto* strips = f.page->findChild<PairStrips*>(QStringLiteral("pair_strips"));
        Plot& plot = *strips->plot();
        const std::int64_t all = f.page->pair()->a->frames;
        const double end = plot.x().shown().high;
        f.child<QMenu>("pair_part_menu")->actions().at(0)->trigger();
        QVERIFY(plot.drawingRange());
        const QPoint from = plot.space().at(10, plot.y().shown().low).toPoint() - QPoint(0, 20);
        const QPoint to = plot.space().at(20, plot.y().shown().low).toPoint() - QPoint(0, 20);
        QTest::mousePress(plot.viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(plot.viewport(), (from + to) / 2);
        QTest::mouseRelease(plot.viewport(), Qt::LeftButton, {}, to);
        QVERIFY(!plot.drawingRange());
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr && !f.page->pair()->range.whole(), kPatience);
        const ComparedPair& pair = *f.page->pair();
        const auto seconds = [](const std::optional<Nanoseconds>& time) {
            return static_cast<double>(time.value().count()) / 1e9;
        };
        QVERIFY2(
            std::abs(seconds(pair.range.from) - 10) < 0.2 && std::abs(seconds(pair.range.to) - 20) < 0.2,
            qPrintable(
                QString("%1 … %2 of %3").arg(seconds(pair.range.from)).arg(seconds(pair.range.to)).arg(end)));
        QCOMPARE(pair.a->taken->range, pair.b->taken->range);
        QVERIFY(pair.a->frames < all);
        QCOMPARE(pair.a->taken->leftOut + pair.a->frames, all);
        QVERIFY(pair.curves.overTime.front().a.back().to > 30); // the picture still shows all
        QVERIFY(f.page->reportText().contains(QStringLiteral("The same part of each counts")));
        QVERIFY(f.child<QPushButton>("pair_part")->text().contains(QStringLiteral("…")));
        f.child<QMenu>("pair_part_menu")->actions().at(2)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr && f.page->pair()->range.whole(), kPatience);
        QCOMPARE(f.page->pair()->a->frames, all);
    }
    void escapeEndsTheDrawing() {
        const CompareFixture f;
        f.page->addExample();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        Plot& plot = *f.page->findChild<PairStrips*>(QStringLiteral("pair_strips"))->plot();
        plot.drawRange();
        QTest::keyClick(&plot, Qt::Key_Escape);
        QVERIFY(!plot.drawingRange());
        QVERIFY(f.runs().range().whole());
    }
    /// A recording that begins with a loading screen: the rest is offered, and nothing is cut unasked.
    void aLoadingScreenCanBeLeftOut() {
        const CompareFixture f;
        const QString path = f.folder.filePath(QStringLiteral("loading.csv"));
        QByteArray rows("frametime_ms\n");
        for (int i = 0; i < 16; ++i) // 4 s at 4 frames a second, then 30 s at 60
            rows += "250.0\n";
        for (int i = 0; i < 1800; ++i)
            rows += "16.667\n";
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(rows);
        file.close();
        const QSignalSpy offers(f.page, &Page::offered);
        f.window->openFile(path);
        QTRY_COMPARE_WITH_TIMEOUT(offers.size(), 1, kPatience);
        QVERIFY2(offers[0][0].toString().contains(QStringLiteral(
                     "loading.csv: its first 4 s run at about 4.0 frames a second, the rest at 60")),
                 qPrintable(offers[0][0].toString()));
        QVERIFY(f.runs().range().whole());
        QTest::mouseClick(f.child<QPushButton>("notice_do"), Qt::LeftButton);
        QCOMPARE(f.runs().range(), (TimeRange{std::chrono::seconds{4}, std::nullopt}));
    }
    void aPartIsTyped() {
        const CompareFixture f;
        f.page->addExample();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        QSignalSpy failed(f.page, &Page::failed);
        const auto type = [&](const char* text) {
            f.child<QMenu>("pair_part_menu")->actions().at(1)->trigger();
            auto* dialog = f.child<QInputDialog>("part_question");
            dialog->setTextValue(QLatin1String(text));
            dialog->accept();
            delete dialog;
        };
        type("500ms 2");
        QCOMPARE(f.runs().range(), (TimeRange{std::chrono::milliseconds{500}, std::chrono::seconds{2}}));
        type("2 1");
        type("soon");
        QCOMPARE(failed.count(), 2);
        QCOMPARE(f.runs().range(), (TimeRange{std::chrono::milliseconds{500}, std::chrono::seconds{2}}));
        type("1h"); // neither run is so long
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 3, kPatience);
        QVERIFY2(failed.last().at(0).toString().contains(QStringLiteral("no frame in that part")),
                 qPrintable(failed.last().at(0).toString()));
        QVERIFY(f.runs().range().whole());
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
    }

    void filesAreOpenedAndCompared() {
        CompareFixture f;
        const QString a = f.samples("a.csv", "absolute-sleep");
        const QString b = f.samples("b.csv", "spin");
        QSignalSpy opened(&f.page->opener(), &RunOpener::opened);
        f.window->openFile(a);
        f.window->openFile(b);
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 2, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        QCOMPARE(f.page->pair()->a->name, std::string("a.csv"));
        // The numbers are those of the files, compared without a window.
        const Comparison alone =
            compareRuns(openRuns(a.toStdString()).value().front(), openRuns(b.toStdString()).value().front());
        QCOMPARE(f.page->pair()->comparison.sentence, alone.sentence);
        QCOMPARE(f.page->pair()->comparison.find("error.p50")->interval->low,
                 alone.find("error.p50")->interval->low);
    }
    /// What takes long to read says how far it is, which is no message to keep, and Escape ends it.
    void escapeEndsTheReading() {
        CompareFixture f;
        const QString log = f.folder.filePath("long.csv");
        QFile file(log);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("frame_time_ms\n" + QByteArray("16.666\n").repeated(8'000'000));
        file.close();
        QSignalSpy progressed(f.page, &Page::progressed);
        f.window->openFile(log);
        QTRY_VERIFY_WITH_TIMEOUT(!progressed.isEmpty(), kPatience);
        const auto* notices = f.window->findChild<NoticeBar*>();
        QVERIFY(notices->text().startsWith(QStringLiteral("Reading long.csv")));
        for (const QString& kept : notices->history())
            QVERIFY2(!kept.contains(QStringLiteral("Reading")), qPrintable(kept));
        QTest::keyClick(f.window.get(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!f.page->opener().running(), kPatience);
        QVERIFY(f.runs().entries().empty());
    }
    void theCommandLineOpensSeveral() {
        CompareFixture first;
        const QStringList files{first.samples("a.csv", "absolute-sleep"), first.samples("b.csv", "spin")};
        const CompareFixture f(files);
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        QVERIFY(f.page->isVisible());
    }
    void whatALogDoesNotSayIsAskedOnce() {
        CompareFixture f;
        const auto table = [&f](const char* name) {
            const QString path = f.folder.filePath(QLatin1String(name));
            QByteArray text("first,second\n");
            for (int i = 0; i < 300; ++i)
                text += QByteArray::number(i) + "," + QByteArray::number(1000 + i * 37 % 101) + "\n";
            writeTo(path, text);
            return path;
        };
        f.page->open(table("one.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(f.page->findChild<ImportQuestion*>() != nullptr, kPatience);
        auto* const question = f.page->findChild<ImportQuestion*>();
        QVERIFY(question->findChild<QLabel*>("import_why")->text().contains("which column holds the times?"));
        QVERIFY(!question->findChild<QLabel*>("import_why")->text().contains("--"));
        auto* const column = question->findChild<QComboBox*>("import_column");
        QCOMPARE(column->count(), 2); // from a list
        QVERIFY(!column->isEditable() && !question->findChild<QComboBox*>("import_process")->isVisible());
        column->setCurrentIndex(column->findText("second"));
        auto* const unit = question->findChild<QComboBox*>("import_unit");
        unit->setCurrentIndex(unit->findData("us"));
        question->accept();
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{1}, kPatience);
        QVERIFY(f.runs().entries().front().run->has(RunQuantity::Duration));
        f.page->open(table("two.csv"));
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{2}, kPatience); // without a question
        QTRY_VERIFY_WITH_TIMEOUT(f.page->findChild<ImportQuestion*>() == nullptr, kPatience);
        // A log that lies elsewhere may have another unit.
        QVERIFY(QDir(f.folder.path()).mkpath("elsewhere"));
        f.page->open(table("elsewhere/three.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(f.page->findChild<ImportQuestion*>() != nullptr, kPatience);
        QCOMPARE(f.runs().entries().size(), std::size_t{2});
    }
    void ticksHaveAFrequency() {
        CompareFixture f;
        const QString path = f.folder.filePath("ticks.csv");
        QByteArray text("frame,work_ticks\n");
        for (int i = 0; i < 300; ++i)
            text += QByteArray::number(i) + "," + QByteArray::number(3000 + i * 37 % 101) + "\n";
        writeTo(path, text);
        f.page->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(f.page->findChild<ImportQuestion*>() != nullptr, kPatience);
        auto* const question = f.page->findChild<ImportQuestion*>();
        auto* const column = question->findChild<QComboBox*>("import_column");
        column->setCurrentIndex(column->findText("work_ticks"));
        auto* const unit = question->findChild<QComboBox*>("import_unit");
        auto* const frequency = question->findChild<QLineEdit*>("import_frequency");
        QVERIFY(!frequency->isVisible());
        unit->setCurrentIndex(unit->findText("ticks of another frequency"));
        QVERIFY(frequency->isVisible());
        QTest::keyClicks(frequency, "3000000");
        question->accept();
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{1}, kPatience);
        QCOMPARE(f.runs().entries().front().run->summaries.at(RunQuantity::Duration).min.value(),
                 1e6); // 3000 ticks
    }
    /// The process is chosen from a list, and nothing else is asked.
    void theProcessOfALogIsChosenFromAList() {
        CompareFixture f;
        const QString path = f.folder.filePath("two.csv");
        QByteArray text("Application,ProcessID,MsBetweenPresents\n");
        for (int i = 0; i < 300; ++i)
            text += (i % 3 == 0   ? "dwm.exe,12,16.7\n"
                     : i % 3 == 1 ? "game.exe,40,8.3\n"
                                  : "game.exe,41,9.1\n");
        writeTo(path, text);
        f.page->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(f.page->findChild<ImportQuestion*>() != nullptr, kPatience);
        auto* const question = f.page->findChild<ImportQuestion*>();
        auto* const process = question->findChild<QComboBox*>("import_process");
        QCOMPARE(process->count(), 3);
        QCOMPARE(process->itemText(1), QStringLiteral("game.exe (40)"));
        QVERIFY(process->isVisible() && !process->isEditable());
        for (const char* const other : {"import_column", "import_unit", "import_quantity"})
            QVERIFY2(!question->findChild<QComboBox*>(other)->isVisible(), other);
        process->setCurrentIndex(2);
        auto* const buttons = question->findChild<QDialogButtonBox*>();
        QTest::mouseClick(buttons->button(QDialogButtonBox::Open), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{1}, kPatience);
        const ComparedRun& run = *f.runs().entries().front().run;
        QCOMPARE(run.summaries.at(RunQuantity::FrameTime).p50.value_or(0), 9.1e6);
        QCOMPARE(run.openedWith, std::string("--process 'game.exe (41)'"));
    }
    /// Values that rise may be moments: that is asked, and can be said.
    void momentsAreSaidToBeMoments() {
        CompareFixture f;
        const QString path = f.folder.filePath("moments.csv");
        QByteArray text("frame_ms\n");
        for (int i = 0; i < 300; ++i)
            text += QByteArray::number(16.5 * i) + "\n";
        writeTo(path, text);
        f.page->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(f.page->findChild<ImportQuestion*>() != nullptr, kPatience);
        auto* const question = f.page->findChild<ImportQuestion*>();
        auto* const quantity = question->findChild<QComboBox*>("import_quantity");
        QVERIFY(quantity->isVisible());
        quantity->setCurrentIndex(quantity->findData("time-stamp"));
        QTest::mouseClick(question->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open),
                          Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{1}, kPatience);
        QCOMPARE(f.runs().entries().front().run->summaries.at(RunQuantity::FrameTime).p50.value_or(0),
                 16.5e6);
    }
    void whatIsNoRunIsRefused() {
        CompareFixture f;
        QSignalSpy failed(f.page, &Page::failed);
        const QString path = f.folder.filePath("x.csv");
        writeTo(path, "\x01\x02\x03");
        f.page->open(path);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatience);
        QVERIFY(f.runs().entries().empty());
    }
    void liveRunsComeByThemselvesAndTheBaselineIsA() {
        const CompareFixture f;
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
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
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
        CompareFixture f;
        f.page->addExample();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        f.child<QLineEdit>("compare_note")->setText("only the strategy");
        QTest::keyClick(f.child<QLineEdit>("compare_note"), Qt::Key_Return);
        for (const auto& [kind, name, holds] :
             {std::tuple{"html", "c.html", "<svg"}, std::tuple{"md", "c.md", "only the strategy"},
              std::tuple{"pdf", "c.pdf", "%PDF"}, std::tuple{"json", "c.json", "\"verdict\": \"better\""},
              std::tuple{"csv", "c.csv", "figure,unit"}}) {
            QVERIFY(f.page->exports().save(QLatin1String(kind), f.folder.filePath(name)));
            QVERIFY2(contentOf(f.folder.filePath(name)).contains(holds), name);
        }
        QSignalSpy failed(f.page, &Page::failed);
        QVERIFY(!f.page->exports().save("html", QStringLiteral("/no/such/folder/x.html")));
        QCOMPARE(failed.count(), 1);
        QVERIFY(f.page->reportText().toStdString().find(f.page->pair()->comparison.sentence.substr(0, 22)) !=
                std::string::npos);
        QVERIFY(f.page->tableText().startsWith(QStringLiteral("\tA\tB")));
    }
    void aFolderIsOpened() {
        CompareFixture f;
        QVERIFY(QDir(f.folder.path()).mkpath("parts"));
        (void)f.samples("parts/1.csv", "spin");
        (void)f.samples("parts/2.csv", "absolute-sleep");
        DraggedFiles files(*f.window, {f.folder.filePath("parts")});
        QVERIFY(files.enter());
        QVERIFY(f.child<QWidget>("drop_target")->accessibleName().contains("become one run"));
        files.drop();
        QTRY_COMPARE_WITH_TIMEOUT(f.runs().entries().size(), std::size_t{1}, kPatience);
        QCOMPARE(f.runs().entries().front().run->parts.size(), std::size_t{2});
    }
    void namesAndNotesAreAskedWithoutBlocking() {
        CompareFixture f;
        f.page->addExample();
        auto* const panel = f.page->findChild<RunPanel*>();
        const RunList::Id id = f.runs().entries().front().id;
        QTest::mouseDClick(panel->rows().front(), Qt::LeftButton);
        auto* dialog = panel->findChild<QInputDialog*>("run_question");
        QVERIFY(dialog != nullptr);
        QVERIFY(dialog->textValue().startsWith(QStringLiteral("Example")));
        dialog->setTextValue(QStringLiteral("before the change"));
        dialog->accept();
        QCOMPARE(f.runs().find(id)->run->name, std::string("before the change"));
        QTRY_VERIFY_WITH_TIMEOUT(panel->findChild<QInputDialog*>("run_question") == nullptr, kPatience);
        f.runs().setNote(id, QStringLiteral("first line"));
        emit panel->rows().front()->noteWanted();
        dialog = panel->findChild<QInputDialog*>("run_question");
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->textValue(), QStringLiteral("first line"));
        dialog->setTextValue(QStringLiteral("first line\nsecond"));
        dialog->accept();
        QCOMPARE(f.runs().find(id)->run->note, std::string("first line\nsecond"));
    }
    void manyRunsComeAtOnce() {
        CompareFixture f;
        f.page->addExample();
        const QList<RunRow*> before = f.page->findChild<RunPanel*>()->rows();
        QSignalSpy changed(&f.runs(), &RunList::changed);
        const std::vector<ComparedRun> many(400, examplePair().second);
        f.runs().addAll(many);
        QCOMPARE(changed.count(), 1);
        const QList<RunRow*> after = f.page->findChild<RunPanel*>()->rows();
        QCOMPARE(after.size(), 402);
        QVERIFY(after.first(2) == before); // rows that are the same stay
    }
    void nothingOldIsShownOfOtherRuns() {
        CompareFixture f;
        f.page->addExample();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        const QString verdict = f.sentence();
        f.runs().swapSides();
        QVERIFY(f.sentence().startsWith(QStringLiteral("Comparing")));
        QVERIFY(!f.page->findChild<DifferenceCard*>()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        QVERIFY(f.sentence() != verdict && f.page->findChild<DifferenceCard*>()->isEnabled());
        (void)f.runs().add(examplePair().first);
        f.runs().remove(f.runs().entries()[0].id);
        f.runs().remove(f.runs().entries()[0].id);
        QVERIFY(f.page->pair() == nullptr);
        QVERIFY2(f.sentence().startsWith(QStringLiteral("Choose an A")), qPrintable(f.sentence()));
    }
    void bothAreJudgedAlike() {
        CompareFixture f;
        auto [a, b] = examplePair();
        b.tolerance = Nanoseconds{500'000};
        (void)f.runs().add(a);
        (void)f.runs().add(b);
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        auto* const footing = f.child<QPushButton>("pair_footing");
        QVERIFY(footing->isVisible());
        QTest::mouseClick(footing, Qt::LeftButton);
        auto* const dialog = f.page->findChild<QInputDialog*>("limit_question");
        QVERIFY(dialog != nullptr);
        dialog->setTextValue("200us");
        dialog->accept();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr &&
                                     f.page->pair()->comparison.tolerance == Nanoseconds{200'000},
                                 kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!footing->isVisible(), kPatience);
    }
    void latenessStandsOverTheTimeOfBoth() {
        CompareFixture f;
        f.page->addExample();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        QCOMPARE(f.page->pair()->curves.overTime.back().quantity, RunQuantity::Lateness);
        QVERIFY(f.child<PairStrips>("pair_lateness")->isVisible());
    }
    void aJobJudgesBoth() {
        CompareFixture f;
        f.page->addExample();
        QTRY_VERIFY_WITH_TIMEOUT(f.page->pair() != nullptr, kPatience);
        auto* const job = f.child<QComboBox>("compare_job");
        job->setCurrentIndex(job->findData("game-144"));
        const QString text = f.child<QLabel>("compare_job_text")->text();
        QVERIFY2(text.startsWith("A: ") && text.contains("\nB: ") && text.contains("a 144 Hz game"),
                 qPrintable(text));
    }
    void oneRunIsShownAlone() {
        CompareFixture f;
        const auto [a, b] = examplePair();
        (void)f.runs().add(a);
        QVERIFY(f.sentence().startsWith(QStringLiteral("Example: plain sleep")));
        QTRY_VERIFY_WITH_TIMEOUT(f.child<FigureCard>("pair_histogram")->isVisible(), kPatience);
        QVERIFY(!f.child<PairStrips>("pair_lateness")->isVisible());
        QVERIFY(!f.page->findChild<DifferenceCard*>()->isVisible());
    }
};

JITTERSCOPE_TEST(ComparePageTest)

} // namespace jitterscope::compare_page_test

#include "compare_page_test.moc"
