// SPDX-License-Identifier: MIT
#include "core/experiment/background.h"
#include "core/platform/counters.h"
#include "core/platform/step_aside.h"
#include "core/platform/system_time.h"
#include "core/platform/thread_control.h"
#include "core/workload/load.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <thread>

namespace jitterscope::load_test {

using namespace std::chrono_literals;

namespace {

const LoadEntry& kind(std::string_view id) {
    return *findEntry(loadCatalog(), id);
}

ExperimentPlan raceBeside(std::string_view beside, int load = 0) {
    ExperimentPlan plan = experimentPlan("race");
    const ParameterInfo info = besideChoice();
    plan.values.set("beside", parseParameter(info, beside).value());
    plan.values.set("load", load);
    plan.values.set("rounds", 1);
    plan.values.set("seconds", 0.05);
    plan.strategies = {"absolute-sleep"};
    plan.rates = {Period::parseRate("1000").value()};
    return plan;
}

/// Cancels the job in its first block.
class Impatient final : public JobControl {
public:
    void report(double done, std::string what) override {
        if (what.find("Hz") != std::string::npos) {
            threads = threadsNow().size();
            cancel();
        }
        JobControl::report(done, std::move(what));
    }
    std::size_t threads = 0;
};

bool mentions(const std::vector<std::string>& notes, const std::string& text) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

} // namespace

/// What runs beside a measurement: when it works, and that it ends.
class LoadTest : public QObject {
    Q_OBJECT

private slots:
    /// Python: SplitMix64, xoshiro256** and Lemire's below() transcribed from their papers, seeded with
    /// mix(seed ^ fnv1a("window") * 0xd1342543de82ef95); [(n * 10**9 // 60, 2000000 + below(4000000))].
    void aWindowRedrawsSixtyTimesASecond() {
        const auto schedule = kind("window").make(1);
        QVERIFY((schedule->next() == LoadStretch{0ns, 4'176'027ns}));
        QVERIFY((schedule->next() == LoadStretch{16'666'666ns, 2'321'816ns}));
        QVERIFY((schedule->next() == LoadStretch{33'333'333ns, 4'115'885ns}));
        QVERIFY((schedule->next() == LoadStretch{50ms, 2'108'317ns}));
        const auto other = kind("window").make(7);
        QVERIFY((other->next() == LoadStretch{0ns, 4'444'824ns}));
        for (int i = 4; i < 3'600'000; ++i)
            (void)schedule->next();
        QCOMPARE(schedule->next().begin, Nanoseconds(60'000s)); // no drift in sixteen hours
    }

    /// As above: t += 2000000000 + below(2000000000); (t, 100000000 + below(200000000)).
    void burstsComeNowAndThen() {
        const auto schedule = kind("burst").make(1);
        QVERIFY((schedule->next() == LoadStretch{2'146'018'924ns, 139'025'018ns}));
        QVERIFY((schedule->next() == LoadStretch{5'849'802'951ns, 205'352'115ns}));
        QVERIFY((schedule->next() == LoadStretch{7'854'991'780ns, 222'613'817ns}));
        QVERIFY((schedule->next() == LoadStretch{10'216'725'352ns, 100'308'600ns}));
        const auto other = kind("burst").make(7);
        QVERIFY((other->next() == LoadStretch{2'966'553'850ns, 224'202'733ns}));
    }

    void stretchesStayInTheirBounds() {
        const auto window = kind("window").make(3);
        const auto burst = kind("burst").make(3);
        Nanoseconds before{0};
        double work = 0;
        for (int i = 0; i < 10'000; ++i) {
            const Nanoseconds redraw = window->next().length;
            QVERIFY(redraw >= 2ms && redraw < 6ms);
            work += static_cast<double>(redraw.count());
            const LoadStretch full = burst->next();
            QVERIFY(full.begin - before >= 2s && full.begin - before < 4s);
            QVERIFY(full.length >= 100ms && full.length < 300ms);
            before = full.begin;
        }
        // Means of 4 ms and 3 s; four standard errors of 4 ms/√12/100 and 2 s/√12/100.
        QVERIFY(std::abs(work / 10'000 - 4e6) < 46'200);
        QVERIFY(std::abs(static_cast<double>(before.count()) / 10'000 - 3e9) < 23.1e6);
    }

    void busyNeverRests() {
        const auto schedule = kind("busy").make(1);
        LoadStretch stretch = schedule->next();
        QCOMPARE(stretch.begin, Nanoseconds(0));
        for (int i = 0; i < 100; ++i) {
            const LoadStretch next = schedule->next();
            QCOMPARE(next.begin, stretch.begin + stretch.length);
            stretch = next;
        }
    }

    void threadsStartAndStop_data() {
        QTest::addColumn<QString>("id");
        for (const LoadEntry& entry : loadCatalog())
            QTest::newRow(std::string(entry.id).c_str()) << QString::fromStdString(std::string(entry.id));
    }
    void threadsStartAndStop() {
        QFETCH(QString, id);
        const std::size_t before = threadsNow().size();
        LoadThreads load(kind(id.toStdString()), 1);
        QVERIFY(load.setCount(2).ok());
        QCOMPARE(load.count(), 2);
        QCOMPARE(threadsNow().size(), before + 2);
        const TimePoint asked = systemNow();
        QVERIFY(load.setCount(1).ok());
        QCOMPARE(load.count(), 1);
        QVERIFY(load.setCount(0).ok());
        QVERIFY(systemNow() - asked < 2s); // not first when their first burst comes
        QCOMPARE(load.count(), 0);
        QCOMPARE(threadsNow().size(), before);
    }

    void aWindowWorksAndRests() {
        LoadThreads load(kind("window"), 1);
        const Nanoseconds before = processCpuTime();
        const TimePoint begin = systemNow();
        QVERIFY(load.setCount(1).ok());
        while (processCpuTime() - before < 100ms && systemNow() - begin < 30s)
            std::this_thread::sleep_for(1ms);
        QVERIFY(processCpuTime() - before >= 100ms);
        // 6 ms of 16.7 at the very most; this thread uses some as well.
        QVERIFY(systemNow() - begin > 150ms);
    }

    /// Told one after the other each would need a turn of all the rest: 128 threads would burn a quarter of a
    /// minute.
    void allLoadThreadsEndInOneTurn() {
        LoadThreads load;
        QVERIFY(load.setCount(128).ok());
        const Nanoseconds before = processCpuTime();
        QVERIFY(load.setCount(0).ok());
        QVERIFY(processCpuTime() - before < 4s);
    }

    void aBackgroundRunsWhatIsAskedFor() {
        const auto processors = static_cast<int>(allowedProcessors().size());
        const auto threads = [](const ExperimentPlan& plan, std::vector<std::string>& notes) {
            Background background;
            background.start(plan, false, notes);
            return background.threads();
        };
        std::vector<std::string> notes;
        QCOMPARE(threads(raceBeside("none"), notes), 0);
        QVERIFY(notes.empty());
        QCOMPARE(threads(raceBeside("window"), notes), 1);
        QVERIFY(mentions(notes, "window: 1 thread, 60 times a second"));
        QVERIFY(!mentions(notes, "burst"));
        notes.clear();
        QCOMPARE(threads(raceBeside("window-and-bursts", 2), notes), 2 + 1 + processors);
        QCOMPARE(notes.size(), std::size_t{3});
        QVERIFY(mentions(notes, "busy: 2 threads"));
        QVERIFY(mentions(notes, "burst: " + std::to_string(processors)));
    }

    void aSimulatedMachineHasNothingBesideAndSaysSo() {
        ExperimentPlan plan = raceBeside("window");
        plan.machine.id = "linux-default";
        JobControl control;
        const auto result = runExperiment(plan, control);
        QVERIFY(result.ok() && mentions(result.value().notes, "no effect on a simulated machine"));
        plan = raceBeside("none");
        plan.machine.id = "linux-default";
        const auto alone = runExperiment(plan, control);
        QVERIFY(!mentions(alone.value().notes, "no effect"));
        QVERIFY(result.value().points.rows == alone.value().points.rows);
    }

    void aRaceSaysWhatRanBeside() {
        Job job;
        Result<ExperimentResult> outcome = Error{};
        const std::size_t before = threadsNow().size();
        QVERIFY(job.start([&](JobControl& control) {
                       outcome = runExperiment(raceBeside("window-and-bursts"), control);
                   })
                    .ok());
        job.join();
        QVERIFY(outcome.ok() && outcome.value().complete);
        QVERIFY(mentions(outcome.value().notes, "the load window"));
        QVERIFY(mentions(outcome.value().notes, "the load burst"));
        QCOMPARE(threadsNow().size(), before);
    }

    void nothingGoesOnAfterACancel() {
        const std::size_t before = threadsNow().size();
        Impatient control;
        const auto result = runExperiment(raceBeside("window-and-bursts", 1), control);
        QVERIFY(result.ok() && !result.value().complete);
        QVERIFY(control.threads >= before + 3);
        QCOMPARE(threadsNow().size(), before);
    }
};

JITTERSCOPE_TEST(LoadTest)

} // namespace jitterscope::load_test

#include "load_test.moc"
