// SPDX-License-Identifier: MIT
#include "tests/support/digests.h"

#include "core/experiment/experiment.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"
#include "tests/support/loop_bench.h"

#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string_view>

namespace jitterscope::test {
namespace {

/// A digest that any change of a bit changes (FNV-1a).
class Digest {
public:
    void add(std::uint64_t value) {
        m_hash ^= value;
        m_hash *= 0x100000001b3ULL;
    }
    [[nodiscard]] std::string text() const {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%llx", static_cast<unsigned long long>(m_hash));
        return digits;
    }

private:
    std::uint64_t m_hash = 0xcbf29ce484222325ULL;
};

std::string digestOfRun(const char* machine, const std::function<void(RunPlan&)>& change) {
    RunPlan plan = standardPlan();
    plan.machine = machineChoice(machine);
    plan.seed = 7;
    plan.frames = 500;
    change(plan);
    SimulatedTime time(*modelOf(plan.machine).value(), plan.seed);
    LoopBench bench(time);
    bench.run(plan);
    Digest digest;
    for (const FrameSample& sample : bench.frames) {
        for (const std::int64_t value :
             {sample.iteration, sample.start, sample.deadline, sample.work, sample.spin, sample.oversleep,
              sample.nativeSleep, sample.margin, sample.estimate})
            digest.add(static_cast<std::uint64_t>(value));
    }
    return digest.text();
}

std::string digestOfExperiment(ExperimentPlan plan) {
    plan.machine = machineChoice("linux-default");
    plan.quick = true;
    plan.seed = 7;
    JobControl control;
    const auto result = runExperiment(plan, control);
    Digest digest;
    for (const auto& row : result.value().points.rows) {
        for (const Cell& cell : row) {
            digest.add(std::bit_cast<std::uint64_t>(numberOf(cell).value_or(-1)));
            for (const char letter : wordOf(cell))
                digest.add(static_cast<unsigned char>(letter));
        }
    }
    return digest.text();
}

} // namespace

Digests digestsNow() {
    Digests all;
    const auto key = [](const char* kind, std::string_view id) {
        return std::string(kind) + ' ' + std::string(id);
    };
    for (const SleepEntry& entry : sleepCatalog())
        all[key("strategy", entry.id)] =
            digestOfRun("windows-1ms", [&](RunPlan& plan) { plan.strategy = sleepChoice(entry.id); });
    for (const PacingEntry& entry : pacingCatalog())
        all[key("policy", entry.id)] = digestOfRun("linux-default", [&](RunPlan& plan) {
            plan.policy = policyChoice(entry.id);
            plan.work = workChoice("spikes");
        });
    for (const WorkEntry& entry : workCatalog())
        all[key("work", entry.id)] =
            digestOfRun("linux-default", [&](RunPlan& plan) { plan.work = workChoice(entry.id); });
    for (const MachineEntry& entry : machineCatalog()) {
        if (entry.simulated && !entry.needsFile)
            all[key("machine", entry.id)] =
                digestOfRun("linux-default", [&](RunPlan& plan) { plan.machine = machineChoice(entry.id); });
    }
    for (const ExperimentEntry& entry : experimentCatalog())
        all[key("experiment", entry.id)] = digestOfExperiment(experimentPlan(entry.id));
    ExperimentPlan calibration = experimentPlan("interval-sweep");
    calibration.values.set("calibrate", 1);
    all["calibration"] = digestOfExperiment(calibration);
    return all;
}

Digests digestsIn(const std::string& path) {
    Digests read;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (const std::size_t blank = line.rfind(' '); blank != std::string::npos)
            read[line.substr(0, blank)] = line.substr(blank + 1);
    }
    return read;
}

} // namespace jitterscope::test
