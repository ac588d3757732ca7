// SPDX-License-Identifier: GPL-3.0-or-later
// One thing at a time is measured on this machine, whichever page began it.
#include "tests/support/test_program.h"
#include "ui/session/job_runner.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <thread>

namespace jitterscope::job_runner_test {

using namespace jitterscope::ui;

namespace {

/// Runs until it is let go or cancelled.
class WaitingRunner final : public JobRunner {
    Q_OBJECT
public:
    WaitingRunner() : JobRunner(nullptr) {}
    ~WaitingRunner() override { endNow(); }

    Result<Done> start(bool here) {
        m_go = false;
        return begin(
            [this](JobControl& job) {
                while (!m_go && !job.cancelled())
                    std::this_thread::yield();
            },
            here, 1);
    }
    void letGo() { m_go = true; }

signals:
    void done();

private:
    void ended() override { emit done(); }
    std::atomic<bool> m_go{false};
};

} // namespace

class JobRunnerTest : public QObject {
    Q_OBJECT
private slots:
    void twoDoNotMeasureAtOnce() {
        WaitingRunner one;
        WaitingRunner two;
        QVERIFY(one.start(true).ok());
        const auto refused = two.start(true);
        QVERIFY(!refused && refused.error().message().find("another page measures") != std::string::npos);
        QVERIFY(!two.running());
        QVERIFY(two.start(false).ok()); // what is only computed is no measurement
        two.letGo();
        const QSignalSpy computed(&two, &WaitingRunner::done);
        QTRY_COMPARE(computed.count(), 1);
        QVERIFY(!two.start(true)); // nor has it ended the other's
        const QSignalSpy measured(&one, &WaitingRunner::done);
        one.letGo();
        QTRY_COMPARE(measured.count(), 1);
        QVERIFY(two.start(true).ok());
        QVERIFY(!one.start(true));
    }
    void whoIsCancelledOrGoneIsInNobodysWay() {
        WaitingRunner last;
        {
            WaitingRunner gone;
            QVERIFY(gone.start(true).ok());
            QVERIFY(!last.start(true));
        }
        QVERIFY(last.start(true).ok());
        const QSignalSpy ended(&last, &WaitingRunner::done);
        last.cancel();
        QTRY_COMPARE(ended.count(), 1);
        WaitingRunner next;
        QVERIFY(next.start(true).ok());
    }
};

JITTERSCOPE_TEST(JobRunnerTest)

} // namespace jitterscope::job_runner_test

#include "job_runner_test.moc"
