// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog.h"
#include "core/files/atomic_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/dragged_files.h"
#include "tests/ui/labs_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/format/outside_text.h"
#include "ui/theme/theme.h"
#include "ui/window/drop_target.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace jitterscope::labs_files_test {

using namespace jitterscope::ui;
using Fixture = LabsFixture;

namespace {

LabsPage* labsOf(const MainWindow& window) {
    return window.findChild<LabsPage*>();
}

} // namespace

/// What the labs read and write: files that are handed out, pictures, work sheets, the clipboard, and what is
/// remembered from start to start.
class LabsFilesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        applyTheme(ThemeMode::Light);
    }

    void badFilesSaySoAndChangeNothing_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("truncated") << QByteArray("{\"jitterscope_lab\": 1,\n \"lab\"")
                                   << QStringLiteral("line 2");
        QTest::newRow("garbage") << QByteArray("\x01\x02\xff") << QStringLiteral("JSON");
        QTest::newRow("future") << QByteArray(R"({"jitterscope_lab": 7, "lab": "well"})")
                                << QStringLiteral("version 7 is newer");
        QTest::newRow("unknown lab") << QByteArray(R"({"jitterscope_lab": 1, "lab": "swamp"})")
                                     << QStringLiteral("swamp");
        QTest::newRow("knob") << QByteArray(R"({"jitterscope_lab": 1, "lab": "well", "knobs": {"cost": -1}})")
                              << QStringLiteral("cost");
    }
    void badFilesSaySoAndChangeNothing() {
        QFETCH(QByteArray, text);
        QFETCH(QString, named);
        WindowFixture f;
        const QString path = f.file("bad.jslab");
        QVERIFY(writeWhole(path.toStdString(), text.toStdString()).ok());
        f.window->openFile(path);
        const QString said = f.child<QLabel>("notice_text")->text();
        QVERIFY(f.child<QLabel>("notice_text")->isVisible());
        QVERIFY2(said.contains(named) && said.contains(QStringLiteral("bad.jslab")), qPrintable(said));
        QCOMPARE(labsOf(*f.window)->current(), nullptr);
    }
    void aFileOpensFromTheCommandLineAndByDropping() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("handed-out.jslab"));
        LabState state = labState(*findEntry(labCatalog(), "drift"));
        state.guess = 12;
        QVERIFY(writeLabFile(path.toStdString(), state).ok());
        WindowFixture f;
        WindowOptions options;
        options.files = {path};
        f.open(options);
        LabsPage* page = labsOf(*f.window);
        QVERIFY(page->isVisible());
        QVERIFY(page->current()->work().state() == state);

        WindowFixture g;
        DraggedFiles files(*g.window, {path});
        QVERIFY(files.enter());
        QVERIFY(
            g.child<DropTarget>("drop_target")->text().contains(QStringLiteral("open the lab handed-out")));
        files.drop();
        page = labsOf(*g.window);
        QVERIFY(page->isVisible());
        QVERIFY(page->current()->work().state() == state);
    }
    void theCommandLineShowsALab() {
        WindowFixture f;
        WindowOptions options;
        options.page = QStringLiteral("labs");
        options.part = QStringLiteral("audio");
        f.open(options);
        QVERIFY(labsOf(*f.window)->isVisible());
        QCOMPARE(labsOf(*f.window)->current()->work().entry().id, std::string_view("audio"));
    }

    void workSheetsAreWritten() {
        Fixture f;
        f.open(QStringLiteral("well"));
        f.guess();
        QVERIFY(f.page.files().saveSheet(f.file("one.pdf"), LabSheet::ForStudents, false));
        QVERIFY(f.page.files().saveSheet(f.file("all.pdf"), LabSheet::ForStudents, true));
        QFile one(f.file("one.pdf"));
        QFile all(f.file("all.pdf"));
        QVERIFY(one.open(QIODevice::ReadOnly) && all.open(QIODevice::ReadOnly));
        const auto pages = [](const QByteArray& pdf) { return pdf.count("/Type /Page\n"); };
        const QByteArray single = one.readAll();
        QVERIFY(single.startsWith("%PDF"));
        QCOMPARE(pages(single), 2);
        QVERIFY(!single.contains("/Subtype /Image")); // the picture is drawn, not a bitmap
        QCOMPARE(pages(all.readAll()), 2 * static_cast<qsizetype>(labCatalog().size()));
        QSignalSpy failed(&f.page, &Page::failed);
        QVERIFY(!f.page.files().saveSheet(QStringLiteral("/no/such/folder/x.pdf"), LabSheet::Key, false));
        QVERIFY(!f.page.files().saveLab(QStringLiteral("/no/such/folder/x.jslab")));
        QCOMPARE(failed.count(), 2);
    }

    /// At the moment that is shown; before the run it tells nothing of it.
    void picturesAreWritten() {
        Fixture f;
        f.open(QStringLiteral("audio"));
        const auto svg = [&f] {
            if (!f.page.files().savePicture(f.file("picture.svg"), PictureFile::Svg))
                return QByteArray();
            QFile file(f.file("picture.svg"));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        f.guess();
        const QByteArray before = svg();
        QVERIFY(before.startsWith("<svg") && before.contains("you predict 15 ms"));
        QVERIFY(!before.contains("late on average"));
        QVERIFY(f.work().run());
        f.work().setMoment(f.work().duration());
        QVERIFY(svg().contains("heard 14 ms late on average"));
        QVERIFY(f.page.files().savePicture(f.file("picture.png"), PictureFile::Png));
        const QImage image(f.file("picture.png"));
        const QSizeF area = f.page.current()->stage().view().area.size();
        QCOMPARE(image.size(), ((area + QSizeF(24, 24)) * 2).toSize());
        QSignalSpy failed(&f.page, &Page::failed);
        QVERIFY(!f.page.files().savePicture(QStringLiteral("/no/such/folder/x.svg"), PictureFile::Svg));
        QCOMPARE(failed.count(), 1);
    }

    /// Behind the last lab stands the challenge, and behind it what all of them have taught, to print.
    void behindTheLastLabStandsWhatOneKnows() {
        Fixture f;
        f.open(QStringLiteral("melting"));
        f.page.current()->nextLabWanted();
        QVERIFY(f.page.findChild<QWidget*>(QStringLiteral("labs_ideas")) == nullptr);
        f.work().setGuess(20);
        (void)f.work().run();
        f.work().choose(f.work().entry().closing.right);
        f.page.current()->nextLabWanted();
        QCOMPARE(f.page.current(), nullptr);
        QVERIFY(f.page.inChallenge());
        QTest::mouseClick(f.page.findChild<QPushButton*>("challenge_ideas"), Qt::LeftButton);
        auto* const ideas = f.page.findChild<QWidget*>(QStringLiteral("labs_ideas"));
        QVERIFY(ideas != nullptr && ideas->isVisible());
        const auto said = ideas->findChildren<QLabel*>(QStringLiteral("labs_idea"));
        QCOMPARE(static_cast<std::size_t>(said.size()), labCatalog().size());
        for (qsizetype i = 0; i < said.size(); ++i)
            QCOMPARE(said[i]->text(), format::text(labCatalog()[static_cast<std::size_t>(i)].idea));
        QVERIFY(f.page.files().saveIdeas(f.file("ideas.pdf")));
        QFile file(f.file("ideas.pdf"));
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith("%PDF"));
    }

    /// What a class handed in, as a folder or as several files: its guesses stand in the picture.
    void guessesThatWereHandedInAreVotes() {
        Fixture f;
        QDir().mkdir(f.file("class"));
        const LabEntry& well = *findEntry(labCatalog(), "well");
        const auto write = [&](const char* name, const LabEntry& lab, std::optional<double> guess,
                               double cost) {
            LabState state = labState(lab);
            state.guess = guess;
            state.knobs.setIfThere("cost", cost);
            state.guessKnobs = state.knobs;
            QVERIFY(writeLabFile(f.file("class/").toStdString() + name, state).ok());
        };
        write("a.jslab", *findEntry(labCatalog(), "drift"), 100, 0);
        write("b.jslab", well, 12, 30e6);
        write("c.jslab", well, 50, 30e6);
        write("d.jslab", well, 7, 20e6);
        write("e.jslab", well, std::nullopt, 30e6);
        QVERIFY(QFile::copy(f.file("class/b.jslab"), f.file("class/f.jslab")));
        QFile broken(f.file("class/g.jslab"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{");
        broken.close();
        QSignalSpy noticed(&f.page, &Page::noticed);
        QVERIFY(f.page.opens(f.file("class")) && f.page.open(f.file("class")));
        QCOMPARE(f.work().entry().id, std::string_view("well"));
        QCOMPARE(f.work().votes(), (std::vector<double>{12, 50, 12}));
        QCOMPARE(f.work().state().knobs["cost"], 30e6);
        const QString said = noticed.back().front().toString();
        for (const char* words : {"The well of despair: 3 guesses", "Drift race: 1 guess,", "1 for other",
                                  "1 without", "1 not read: "})
            QVERIFY2(said.contains(QLatin1String(words)), qPrintable(said));
        QVERIFY(f.page.current()->stage().view().votes.size() == 3);
        QCOMPARE(f.child<QLineEdit>("lab_votes")->text(), QStringLiteral("12 50 12"));
        f.work().reset();
        QVERIFY(f.page.openTogether({f.file("class/b.jslab"), f.file("class/c.jslab")}));
        QCOMPARE(f.work().votes(), (std::vector<double>{12, 50}));
        QVERIFY(!f.page.openTogether({f.file("class/b.jslab"), f.file("run.csv")})); // to be compared
        QVERIFY(!f.page.opens(f.folder.path()));
    }

    /// The challenge is played with the choices that are set, and the best play outlives the program.
    void theChallengeIsPlayedAndRemembered() {
        Fixture f;
        QTest::mouseClick(f.page.findChild<QPushButton*>("labs_to_challenge"), Qt::LeftButton);
        auto* const challenge = f.page.findChild<ChallengeDesk*>();
        QVERIFY(f.page.inChallenge() && !challenge->result());
        auto* const picture = challenge->findChild<PictureView*>();
        const QString before = picture->accessibleDescription();
        QTest::mouseClick(challenge->findChild<QPushButton*>("challenge_run"), Qt::LeftButton);
        const ChallengeResult naive = runChallenge(ParameterValues(challengeKnobs()), 1).value();
        QCOMPARE(challenge->result()->met(), naive.met());
        QVERIFY(picture->accessibleDescription().startsWith(QString::fromStdString(naive.headline())));
        QVERIFY(picture->accessibleDescription() != before);
        QCOMPARE(static_cast<std::size_t>(challenge->findChildren<QLabel*>("challenge_told").size()),
                 naive.goals.size() - naive.met());
        auto* const wait = challenge->findChild<QComboBox*>("challenge_wait");
        wait->setFocus();
        QTest::keyClick(wait, Qt::Key_Down);
        QVERIFY(challenge->play().choices["wait"] == 1 && !challenge->result()); // not played with it yet
        f.page.start();                                                          // F5
        const std::size_t met = challenge->result()->met();
        QTest::mouseClick(challenge->findChild<QPushButton*>("challenge_another"), Qt::LeftButton);
        QCOMPARE(challenge->play().seed, std::uint64_t{2});
        LabProgress kept(f.settings);
        QVERIFY(kept.challenge().has_value());
        const ChallengePlay best = *kept.challenge();
        QCOMPARE(runChallenge(best.choices, best.seed).value().met(), std::max(met, naive.met()));
        QVERIFY(f.page.files().saveIdeas(f.file("ideas.pdf")));
        f.key(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(!f.page.inChallenge());
        kept.forget();
        QVERIFY(!kept.challenge());
    }

    void theCallIsCopied() {
        Fixture f;
        f.open(QStringLiteral("sleep"));
        f.work().setGuess(20);
        (void)f.work().run();
        (void)f.work().explain();
        for (const LabSnippet& snippet : f.work().entry().snippets) {
            auto* const copy = f.page.current()->findChild<QPushButton*>(QStringLiteral("lab_copy_") +
                                                                         format::text(snippet.language));
            QVERIFY(copy != nullptr);
            copy->click();
            QCOMPARE(QGuiApplication::clipboard()->text(), format::text(snippet.code) + QLatin1Char('\n'));
        }
        QCOMPARE(f.work().entry().snippets.size(), std::size_t{4});
    }

    void progressOutlivesTheProgramAndCanBeForgotten() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("settings.json"));
        Session session;
        {
            Settings settings(path);
            LabsPage page(session, settings);
            page.openLab("well");
            LabWork& work = page.current()->work();
            work.setGuess(7);
            (void)work.run();
            (void)work.explain();
            work.choose(work.entry().closing.right);
            page.openLab("drift");
            page.current()->work().setGuess(3);
            page.openLab("x");
            page.current()->work().setGuess(2);
            QVERIFY(settings.save());
        }
        Settings settings(path);
        LabsPage page(session, settings);
        QCOMPARE(page.gallery().card("well")->state(), QStringLiteral("✓ done"));
        QCOMPARE(page.gallery().card("drift")->state(), QStringLiteral("continue: predict"));
        QVERIFY(page.gallery().card("audio")->state().isEmpty());
        page.openLab("drift");
        QCOMPARE(page.current()->work().state().guess, std::optional(3.0));
        page.back();
        auto* const forget = page.findChild<QPushButton*>("labs_forget");
        QSignalSpy offered(&page, &Page::offered);
        QTest::mouseClick(forget, Qt::LeftButton);
        QVERIFY(page.gallery().card("well")->state().isEmpty());
        page.openLab("drift");
        QVERIFY(page.current()->work().fresh());
        page.openLab("x");
        page.current()->work().setGuess(5);
        page.back();
        QCOMPARE(offered.count(), 1);
        offered[0][2].value<std::function<void()>>()(); // taken back; what was begun since then stays
        QCOMPARE(page.gallery().card("well")->state(), QStringLiteral("✓ done"));
        page.openLab("x");
        QCOMPARE(page.current()->work().state().guess, std::optional(5.0));
        page.openLab("drift");
        QCOMPARE(page.current()->work().state().guess, std::optional(3.0));
        page.back();
        QVERIFY(settings.save());
        Settings undone(path);
        LabsPage next(session, undone);
        next.openLab("x");
        QCOMPARE(next.current()->work().state().guess, std::optional(5.0));
        QTest::mouseClick(forget, Qt::LeftButton);
        QVERIFY(settings.save());
        Settings again(path);
        LabsPage third(session, again);
        QVERIFY(third.gallery().card("well")->state().isEmpty());
    }
    void whatIsRememberedMayBeDamaged() {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.json")));
        settings.set(Setting::Labs,
                     QStringLiteral("{\"well\": {\"done\": 3, \"state\": \"[\"}, \"drift\": 1, \"x\": []}"));
        Session session;
        LabsPage page(session, settings);
        for (const LabEntry& entry : labCatalog()) {
            QVERIFY(page.gallery().card(std::string(entry.id))->state().isEmpty());
            page.openLab(std::string(entry.id));
            QVERIFY(page.current()->work().fresh());
        }
    }
};

JITTERSCOPE_TEST(LabsFilesTest)

} // namespace jitterscope::labs_files_test

#include "labs_files_test.moc"
