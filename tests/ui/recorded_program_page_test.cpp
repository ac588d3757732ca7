// SPDX-License-Identifier: GPL-3.0-or-later
// The page Program of a system where no program can be listened to; shown on any system.
#include "tests/support/test_program.h"
#include "tests/ui/form_driver.h"
#include "ui/pages/program/recorded_program_page.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace jitterscope::recorded_program_page_test {

using namespace jitterscope::ui;

class RecordedProgramPageTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void theLineNamesTheProgramAndIsCopied() {
        Session session;
        Settings settings(m_folder.filePath(QStringLiteral("settings.json")));
        RecordedProgramPage page(session, settings);
        page.show();
        auto* copy = child<QPushButton>(page, "program_copy_line");
        auto* name = child<QLineEdit>(page, "program_name");
        QVERIFY(page.line().isEmpty() && !copy->isEnabled());
        type(name, QStringLiteral("My Game.exe"));
        auto* length = child<QComboBox>(page, "program_length");
        length->setCurrentIndex(length->findData(60));
        const QString line = QStringLiteral("PresentMon --process_name \"My Game.exe\" --output_file "
                                            "\"My Game.csv\" --timed 60 --terminate_after_timed");
        QCOMPARE(page.line(), line);
        QCOMPARE(child<QLabel>(page, "program_line")->text(), line);
        const QSignalSpy noticed(&page, &Page::noticed);
        QTest::mouseClick(copy, Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), line);
        QCOMPARE(noticed.size(), 1);
        type(name, QStringLiteral("a%1.exe"));
        QVERIFY(page.line().contains(QStringLiteral("--process_name a%1.exe --output_file a%1.csv ")));
        page.remember(settings);
        QCOMPARE(settings.text(Setting::ProgramCommand), QStringLiteral("a%1.exe"));
    }
    /// What it cannot do is said; Compare is one press away.
    void itPromisesNoListening() {
        Session session;
        Settings settings(m_folder.filePath(QStringLiteral("settings.json")));
        RecordedProgramPage page(session, settings);
        page.show();
        QString all;
        for (const QLabel* label : page.findChildren<QLabel*>())
            all += label->text();
        QVERIFY(all.contains(QStringLiteral("on Linux alone")));
        QSignalSpy wanted(&page, &Page::pageWanted);
        QTest::mouseClick(child<QPushButton>(page, "program_compare"), Qt::LeftButton);
        QCOMPARE(wanted.value(0).value(0).toString(), QStringLiteral("compare"));
    }
};

JITTERSCOPE_TEST(RecordedProgramPageTest)

} // namespace jitterscope::recorded_program_page_test

#include "recorded_program_page_test.moc"
