// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/read_csv.h"
#include "core/platform/step_aside.h"
#include "core/run/resolve.h"
#include "tests/support/test_program.h"
#include "ui/session/session.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_LINUX
#include <sched.h>
#endif

namespace jitterscope::session_test {

using namespace jitterscope::ui;

namespace {

RunPlan simulated(const char* rate = "500") {
    RunPlan plan = standardPlan();
    plan.machine = machineChoice("linux-default");
    plan.machine.realPace = true;
    plan.period = Period::parseRate(rate).value();
    return plan;
}

std::int64_t frames(const Session& session) {
    return session.statistics() != nullptr ? session.statistics()->deviation().count() : 0;
}

} // namespace

class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void aRunBringsSamplesAndEndsInAResult() {
        Session session;
        QVERIFY(session.setPlan(simulated()).ok());
        QSignalSpy finished(&session, &Session::finished);
        QVERIFY(session.start().ok());
        QVERIFY(session.running());
        QTRY_VERIFY(frames(session) > 50);
        session.stop();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!session.running());
        QVERIFY(session.samples()->metrics.frames > 50);
        QCOMPARE(session.metrics()->now.frames, session.samples()->metrics.frames);
    }
    void aChangeBeginsAStretch() {
        Session session;
        QVERIFY(session.setPlan(simulated()).ok());
        QVERIFY(session.start().ok());
        QTRY_VERIFY(frames(session) > 20);
        RunPlan plan = session.plan();
        plan.strategy.values.set(0, 3);
        QVERIFY(session.setPlan(plan).ok());
        QTRY_VERIFY(session.traces()->changes().size() == 1);
        QCOMPARE(session.traces()->changes().front().text, QStringLiteral("X 3"));
        QTRY_COMPARE(session.metrics() ? session.metrics()->stretches : 0, std::size_t{2});
        QTRY_VERIFY(session.metrics()->before);
        QVERIFY(session.metrics()->before->metrics.frames > 20);
        QVERIFY(session.metrics()->before->title.contains(QStringLiteral("X 1")));
    }
    void cpuUseIsToldForTheLastStretchAlone() {
        Session session;
        RunPlan plan = simulated();
        plan.strategy = sleepChoice("system-sleep");
        QVERIFY(session.setPlan(plan).ok());
        QVERIFY(session.start().ok());
        const auto now = [&] { return session.metrics()->cpuNow.threadPercent.value_or(0); };
        QTRY_VERIFY(session.metrics() && session.metrics()->cpuNow.threadPercent);
        QVERIFY(now() < 50);
        plan.strategy = sleepChoice("spin");
        QVERIFY(session.setPlan(plan).ok());
        QTRY_VERIFY(session.metrics()->stretches == 2 && now() > 90);
        QVERIFY(now() > session.metrics()->before->cpu.threadPercent.value_or(100) + 5);
    }
    /// Longer than what is walked through at once.
    void percentilesOfALongRunAreExactWhileItGoesOn() {
        Session session;
        RunPlan plan = simulated();
        plan.machine.realPace = false;
        QVERIFY(session.setPlan(plan).ok());
        QVERIFY(session.start().ok());
        QTRY_VERIFY(frames(session) > 5 * LivePercentiles::kAtOnce);
        QTRY_VERIFY(session.running() && session.metrics() && session.metrics()->exact);
    }
    void aPlanThatIsRefusedChangesNothing() {
        Session session;
        RunPlan plan = simulated();
        QVERIFY(session.setPlan(plan).ok());
        QSignalSpy changes(&session, &Session::planChanged);
        plan.load = 3; // a simulated machine has no load threads
        QVERIFY(!session.setPlan(plan).ok());
        QCOMPARE(changes.count(), 0);
        QCOMPARE(session.plan().load, 0);
    }
    void anotherMachineMeansANewRun() {
        Session session;
        QVERIFY(session.setPlan(simulated()).ok());
        QSignalSpy started(&session, &Session::started);
        QVERIFY(session.start().ok());
        QTRY_VERIFY(frames(session) > 5);
        RunPlan plan = simulated();
        plan.machine = machineChoice("linux-rt");
        plan.machine.realPace = true;
        QVERIFY(session.setPlan(plan).ok());
        QTRY_COMPARE(started.count(), 2);
        QTRY_VERIFY(frames(session) > 5);
        QCOMPARE(session.samples()->plan.machine.id, std::string("linux-rt"));
    }
    void resetBeginsAnewOrForgets() {
        Session session;
        QVERIFY(session.setPlan(simulated()).ok());
        QSignalSpy started(&session, &Session::started);
        QSignalSpy finished(&session, &Session::finished);
        QVERIFY(session.start().ok());
        QTRY_VERIFY(frames(session) > 20);
        session.reset();
        QTRY_COMPARE(started.count(), 2);
        session.stop();
        QTRY_COMPARE(finished.count(), 2);
        session.reset();
        QVERIFY(session.samples() == nullptr);
        QVERIFY(!session.metrics());
    }
    void aRunThatEndsByItselfIsTakenWhole() {
        Session session;
        RunPlan plan = simulated();
        plan.frames = 100;
        QVERIFY(session.setPlan(plan).ok());
        QSignalSpy finished(&session, &Session::finished);
        QVERIFY(session.start().ok());
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(session.samples()->metrics.frames, 100);
        QCOMPARE(session.samples()->end, EndReason::Frames);
    }
    void aLateFrameStopsTheRun() {
        Session session;
        RunPlan plan = simulated();
        plan.strategy = sleepChoice("system-sleep");
        plan.stopOnLate = Nanoseconds(1);
        QVERIFY(session.setPlan(plan).ok());
        QSignalSpy finished(&session, &Session::finished);
        QVERIFY(session.start().ok());
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(session.samples()->end, EndReason::LateFrame);
    }
    /// The rings hold what comes while the window is held up: two seconds of it here.
    void aWindowThatHangsLosesNothing() {
        Session session;
        RunPlan plan = simulated("1000");
        QVERIFY(session.setPlan(plan).ok());
        QSignalSpy finished(&session, &Session::finished);
        QVERIFY(session.start().ok());
        QTRY_VERIFY(frames(session) > 10);
        QElapsedTimer held;
        held.start();
        while (held.elapsed() < 2000) { // the event loop does not turn
        }
        session.stop();
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(session.lostSamples(), std::uint64_t{0});
        std::int64_t expected = session.samples()->frames.front().iteration;
        for (const FrameSample& sample : session.samples()->frames) {
            QCOMPARE(sample.iteration, expected + sample.lost);
            expected = sample.iteration + 1;
        }
    }
    void aRecordingHoldsTheRunFromItsFirstFrame() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.csv"));
        Session session;
        QVERIFY(session.setPlan(simulated()).ok());
        QVERIFY(!session.record(path).ok()); // no run yet
        QSignalSpy finished(&session, &Session::finished);
        QVERIFY(session.start().ok());
        QTRY_VERIFY(frames(session) > 20);
        QVERIFY(session.record(path).ok());
        QVERIFY(session.recording());
        const std::int64_t before = frames(session);
        QTRY_VERIFY(frames(session) > before + 20);
        session.stop();
        QTRY_COMPARE(finished.count(), 1);
        QVERIFY(!session.recording());
        const auto read = readSamplesCsv(path.toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().what.c_str());
        QCOMPARE(read.value().frames.size(), session.samples()->frames.size());
        QCOMPARE(read.value().metrics.frames, session.samples()->metrics.frames);
    }
    /// Whatever draws gives way while something is measured here, and is back as it was after.
    void whileMeasuringHereTheWindowStepsAside() {
#ifdef Q_OS_LINUX
        const int before = sched_getscheduler(0);
        Session session;
        RunPlan plan = standardPlan();
        plan.period = Period::parseRate("500").value();
        QVERIFY(session.setPlan(plan).ok());
        QSignalSpy finished(&session, &Session::finished);
        for (int run = 1; run <= 2; ++run) {
            QVERIFY(session.start().ok());
            QCOMPARE(sched_getscheduler(0), SCHED_BATCH);
            QTRY_VERIFY(frames(session) > 5);
            plan.load = run; // its threads must not inherit
            QVERIFY(session.setPlan(plan).ok());
            QCOMPARE(sched_getscheduler(0), SCHED_BATCH);
            int asOthers = 0;
            for (const int thread : threadsNow())
                asOthers += sched_getscheduler(thread) == SCHED_OTHER ? 1 : 0;
            QCOMPARE(asOthers, 1 + run); // the measuring thread and its load
            session.stop();
            QTRY_COMPARE(finished.count(), run);
            QCOMPARE(sched_getscheduler(0), before);
        }
        plan.load = 0;
        plan.machine = machineChoice("linux-default"); // no clock that drawing could disturb
        plan.machine.realPace = true;
        QVERIFY(session.setPlan(plan).ok());
        QVERIFY(session.start().ok());
        QCOMPARE(sched_getscheduler(0), before);
#else
        QSKIP("threads have no such classes here");
#endif
    }
    void aSessionThatIsDestroyedMidRunLeavesNothingBehind() {
#ifdef Q_OS_LINUX
        const int before = sched_getscheduler(0);
        {
            Session session;
            QVERIFY(session.start().ok());
            QCOMPARE(sched_getscheduler(0), SCHED_BATCH);
        }
        QCOMPARE(sched_getscheduler(0), before);
#else
        QSKIP("threads have no such classes here");
#endif
    }
    void aBaselineIsAValueOfItsOwn() {
        Session session;
        session.pinBaseline();
        QVERIFY(!session.baseline()); // nothing to pin
        RunPlan plan = simulated();
        plan.frames = 150;
        QVERIFY(session.setPlan(plan).ok());
        QSignalSpy finished(&session, &Session::finished);
        QVERIFY(session.start().ok());
        QTRY_COMPARE(finished.count(), 1);
        session.pinBaseline();
        QVERIFY(session.baseline());
        session.reset();
        QCOMPARE(session.baseline()->metrics.frames, 150);
        QCOMPARE(session.baseline()->deviation.count(), std::uint64_t{150});
    }
    void startAndStopManyTimes() {
        Session session;
        QVERIFY(session.setPlan(simulated()).ok());
        QSignalSpy finished(&session, &Session::finished);
        for (int i = 1; i <= 30; ++i) {
            QVERIFY(session.start().ok());
            session.stop();
            QTRY_COMPARE(finished.count(), i);
        }
    }
    void destroyedMidRunItJoins() {
        for (int i = 0; i < 10; ++i) {
            Session session;
            QVERIFY(session.setPlan(simulated()).ok());
            QVERIFY(session.start().ok());
            QTRY_VERIFY(session.traces()->lastFrame().has_value());
        }
    }
};

JITTERSCOPE_TEST(SessionTest)

} // namespace jitterscope::session_test

#include "session_test.moc"
