// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/own_system.h"
#include "tests/support/test_program.h"
#include "ui/format/outside_text.h"
#include "ui/pages/program/program_choice.h"
#include "ui/settings/settings.h"

#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

namespace jitterscope::outside_text_test {

using namespace jitterscope::ui;

namespace {

const QString kName = QStringLiteral("<img src=\"file:///a.png\"> & <b>bold</b>");

} // namespace

/// Command lines, paths and lists of them stay what they are.
class OutsideTextTest : public QObject {
    Q_OBJECT

private slots:
    /// A command line in the menu is one line there, and the same command when it is chosen.
    void earlierCommandsAreWhatTheyWere() {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        const QString command = QStringLiteral("sh -c 'echo \\n one\ntwo' ") + kName;
        QWidget page;
        QPushButton button;
        ProgramChoice choice(settings, button, &page);
        choice.remember(QStringLiteral("game"));
        choice.remember(command);
        emit button.menu()->aboutToShow();
        QAction* found = nullptr;
        for (QAction* const action : button.menu()->actions())
            found = action->text().startsWith(QStringLiteral("sh -c")) ? action : found;
        QVERIFY(found != nullptr);
        QVERIFY(!found->text().contains(QLatin1Char('\n')));
        QCOMPARE(found->toolTip(), command);
        QString chosen;
        connect(&choice, &ProgramChoice::chosen, this, [&chosen](const QString& text) { chosen = text; });
        found->trigger();
        QCOMPARE(chosen, command);
    }
    void aHomeThatIsNoTextIsLeftToTheShell() {
        if (kOwnSystem == SystemFamily::Windows)
            QSKIP("a line for a shell of Linux");
        const QByteArray before = qgetenv("HOME");
        qputenv("HOME", "/tmp/b\xfcro");
        const QString odd = ProgramChoice::steamLine();
        qputenv("HOME", "/tmp/my home");
        const QString usual = ProgramChoice::steamLine();
        qputenv("HOME", before);
        QVERIFY2(odd.contains(QStringLiteral(" --html \"$HOME\"/jitterscope-steam.html -- %command%")),
                 qPrintable(odd));
        QVERIFY2(usual.contains(QStringLiteral("'/tmp/my home/jitterscope-steam.html'")), qPrintable(usual));
    }
    void listsInTheSettingsKeepLineEnds() {
        for (const QStringList& texts : {QStringList{"/a\nb", "/c"}, QStringList{"\\", "\\n\n", "x\\"},
                                         QStringList{}, QStringList{"plain"}})
            QCOMPARE(format::splitLines(format::joinedLines(texts)), texts);
        QCOMPARE(format::splitLines(QStringLiteral("/a\n/b")), (QStringList{"/a", "/b"})); // as it was kept
    }
};

JITTERSCOPE_TEST(OutsideTextTest)

} // namespace jitterscope::outside_text_test

#include "outside_text_test.moc"
