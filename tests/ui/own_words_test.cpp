// SPDX-License-Identifier: GPL-3.0-or-later
// The window speaks of the system that it runs on: no call, command, file or class of another system is
// shown.
#include "core/diagnosis/snippet.h"
#include "core/platform/own_system.h"
#include "tests/support/test_program.h"
#include "tests/ui/labs_fixture.h"
#include "tests/ui/shown_texts.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/experiments/experiments_page.h"
#include "ui/window/help.h"

namespace jitterscope::own_words_test {

using namespace jitterscope::ui;

namespace {

/// Words of the other system; empty: none is there. What a simulated Linux has (a slack, a kernel) may be
/// told: the labs compare systems.
QString foreignWord(const QString& text) {
    static const QStringList ofLinux{
        "SCHED_",      "prctl",      "PR_SET",   "cpuidle",   "cpu_dma_latency", "/proc/",   "/sys/devices",
        "/sys/kernel", "/sys/class", "/dev/",    "./game",    "systemctl",       "systemd",  "sudo ",
        "chrt ",       "taskset ",   "cgroup",   "rtkit",     "RealtimeKit",     "gamemode", "LD_",
        "libc::",      "highres",    "mlockall", "Set slack", "timerfd"};
    static const QStringList ofWindows{"MMCSS", "winmm", "windll", "windows_sys", "powercfg", "Set tick"};
    for (const QString& word : kOwnSystem == SystemFamily::Windows ? ofLinux : ofWindows) {
        if (text.contains(word))
            return word;
    }
    return {};
}

/// Every foreign word that a widget shows, with its text. What a strategy was taken from may be named.
QStringList foreignWordsOf(QWidget& root) {
    QStringList found;
    const ShownTexts texts(root);
    for (const ShownText& shown : texts.all()) {
        const QString word = foreignWord(shown.text);
        if (!word.isEmpty() && !shown.text.contains(QStringLiteral("Source:")))
            found << QStringLiteral("%1: %2: %3").arg(word, shown.where, shown.text.left(300));
    }
    found.removeDuplicates();
    return found;
}

} // namespace

class OwnWordsTest final : public QObject {
    Q_OBJECT
private slots:
    void ofEveryPage() {
        const WindowFixture f;
        f.press("start_button");
        QTRY_VERIFY(f.frames() > 20);
        f.finish();
        auto* const experiments = f.window->findChild<ExperimentsPage*>();
        for (const ExperimentEntry& entry : experimentCatalog())
            experiments->openExperiment(std::string(entry.id));
        const QStringList found = foreignWordsOf(*f.window);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
    void ofTheHelp() {
        const WindowFixture f;
        const std::unique_ptr<QDialog> help(makeHelp(f.window.get()));
        const QStringList found = foreignWordsOf(*help);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
    void ofEveryLab_data() { LabsFixture::eachLab(); }
    void ofEveryLab() {
        QFETCH(QString, id);
        LabsFixture f;
        f.open(id);
        f.work().setGuess(LabsFixture::someGuess(f.work().entry()));
        (void)f.work().run();
        (void)f.work().explain();
        const QStringList found = foreignWordsOf(f.page);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }
    /// The code that the menu copies. C for Linux is code that a reader on Windows may want to see; its name
    /// says what it is for.
    void ofTheCodeThatIsCopied() {
        const SnippetParts parts = snippetParts(standardPlan());
        for (const SnippetEntry* entry : snippetsFor(kOwnSystem)) {
            const QString code = QString::fromStdString(entry->text(parts));
            if (kOwnSystem == SystemFamily::Windows)
                QVERIFY2(foreignWord(code).isEmpty(), entry->id.data());
        }
    }
};

JITTERSCOPE_TEST(OwnWordsTest)

} // namespace jitterscope::own_words_test

#include "own_words_test.moc"
