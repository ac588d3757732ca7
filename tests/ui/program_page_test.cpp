// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/attach/attach_report.h"
#include "core/attach/held_cures.h"
#include "core/document/documents.h"
#include "core/picture/picture.h"
#include "tests/ui/fits.h"
#include "ui/pages/program/program_page.h"
#include "ui/plot/picture_view.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QListWidget>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace jitterscope;
using namespace jitterscope::ui;

namespace {

constexpr int kLong = 60'000; // ms; for a busy machine

struct Fixture {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.json"))};
    Session session;
    ProgramPage page{session, settings};
    QSignalSpy ended{&page.runner(), &AttachRunner::ended};

    explicit Fixture(QSize size = {1240, 780}) {
        page.resize(size);
        page.show();
    }
    template <typename T>
    [[nodiscard]] T* child(const char* name) {
        return page.findChild<T*>(QLatin1String(name));
    }
    [[nodiscard]] QString text(const char* label) { return child<QLabel>(label)->text(); }
    void press(const char* button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
    void type(const QString& command) {
        auto* edit = child<QLineEdit>("program_command");
        edit->selectAll();
        QTest::keyClicks(edit, command);
    }
    /// Starts a program, and waits until it has ended.
    void listenTo(const QString& command) {
        type(command);
        press("program_run");
        QVERIFY(page.runner().running());
        QVERIFY(ended.wait(kLong));
    }
};

/// Opens the menu beside the command line, and clicks what begins so.
void choose(Fixture& f, const QString& begin) {
    auto* menu = f.child<QMenu>("program_menu");
    menu->popup(f.page.mapToGlobal(QPoint(20, 20)));
    for (QAction* action : menu->actions()) {
        if (action->text().remove(QLatin1Char('&')).startsWith(begin)) {
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            return;
        }
    }
    menu->close();
    QFAIL(qPrintable(QStringLiteral("nothing in the menu begins with ") + begin));
}

QString loops(const char* kind, int frames) {
    return QStringLiteral("%1 %2 %3").arg(QLatin1String(JITTERSCOPE_LOOPS), QLatin1String(kind)).arg(frames);
}

} // namespace

class ProgramPageTest : public QObject {
    Q_OBJECT

signals:
    void settled(); // the picture, when it is made by hand

public:
    /// By hand, with JITTERSCOPE_PICTURES=FOLDER JITTERSCOPE_PROGRAM=COMMAND: a picture of the page with a
    /// program of yours, light and dark, wide and narrow.
    void pictures() {
        const QString folder = qEnvironmentVariable("JITTERSCOPE_PICTURES");
        const QString command = qEnvironmentVariable("JITTERSCOPE_PROGRAM");
        Fixture f;
        f.child<QCheckBox>("program_cure_realtime")->setChecked(true);
        f.child<QCheckBox>("program_cure_slack")->setChecked(true);
        f.listenTo(command);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            applyTheme(mode);
            for (const QSize size : {QSize(1240, 780), QSize(920, 560)}) {
                f.page.resize(size);
                QSignalSpy settled(this, &ProgramPageTest::settled);
                QTimer::singleShot(200, this, &ProgramPageTest::settled);
                QVERIFY(settled.wait(kLong));
                QVERIFY(f.page.grab().save(
                    QStringLiteral("%1/program-%2-%3.png").arg(folder, themeId(mode)).arg(size.width())));
            }
        }
    }

private slots:
    void theVerdictIsThatOfTheReport() {
        Fixture f;
        QVERIFY(!f.child<QPushButton>("program_run")->isEnabled()); // nothing is named yet
        f.listenTo(loops("rest", 200));
        QVERIFY(f.page.report() != nullptr);
        QCOMPARE(f.page.report()->answer, AttachAnswer::Found);
        const auto plain = [](QString text) { return text.replace(QChar(0xa0), QLatin1Char(' ')); };
        QCOMPARE(plain(f.text("program_sentence")), QString::fromStdString(attachVerdict(*f.page.report())));
        QCOMPARE(plain(f.text("program_loop")), QString::fromStdString(loopText(*f.page.report())));
        QVERIFY(f.text("program_badge").startsWith("MEASURED IN YOUR PROGRAM"));
        QVERIFY(f.child<PictureView>("frame_picture")->picture().description.find("The mean frame takes") ==
                0);
        QVERIFY(f.child<QWidget>("program_times")->isVisible());
        QCOMPARE(f.page.head().readouts.size(), std::size_t{3});
        QVERIFY(f.page.reportText().startsWith("# The loop of "));
        f.press("program_copy");
        QCOMPARE(QApplication::clipboard()->text(), f.page.reportText());
        QCOMPARE(f.settings.text(Setting::ProgramCommand), loops("rest", 200)); // it is offered again
    }
    void whatItFoundIsSeenAtEverySize() {
        Fixture f;
        f.child<QCheckBox>("program_cure_slack")->setChecked(true);
        f.listenTo(loops("rest", 300));
        QVERIFY(f.page.report() != nullptr);
        for (const QSize size : {QSize(780, 520), QSize(1160, 640), QSize(1246, 688), QSize(2440, 1360)}) {
            f.page.resize(size);
            layOut(f.page);
            QCOMPARE(cutParts(f.page).join(u'\n'), QString());
        }
    }
    /// The window saves what the command line writes with --svg, unless it is zoomed.
    void itsFiguresAreThoseOfTheReport() {
        Fixture f;
        f.listenTo(loops("rest", 200));
        std::map<std::string, std::string> written;
        for (const NamedPicture& figure : picturesOf(attachDocument(*f.page.report())))
            written[figure.id] = svgText(figure.picture);
        auto* const times = f.child<FigureCard>("program_times");
        QCOMPARE(times->bytes(PictureFile::Svg), QByteArray::fromStdString(written.at("frame-times")));
        QCOMPARE(f.child<FigureCard>("program_histogram")->bytes(PictureFile::Svg),
                 QByteArray::fromStdString(written.at("histogram")));
        Plot& plot = *times->grid().plots().front();
        QVERIFY(!times->grid().zoomed());
        QTest::keyClick(&plot, Qt::Key_Plus);
        QVERIFY(times->grid().zoomed());
        QVERIFY(times->bytes(PictureFile::Svg) != QByteArray::fromStdString(written.at("frame-times")));
    }
    void itsFramesGoToCompare() {
        Fixture f;
        f.listenTo(loops("grid", 200));
        QSignalSpy wanted(&f.page, &Page::pageWanted);
        f.press("program_compare");
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.first().first().toString(), QStringLiteral("compare"));
        QCOMPARE(f.session.runs().entries().size(), std::size_t{1});
        const ComparedRun& run = *f.session.runs().entries().front().run;
        QCOMPARE(run.name, std::string("attach_loops"));
        QCOMPARE(run.columns->frameTime.size() + 1, f.page.report()->loop->frames().size());
    }
    void whatCannotBeStartedIsSaidAtTheField() {
        Fixture f;
        QSignalSpy started(&f.page.runner(), &AttachRunner::started);
        auto* field = f.child<QLineEdit>("program_command");
        const auto said = [&] {
            QStringList texts;
            for (const QLabel* label : field->parentWidget()->findChildren<QLabel*>())
                texts << label->text();
            return texts.join(QLatin1Char('\n'));
        };
        for (const auto& [typed, why] :
             {std::pair{"no-such-program", "there is no program 'no-such-program'"},
              std::pair{"/tmp/", "is a folder"}}) {
            f.type(QLatin1String(typed));
            f.press("program_run");
            QVERIFY2(said().contains(QLatin1String(why)), qPrintable(said()));
        }
        QCOMPARE(started.size(), 0);
        f.type(QStringLiteral("x"));
        QVERIFY(!said().contains("is a folder")); // who types on is not scolded on
    }
    void aProgramCanBeEnded() {
        Fixture f;
        f.type(QStringLiteral("sleep 600"));
        f.press("program_run");
        QCOMPARE(f.child<QPushButton>("program_run")->text(), QStringLiteral("&End it"));
        QVERIFY(!f.child<QLineEdit>("program_command")->isEnabled());
        f.press("program_run");
        QVERIFY(f.ended.wait(kLong));
        QVERIFY(!f.page.runner().running());
        QVERIFY(f.child<QLineEdit>("program_command")->isEnabled());
    }
    /// Escape, and whoever starts a Live run, end the listening: there may be work in the program.
    void cancelLeavesTheProgramAlone() {
        Fixture f;
        QSignalSpy found(&f.page.runner(), &AttachRunner::found);
        f.type(loops("rest", 100'000));
        f.press("program_run");
        QTRY_VERIFY_WITH_TIMEOUT(!found.isEmpty(), kLong);
        QVERIFY(!f.child<QPushButton>("program_save")->menu()->isEmpty());
        f.page.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(f.page.measuring().isEmpty() && found.last().at(1).toBool(), kLong);
        QVERIFY(f.page.runner().running() && f.ended.isEmpty());
        QCOMPARE(f.child<QPushButton>("program_run")->text(), QStringLiteral("&End it"));
        f.press("program_run");
        QVERIFY(f.ended.wait(kLong));
    }
    /// Where names are left out, its name is as well.
    void whatIsForOthersDoesNotNameIt() {
        Fixture f;
        f.listenTo(loops("rest", 200));
        const auto named = [&f](const char* kind) {
            const QString file = f.folder.filePath(QLatin1String("a.") + QLatin1String(kind));
            f.page.findChild<ReportExport*>()->save(QLatin1String(kind), file);
            QFile saved(file);
            if (!saved.open(QIODevice::ReadOnly))
                return true;
            const QByteArray text = saved.readAll();
            return text.contains("attach_loops") || text.contains("attach\\_loops"); // as Markdown has it
        };
        for (const char* const kind : {"md", "html", "json", "csv"})
            QVERIFY2(named(kind), kind);
        f.settings.set(Setting::Redact, true);
        for (const char* const kind : {"md", "html", "json", "csv"})
            QVERIFY2(!named(kind), kind);
        QVERIFY(!f.page.reportText().contains("loops"));
    }
    void installedProgramsAreFoundByTyping() {
        QTemporaryDir data;
        QDir(data.path()).mkpath(QStringLiteral("applications"));
        const auto write = [&](const char* name, const QByteArray& lines) {
            QFile file(data.filePath(QStringLiteral("applications/") + QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("[Desktop Entry]\nType=Application\n" + lines);
        };
        write("editor.desktop", "Name=An editor\nExec=editor %F\n");
        write("game.desktop", "Name=Zany game\nExec=\"/opt/zany game/run\" --full %U\nCategories=Game;\n");
        write("hidden.desktop", "Name=Hidden game\nExec=hidden\nNoDisplay=true\n");
        qputenv("XDG_DATA_HOME", data.path().toUtf8());
        qputenv("XDG_DATA_DIRS", "/no/such/folder");
        Fixture f;
        choose(f, QStringLiteral("An installed program"));
        auto* list = f.child<QListWidget>("program_list");
        QVERIFY(list != nullptr);
        QCOMPARE(list->count(), 2);
        QVERIFY(list->item(0)->text().startsWith("Zany game")); // games first
        QTest::keyClicks(f.child<QLineEdit>("program_find"), QStringLiteral("nothing like it"));
        QVERIFY(!f.child<QPushButton>("program_use")->isEnabled());
        f.child<QLineEdit>("program_find")->clear();
        QTest::keyClicks(f.child<QLineEdit>("program_find"), QStringLiteral("edit"));
        QVERIFY(list->item(0)->isHidden());
        QCOMPARE(list->currentItem()->text(), QStringLiteral("An editor"));
        f.child<QLineEdit>("program_find")->clear();
        QTest::keyClicks(f.child<QLineEdit>("program_find"), QStringLiteral("zany"));
        QTest::mouseClick(f.child<QPushButton>("program_use"), Qt::LeftButton);
        QCOMPARE(f.child<QLineEdit>("program_command")->text(),
                 QStringLiteral("'/opt/zany game/run' --full"));
        qunsetenv("XDG_DATA_HOME");
        qunsetenv("XDG_DATA_DIRS");
    }
    /// A menu entry that holds cures says so, and is put back by one click.
    void aMenuEntryIsPutBack() {
        QTemporaryDir data;
        const QDir folder(data.filePath(QStringLiteral("applications")));
        folder.mkpath(QStringLiteral("."));
        const QString path = folder.filePath(QStringLiteral("game.desktop"));
        const std::string text =
            "[Desktop Entry]\nType=Application\nName=A game\nExec=/bin/true --full\nCategories=Game;\n";
        const auto write = [&path](const std::string& bytes) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        };
        write(entryWith(text, holdingWords("jitterscope-cli", {"slack", "exact"})));
        qputenv("XDG_DATA_HOME", data.path().toUtf8());
        qputenv("XDG_DATA_DIRS", "/no/such/folder");
        Fixture f;
        QVERIFY(!f.child<QPushButton>("program_keep_back")->isVisible());
        choose(f, QStringLiteral("An installed program"));
        QTest::mouseClick(f.child<QPushButton>("program_use"), Qt::LeftButton);
        QVERIFY2(f.text("program_kept").contains("Timer slack 1 ns, Exact wait"),
                 qPrintable(f.text("program_kept")));
        QVERIFY(!f.child<QPushButton>("program_keep_line")->isVisible()); // nothing was tried
        f.press("program_keep_back");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), text);
        QVERIFY(!f.child<QWidget>("program_keep_back")->isVisible());
        qunsetenv("XDG_DATA_HOME");
        qunsetenv("XDG_DATA_DIRS");
    }
    void whatHelpedIsOffered() {
        ProgramCuresCard card;
        card.QWidget::show();
        QSignalSpy line(&card, &ProgramCuresCard::lineWanted);
        QSignalSpy entry(&card, &ProgramCuresCard::entryWanted);
        const auto button = [&card](const char* name) {
            return card.findChild<QPushButton*>(QLatin1String(name));
        };
        card.showKept({QStringLiteral("What helped can stay"), true, false, false});
        QVERIFY(!button("program_keep_entry")->isVisible()); // it has none
        QTest::mouseClick(button("program_keep_line"), Qt::LeftButton);
        QCOMPARE(line.size(), 1);
        card.showKept({QStringLiteral("What helped can stay"), true, true, false});
        QTest::mouseClick(button("program_keep_entry"), Qt::LeftButton);
        QCOMPARE(entry.size(), 1);
        QVERIFY(entry[0][0].toBool());
    }
    /// A command line with quotations is read as a shell reads it, started, and offered again.
    void whatWasStartedIsOfferedAgain() {
        QTemporaryDir place;
        const QString script = place.filePath(QStringLiteral("my loop"));
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\nexec " JITTERSCOPE_LOOPS " \"$1\" 120\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        const QString command = QStringLiteral("'%1' \"rest\"").arg(script);
        Fixture f;
        f.listenTo(command);
        QCOMPARE(f.page.report()->answer, AttachAnswer::Found);
        f.type(QStringLiteral("something else"));
        choose(f, command.left(20));
        QCOMPARE(f.child<QLineEdit>("program_command")->text(), command);
        f.type(QStringLiteral("'not closed"));
        f.press("program_run");
        QVERIFY(!f.page.runner().running());
    }
    void steamGetsALine() {
        Fixture f;
        QSignalSpy noticed(&f.page, &Page::noticed);
        choose(f, QStringLiteral("Copy the line for Steam"));
        QCOMPARE(noticed.size(), 1);
        const QString line = QApplication::clipboard()->text();
        QVERIFY2(line.contains("jitterscope-cli attach ") && line.endsWith(" -- %command%"),
                 qPrintable(line));
    }
    /// What was found is kept until it is in a file.
    void whatIsInNoFileIsUnsaved() {
        Fixture f;
        QSignalSpy changed(&f.page, &Page::unsavedReportsChanged);
        QVERIFY(f.page.unsaved().isEmpty());
        f.listenTo(loops("rest", 200));
        QVERIFY(!changed.isEmpty());
        QCOMPARE(f.page.unsaved(), QStringList{QStringLiteral("what was found of attach_loops")});
        const std::vector<UnsavedReport> reports = f.page.unsavedReports();
        QCOMPARE(reports.size(), std::size_t{2});
        QCOMPARE(reports[0].name, QStringLiteral("loop-of-attach_loops.html"));
        QVERIFY(reports[0].bytes.find("The loop of attach_loops") != std::string::npos);
        QVERIFY(reports[1].bytes.find("# deadlines: ") != std::string::npos);
        auto* exports = f.page.findChild<ReportExport*>();
        QVERIFY(exports->save(QStringLiteral("json"), f.folder.filePath(QStringLiteral("a.json"))));
        QVERIFY(f.page.unsaved().isEmpty());
        QVERIFY(f.page.unsavedReports().empty());
    }
    void itsCodeIsCopiedWhereThereIsSome() {
        Fixture f;
        QVERIFY(!f.child<QPushButton>("program_code")->isEnabled());
        f.listenTo(loops("poll", 300));
        const auto code = loopCode(*f.page.report());
        QCOMPARE(f.child<QPushButton>("program_code")->isEnabled(), code.has_value());
        if (!code)
            QSKIP("none of its frames was long here, or not by its waits");
        f.press("program_code");
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(code->text));
    }
    void whatNeverWaitsIsSaid() {
        Fixture f;
        f.listenTo(loops("spin", 60));
        QCOMPARE(f.page.report()->answer, AttachAnswer::NothingWaits);
        QVERIFY(f.text("program_sentence").startsWith("It ended after "));
        QVERIFY(f.text("program_sentence").contains("it shows no frame"));
        QVERIFY(!f.child<QWidget>("program_times")->isVisible());
        QVERIFY(!f.child<QPushButton>("program_compare")->isEnabled());
    }
};

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    setlocale(LC_NUMERIC, "C");
    applyTheme(ThemeMode::Light);
    ProgramPageTest test;
    if (!qEnvironmentVariableIsEmpty("JITTERSCOPE_PROGRAM")) {
        test.pictures();
        return 0;
    }
    return QTest::qExec(&test, argc, argv);
}
#include "program_page_test.moc"
