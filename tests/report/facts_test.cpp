// SPDX-License-Identifier: MIT
#include "core/machine/facts.h"
#include "core/platform/thread_control.h"
#include "tests/report/sample_runs.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <set>
#include <sys/stat.h>
#include <thread>

namespace jitterscope::facts_test {

namespace {

/// A recorded machine: files below a temporary root.
class Tree {
public:
    Tree& put(const QString& path, const QByteArray& content) {
        const QString whole = m_root.path() + "/" + path;
        QDir().mkpath(whole.left(whole.lastIndexOf('/')));
        writeTo(whole, content);
        return *this;
    }
    [[nodiscard]] QString root() const { return m_root.path(); }
    [[nodiscard]] Fact fact(const std::string& id) const {
        for (const Fact& fact : readFacts(m_root.path().toStdString())) {
            if (fact.id == id)
                return fact;
        }
        return {};
    }
    [[nodiscard]] QString state(const std::string& id) const {
        return QString::fromStdString(std::string(factStateId(fact(id).state)));
    }
    [[nodiscard]] QString value(const std::string& id) const {
        return QString::fromStdString(fact(id).value);
    }
    [[nodiscard]] QString undo(const std::string& id) const { return QString::fromStdString(fact(id).undo); }

private:
    QTemporaryDir m_root;
};

const QString kCpu = "sys/devices/system/cpu/";

void putFullMachine(Tree& tree) {
    tree.put("proc/sys/kernel/osrelease", "6.12.1\n")
        .put("proc/version", "Linux version 6.12.1 (x) #1 SMP PREEMPT_RT\n")
        .put("proc/cpuinfo", "processor\t: 0\nmodel name\t: Example CPU @ 3 GHz\nflags\t\t: fpu tsc sse\n")
        .put(kCpu + "online", "0-7\n")
        .put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
        .put(kCpu + "cpufreq/policy0/scaling_governor", "performance\n")
        .put(kCpu + "cpuidle/current_driver", "intel_idle\n")
        .put(kCpu + "cpu0/cpuidle/state0/latency", "0\n")
        .put(kCpu + "cpu0/cpuidle/state0/name", "POLL\n")
        .put(kCpu + "cpu0/cpuidle/state1/latency", "2\n")
        .put(kCpu + "cpu0/cpuidle/state1/name", "C1\n")
        .put(kCpu + "cpu0/cpuidle/state2/latency", "133\n")
        .put(kCpu + "cpu0/cpuidle/state2/name", "C6\n")
        .put(kCpu + "cpu0/cpuidle/state2/disable", "1\n")
        .put("dev/cpu_dma_latency", "")
        .put(kCpu + "isolated", "6-7\n")
        .put(kCpu + "nohz_full", "(null)\n")
        .put(kCpu + "smt/active", "0\n")
        .put("proc/self/timerslack_ns", "1\n")
        .put("proc/sys/kernel/sched_rt_runtime_us", "-1\n")
        .put("proc/sys/kernel/sched_rt_period_us", "1000000\n")
        .put("proc/self/limits", "Limit  Soft Limit\nMax realtime priority     99                   99\n")
        .put("proc/self/cgroup", "0::/user.slice/app.scope\n")
        .put("sys/fs/cgroup/user.slice/cpu.max", "max 100000\n")
        .put("proc/self/status", "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t0-7\n")
        .put("sys/class/power_supply/AC/type", "Mains\n")
        .put("proc/loadavg", "0.25 0.30 0.40 1/500 1234\n")
        .put("proc/pressure/cpu", "some avg10=0.50 avg60=0.10 avg300=0.00 total=1\n")
        .put("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\nfull avg10=0.00\n");
}

} // namespace

class FactsTest : public QObject {
    Q_OBJECT

private slots:
    void fullMachineIsUnderstood_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* id, const char* state, const char* value) {
            QTest::newRow(id) << id << state << QString::fromUtf8(value);
        };
        row("kernel", "note", "6.12.1");
        row("preemption", "good", "PREEMPT_RT");
        row("clocksource", "good", "tsc");
        row("cpu_model", "note", "Example CPU @ 3 GHz");
        row("cpus", "good", "8");
        row("virtual_machine", "good", "no");
        row("governor", "good", "performance");
        row("idle_states", "good", "C1, 2 µs (intel_idle)");
        row("cpu_dma_latency", "note", "available");
        row("isolated_cpus", "good", "6-7");
        row("nohz_full", "note", "none");
        row("smt", "good", "off");
        row("low_power_wait", "note", "none");
        row("timer_slack", "good", "1ns");
        row("realtime_budget", "note", "not limited");
        row("realtime_right", "good", "up to 99");
        row("cpu_quota", "good", "none");
        row("affinity", "good", "0-7");
        row("power", "good", "no battery");
        row("load_average", "good", "0.25");
        row("cpu_pressure", "good", "0.50 %");
        row("memory_pressure", "good", "0.00 %");
    }
    void fullMachineIsUnderstood() {
        QFETCH(QString, id);
        Tree tree;
        putFullMachine(tree);
        QTEST(tree.state(id.toStdString()), "state");
        QTEST(tree.value(id.toStdString()), "value");
    }

    void eachFactFollowsItsFile_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("state");
        const auto row = [](const char* name, const QString& path, const char* content, const char* id,
                            const char* state) {
            QTest::newRow(name) << path << QByteArray(content) << id << state;
        };
        const QString source = "sys/devices/system/clocksource/clocksource0/current_clocksource";
        row("hpet", source, "hpet", "clocksource", "bad");
        row("acpi_pm", source, "acpi_pm", "clocksource", "bad");
        row("kvm-clock", source, "kvm-clock", "clocksource", "note");
        row("dynamic", "proc/version", "Linux #1 SMP PREEMPT_DYNAMIC x", "preemption", "note");
        row("voluntary", "proc/version", "Linux #1 SMP x", "preemption", "note");
        row("hypervisor", "proc/cpuinfo", "flags : fpu hypervisor\n", "virtual_machine", "warn");
        row("no flags", "proc/cpuinfo", "Features : fp\n", "virtual_machine", "unknown");
        row("one processor", kCpu + "online", "0", "cpus", "warn");
        row("powersave", kCpu + "cpufreq/policy0/scaling_governor", "powersave", "governor", "warn");
        row("schedutil", kCpu + "cpufreq/policy3/scaling_governor", "schedutil", "governor", "note");
        row("deep idle", kCpu + "cpu0/cpuidle/state2/disable", "0", "idle_states", "warn");
        row("threads", kCpu + "smt/active", "1", "smt", "note");
        row("default slack", "proc/self/timerslack_ns", "50000", "timer_slack", "note");
        row("budget", "proc/sys/kernel/sched_rt_runtime_us", "950000", "realtime_budget", "note");
        row("no right", "proc/self/limits", "Max realtime priority     0       0", "realtime_right", "note");
        row("less than is asked for", "proc/self/limits", "Max realtime priority     19      19",
            "realtime_right", "note");
        row("CAP_SYS_NICE", "proc/self/status", "CapEff:\t0000000000800000\n", "realtime_right", "good");
        row("quota of the group", "sys/fs/cgroup/user.slice/app.scope/cpu.max", "50000 100000", "cpu_quota",
            "warn");
        row("quota of its parent", "sys/fs/cgroup/user.slice/cpu.max", "150000 100000", "cpu_quota", "warn");
        row("fewer processors", "proc/self/status", "Cpus_allowed_list:\t0,2\n", "affinity", "note");
        row("battery", "sys/class/power_supply/BAT0/status", "Discharging", "power",
            "good"); // no type: not one
        row("load", "proc/loadavg", "9.00 1 1", "load_average", "warn");
        row("half load", "proc/loadavg", "5.00 1 1", "load_average", "note");
        row("pressure", "proc/pressure/cpu", "some avg10=25.00 avg60=1", "cpu_pressure", "warn");
        row("memory pressure", "proc/pressure/memory", "some avg10=2.00 avg60=1", "memory_pressure", "note");
    }
    void eachFactFollowsItsFile() {
        QFETCH(QString, path);
        QFETCH(QByteArray, content);
        QFETCH(QString, id);
        Tree tree;
        putFullMachine(tree);
        tree.put(path, content);
        QTEST(tree.state(id.toStdString()), "state");
    }

    void timedWaitIsNamedByItsInstruction_data() {
        QTest::addColumn<QByteArray>("info");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("value");
        QTest::newRow("Intel") << QByteArray("flags : fpu waitpkg sse\n") << "good"
                               << "tpause";
        QTest::newRow("AMD") << QByteArray("flags : fpu monitor mwaitx\n") << "good"
                             << "mwaitx";
        QTest::newRow("both") << QByteArray("flags : mwaitx waitpkg\n") << "good"
                              << "tpause";
        QTest::newRow("Arm") << QByteArray("Features : fp asimd wfxt\n") << "good"
                             << "wfet";
        QTest::newRow("old Arm") << QByteArray("Features : fp asimd\n") << "note"
                                 << "none";
        QTest::newRow("part of a word") << QByteArray("flags : nowaitpkg mwaitxx\n") << "note"
                                        << "none";
        QTest::newRow("no flags") << QByteArray("processor : 0\n") << "unknown"
                                  << "";
    }
    void timedWaitIsNamedByItsInstruction() {
        QFETCH(QByteArray, info);
        Tree tree;
        tree.put("proc/cpuinfo", info);
        QTEST(tree.state("low_power_wait"), "state");
        QTEST(tree.value("low_power_wait"), "value");
    }

    void batteryThatDischargesIsAWarning() {
        Tree tree;
        putFullMachine(tree);
        tree.put("sys/class/power_supply/BAT0/type", "Battery")
            .put("sys/class/power_supply/BAT0/status", "Discharging");
        QCOMPARE(tree.state("power"), QString("warn"));
        tree.put("sys/class/power_supply/BAT0/scope", "Device"); // of a mouse
        QCOMPARE(tree.state("power"), QString("good"));
    }

    void controlGroupsOfVersion1() {
        Tree tree;
        tree.put("proc/self/cgroup", "5:memory:/a\n4:cpu,cpuacct:/docker/1234\n0::/\n")
            .put("sys/fs/cgroup/cpu,cpuacct/docker/1234/cpu.cfs_quota_us", "25000\n")
            .put("sys/fs/cgroup/cpu,cpuacct/docker/1234/cpu.cfs_period_us", "100000\n");
        QCOMPARE(tree.state("cpu_quota"), QString("warn"));
        QCOMPARE(tree.value("cpu_quota"), QString("0.25 processors"));
        tree.put("sys/fs/cgroup/cpu,cpuacct/docker/1234/cpu.cfs_quota_us", "-1\n");
        QCOMPARE(tree.state("cpu_quota"), QString("good"));
    }

    void containerSeesItsOwnGroupAtTheMount() {
        Tree tree;
        tree.put("proc/self/cgroup", "0::/../outer/1234\n").put("sys/fs/cgroup/cpu.max", "200000 100000\n");
        QCOMPARE(tree.value("cpu_quota"), QString("2 processors"));
    }

    void emptyTreeIsUnknownAndNeverBad() {
        const Tree tree;
        Tree full;
        putFullMachine(full);
        const std::vector<Fact> facts = readFacts(tree.root().toStdString());
        QCOMPARE(facts.size(), readFacts(full.root().toStdString()).size());
        for (const Fact& fact : facts) {
            QVERIFY2(fact.state == FactState::Unknown, fact.id.c_str());
            QVERIFY(fact.value.empty());
            QVERIFY(!fact.why.empty());
        }
        QCOMPARE(readFacts("/no/such/root").size(), facts.size());
    }

    void garbageIsNeverBadAndStaysOnOneLine() {
        Tree full;
        putFullMachine(full);
        const QString root = full.root() + "/";
        QDirIterator files(root, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            writeTo(files.next(),
                    QByteArray("\xff\x00 99999999999999999999:-3,1e999\n\n:", 34) + QByteArray(100'000, 'z'));
        for (const Fact& fact : readFacts(full.root().toStdString())) {
            QVERIFY2(fact.state != FactState::Bad, fact.id.c_str());
            QVERIFY(!fact.why.empty());
            QVERIFY(fact.value.size() <= 300);
            QVERIFY(fact.value.find('\n') == std::string::npos && fact.value.find('\0') == std::string::npos);
        }
    }

    /// Processors that were set differently are set differently again.
    void whatIsUndoneIsWhatWasThere() {
        Tree tree;
        putFullMachine(tree);
        const QString policy = kCpu + "cpufreq/policy";
        tree.put(policy + "0/scaling_governor", "schedutil\n")
            .put(policy + "0/energy_performance_preference", "power\n");
        QCOMPARE(tree.undo("governor"), QString("cpupower frequency-set -g schedutil"));
        QCOMPARE(
            tree.undo("energy_preference"),
            QString(
                "echo power | tee /sys/devices/system/cpu/cpufreq/policy*/energy_performance_preference"));
        for (const char* number : {"2", "4"})
            tree.put(policy + number + "/scaling_governor", "powersave\n")
                .put(policy + number + "/energy_performance_preference", "default\n");
        QCOMPARE(
            tree.undo("governor"),
            QString(
                "cpupower -c 2,4 frequency-set -g powersave && cpupower -c 0 frequency-set -g schedutil"));
        QCOMPARE(tree.undo("energy_preference"),
                 QString("for p in 2 4; do echo default > "
                         "/sys/devices/system/cpu/cpufreq/policy$p/energy_performance_preference; done; "
                         "for p in 0; do echo power > "
                         "/sys/devices/system/cpu/cpufreq/policy$p/energy_performance_preference; done"));
        tree.put(kCpu + "cpu0/cpuidle/state2/disable", "0\n");
        QCOMPARE(tree.undo("idle_states"), QString("cpupower idle-set -E"));
        tree.put(kCpu + "cpu0/cpuidle/state1/disable", "1\n");
        QCOMPARE(tree.undo("idle_states"), QString("cpupower idle-set -E && cpupower idle-set -d 1"));
    }

    void foldersAndPipesInsteadOfFilesDoNotHang() {
        const Tree tree;
        QVERIFY(QDir(tree.root()).mkpath("proc/loadavg"));
        QVERIFY(QDir(tree.root()).mkpath("proc/self"));
        QCOMPARE(::mkfifo((tree.root() + "/proc/self/status").toUtf8().constData(), 0600), 0);
        QCOMPARE(tree.state("load_average"), QString("unknown"));
        QCOMPARE(tree.state("affinity"), QString("unknown"));
    }

    void fourThousandProcessors() {
        Tree tree;
        QByteArray info;
        for (int i = 0; i < 4096; ++i) {
            const QByteArray number = QByteArray::number(i);
            info +=
                "processor : " + number + "\nmodel name : Big\nflags : fpu " + QByteArray(200, 'f') + "\n\n";
            if (i % 64 == 0)
                tree.put(kCpu + "cpufreq/policy" + number + "/scaling_governor",
                         i == 4032 ? "powersave\n" : "performance\n");
        }
        tree.put("proc/cpuinfo", info)
            .put(kCpu + "online", "0-4095\n")
            .put("proc/self/status", "Cpus_allowed_list:\t0-4095\n");
        QCOMPARE(tree.value("cpus"), QString("4096"));
        QCOMPARE(tree.value("cpu_model"), QString("Big"));
        QCOMPARE(tree.state("affinity"), QString("good"));
        QCOMPARE(tree.value("governor"), QString("performance, powersave"));
        QCOMPARE(tree.state("governor"), QString("warn"));
    }

    void thisMachineHasFactsWithStableIds() {
        std::set<std::string> ids;
        for (const Fact& fact : readFacts()) {
            QVERIFY2(ids.insert(fact.id).second, fact.id.c_str());
            QVERIFY(!fact.name.empty() && !fact.why.empty());
            QCOMPARE(fact.value.empty(), fact.state == FactState::Unknown);
        }
        QVERIFY(ids.size() >= 15);
    }

    /// A capability is a right without a limit; the number of the user is neither.
    void capabilitiesAreRightsToo() {
        Tree tree;
        putFullMachine(tree);
        tree.put("proc/self/limits", "Max realtime priority     0       0\n")
            .put("proc/self/status", "Uid:\t1000\t1000\nCapEff:\t0000000000800000\n");
        QCOMPARE(tree.value("realtime_right"), QString("allowed"));
        tree.put("proc/self/status", "Uid:\t0\t0\nCapEff:\t000001ffff7fffff\n");
        QCOMPARE(tree.value("realtime_right"), QString("not for this process"));
    }

    /// What this process was let have, the fact of this machine never denies.
    void aRightThatWasGrantedIsNeverDenied() {
        std::thread([] {
            ThreadPlan plan;
            plan.realtime = true;
            const bool granted = ThreadControl(plan).outcomes()[0].granted;
            for (const Fact& fact : readFacts()) {
                if (fact.id == "realtime_right" && granted)
                    QCOMPARE(fact.state, FactState::Good);
                if (fact.id == "realtime_right")
                    QCOMPARE(fact.state == FactState::Good, realtimeSupport().available);
            }
        }).join();
    }
};

JITTERSCOPE_TEST(FactsTest)

} // namespace jitterscope::facts_test

#include "facts_test.moc"
