// SPDX-License-Identifier: MIT
#include "core/attach/command_words.h"
#include "core/attach/desktop_entries.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::desktop_entries_test {

namespace {

using Words = std::vector<std::string>;

std::optional<DesktopEntry> entryOf(const std::string& lines, std::string_view locale = {}) {
    return readDesktopEntry("[Desktop Entry]\nType=Application\nName=A game\n" + lines, locale,
                            "/usr/share/applications/a.desktop");
}

Words wordsOf(const std::string& exec, const std::string& more = {}) {
    const auto entry = entryOf("Exec=" + exec + "\n" + more);
    return entry ? entry->words : Words{};
}

void write(const QDir& folder, const QString& name, const QByteArray& text) {
    folder.mkpath(QFileInfo(folder.filePath(name)).path());
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class DesktopEntriesTest : public QObject {
    Q_OBJECT

private slots:
    /// Desktop Entry Specification 1.5, "The Exec key".
    void fieldCodesAreFilledInOrLeftOut() {
        QCOMPARE(wordsOf("game"), Words{"game"});
        QCOMPARE(wordsOf("game --file %f %U"), (Words{"game", "--file"}));
        QCOMPARE(wordsOf("game %d %D %n %N %v %m"), Words{"game"}); // gone from the specification
        QCOMPARE(wordsOf("game %i", "Icon=joy\n"), (Words{"game", "--icon", "joy"}));
        QCOMPARE(wordsOf("game %i"), Words{"game"});
        QCOMPARE(wordsOf("game --title %c --entry=%k 100%%"),
                 (Words{"game", "--title", "A game", "--entry=/usr/share/applications/a.desktop", "100%"}));
    }
    void quotationsAreUndone() {
        QCOMPARE(wordsOf(R"("/opt/my game/run" "a \\"b\\" \\$c" d)"),
                 (Words{"/opt/my game/run", "a \"b\" $c", "d"}));
        QCOMPARE(wordsOf(R"(sh -c "exec game")"), (Words{"sh", "-c", "exec game"}));
        QCOMPARE(wordsOf("game \"\""), (Words{"game", ""}));
        QVERIFY(!entryOf("Exec=\"game\n"));
    }
    void itsFolderIsWhereItIsStarted() {
        QCOMPARE(wordsOf("game", "Path=/opt/game\n"), (Words{"env", "-C", "/opt/game", "game"}));
    }
    void whatAMenuDoesNotShowIsLeftOut() {
        for (const char* line : {"NoDisplay=true", "Hidden=true", "Terminal=true"})
            QVERIFY2(!entryOf(std::string("Exec=game\n") + line + "\n"), line);
        QVERIFY(!entryOf("")); // D-Bus alone starts it
        QVERIFY(!readDesktopEntry("[Desktop Entry]\nType=Link\nName=x\nExec=x\n", {}, {}));
        QVERIFY(!readDesktopEntry("", {}, {}));
        // Actions are groups of their own.
        QCOMPARE(wordsOf("game", "[Desktop Action new]\nName=New\nExec=game --new\n"), Words{"game"});
    }
    void namesAreInTheUsersLanguage_data() {
        QTest::addColumn<QByteArray>("locale");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("none") << QByteArray() << QByteArray("A game");
        QTest::newRow("C") << QByteArray("C") << QByteArray("A game");
        QTest::newRow("language") << QByteArray("de_AT.UTF-8") << QByteArray("Ein Spiel");
        QTest::newRow("country") << QByteArray("de_CH") << QByteArray("Es Spiel");
        QTest::newRow("modifier") << QByteArray("sr_RS@latin") << QByteArray("Igra");
    }
    void namesAreInTheUsersLanguage() {
        QFETCH(QByteArray, locale);
        QFETCH(QByteArray, name);
        const auto entry =
            entryOf("Exec=game\nName[de]=Ein Spiel\nName[de_CH]=Es Spiel\nName[sr@latin]=Igra\n",
                    locale.toStdString());
        QCOMPARE(entry->name, name.toStdString());
    }
    /// XDG Base Directory Specification: the user's own first; relative ones are left out.
    void foldersAreThoseOfTheSystem() {
        QCOMPARE(desktopFolders({}, "/home/me", {}),
                 (Words{"/home/me/.local/share/applications", "/usr/local/share/applications",
                        "/usr/share/applications"}));
        QCOMPARE(desktopFolders("/data", "/home/me", "/a:relative:/b"),
                 (Words{"/data/applications", "/a/applications", "/b/applications"}));
    }
    /// An entry of the user's own takes the place of the system's, also to hide it.
    void theFirstFolderCounts() {
        QTemporaryDir place;
        const QDir own(place.filePath("own"));
        const QDir all(place.filePath("all"));
        write(own, "a.desktop", "[Desktop Entry]\nType=Application\nName=Mine\nExec=mine\n");
        write(own, "hidden.desktop", "[Desktop Entry]\nType=Application\nName=x\nExec=x\nHidden=true\n");
        write(all, "a.desktop", "[Desktop Entry]\nType=Application\nName=Theirs\nExec=theirs\n");
        write(all, "hidden.desktop", "[Desktop Entry]\nType=Application\nName=Seen\nExec=x\n");
        write(all, "games/z.desktop",
              "[Desktop Entry]\nType=Application\nName=Zany\nExec=zany\nCategories=Game;ArcadeGame;\n");
        write(all, "no.txt", "[Desktop Entry]\nType=Application\nName=No\nExec=no\n");
        const auto entries =
            installedPrograms({own.path().toStdString(), all.path().toStdString(), "/no/such/folder"}, {});
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].name, std::string("Zany")); // a game
        QCOMPARE(entries[0].id, std::string("games-z.desktop"));
        QCOMPARE(entries[1].name, std::string("Mine"));
        QVERIFY(!entries[1].game);
    }

    /// A session whose PATH lacks /usr/games starts a game of its menu all the same.
    void gamesAreFoundWherePathDoesNotLook() {
        QTemporaryDir place;
        const QDir menu(place.filePath("menu"));
        const QDir games(place.filePath("games"));
        write(games, "jt-game", "");
        write(games, "env", ""); // that one is on PATH
        const auto entry = [&](const char* name, const char* exec) {
            write(menu, QLatin1String(name) + ".desktop",
                  QByteArray("[Desktop Entry]\nType=Application\nName=") + name + "\nExec=" + exec);
        };
        entry("a", "jt-game -full\n");
        entry("b", "jt-game\nPath=/tmp\n");
        entry("c", "env\n");
        entry("d", "jt-nowhere\n");
        entry("e", "/opt/jt-game\n");
        const std::string found = games.filePath("jt-game").toStdString();
        std::vector<Words> words;
        for (const DesktopEntry& each :
             installedPrograms({menu.path().toStdString()}, {}, {"/no/such", games.path().toStdString()}))
            words.push_back(each.words);
        QCOMPARE(
            words,
            (std::vector<Words>{
                {found, "-full"}, {"env", "-C", "/tmp", found}, {"env"}, {"jt-nowhere"}, {"/opt/jt-game"}}));
    }

    void commandLinesAreReadAsAShellDoes() {
        const auto words = [](std::string_view line) { return commandWords(line).value(); };
        QCOMPARE(words("./game --windowed"), (Words{"./game", "--windowed"}));
        QCOMPARE(words("  '/opt/my game/run'  \"a \\\"b\\\" c\" d\\ e '' "),
                 (Words{"/opt/my game/run", "a \"b\" c", "d e", ""}));
        QCOMPARE(words("'a'\"b\"c"), Words{"abc"});
        QCOMPARE(words("$HOME *"), (Words{"$HOME", "*"})); // nothing is replaced
        QCOMPARE(words("SDL_VIDEODRIVER=x11 ./game"), (Words{"env", "SDL_VIDEODRIVER=x11", "./game"}));
        QCOMPARE(words("./a=b"), Words{"./a=b"});
        QCOMPARE(commandLine({"/opt/my game/run", "--full", "100%"}),
                 std::string("'/opt/my game/run' --full 100%"));
        QVERIFY(words("").empty());
        QVERIFY(!commandWords("'game"));
        for (const Words& each : {Words{"/opt/my game/it's"}, Words{"game", "", "a\"b\\c"}})
            QCOMPARE(words(commandLine(each)), each);
    }
    /// The menu starts it by other words, in its actions too, and the entry is put back to the letter.
    void anEntryIsChangedAndPutBack() {
        const std::string before = "[Desktop Entry]\nType=Application\nName=A game\nExec=game --full %U\n"
                                   "DBusActivatable=true\nActions=new;\n\n[Desktop Action new]\nName=New\n"
                                   "Exec=\"/opt/my game\" --new\n";
        const Words words{"/opt/a b$/jitterscope-cli", "with", "--cure", "slack,exact", "--"};
        const std::string changed = entryWith(before, words);
        const std::optional<DesktopEntry> entry = readDesktopEntry(changed, {}, {});
        QVERIFY(entry);
        Words all = words;
        all.insert(all.end(), {"game", "--full"});
        QCOMPARE(entry->words, all);
        QVERIFY(changed.find("DBusActivatable=false\n") != std::string::npos);
        QVERIFY(changed.find("slack,exact -- \"/opt/my game\" --new\n") != std::string::npos);
        QCOMPARE(entryWithout(changed), before);
        QCOMPARE(entryWithout(before), before);
        QCOMPARE(entryWithout(entryWith(changed, {"other", "--"})), before); // not twice
        for (const char* const word : {"100%", R"(a\b)", "\"`$", "", "x y"})
            QCOMPARE(readDesktopEntry(entryWith(before, {word}), {}, {})->words[0], std::string(word));
    }
    /// An entry of the system stays; the user's own folder gets a copy, which goes again.
    void theSystemsEntryStays() {
        QTemporaryDir own, all;
        const QDir mine(own.filePath(QStringLiteral("applications")));
        write(QDir(all.path()), QStringLiteral("games/doom.desktop"),
              "[Desktop Entry]\nType=Application\nName=Doom\nExec=a-game-of-nobody\n");
        const Words folders{mine.path().toStdString(), all.path().toStdString()};
        const auto entry = [&folders] { return installedPrograms(folders, {}).at(0); };
        const Words held{"jitterscope-cli", "with", "--cure", "slack", "--"};
        for (int turn = 0; turn < 2; ++turn) // the second time, the copy itself is changed
            QVERIFY(changeEntry(entry(), folders[0], held));
        QCOMPARE(entry().words,
                 (Words{"jitterscope-cli", "with", "--cure", "slack", "--", "a-game-of-nobody"}));
        QCOMPARE(entry().id, std::string("games-doom.desktop"));
        QCOMPARE(mine.entryList(QDir::Files), QStringList{QStringLiteral("games-doom.desktop")});
        QVERIFY(putEntryBack(entry(), folders[0]));
        QCOMPARE(entry().words, Words{"a-game-of-nobody"});
        QVERIFY(mine.entryList(QDir::Files).isEmpty());
        QVERIFY(!putEntryBack(entry(), folders[0])); // there is nothing to put back
    }
    /// The user's own entry is changed in its place.
    void theUsersOwnEntryIsKept() {
        QTemporaryDir own;
        const QByteArray text = "[Desktop Entry]\nType=Application\nName=Mine\nExec=mine\n";
        write(QDir(own.path()), QStringLiteral("mine.desktop"), text);
        const std::string folder = own.path().toStdString();
        const auto entry = [&folder] { return installedPrograms({folder}, {}).at(0); };
        QVERIFY(changeEntry(entry(), folder, {"held", "--"}));
        QCOMPARE(entry().words, (Words{"held", "--", "mine"}));
        QVERIFY(putEntryBack(entry(), folder));
        QFile file(own.filePath(QStringLiteral("mine.desktop")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), text);
    }
};

JITTERSCOPE_TEST(DesktopEntriesTest)

} // namespace jitterscope::desktop_entries_test

#include "desktop_entries_test.moc"
