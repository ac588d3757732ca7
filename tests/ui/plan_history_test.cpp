// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/session/plan_history.h"

#include <QTest>

namespace jitterscope::plan_history_test {

using History = jitterscope::ui::PlanHistory<int>;

class PlanHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void backAndForth() {
        History history(1);
        QVERIFY(!history.canUndo() && !history.canRedo());
        history.add(2, {}, 0);
        history.add(3, {}, 0);
        QCOMPARE(history.undo(), 2);
        QCOMPARE(history.undo(), 1);
        QVERIFY(!history.canUndo());
        QCOMPARE(history.redo(), 2);
        QVERIFY(history.canRedo());
    }
    void aNewChangeForgetsWhatWasUndone() {
        History history(1);
        history.add(2, {}, 0);
        (void)history.undo();
        history.add(7, {}, 0);
        QVERIFY(!history.canRedo());
        QCOMPARE(history.undo(), 1);
    }
    void theSamePlanIsNoStep() {
        History history(1);
        history.add(2, {}, 0);
        (void)history.undo();
        history.add(1, {}, 0); // what undo itself makes the window say
        QVERIFY(!history.canUndo() && history.canRedo());
    }
    void oneMoveOfAKnobIsOneStep() {
        History history(1);
        history.add(2, "x", 0);
        history.add(3, "x", 900);
        history.add(4, "x", 1900);
        QCOMPARE(history.undo(), 1);
        (void)history.redo();
        history.add(5, "x", 2901); // after a pause
        QCOMPARE(history.undo(), 4);
        history.add(6, "x", 2950);
        history.add(7, {}, 2951);
        QCOMPARE(history.undo(), 6);
    }
    void itDoesNotGrowForEver() {
        History history(0);
        for (int i = 1; i <= 1000; ++i)
            history.add(i, {}, 0);
        std::size_t steps = 0;
        for (; history.canUndo(); ++steps)
            (void)history.undo();
        QCOMPARE(steps, History::kMost - 1);
        QCOMPARE(history.current(), 1001 - static_cast<int>(History::kMost));
    }
};

JITTERSCOPE_TEST(PlanHistoryTest)

} // namespace jitterscope::plan_history_test

#include "plan_history_test.moc"
