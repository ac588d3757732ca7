// SPDX-License-Identifier: MIT
// A race seen from outside: each contestant waits, then its caller reads its own clock once, and that read
// decides. Blocks are interleaved in random order, all of a round at the same phase, so that a busy moment of
// the machine and the kernel's tick meet all alike.
//
//     outside [--rates 60,240,1000] [--frames 2500] [--seconds 0.5] [--slack 50000] [--tolerance 1000]
//             [--beside none|window|bursts] [--field spin,half-millisecond,adaptive,wait,pacer] [--warmup 2]
//             [--between 300000] [--starts 0] [--settle 0] [--rounds FILE] [--seed 7]
//
// For each rate and contestant: late frames in % (lost slots among them) with E. B. Wilson's 95 % interval,
// the difference to the first contestant in points with a bootstrap interval over the rounds, CPU in % of a
// core, the median error, voluntary switches a frame, how many were late by its own account, and the share of
// blocks whose CPU is within 15 % of the median one (for which --seconds 2 is meant, and --warmup 120 at 60
// Hz, where that is the time of 7 200 sleeps). Each contestant runs --warmup seconds before it is counted;
// with --settle N the first N frames of each block do not count (others ran before, and had the caches); with
// --starts N, N new ones of each run --frames frames from their very first on, and nothing is warmed up. With
// --rounds each block's counts go into a CSV file as well, for outside_pairs.py.

#include "core/base/random.h"
#include "core/platform/thread_control.h"
#include "core/stats/interval.h"
#include "core/workload/load.h"
#include "tests/benchmarks/outside_field.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using namespace jitterscope;
using outside::Block;
using outside::callersClock;

namespace {

constexpr std::int64_t kPhases = 20'000'000; // ns: a whole number of ticks of all usual kernels

struct Options {
    std::vector<std::string> rates{"60", "240", "1000"};
    std::vector<std::string> field{"spin", "half-millisecond", "adaptive", "wait", "pacer"};
    std::string beside = "none";
    std::string rounds{}; // file
    double frames = 2'500;
    double seconds = 0.5; // of a block
    double warmup = 2;    // seconds
    double starts = 0;    // each of --frames frames
    double slack = 50'000;
    double tolerance = 1'000;
    double settle = 0;        // frames
    double seed = 7;          // of phases and order
    double between = 300'000; // ns of other code before each wait of a linked contestant
};

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

bool read(int count, char** words, Options& options) {
    for (int i = 1; i < count; i += 2) {
        const std::string name = words[i];
        if (i + 1 == count)
            return false;
        const std::string value = words[i + 1];
        if (name == "--rates")
            options.rates = split(value);
        else if (name == "--field")
            options.field = split(value);
        else if (name == "--beside")
            options.beside = value;
        else if (name == "--rounds")
            options.rounds = value;
        else if (name == "--frames")
            options.frames = std::atof(value.c_str());
        else if (name == "--seconds")
            options.seconds = std::atof(value.c_str());
        else if (name == "--warmup")
            options.warmup = std::atof(value.c_str());
        else if (name == "--starts")
            options.starts = std::atof(value.c_str());
        else if (name == "--slack")
            options.slack = std::atof(value.c_str());
        else if (name == "--settle")
            options.settle = std::atof(value.c_str());
        else if (name == "--seed")
            options.seed = std::atof(value.c_str());
        else if (name == "--between")
            options.between = std::atof(value.c_str());
        else if (name == "--tolerance")
            options.tolerance = std::atof(value.c_str());
        else
            return false;
    }
    const auto& field = options.field;
    return options.frames >= 1 && options.seconds > 0 &&
           std::all_of(field.begin(), field.end(),
                       [](const std::string& name) { return outside::makeContestant(name) != nullptr; });
}

/// Loads of the catalogue beside the race. Made before the slack of this thread is set, which they would
/// inherit.
class Beside {
public:
    explicit Beside(const std::string& kind) {
        if (kind == "window" || kind == "bursts")
            start("window", 1);
        if (kind == "bursts")
            start("burst", static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    }

private:
    void start(std::string_view id, int count) {
        m_loads.push_back(std::make_unique<LoadThreads>(*findEntry(loadCatalog(), id)));
        if (const auto started = m_loads.back()->setCount(count); !started)
            std::fprintf(stderr, "%s\n", started.error().message().c_str());
    }
    std::vector<std::unique_ptr<LoadThreads>> m_loads;
};

/// Late share of some rounds, in points.
double pooledShare(const std::vector<Block>& blocks, const std::vector<std::size_t>& rounds,
                   std::int64_t tolerance) {
    double late = 0;
    double slots = 0;
    for (const std::size_t round : rounds) {
        late += static_cast<double>(blocks[round].late(tolerance));
        slots += static_cast<double>(blocks[round].slots());
    }
    return 100 * late / slots;
}

/// `what` of 1 000 draws of rounds with replacement: its 95 % percentile interval.
template <typename What>
Interval bootstrap(std::size_t rounds, What&& what) {
    Random random(1);
    std::vector<double> draws;
    for (int draw = 0; draw < 1'000; ++draw) {
        std::vector<std::size_t> drawn(rounds);
        for (std::size_t& round : drawn)
            round = random.below(rounds);
        draws.push_back(what(drawn));
    }
    std::sort(draws.begin(), draws.end());
    return {draws[25], draws[974]};
}

void say(const std::string& rate, const std::string& name, const std::vector<Block>& blocks,
         const std::vector<Block>& first, std::int64_t tolerance) {
    std::vector<std::int64_t> errors;
    std::vector<double> cpu;
    std::int64_t late = 0;
    std::int64_t slots = 0;
    std::int64_t said = 0;
    std::int64_t sleeps = 0;
    for (const Block& block : blocks) {
        errors.insert(errors.end(), block.errors.begin(), block.errors.end());
        cpu.push_back(block.cpu);
        late += block.late(tolerance);
        slots += block.slots();
        said += block.said;
        sleeps += block.sleeps;
    }
    std::sort(errors.begin(), errors.end());
    const Share share = wilsonShare(late, slots).value();
    const Interval more = bootstrap(blocks.size(), [&](const std::vector<std::size_t>& rounds) {
        return pooledShare(blocks, rounds, tolerance) - pooledShare(first, rounds, tolerance);
    });
    const MedianEstimate middle = bootstrapMedian(cpu, 1).value();
    const auto steady = static_cast<double>(std::count_if(cpu.begin(), cpu.end(), [&](double value) {
        return std::fabs(value - middle.value) <= 0.15 * middle.value;
    }));
    double mean = 0;
    for (const double value : cpu)
        mean += value / static_cast<double>(cpu.size());
    const auto all = static_cast<double>(slots);
    std::printf("%5s %-18s %6.2f [%5.2f, %5.2f]  %+6.2f … %+6.2f  %7.2f  %7.2f [%6.2f, %6.2f]  %6lld  %5.2f  "
                "%6.2f  %4.0f\n",
                rate.c_str(), name.c_str(), 100 * share.value, 100 * share.interval.low,
                100 * share.interval.high, more.low, more.high, mean, middle.value, middle.interval.low,
                middle.interval.high, static_cast<long long>(errors[errors.size() / 2]),
                static_cast<double>(sleeps) / all, 100 * static_cast<double>(said) / all,
                100 * steady / static_cast<double>(cpu.size()));
    std::fflush(stdout);
}

void raceAt(const std::string& rate, const Options& options, Random& random, std::FILE* counts) {
    const double hertz = std::atof(rate.c_str());
    outside::Task task;
    task.period = std::llround(1e9 / hertz);
    const bool starts = options.starts > 0;
    task.frames =
        starts ? std::llround(options.frames) : std::max(1LL, std::llround(options.seconds * hertz));
    task.tolerance = std::llround(options.tolerance);
    task.between = std::llround(options.between);
    std::vector<std::unique_ptr<outside::Contestant>> field;
    for (const std::string& name : options.field)
        field.push_back(outside::makeContestant(name));
    std::vector<std::vector<Block>> blocks(field.size());
    const auto rounds = static_cast<int>(
        starts ? options.starts : std::ceil(options.frames / static_cast<double>(task.frames)));
    const int warmUp =
        starts ? 0 : std::max(1, static_cast<int>(std::ceil(options.warmup / options.seconds)));
    for (int round = -warmUp; round < rounds; ++round) {
        const auto phase = static_cast<std::int64_t>(random.below(kPhases));
        std::vector<std::size_t> order(field.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        shuffle(order, random);
        for (const std::size_t i : order) {
            const std::int64_t soonest = callersClock() + 1'000'000;
            task.start = soonest - soonest % kPhases + phase;
            task.start += task.start < soonest ? kPhases : 0;
            if (starts)
                field[i] = outside::makeContestant(options.field[i]);
            Block block = field[i]->run(task);
            block.errors.erase(block.errors.begin(),
                               block.errors.begin() + std::min<std::ptrdiff_t>(std::llround(options.settle),
                                                                               std::ssize(block.errors)));
            if (round >= 0)
                blocks[i].push_back(std::move(block));
        }
    }
    for (std::size_t i = 0; i < field.size(); ++i)
        say(rate, options.field[i], blocks[i], blocks[0], task.tolerance);
    if (counts != nullptr) {
        for (std::size_t i = 0; i < field.size(); ++i)
            for (std::size_t round = 0; round < blocks[i].size(); ++round)
                std::fprintf(counts, "%s,%s,%zu,%lld,%lld,%.3f\n", rate.c_str(), options.field[i].c_str(),
                             round, static_cast<long long>(blocks[i][round].late(task.tolerance)),
                             static_cast<long long>(blocks[i][round].slots()), blocks[i][round].cpu);
    }
}

} // namespace

int main(int count, char** words) {
    Options options;
    if (!read(count, words, options)) {
        std::fprintf(stderr, "usage: see the first lines of tests/benchmarks/outside.cpp\n");
        return 2;
    }
    const Beside beside(options.beside);
    ThreadPlan plan;
    plan.slack = Nanoseconds(std::llround(options.slack));
    const ThreadControl control(plan);
    std::printf("   Hz contestant         late %%  [95 %%]         more than %s  CPU %% mean, median [95 %%]"
                "         p50 ns  sleeps  said %%  steady %%\n",
                options.field.front().c_str());
    std::FILE* const counts = options.rounds.empty() ? nullptr : std::fopen(options.rounds.c_str(), "w");
    if (counts == nullptr && !options.rounds.empty()) {
        std::perror(options.rounds.c_str());
        return 1;
    }
    if (counts != nullptr)
        std::fprintf(counts, "rate_hz,contestant,round,late,slots,cpu_percent\n");
    Random random(static_cast<std::uint64_t>(options.seed));
    for (const std::string& rate : options.rates)
        raceAt(rate, options, random, counts);
    return counts != nullptr && std::fclose(counts) != 0 ? 1 : 0;
}
