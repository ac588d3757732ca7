// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/own_system.h"
#include "core/platform/thread_control.h"
#include "tests/support/test_program.h"
#include "ui/session/job_runner.h"

#include <QTest>

#include <atomic>
#include <thread>

namespace jitterscope::shared_processor_test {

using namespace jitterscope::ui;

namespace {

ThreadPlan pinnedTo(int cpu) {
    ThreadPlan plan;
    plan.cpu = cpu;
    return plan;
}

/// A thread that waits on one processor.
class Waiting {
public:
    explicit Waiting(int cpu) : m_thread([this, cpu] { wait(cpu); }) { m_id.wait(0); }
    ~Waiting() {
        m_end = true;
        m_end.notify_all();
        m_thread.join();
    }
    [[nodiscard]] int id() const { return m_id; }

private:
    void wait(int cpu) {
        const ThreadControl pinned(pinnedTo(cpu));
        m_id = thisThread();
        m_id.notify_all();
        m_end.wait(false);
    }

    std::atomic<int> m_id{0};
    std::atomic<bool> m_end{false};
    std::thread m_thread; // last: it uses the others
};

} // namespace

/// What share of the measured processor the window took; this thread is the window's.
class SharedProcessorTest : public QObject {
    Q_OBJECT

    const std::vector<int> m_processors = allowedProcessors();
    const ThreadControl m_pinned{pinnedTo(m_processors.front())};

    /// A look each 33 ms, in which the window used `cpu` ms.
    [[nodiscard]] static SharedProcessor looked(int measured, int window, int cpu, int looks = 61) {
        SharedProcessor shared;
        for (int i = 0; i < looks; ++i)
            shared.take(
                {measured, window, std::chrono::milliseconds{cpu * i}, std::chrono::milliseconds{33 * i}});
        return shared;
    }

private slots:
    /// It may be seen there each time, and use little of it.
    void theShareIsOfTheTime() {
        QCOMPARE(looked(0, 0, 33).share(), std::optional(1.0));
        QCOMPARE(looked(0, 0, 3).share(), std::optional(3.0 / 33));
        QCOMPARE(looked(0, 0, 0).share(), std::optional(0.0));
    }
    void onAnotherProcessorItTakesNothing() {
        QCOMPARE(looked(1, 0, 33).share(), std::optional(0.0));
        QCOMPARE(looked(1, 0, 33).processor(), 1);
    }
    void fewLooksSayNothing() {
        QVERIFY(!looked(0, 0, 3, 49).share());
        QVERIFY(looked(0, 0, 3, 50).share());
    }
    void noThreadIsNoLook() { QVERIFY(!looked(-1, 0, 3).share()); }
    void aResetForgets() {
        SharedProcessor shared = looked(0, 0, 3);
        shared.reset();
        QVERIFY(!shared.share());
        QCOMPARE(shared.processor(), -1);
    }
    /// By the system's own counters: whether it is this processor is what they have to say.
    void theSystemIsAsked() {
        if (kOwnSystem == SystemFamily::Windows)
            QSKIP("Windows has no such counters");
        const Waiting measuring(m_processors.front());
        SharedProcessor shared;
        for (int i = 0; i < 60; ++i)
            shared.look(measuring.id());
        QVERIFY(shared.share());
        QCOMPARE(shared.processor(), m_processors.front());
    }
};

JITTERSCOPE_TEST(SharedProcessorTest)

} // namespace jitterscope::shared_processor_test

#include "shared_processor_test.moc"
