// SPDX-License-Identifier: MIT
// How a strategy takes a change of regime: a simulated machine that is quiet, loaded and quiet again, in
// virtual time, pooled over seeds. For every 300 frames: the share of late frames and the CPU time a frame
// (what is spun, and the model's cost of each wake-up).
//
//     regime QUIET LOADED RATE SEEDS [STRATEGY]
//     regime linux-slack1 linux-slack1-loaded 1000 200

#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "tests/support/changing_machine.h"
#include "tests/support/loop_bench.h"

#include <cstdio>
#include <cstdlib>

using namespace jitterscope;

namespace {

constexpr std::int64_t kQuiet = 6'000; // frames, before and after
constexpr std::int64_t kLoaded = 3'000;
constexpr std::int64_t kStep = 300;
constexpr std::int64_t kTolerance = 1'000; // ns

struct Step {
    double frames = 0;
    double late = 0;
    double cpu = 0; // ns
};

void runOnce(const MachineChoice& quiet, const MachineChoice& loaded, const RunPlan& plan,
             std::vector<Step>& steps) {
    const auto machine = makeSimulatedTime(quiet, plan.seed).value();
    const MachineModel models[] = {machine->model(), makeSimulatedTime(loaded, plan.seed).value()->model()};
    const TimePoint start = machine->now();
    const Nanoseconds frame = plan.period.rounded();
    test::ChangingMachine changing(
        *machine, {{start + kQuiet * frame, models[1]}, {start + (kQuiet + kLoaded) * frame, models[0]}});
    test::LoopBench bench(changing, 1 << 16);
    bench.run(plan);
    for (const FrameSample& sample : bench.frames) {
        const auto index = static_cast<std::size_t>(sample.iteration / kStep);
        if (index >= steps.size())
            continue;
        const bool underLoad = sample.iteration >= kQuiet && sample.iteration < kQuiet + kLoaded;
        const double wake =
            models[underLoad ? 1 : 0].costOfWake(SleepKind::Absolute, static_cast<double>(frame.count()));
        steps[index].frames += 1;
        steps[index].late += sample.lateness() > kTolerance ? 1 : 0;
        steps[index].cpu += static_cast<double>(sample.spin) + wake * sample.nativeSleeps;
    }
}

} // namespace

int main(int count, char** words) {
    if (count < 5) {
        std::fprintf(stderr, "usage: %s QUIET LOADED RATE SEEDS [STRATEGY]\n", words[0]);
        return 2;
    }
    for (const char* machine : {words[1], words[2]}) {
        if (findEntry(machineCatalog(), machine) == nullptr ||
            !makeSimulatedTime(machineChoice(machine), 1)) {
            std::fprintf(stderr, "%s: not a simulated machine\n", machine);
            return 2;
        }
    }
    const Result<Period> period = Period::parseRate(words[3]);
    const char* strategy = count > 5 ? words[5] : "adaptive";
    if (!period || findEntry(sleepCatalog(), strategy) == nullptr) {
        std::fprintf(stderr, "no such rate or strategy\n");
        return 2;
    }
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    plan.period = period.value();
    plan.duration = (2 * kQuiet + kLoaded) * plan.period.rounded();
    std::vector<Step> steps((2 * kQuiet + kLoaded) / kStep);
    for (plan.seed = 1; plan.seed <= static_cast<std::uint64_t>(std::atoi(words[4])); ++plan.seed)
        runOnce(machineChoice(words[1]), machineChoice(words[2]), plan, steps);
    std::printf("  frame  late %%  CPU %%\n");
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        const std::int64_t frame = static_cast<std::int64_t>(i) * kStep;
        if (frame == kQuiet || frame == kQuiet + kLoaded)
            std::printf("%s\n", frame == kQuiet ? words[2] : words[1]);
        if (step.frames > 0)
            std::printf("%7lld %7.2f %6.2f\n", static_cast<long long>(frame), 100 * step.late / step.frames,
                        100 * step.cpu / step.frames / plan.period.nanoseconds());
    }
    return 0;
}
