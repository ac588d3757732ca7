// SPDX-License-Identifier: MIT
// Whether what the Cost view states of `adaptive` comes: on all simulated machines, forecast after 4 096
// frames against what is measured in the 2 048 that follow.
//
//     forecast 40 [MACHINE [RATE]]
//
// For each machine and rate: means of what was foretold and of what came, the quotient of the two, and in how
// many of the runs it lay in the stated 95 % interval. A cell holds if the means are within 1.5 times of each
// other (late frames: or 0.2 points, which are four frames in two thousand), and nine in ten runs lie in the
// interval.

#include "tests/support/forecast_bench.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace jitterscope;

namespace {

struct Sums {
    double said = 0, came = 0, within = 0;
    void add(double value, double low, double high, double measured) {
        said += value;
        came += measured;
        within += measured >= low && measured <= high ? 1 : 0;
    }
    [[nodiscard]] bool holds(double floor, double runs) const {
        const bool close =
            std::fabs(said - came) <= floor * runs || (said <= 1.5 * came && came <= 1.5 * said);
        return close && within >= 0.9 * runs;
    }
};

} // namespace

int main(int count, char** words) {
    if (count < 2) {
        std::fprintf(stderr, "usage: %s SEEDS [MACHINE [RATE]]\n", words[0]);
        return 2;
    }
    const int seeds = std::atoi(words[1]);
    int cells = 0;
    int held = 0;
    double late = 0;
    double cpu = 0;
    std::printf("%-21s %5s   late: said   came  within   CPU: said    came  ratio  within\n", "machine",
                "Hz");
    for (const MachineEntry& machine : machineCatalog()) {
        if (!machine.simulated || machine.needsFile || (count > 2 && machine.id != std::string(words[2])))
            continue;
        for (const int hertz : {30, 60, 144, 240, 1000, 4000}) {
            if (count > 3 && hertz != std::atoi(words[3]))
                continue;
            Sums lates;
            Sums cpus;
            for (int seed = 1; seed <= seeds; ++seed) {
                const test::Foretold run =
                    test::foretell(machine.id, hertz, static_cast<std::uint64_t>(seed));
                lates.add(run.forecast.late, run.forecast.lateLow, run.forecast.lateHigh, run.late);
                cpus.add(run.forecast.cpu, run.forecast.cpuLow, run.forecast.cpuHigh, run.cpu);
            }
            const bool holds = lates.holds(0.002, seeds) && cpus.holds(0, seeds);
            ++cells;
            held += holds ? 1 : 0;
            late += lates.within / seeds;
            cpu += cpus.within / seeds;
            std::printf("%-21s %5d   %8.2f %% %6.2f  %5.0f %%  %7.3f %% %7.3f  %5.2f  %5.0f %%%s\n",
                        std::string(machine.id).c_str(), hertz, 100 * lates.said / seeds,
                        100 * lates.came / seeds, 100 * lates.within / seeds, 100 * cpus.said / seeds,
                        100 * cpus.came / seeds, cpus.said / cpus.came, 100 * cpus.within / seeds,
                        holds ? "" : "   does not hold");
            std::fflush(stdout);
        }
    }
    std::printf("%d of %d cells hold; within the interval: late %.1f %%, CPU %.1f %%\n", held, cells,
                100 * late / cells, 100 * cpu / cells);
    return held == cells ? 0 : 1;
}
