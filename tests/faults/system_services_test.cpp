// SPDX-License-Identifier: MIT
// What the system is asked for, granted, refused and not answered; and that all of it is put back, also after
// a kill.
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/trial.h"
#include "core/platform/latency_request.h"
#include "core/platform/linux/latency_device.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_bus.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "core/run/resolve.h"
#include "core/run/runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <functional>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace jitterscope::system_services_test {

namespace {

constexpr const char* kAddress = "DBUS_SYSTEM_BUS_ADDRESS";
constexpr const char* kDevice = "/dev/cpu_dma_latency";

/// The services that are asked, for as long as it lives.
class Services {
public:
    explicit Services(const char* way) {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(JITTERSCOPE_FAKE_SERVICES, {way});
        m_ready = waitFor("ready");
    }
    ~Services() {
        m_process.kill();
        m_process.waitForFinished();
    }
    [[nodiscard]] bool ready() const { return m_ready; }
    /// Whether it says this line next.
    bool waitFor(const QByteArray& line) {
        while (!m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(10'000))
                return false;
        }
        const QByteArray said = m_process.readLine().trimmed();
        if (said != line)
            qWarning("the services said '%s'", said.constData());
        return said == line;
    }

private:
    QProcess m_process;
    bool m_ready = false;
};

/// Accepts nothing, or accepts and says nothing: the kernel completes connections as long as the backlog has
/// room.
class MuteSocket {
public:
    explicit MuteSocket(const QString& path) : m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        qstrncpy(address.sun_path, path.toUtf8().constData(), sizeof address.sun_path);
        m_listens = ::bind(m_socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
                    ::listen(m_socket, 16) == 0;
    }
    ~MuteSocket() { ::close(m_socket); }
    [[nodiscard]] bool listens() const { return m_listens; }

private:
    int m_socket;
    bool m_listens = false;
};

/// What an ordinary user's thread lacks; of the calling thread alone.
bool dropCapability(unsigned number) {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct data[2]{};
    if (::syscall(SYS_capget, &header, data) != 0)
        return false;
    data[0].effective &= ~(1U << number);
    return ::syscall(SYS_capset, &header, data) == 0;
}

/// Runs on a thread of its own that may not enter the real-time class by itself.
void unprivileged(const std::function<void()>& run) {
    rlimit limit{};
    getrlimit(RLIMIT_RTPRIO, &limit);
    const rlimit none{0, limit.rlim_max};
    setrlimit(RLIMIT_RTPRIO, &none);
    std::thread([&run] {
        dropCapability(CAP_SYS_NICE);
        run();
    }).join();
    setrlimit(RLIMIT_RTPRIO, &limit);
}

int policyNow() {
    return sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
}

/// Starts a process that does `begin` and then waits to be killed; returns once it has done so.
pid_t holder(const std::function<void()>& begin) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    const pid_t child = fork();
    if (child == 0) {
        begin();
        [[maybe_unused]] const ssize_t written = write(ends[1], "x", 1);
        pause();
        _exit(0);
    }
    char byte = 0;
    [[maybe_unused]] const ssize_t count = read(ends[0], &byte, 1);
    close(ends[0]);
    close(ends[1]);
    return child;
}

void killAndWait(pid_t child) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

/// The latency that all programs together ask for, in µs.
/// Of the whole machine, µs; the strictest of all that ask.
std::int32_t requestedLatency() {
    std::int32_t microseconds = -1;
    const int file = open(kDevice, O_RDONLY | O_CLOEXEC);
    [[maybe_unused]] const ssize_t count = read(file, &microseconds, sizeof microseconds);
    close(file);
    return microseconds;
}

/// Tests beside this one may ask for a latency as well, for a while.
bool latencyIsBackAt(std::int32_t before) {
    constexpr int kLongest = 20'000; // ms
    return QTest::qWaitFor([before] { return requestedLatency() >= before; }, kLongest);
}

} // namespace

class SystemServicesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        if (m_bus.isEmpty())
            m_bus = qgetenv("DBUS_SESSION_BUS_ADDRESS");
        qputenv(kAddress, m_bus); // its own, made by dbus-run-session
    }
    void cleanup() { useRealtimeKit(false); }

    void theLatencyRequestIsHeldAndDropped() {
        if (!latencyRequestSupport().available)
            QSKIP("this user may not write /dev/cpu_dma_latency");
        const std::int32_t before = requestedLatency();
        {
            const LatencyRequest request;
            QVERIFY2(request.support().available, request.support().reason.c_str());
            QCOMPARE(requestedLatency(), 0);
        }
        QVERIFY(latencyIsBackAt(before));
        const pid_t child = holder([] { static const LatencyRequest request; });
        QCOMPARE(requestedLatency(), 0);
        killAndWait(child);
        QVERIFY(latencyIsBackAt(before));
    }

    void aLatencyRequestThatIsRefusedSaysWhy() {
        QTemporaryDir folder;
        for (const QString& device : {folder.filePath("absent"), folder.path()}) {
            Support support;
            QVERIFY(!holdLatency(device.toStdString(), support));
            QVERIFY(!support.available && !support.reason.empty());
            QVERIFY(!latencySupport(device.toStdString()).available);
        }
    }

    void aBuildWithoutTheBusSaysSo() {
        if (systemBusSupport().available)
            QSKIP("built with libsystemd");
        for (const Support& answer :
             {systemBusSupport(), realtimeKitSupport(), makeRealtimeThroughKit(), SleepInhibitor().support()})
            QVERIFY(!answer.available && answer.reason.find("without D-Bus") != std::string::npos);
    }

    void theKitMakesAThreadRealtimeAndThreadControlPutsItBack_data() {
        QTest::addColumn<QByteArray>("way");
        QTest::newRow("today") << QByteArray("kind");
        QTest::newRow("before 0.12") << QByteArray("old");
    }
    void theKitMakesAThreadRealtimeAndThreadControlPutsItBack() {
        QFETCH(QByteArray, way);
        if (!realtime())
            QSKIP("no bus, one processor, or the services would lack CAP_SYS_NICE");
        Services services(way.constData());
        QVERIFY(services.ready());
        QVERIFY(realtimeKitSupport().available);
        unprivileged([] {
            ThreadPlan plan;
            plan.realtime = true;
            const int slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
            QVERIFY(
                !ThreadControl(plan).outcomes()[0].granted); // nobody is asked unless the program wants it
            useRealtimeKit();
            {
                const ThreadControl control(plan);
                const SettingOutcome& outcome = control.outcomes()[0];
                QVERIFY2(outcome.granted, outcome.reason.c_str());
                QCOMPARE(outcome.observed, std::string("SCHED_RR"));
                QCOMPARE(policyNow(), SCHED_RR);
                sched_param parameter{};
                sched_getparam(0, &parameter);
                QCOMPARE(parameter.sched_priority, 15); // the most that these services grant
            }
            QCOMPARE(policyNow(), SCHED_OTHER);
            QCOMPARE(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), slack);
        });
        QVERIFY(services.waitFor("realtime 15"));
    }

    /// RLIMIT_RTTIME, which the kit demands, warns before it kills; the warning takes the thread out of the
    /// class.
    void aSpinnerLosesTheClassAndTheProgramLives() {
        if (!realtime())
            QSKIP("no bus, one processor, or the services would lack CAP_SYS_NICE");
        Services services("kind");
        QVERIFY(services.ready());
        unprivileged([] {
            const bool before = realtimeLimitHit();
            const Support made = makeRealtimeThroughKit();
            QVERIFY2(made.available, made.reason.c_str());
            const TimePoint giveUp = systemNow() + 5s;
            while (policyNow() == SCHED_RR && systemNow() < giveUp) {
            }
            QCOMPARE(policyNow(), SCHED_OTHER);
            QVERIFY(!before && realtimeLimitHit());
            QVERIFY(
                makeRealtimeThroughKit().available); // the kernel has raised the soft limit: it is set anew
            rlimit limit{};
            getrlimit(RLIMIT_RTTIME, &limit);
            QVERIFY(limit.rlim_cur < limit.rlim_max && limit.rlim_max <= 200'000);
            QVERIFY(leaveRealtime());
            QCOMPARE(policyNow(), SCHED_OTHER);
        });
    }

    void aRefusalIsToldWithItsReason() {
        if (!bus())
            QSKIP("no libsystemd, or not started by dbus-run-session");
        Services services("refuse");
        QVERIFY(services.ready());
        unprivileged([] {
            useRealtimeKit();
            ThreadPlan plan;
            plan.realtime = true;
            const ThreadControl control(plan);
            if (allowedProcessors().size() > 1)
                QCOMPARE(control.outcomes()[0].reason, std::string("RealtimeKit refused: not for you"));
            QCOMPARE(policyNow(), SCHED_OTHER);
        });
        QCOMPARE(SleepInhibitor().support().reason, std::string("logind refused: not for you"));
    }

    void sleepIsInhibitedUntilTheEndAlsoOfAKilledProcess() {
        if (!bus())
            QSKIP("no libsystemd, or not started by dbus-run-session");
        Services services("kind");
        QVERIFY(services.ready());
        {
            const SleepInhibitor inhibitor;
            QVERIFY2(inhibitor.support().available, inhibitor.support().reason.c_str());
            QVERIFY(services.waitFor("inhibit idle:sleep block"));
        }
        QVERIFY(services.waitFor("released"));
        const pid_t child = holder([] { static const SleepInhibitor inhibitor; });
        QVERIFY(services.waitFor("inhibit idle:sleep block"));
        killAndWait(child);
        QVERIFY(services.waitFor("released"));
    }

    /// Trials change a thread and hold descriptors; both end with the process, however it ends.
    void aKilledTrialLeavesNothing_data() {
        QTest::addColumn<QByteArray>("id");
        for (const Cure& entry : curesHere()) {
            if (entry.id != kTogether)
                QTest::newRow(entry.id.data()) << QByteArray(entry.id.data());
        }
    }
    void aKilledTrialLeavesNothing() {
        QFETCH(QByteArray, id);
        TrialPlan plan;
        plan.id = id.toStdString();
        plan.loop = diagnosisPlan("game-144").loop;
        plan.quick = true;
        if (!trialSupport(plan).available)
            QSKIP(trialSupport(plan).reason.c_str());
        const auto state = [] {
            cpu_set_t mask;
            sched_getaffinity(0, sizeof mask, &mask);
            return std::tuple(policyNow(), prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), CPU_COUNT(&mask),
                              inRealtimeClass());
        };
        const auto before = state();
        const std::int32_t latency = requestedLatency();
        int ends[2];
        QCOMPARE(pipe2(ends, O_CLOEXEC), 0);
        const pid_t child = fork();
        if (child == 0) {
            class Telling final : public JobControl {
            public:
                explicit Telling(int end) : m_end(end) {}
                void report(double done, std::string what) override {
                    JobControl::report(done, std::move(what));
                    if (done > 0) // the cure has been applied at least once
                        [[maybe_unused]]
                        const ssize_t written = write(m_end, "x", 1);
                }

            private:
                int m_end;
            };
            Telling control(ends[1]);
            (void)runTrial(plan, control);
            _exit(0);
        }
        close(ends[1]);
        char byte = 0;
        QCOMPARE(read(ends[0], &byte, 1), ssize_t{1});
        killAndWait(child);
        close(ends[0]);
        QVERIFY(state() == before);
        QVERIFY(latencyIsBackAt(latency));
    }

    /// A run that measures here holds the machine awake to its end, where the program wants that.
    void aRunHoldsTheMachineAwake() {
        if (!bus())
            QSKIP("no libsystemd, or not started by dbus-run-session");
        Services services("kind");
        QVERIFY(services.ready());
        RunPlan plan = standardPlan();
        Runner runner;
        useSleepInhibitor();
        QVERIFY(runner.start(plan));
        QVERIFY(services.waitFor("inhibit idle:sleep block"));
        runner.requestStop();
        runner.join();
        QVERIFY(services.waitFor("released"));
        plan.machine = machineChoice("linux-default"); // nothing is measured here
        plan.frames = 10;
        QVERIFY(runner.start(plan));
        runner.join();
        useSleepInhibitor(false);
        QVERIFY(keepAwake() == nullptr);
    }

    void whatDoesNotAnswerIsGivenUpInTime_data() {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<bool>("silentServices");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("no bus") << QByteArray("unix:path=/nonexistent/bus") << false
                                << QByteArray("no system bus");
        QTest::newRow("no address") << QByteArray("garbage") << false << QByteArray("no system bus");
        QTest::newRow("mute bus") << QByteArray("mute") << false << QByteArray("system bus does not answer");
        QTest::newRow("nobody there") << QByteArray() << false << QByteArray("is not installed");
        QTest::newRow("mute services") << QByteArray() << true << QByteArray("does not answer");
    }
    void whatDoesNotAnswerIsGivenUpInTime() {
        QFETCH(QByteArray, address);
        QFETCH(bool, silentServices);
        QFETCH(QByteArray, reason);
        if (!bus())
            QSKIP("no libsystemd, or not started by dbus-run-session");
        QTemporaryDir folder;
        const MuteSocket mute(folder.filePath("bus"));
        QVERIFY(mute.listens());
        const std::unique_ptr<Services> services =
            silentServices ? std::make_unique<Services>("silent") : nullptr;
        if (address == "mute")
            qputenv(kAddress, "unix:path=" + folder.filePath("bus").toUtf8());
        else if (!address.isEmpty())
            qputenv(kAddress, address);
        const auto ask = [&](const char* what, const std::function<Support()>& call) {
            const TimePoint begin = systemNow();
            const Support answer = call();
            // Its own patience, not the 25 s of libsystemd.
            QVERIFY2(systemNow() - begin < 20s, what);
            QVERIFY(!answer.available);
            QVERIFY2(QByteArray::fromStdString(answer.reason).contains(reason), answer.reason.c_str());
        };
        ask("support", realtimeKitSupport);
        ask("realtime", makeRealtimeThroughKit);
        ask("inhibitor", [] { return SleepInhibitor().support(); });
        QCOMPARE(policyNow(), SCHED_OTHER);
    }

private:
    [[nodiscard]] bool bus() const { return systemBusSupport().available && !m_bus.isEmpty(); }
    [[nodiscard]] bool realtime() const {
        return bus() && realtimeSupport().available && allowedProcessors().size() > 1;
    }

    QByteArray m_bus;
};

JITTERSCOPE_TEST(SystemServicesTest)

} // namespace jitterscope::system_services_test

#include "system_services_test.moc"
