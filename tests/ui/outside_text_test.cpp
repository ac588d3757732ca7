// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/format/outside_text.h"
#include "ui/pages/compare/run_panel.h"
#include "ui/pages/hint_line.h"
#include "ui/pages/program/program_choice.h"
#include "ui/settings/settings.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

namespace jitterscope::outside_text_test {

using namespace jitterscope::ui;

namespace {

const QString kName = QStringLiteral("<img src=\"file:///a.png\"> & <b>bold</b>");

/// What a tooltip shows to people.
QString shownBy(const QString& tip) {
    if (!Qt::mightBeRichText(tip))
        return tip;
    QTextDocument document;
    document.setHtml(tip);
    return document.toPlainText();
}

} // namespace

/// A name from outside is shown letter by letter, whatever it looks like.
class OutsideTextTest : public QObject {
    Q_OBJECT

private slots:
    void tooltipsShowNamesLetterByLetter() {
        QCOMPARE(format::plainTip(QStringLiteral("a & b <2 ms>")), QStringLiteral("a & b <2 ms>"));
        const QString two = kName + QStringLiteral("\n/tmp/x");
        QVERIFY(shownBy(two) != two);
        QCOMPARE(shownBy(format::plainTip(two)), two);
    }
    void aRunsNameIsNoMarkup() {
        ComparedRun run;
        run.name = kName.toStdString();
        const RunRow row({1, std::make_shared<const ComparedRun>(std::move(run)), false});
        QVERIFY2(shownBy(row.toolTip()).startsWith(kName), qPrintable(row.toolTip()));
        for (const QLabel* const label : row.findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    void aMachinesFileIsNoMarkup() {
        RunPlan plan = standardPlan();
        plan.machine = machineChoice("recorded");
        plan.machine.file = "/tmp/<b>bold<b>";
        HintLine line;
        line.setSimulated(plan);
        QVERIFY2(shownBy(line.findChild<QLabel*>(QStringLiteral("simulated_banner"))->toolTip())
                     .contains(QStringLiteral("<b>bold<b>")),
                 "the tooltip of the banner");
    }
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
        QCOMPARE(shownBy(found->toolTip()), command);
        QString chosen;
        connect(&choice, &ProgramChoice::chosen, this, [&chosen](const QString& text) { chosen = text; });
        found->trigger();
        QCOMPARE(chosen, command);
    }
    void aHomeThatIsNoTextIsLeftToTheShell() {
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
