// SPDX-License-Identifier: MIT
#include "core/compare/comparison.h"
#include "core/experiment/bench.h"
#include "core/report/compared_runs.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"

#include <QTest>

using namespace jitterscope;

namespace {

RunPlan planOf(const char* strategy, const char* machine, std::int64_t frames) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.machine = machineChoice(machine);
    plan.frames = frames;
    return plan;
}

/// A simulated run as the window would keep it.
ComparedRun measured(const RunPlan& plan, std::uint64_t seed, double stretchedBy = 1) {
    JobControl control;
    BenchMachine machine(*modelOf(plan.machine).value(), seed, control);
    const LoopResult loop = measureLoop(machine, plan, control);
    auto columns = std::make_shared<RunColumns>();
    for (const FrameSample& frame : loop.frames) {
        if (!frame.counts())
            continue;
        columns->frameTime.push_back(frame.frameTime);
        columns->lateness.push_back(std::llround(static_cast<double>(frame.lateness()) * stretchedBy));
        columns->spin.push_back(frame.spin);
        columns->lost.push_back(frame.lost);
    }
    ComparedRun run;
    run.origin = RunOrigin::Simulated;
    run.columns = columns;
    run.rateHz = plan.period.hertz();
    run.tolerance = plan.effectiveTolerance();
    summarizeColumns(run);
    return run;
}

bool differs(const Comparison& comparison) {
    return comparison.verdict == PairVerdict::Better || comparison.verdict == PairVerdict::Worse
           || comparison.verdict == PairVerdict::Mixed;
}

} // namespace

class CompareTest : public QObject {
    Q_OBJECT
private slots:
    void theSameTwiceIsRarelyCalledDifferent_data() {
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<QByteArray>("machine");
        for (const char* machine : {"linux-default", "linux-default-loaded", "windows-1ms", "fake-scheduler"}) {
            for (const char* strategy : {"absolute-sleep", "precise-sleep", "adaptive"})
                QTest::addRow("%s %s", strategy, machine) << QByteArray(strategy) << QByteArray(machine);
        }
    }
    void theSameTwiceIsRarelyCalledDifferent() {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, machine);
        const RunPlan plan = planOf(strategy.constData(), machine.constData(), 2000);
        int called = 0;
        for (std::uint64_t pair = 0; pair < 100; ++pair) {
            CompareOptions options;
            options.seed = pair + 1;
            options.resamples = 1000;
            const Comparison c = compareRuns(measured(plan, 2 * pair + 1), measured(plan, 2 * pair + 2), options);
            called += differs(c);
            if (pair == 0)
                qInfo() << c.sentence.c_str() << c.detail.c_str() << c.blockA;
        }
        qInfo() << called << "of 100";
    }

    void fivePercentAreFound() {
        const RunPlan plan = planOf("absolute-sleep", "linux-default", 2000);
        int found = 0;
        for (std::uint64_t pair = 0; pair < 100; ++pair) {
            const Comparison c = compareRuns(measured(plan, 2 * pair + 1), measured(plan, 2 * pair + 2, 1.05));
            found += c.find("error.p50")->outcome == FigureDifference::Outcome::Different;
            if (pair == 0) {
                qInfo() << c.sentence.c_str() << c.detail.c_str();
                for (const auto& f : c.figures)
                    qInfo() << f.entry->id.data() << f.a.value_or(-1) << f.b.value_or(-1) << int(f.outcome)
                            << (f.interval ? f.interval->low : 0) << (f.interval ? f.interval->high : 0) << f.why.c_str();
            }
        }
        qInfo() << found << "of 100";
    }
};

QTEST_APPLESS_MAIN(CompareTest)
#include "compare_test.moc"
