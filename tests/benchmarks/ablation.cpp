// SPDX-License-Identifier: MIT
// What each part and each constant of `adaptive` is worth: the same waits without it, in virtual time on the
// simulated machines, pooled over seeds, and on a machine whose load comes and goes.
//
//     ablation parts 100                      each part left out
//     ablation constants 20                   each constant halved and doubled
//     ablation whole 100                      nothing left out: to compare two states of the code
//     ablation parts 100 linux-slack1 240     one machine and rate; `regime`: the load that comes and goes
//     ablation steady 12 linux-slack1 240     how even its CPU use is: the share of blocks of 2 s within 15 %
//     of
//                                             the median one, after 40 s to learn (at 60 Hz 2 min)
//     ablation sleeps 20                      one sleep a frame or two: how many starts have found the
//     cheaper
//                                             one after 2 000 frames
//
// On this machine: `outside --field wait,wait-octaves,…` (outside.cpp).
//
// For each variant and rate: late frames in points more than the whole (paired by seed, with the 95 %
// interval of the mean), and CPU as a ratio to it; `=` where both intervals hold no difference.

#include "core/adaptive/adaptive_wait.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/time/forwarding_time.h"
#include "tests/benchmarks/tuning_variants.h"
#include "tests/support/changing_machine.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace jitterscope;
using benchmarks::Variant;

namespace {

constexpr std::int64_t kWarmup = 600;   // frames
constexpr std::int64_t kFrames = 3'000; // counted

/// One run's share of late frames in %, and CPU in % of a core.
struct Outcomes {
    double late = 0;
    double cpu = 0;
    double sleeps = 0;
};

struct Field {
    std::string machine;
    std::string later; // the machine that it becomes in the middle third; empty: it stays
    int hertz;
};

/// Says that the sleeps that are taken end on no tick; which kind is the finer one stays as it is.
class WithoutTicks final : public ForwardingTime {
public:
    using ForwardingTime::ForwardingTime;
    [[nodiscard]] Nanoseconds tick(SleepKind kind) const noexcept override {
        const bool finer =
            ForwardingTime::tick(SleepKind::HighResolutionTimer) < ForwardingTime::tick(SleepKind::Absolute);
        return Nanoseconds{finer && kind == SleepKind::Absolute ? 1 : 0};
    }
};

Outcomes runOnce(const Field& field, const Variant& variant, std::uint64_t seed,
                 std::int64_t warmup = kWarmup) {
    const auto machine = makeSimulatedTime(machineChoice(field.machine), seed).value();
    const Nanoseconds period(1'000'000'000 / field.hertz);
    std::vector<test::ChangingMachine::Change> changes;
    const TimePoint begin = machine->now();
    if (!field.later.empty()) {
        const MachineModel quiet = machine->model();
        const MachineModel loaded = makeSimulatedTime(machineChoice(field.later), seed).value()->model();
        changes.push_back({begin + (warmup + kFrames / 3) * period, loaded});
        changes.push_back({begin + (warmup + 2 * kFrames / 3) * period, quiet});
    }
    test::ChangingMachine time(*machine, changes);
    WithoutTicks blind(time);
    Tuning tuning;
    variant.change(tuning);
    AdaptiveWait wait(variant.hidesTicks ? static_cast<TimeSource&>(blind) : time, tuning);
    wait.aim(variant.aim);
    TimePoint due = begin;
    std::int64_t late = 0;
    CpuCounters before = machine->counters();
    for (std::int64_t frame = 0; frame < warmup + kFrames; ++frame) {
        if (frame == warmup)
            before = machine->counters();
        due += period;
        wait.until(due);
        const TimePoint now = time.now();
        late += frame >= warmup && now - due > 1us ? 1 : 0;
        while (due + period < now)
            due += period;
    }
    const CpuCounters after = machine->counters();
    return {100.0 * static_cast<double>(late) / kFrames,
            100.0 * static_cast<double>((*after.thread - *before.thread).count()) /
                static_cast<double>((after.at - before.at).count()),
            static_cast<double>(*after.voluntary - *before.voluntary) / kFrames};
}

/// Mean and half of its 95 % interval.
struct Mean {
    double mean = 0;
    double half = 0;
};
Mean meanOf(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    double sum = 0;
    for (const double value : values)
        sum += value / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - sum) * (value - sum);
    return {sum, n > 1 ? 1.96 * std::sqrt(squares / (n - 1) / n) : 0};
}

std::vector<Field> fields(const char* machine, const char* rate) {
    std::vector<Field> all;
    for (const MachineEntry& entry : machineCatalog()) {
        if (!entry.simulated || entry.needsFile || (machine != nullptr && entry.id != machine))
            continue;
        for (const int hertz : {60, 240, 1000, 4000}) {
            if (rate == nullptr || hertz == std::atoi(rate))
                all.push_back({std::string(entry.id), "", hertz});
        }
    }
    for (const int hertz : {60, 1000}) {
        if (machine == nullptr || std::string(machine) == "regime")
            all.push_back({"linux-slack1", "linux-slack1-loaded", hertz});
    }
    for (const int hertz : {60, 240, 1000}) {
        if (machine == nullptr || std::string(machine) == "regime") {
            all.push_back({"linux-rt", "linux-default-loaded", hertz});
            all.push_back({"linux-default-loaded", "linux-rt", hertz});
            all.push_back({"windows-1ms", "windows-1ms-loaded", hertz});
        }
    }
    return all;
}

void compare(const Field& field, const std::vector<Variant>& variants, std::uint64_t seeds) {
    std::vector<Outcomes> whole;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        whole.push_back(runOnce(field, {"whole", [](Tuning&) {}}, seed));
    std::vector<double> late;
    std::vector<double> cpu;
    std::vector<double> sleeps;
    for (const Outcomes& run : whole) {
        late.push_back(run.late);
        cpu.push_back(run.cpu);
        sleeps.push_back(run.sleeps);
    }
    std::printf("%s%s%s %d Hz: late %.2f ± %.2f %%, CPU %.3f ± %.3f %%, %.2f sleeps a frame\n",
                field.machine.c_str(), field.later.empty() ? "" : " → ", field.later.c_str(), field.hertz,
                meanOf(late).mean, meanOf(late).half, meanOf(cpu).mean, meanOf(cpu).half,
                meanOf(sleeps).mean);
    for (const Variant& variant : variants) {
        std::vector<double> more;
        std::vector<double> ratio;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            const Outcomes run = runOnce(field, variant, seed);
            more.push_back(run.late - whole[seed - 1].late);
            ratio.push_back(run.cpu / whole[seed - 1].cpu);
        }
        const Mean m = meanOf(more);
        const Mean r = meanOf(ratio);
        const bool same = std::fabs(m.mean) <= m.half + 1e-9 && std::fabs(r.mean - 1) <= r.half + 1e-9;
        if (!same)
            std::printf("    %-18s late %+6.2f ± %.2f   CPU x %.3f ± %.3f\n", variant.name.c_str(), m.mean,
                        m.half, r.mean, r.half);
    }
    std::fflush(stdout);
}

/// Share in % of the blocks of 2 s whose CPU is within 15 % of the median one.
double steadyShare(const Field& field, const Variant& variant, std::uint64_t seed) {
    constexpr int kBlocks = 100;
    const int learning = std::max(20, 7'200 / (2 * field.hertz));
    const auto machine = makeSimulatedTime(machineChoice(field.machine), seed).value();
    const Nanoseconds period(1'000'000'000 / field.hertz);
    Tuning tuning;
    variant.change(tuning);
    AdaptiveWait wait(*machine, tuning);
    wait.aim(variant.aim);
    TimePoint due = machine->now();
    std::vector<double> blocks;
    CpuCounters before = machine->counters();
    for (int block = -learning; block < kBlocks; ++block) {
        for (int frame = 0; frame < 2 * field.hertz; ++frame) {
            due += period;
            wait.until(due);
            while (due + period < machine->now())
                due += period;
        }
        const CpuCounters after = machine->counters();
        if (block >= 0)
            blocks.push_back(static_cast<double>((*after.thread - *before.thread).count()) /
                             static_cast<double>((after.at - before.at).count()));
        before = after;
    }
    std::vector<double> sorted = blocks;
    std::ranges::sort(sorted);
    const double median = sorted[sorted.size() / 2];
    const auto within = std::ranges::count_if(
        blocks, [median](double cpu) { return std::fabs(cpu - median) <= 0.15 * median; });
    return 100.0 * static_cast<double>(within) / kBlocks;
}

void steadiness(const Field& field, const std::vector<Variant>& variants, std::uint64_t seeds) {
    if (!field.later.empty())
        return;
    for (const Variant& variant : variants) {
        std::vector<double> shares;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed)
            shares.push_back(steadyShare(field, variant, seed));
        const Mean mean = meanOf(shares);
        std::printf("%s %d Hz, %s: %.0f ± %.0f %% of the blocks\n", field.machine.c_str(), field.hertz,
                    variant.name.c_str(), mean.mean, mean.half);
    }
    std::fflush(stdout);
}

/// One sleep a frame or two? The cheaper one is known from waits that always take one, and two where they
/// can.
void sleepsTaken(const Field& field, std::uint64_t seeds) {
    constexpr std::int64_t kFound = 2'000; // frames
    constexpr double kAlike = 1.1;         // costs that differ by less are the same
    const Variant variants[] = {{"whole", [](Tuning&) {}},
                                {"one", [](Tuning& t) { t.worthTwo = 1e300; }},
                                {"two", [](Tuning& t) { t.worthTwo = t.keepTwo = 0; }}};
    std::vector<double> costs[3];
    std::vector<double> sleeps;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        for (std::size_t i = 0; i < std::size(variants); ++i) {
            const Outcomes run = runOnce(field, variants[i], seed, kFound);
            costs[i].push_back(run.cpu);
            if (i == 0)
                sleeps.push_back(run.sleeps);
        }
    }
    const double one = meanOf(costs[1]).mean;
    const double two = meanOf(costs[2]).mean;
    const auto found = std::ranges::count_if(sleeps, [&](double taken) {
        return std::max(one, two) <= kAlike * std::min(one, two) || (taken >= 1.5) == (two < one);
    });
    std::ranges::sort(sleeps);
    std::printf(
        "%s%s%s %d Hz: %td of %d found it; CPU %.3f %%, one %.3f, two %.3f; sleeps a frame %.2f … %.2f\n",
        field.machine.c_str(), field.later.empty() ? "" : " → ", field.later.c_str(), field.hertz, found,
        static_cast<int>(seeds), meanOf(costs[0]).mean, one, two, sleeps.front(), sleeps.back());
    std::fflush(stdout);
}

} // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::fprintf(stderr, "usage: %s parts|constants|whole|steady|sleeps SEEDS [MACHINE [RATE]]\n",
                     words[0]);
        return 2;
    }
    const std::string what = words[1];
    const auto seeds = static_cast<std::uint64_t>(std::atoi(words[2]));
    const std::vector<Variant> variants = what == "parts"       ? benchmarks::parts()
                                          : what == "constants" ? benchmarks::constants()
                                          : what == "steady"    ? benchmarks::steadying()
                                                                : std::vector<Variant>();
    for (const Field& field : fields(count > 3 ? words[3] : nullptr, count > 4 ? words[4] : nullptr)) {
        if (what == "steady")
            steadiness(field, variants, seeds);
        else if (what == "sleeps")
            sleepsTaken(field, seeds);
        else
            compare(field, variants, seeds);
    }
    return 0;
}
