// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/job.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/session/terminal_block.h"

#include <QFileInfo>
#include <QTest>

namespace jitterscope::terminal_block_test {

using namespace jitterscope::ui;
using namespace std::chrono_literals;

/// A loop in a process of its own, as a diagnosis compares it with the window's.
class TerminalBlockTest : public QObject {
    Q_OBJECT

    [[nodiscard]] static RunPlan loop() {
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice("absolute-sleep");
        plan.work = workChoice("fixed");
        plan.work.values.set(0, 100'000);
        plan.period = Period::fromHertz(500).value();
        plan.tolerance = 300us;
        plan.thread.slack = 1ns;
        return plan;
    }

private slots:
    void theProgramBesideItIsFound() {
        QCOMPARE(QFileInfo(commandLineProgram()).completeBaseName(), QStringLiteral("jitterscope-cli"));
    }

    void theLoopRunsThere() {
        JobControl control;
        const auto block = runInTerminal(commandLineProgram(), loop(), 20ms, 100ms, control);
        QVERIFY(block.has_value());
        QVERIFY(block->late.trials >= 50); // 100 ms at 500 Hz, and what was given up
        QVERIFY(block->late.hits >= 0 && block->late.hits <= block->late.trials);
        QVERIFY(block->medianLateness && block->cpuPercent);
    }

    void aLostSlotIsALateFrame() {
        const auto block = blockOfRun(R"({"frames": 90, "lost_iterations": 10, "late": {"count": 3},
                                          "lateness_ns": {"p50": 1500.5}, "cpu": {"thread_percent": 2.5}})");
        QVERIFY(block.has_value());
        QCOMPARE(block->late.hits, std::int64_t{13});
        QCOMPARE(block->late.trials, std::int64_t{100});
        QCOMPARE(*block->medianLateness, 1500.5);
        QCOMPARE(*block->cpuPercent, 2.5);
    }

    void whatIsNoRunIsNoBlock() {
        for (const char* text : {"", "{}", "[1]", "{\"frames\": 5}", "not json",
                                 "{\"frames\": 0, \"lost_iterations\": 0, \"late\": {\"count\": 0}}"})
            QVERIFY2(!blockOfRun(text), text);
        JobControl control;
        QVERIFY(!runInTerminal({}, loop(), 1ms, 1ms, control));
        QVERIFY(!runInTerminal(QStringLiteral("/nowhere/jitterscope-cli"), loop(), 1ms, 1ms, control));
        QVERIFY(!runInTerminal(QStringLiteral("/bin/false"), loop(), 1ms, 1ms, control));
    }

    void cancelEndsTheProcess() {
        JobControl control;
        control.cancel();
        // A block longer than a test may take.
        QVERIFY(!runInTerminal(commandLineProgram(), loop(), 0ms, 600s, control));
    }
};

JITTERSCOPE_TEST(TerminalBlockTest)

} // namespace jitterscope::terminal_block_test

#include "terminal_block_test.moc"
