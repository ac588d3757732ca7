// SPDX-License-Identifier: MIT
#include "core/platform/step_aside.h"
#include "core/platform/thread_control.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

#include <atomic>
#include <future>
#include <optional>
#include <sched.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace jitterscope::step_aside_test {

namespace {

/// All that the kernel says about how a thread is scheduled: class, priority, slice, processors.
QByteArray stateOf(int thread) {
    QByteArray text;
    QFile status(QStringLiteral("/proc/self/task/%1/status").arg(thread));
    if (status.open(QIODevice::ReadOnly)) {
        for (const QByteArray& line : status.readAll().split('\n')) {
            if (line.startsWith("Cpus_allowed"))
                text += line + '\n';
        }
    }
    unsigned char attributes[56] = {};
    syscall(SYS_sched_getattr, thread, attributes, sizeof attributes, 0);
    return text + QByteArray(reinterpret_cast<const char*>(attributes), 48).toHex();
}

int classOf(int thread) {
    return sched_getscheduler(thread);
}

int self() {
    return static_cast<int>(syscall(SYS_gettid));
}

/// A thread that waits until it is let go.
class Waiting {
public:
    Waiting() {
        std::promise<int> number;
        auto known = number.get_future();
        m_thread = std::thread([this, &number] {
            number.set_value(self());
            m_leave.wait(false);
        });
        m_number = known.get();
    }
    ~Waiting() {
        m_leave = true;
        m_leave.notify_all();
        m_thread.join();
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    [[nodiscard]] int number() const { return m_number; }

private:
    std::thread m_thread;
    std::atomic<bool> m_leave{false};
    int m_number = 0;
};

std::size_t processorsOf(int thread) {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    sched_getaffinity(thread, sizeof mask, &mask);
    return static_cast<std::size_t>(CPU_COUNT(&mask));
}

} // namespace

class StepAsideTest : public QObject {
    Q_OBJECT

private slots:
    void whatStepsAsideIsAfterwardsAsBefore() {
        const Waiting helper;
        const QByteArray mine = stateOf(self());
        const QByteArray its = stateOf(helper.number());
        {
            const StepAside aside({self(), helper.number()}, allowedProcessors().front());
            QCOMPARE(classOf(self()), SCHED_BATCH);
            QCOMPARE(classOf(helper.number()), SCHED_BATCH);
            QVERIFY(stateOf(self()) != mine);
        }
        QCOMPARE(stateOf(self()), mine);
        QCOMPARE(stateOf(helper.number()), its);
    }
    void theMeasuringThreadIsNotTouched() {
        const std::vector<int> drawing = threadsNow();
        const Waiting measuring; // made by a thread that steps aside, before it does
        const QByteArray before = stateOf(measuring.number());
        {
            const StepAside aside(drawing, allowedProcessors().front());
            QCOMPARE(stateOf(measuring.number()), before);
            QCOMPARE(classOf(measuring.number()), SCHED_OTHER);
        }
        QCOMPARE(stateOf(measuring.number()), before);
    }
    void theBusyProcessorIsLeftWhereAnotherIsThere() {
        const std::size_t all = allowedProcessors().size();
        const int last = allowedProcessors().back();
        {
            const StepAside aside({self()}, last);
            QCOMPARE(processorsOf(self()), all > 1 ? all - 1 : 1);
        }
        QCOMPARE(processorsOf(self()), all);
        {
            const StepAside aside({self()}, -1);
            QCOMPARE(processorsOf(self()), all);
        }
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(static_cast<std::size_t>(last), &one);
        std::thread([&] { // of its own, so that nothing is left behind
            sched_setaffinity(0, sizeof one, &one);
            const StepAside aside({self()}, last);
            QCOMPARE(processorsOf(self()), std::size_t{1});
        })
            .join();
    }
    void threadsThatAreMadeMeanwhileAreFreeAfterwards() {
        std::optional<StepAside> aside;
        aside.emplace(threadsNow(), allowedProcessors().front());
        const Waiting late;
        QCOMPARE(classOf(late.number()), SCHED_BATCH); // it inherits
        aside.reset();
        QCOMPARE(classOf(late.number()), SCHED_OTHER);
        QCOMPARE(processorsOf(late.number()), allowedProcessors().size());
    }
    void threadsThatHaveEndedArePassedOver() {
        std::optional<Waiting> gone;
        gone.emplace();
        const int number = gone->number();
        std::optional<StepAside> aside;
        aside.emplace(std::vector<int>{self(), number}, -1);
        gone.reset();
        aside.reset();
        QCOMPARE(classOf(self()), SCHED_OTHER);
        const StepAside none({number}, 0);
    }
    void withoutAnyRightToo() {
        // Ids are of a thread where the system call is made directly: only this thread gives up its rights.
        std::thread([] {
            (void)syscall(SYS_setresuid, 65534, 65534, 65534);
            const QByteArray before = stateOf(self());
            {
                const StepAside aside({self()}, allowedProcessors().front());
                QCOMPARE(classOf(self()), SCHED_BATCH);
            }
            QCOMPARE(stateOf(self()), before);
        }).join();
    }
};

JITTERSCOPE_TEST(StepAsideTest)

} // namespace jitterscope::step_aside_test

#include "step_aside_test.moc"
