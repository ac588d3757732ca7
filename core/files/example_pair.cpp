// SPDX-License-Identifier: MIT
#include "core/files/example_pair.h"

#include "core/experiment/bench.h"
#include "core/files/compared_runs.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kFrames = 5000;

ComparedRun simulated(const char* strategy, const char* name) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.machine = machineChoice("linux-default-loaded");
    plan.period = Period::parseRate("144").value();
    plan.frames = kFrames;
    JobControl control;
    BenchMachine machine(*modelOf(plan.machine).value(), plan.seed, control);
    LoopResult loop = measureLoop(machine, plan, control);
    RunResult result;
    result.plan = plan;
    result.frames = std::move(loop.frames);
    Stretch stretch;
    stretch.plan = plan;
    stretch.metrics = loop.metrics;
    stretch.cpu = loop.cpu;
    result.stretches.push_back(std::move(stretch));
    return comparedRuns(result, [&](const RunPlan&) { return name; }).front();
}

} // namespace

std::pair<ComparedRun, ComparedRun> examplePair() {
    return {simulated("absolute-sleep", "Example: plain sleep"), simulated("adaptive", "Example: adaptive")};
}

} // namespace jitterscope
