// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/thread_control.h"
#include "tests/support/test_program.h"
#include "ui/session/shared_processor.h"

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

/// How often the window ran on the processor that is measured; this thread is the window's.
class SharedProcessorTest : public QObject {
    Q_OBJECT

    static constexpr int kLooks = 60;
    const std::vector<int> m_processors = allowedProcessors();
    const ThreadControl m_pinned{pinnedTo(m_processors.front())};

    [[nodiscard]] static SharedProcessor looked(int thread, int looks = kLooks) {
        SharedProcessor shared;
        for (int i = 0; i < looks; ++i)
            shared.look(thread);
        return shared;
    }

private slots:
    void onTheSameProcessorItIsAlways() {
        const Waiting measuring(m_processors.front());
        QCOMPARE(looked(measuring.id()).share(), std::optional(1.0));
    }
    void onAnotherItIsNever() {
        if (m_processors.size() < 2)
            QSKIP("there is one processor");
        const Waiting measuring(m_processors.back());
        const SharedProcessor shared = looked(measuring.id());
        QCOMPARE(shared.share(), std::optional(0.0));
        QCOMPARE(shared.processor(), m_processors.back());
    }
    void fewLooksSayNothing() {
        const Waiting measuring(m_processors.front());
        QVERIFY(!looked(measuring.id(), 49).share());
        QVERIFY(looked(measuring.id(), 50).share());
    }
    void noThreadIsNoLook() {
        QVERIFY(!looked(0).share());
        QVERIFY(!looked(-1).share());
    }
    void aResetForgets() {
        const Waiting measuring(m_processors.front());
        SharedProcessor shared = looked(measuring.id());
        shared.reset();
        QVERIFY(!shared.share());
        QCOMPARE(shared.processor(), -1);
    }
};

JITTERSCOPE_TEST(SharedProcessorTest)

} // namespace jitterscope::shared_processor_test

#include "shared_processor_test.moc"
