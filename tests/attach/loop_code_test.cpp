// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/document/documents.h"
#include "tests/attach/heard_rows.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

namespace jitterscope::loop_code_test {

using listen::Call;

namespace {

constexpr std::int64_t kMs = 1'000'000;

AttachReport heardOf(HeardRows& rows, const char* program) {
    AttachReport report;
    report.program = program;
    std::vector<HeardProgram> programs = programOf({rows.thread()});
    programs[0].name = program;
    report.programs = std::move(programs);
    findLoop(report, std::nullopt);
    return report;
}

/// Each tenth frame is late, as the scheduler says or as it does not.
AttachReport restingLoop(const char* program, bool queued) {
    HeardRows rows;
    for (int i = 0; i < 100; ++i)
        rows.work(4 * kMs).wait(Call::Nanosleep, 6 * kMs, i % 10 == 0 ? 5 * kMs : 0,
                                queued && i % 10 == 0 ? 5 * kMs : 0);
    return heardOf(rows, program);
}

AttachReport pollingLoop() {
    HeardRows rows;
    for (int i = 0; i < 200; ++i) {
        rows.work(4 * kMs);
        for (int poll = 0; poll < (i % 3 == 0 ? 13 : 12); ++poll)
            rows.wait(Call::SdlDelay, kMs, 0).work(1'000);
    }
    return heardOf(rows, "doom");
}

AttachReport workingLoop() {
    HeardRows rows;
    for (int i = 0; i < 100; ++i)
        rows.work((i % 10 == 3 ? 25 : 4) * kMs).wait(Call::Nanosleep, 6 * kMs, 0);
    return heardOf(rows, "game");
}

} // namespace

class LoopCodeTest : public QObject {
    Q_OBJECT

private slots:
    void itSaysWhatIsThereAndWhatToPutThere() {
        const auto polls = loopCode(pollingLoop());
        QVERIFY(polls);
        QCOMPARE(polls->language, std::string("cpp"));
        QVERIFY2(
            polls->text.starts_with("// Now doom polls: 12 times a frame SDL_Delay at 0x1016, 1 ms each.\n"),
            polls->text.c_str());
        QVERIFY(polls->text.find("wait.until(due)") != std::string::npos);
        const auto rest = loopCode(restingLoop("game", false));
        QVERIFY(rest);
        QVERIFY(rest->text.find("sleeps what is left of a frame with nanosleep at 0x1003") !=
                std::string::npos);
        QVERIFY(rest->text.find("// 100 Hz: ") != std::string::npos);
        QVERIFY(rest->text.find("PR_SET_TIMERSLACK") != std::string::npos); // its waits end late
        const auto others = loopCode(restingLoop("game", true));
        QVERIFY(others);
        QVERIFY(others->text.find("SCHED_FIFO") != std::string::npos);
        QVERIFY(others->text.find("PR_SET_TIMERSLACK") == std::string::npos);
    }
    void pythonGetsPython() {
        const auto code = loopCode(restingLoop("python3.11", false));
        QVERIFY(code);
        QCOMPARE(code->language, std::string("python"));
        QVERIFY(code->text.starts_with("# Now python3.11 sleeps what is left"));
    }
    /// No other way of waiting makes work shorter, and steady frames need none.
    void whatNothingCanChangeHasNone() {
        QVERIFY(!loopCode(workingLoop()));
        HeardRows steady;
        for (int i = 0; i < 100; ++i)
            steady.work(4 * kMs).wait(Call::Nanosleep, 6 * kMs, 0);
        QVERIFY(!loopCode(heardOf(steady, "game")));
        QVERIFY(!loopCode(AttachReport{}));
    }
    void itCompilesAsItIsCopied_data() {
        QTest::addColumn<bool>("polls");
        QTest::newRow("polls") << true;
        QTest::newRow("sleeps what is left") << false;
    }
    void itCompilesAsItIsCopied() {
        QFETCH(bool, polls);
        const QString compiler = QStandardPaths::findExecutable("c++");
        if (compiler.isEmpty())
            QSKIP("there is no C++ compiler");
        const auto code = loopCode(polls ? pollingLoop() : restingLoop("game", true));
        QVERIFY(code);
        QTemporaryDir folder;
        QFile file(folder.filePath("loop.cpp"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(code->text));
        file.close();
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(compiler, {"-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                                 "-I" JITTERSCOPE_TREE "/include/jitterscope", file.fileName()});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAll().constData());
    }
    void theReportHasIt() {
        const std::string text = markdown(attachDocument(pollingLoop()));
        QVERIFY(text.find("## What to change in it") != std::string::npos);
        QVERIFY(text.find("```cpp\n// Now doom polls") != std::string::npos);
        QVERIFY(markdown(attachDocument(workingLoop())).find("What to change in it") == std::string::npos);
    }
};

JITTERSCOPE_TEST(LoopCodeTest)

} // namespace jitterscope::loop_code_test

#include "loop_code_test.moc"
