// SPDX-License-Identifier: MIT
#include "tests/cli/command_line.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::cli_pdf_test {

/// --pdf: the window's program makes it, without a window.
class CliPdfTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }
    QStringList comparing(const char* pdf) const {
        return {"compare", file("a.csv"), file("b.csv"), "--pdf", file(pdf)};
    }
    QString textOf(const char* pdf) const {
        QProcess process;
        process.start("pdftotext", {file(pdf), "-"});
        return process.waitForFinished() ? QString::fromUtf8(process.readAllStandardOutput()).simplified()
                                         : QString();
    }

private slots:
    void initTestCase() {
        for (const auto& [name, strategy] : {std::pair{"a.csv", "absolute-sleep"}, {"b.csv", "adaptive"}})
            QCOMPARE(call({"run", "--machine", "linux-default", "--frames", "2000", "--strategy", strategy,
                           "--csv", file(name)})
                         .code,
                     0);
    }

    void theReportSaysWhatTheTerminalSays() {
        const Called called = call(comparing("c.pdf"));
        QCOMPARE(called.code, 0);
        QVERIFY(contentOf(file("c.pdf")).startsWith("%PDF-"));
        if (QStandardPaths::findExecutable("pdftotext").isEmpty())
            QSKIP("pdftotext (poppler-utils) is not installed");
        const QString sentence = QString::fromUtf8(called.out.left(called.out.indexOf('\n')));
        QVERIFY2(textOf("c.pdf").contains(sentence), qPrintable(textOf("c.pdf")));
    }
    void aDiagnosisIsPrintedToo() {
        QCOMPARE(call({"diagnose", "--quick", "--machine", "linux-default", "--pdf", file("d.pdf")}).code, 0);
        QVERIFY(contentOf(file("d.pdf")).startsWith("%PDF-"));
    }
    /// A copy of the command line stands alone in its folder; PATH has no window either.
    void withoutTheWindowsProgramItIsNamed() {
        QDir(m_folder.path()).mkdir("alone");
        QVERIFY(QFile::copy(JITTERSCOPE_CLI, file("alone/jitterscope-cli")));
        QProcess process;
        QProcessEnvironment variables = environment("C.UTF-8");
        variables.insert("PATH", ".:/var/empty");
        process.setProcessEnvironment(variables);
        process.start(file("alone/jitterscope-cli"), comparing("none.pdf"));
        const Called called = finished(process);
        QCOMPARE(called.code, 1);
        QVERIFY2(called.err.contains("jitterscope") && called.err.contains("--html"), called.err.constData());
        QVERIFY(called.out.isEmpty());
        QVERIFY(!QFile::exists(file("none.pdf")));
    }
    /// What stands in for it and fails is named with its last words; the older report stays.
    void aFailureKeepsTheOldFile() {
        QDir(m_folder.path()).mkdir("broken");
        QVERIFY(QFile::copy(JITTERSCOPE_CLI, file("broken/jitterscope-cli")));
        QFile script(file("broken/jitterscope"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\necho first >&2\necho no such plugin >&2\nexit 3\n");
        script.close();
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
        QFile old(file("old.pdf"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
        old.close();
        QProcess process;
        process.setProcessEnvironment(environment("C.UTF-8"));
        process.start(file("broken/jitterscope-cli"), comparing("old.pdf"));
        const Called called = finished(process);
        QCOMPARE(called.code, 1);
        QVERIFY2(called.err.contains("no such plugin") && !called.err.contains("first"),
                 called.err.constData());
        QCOMPARE(contentOf(file("old.pdf")), QByteArray("old"));
    }
};

JITTERSCOPE_TEST(CliPdfTest)

} // namespace jitterscope::cli_pdf_test

#include "cli_pdf_test.moc"
