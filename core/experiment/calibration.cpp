// SPDX-License-Identifier: MIT
#include "core/experiment/calibration.h"

#include "core/experiment/bench.h"
#include "core/simulation/calibration.h"
#include "core/stats/interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace jitterscope {

namespace {

constexpr std::array<std::int64_t, 4> kPeriods{1'000'000, 3'333'333, 4'000'000, 10'000'000};
constexpr std::int64_t kWindow = 30'000; // ns; the beginnings of a tick's interrupts lie within it
constexpr double kFewest = 20;

struct Cluster {
    std::int64_t begin = 0; // within the period
    double count = 0;
};

/// The window with the most beginnings.
Cluster densest(std::span<const Loss> losses, std::int64_t period) {
    std::vector<std::int64_t> phases;
    phases.reserve(2 * losses.size());
    for (const Loss& loss : losses)
        phases.push_back(loss.begin % period);
    std::sort(phases.begin(), phases.end());
    const std::size_t count = phases.size();
    for (std::size_t i = 0; i < count && phases[i] < kWindow; ++i)
        phases.push_back(phases[i] + period); // a window may extend past the end of the period
    Cluster best;
    std::size_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
        while (end < phases.size() && phases[end] < phases[i] + kWindow)
            ++end;
        if (const auto inside = static_cast<double>(end - i); inside > best.count)
            best = {phases[i], inside};
    }
    return best;
}

} // namespace

Interrupts findInterrupts(std::span<const Loss> losses, double spun) {
    Interrupts found;
    Cluster cluster;
    for (const std::int64_t period : kPeriods) {
        const double periods = spun / static_cast<double>(period);
        const double byChance =
            static_cast<double>(losses.size()) * static_cast<double>(kWindow) / static_cast<double>(period);
        cluster = densest(losses, period);
        if (cluster.count >= std::max({kFewest, periods / 2, 5 * byChance})) {
            found.period = period;
            break;
        }
    }
    for (const Loss& loss : losses) {
        const std::int64_t after =
            found.period > 0 ? (loss.begin % found.period - cluster.begin + found.period) % found.period : 0;
        (found.period > 0 && after < kWindow ? found.lengths : found.others).push_back(loss.length);
    }
    if (found.period > 0) {
        const auto periods = static_cast<std::size_t>(std::llround(spun / static_cast<double>(found.period)));
        found.lengths.resize(std::max(found.lengths.size(), periods));
    }
    return found;
}

namespace {

/// A length of sleep and how many follow each other, as in a loop: the cost of a wake-up depends on the time
/// since the last one. Short sleeps are repeated often because they are cheap; there are enough for a p99 up
/// to the longest wait of a frame.
struct SleepRow {
    std::int64_t nanoseconds;
    std::int64_t inARow;
    std::int64_t everyRounds; // one series in every n-th round
};
constexpr std::array<SleepRow, 13> kLengths{{{5'000, 10, 1},
                                             {10'000, 10, 1},
                                             {20'000, 10, 1},
                                             {50'000, 10, 1},
                                             {100'000, 10, 1},
                                             {200'000, 10, 1},
                                             {500'000, 10, 1},
                                             {1'000'000, 20, 1},
                                             {2'000'000, 10, 1},
                                             {5'000'000, 6, 1},
                                             {10'000'000, 5, 1},
                                             {20'000'000, 4, 1},
                                             {50'000'000, 3, 5}}};
constexpr std::array<SleepKind, 3> kKinds{SleepKind::Relative, SleepKind::Absolute, SleepKind::Timer};
constexpr std::array<double, 15> kShares{0,    0.01, 0.05, 0.1,   0.25,  0.5,    0.75, 0.9,
                                         0.95, 0.98, 0.99, 0.995, 0.999, 0.9999, 1};
constexpr std::int64_t kSpinOfRound = 150'000'000;
constexpr std::int64_t kLongestSpin = 15'000'000'000; // total of all rounds
constexpr Nanoseconds kSpinPiece{5'000};              // so short that it rarely contains two losses
constexpr double kGapFactor = 20; // a gap longer than so many clock reads is time without the processor

using Samples = std::vector<std::int64_t>;

/// Sleeps of one kind and length.
struct SleepSamples {
    Samples oversleeps;
    std::vector<double> costs; // CPU time per sleep: mean of each series without its first
};

/// Losses seen while spinning.
struct SpinSamples {
    std::vector<Loss> losses;
    double lost = 0; // sum of them
    double wall = 0;
    double cpu = 0;
};

/// Properties of the clock.
struct ClockSamples {
    double cost = 0;
    double step = 1;
};

struct Round {
    std::array<std::array<SleepSamples, kLengths.size()>, kKinds.size()> sleeps;
    SpinSamples spins;
};

struct Measured {
    std::vector<Round> rounds;
    ClockSamples clock;
};

/// Many shares, because there are several sorts of losses, each with its own range of lengths. Interpolating
/// from one sort to the next would invent losses that did not occur.
std::vector<double> lossShares() {
    std::vector<double> shares;
    for (int percent = 0; percent < 100; ++percent)
        shares.push_back(static_cast<double>(percent) / 100);
    shares.insert(shares.end(), {0.995, 0.999, 0.9999, 1});
    return shares;
}

/// The quantile function of samples at these shares; empty without samples.
QuantileTable quantilesOf(Samples samples, std::span<const double> shares) {
    QuantileTable table;
    if (samples.empty())
        return table;
    std::sort(samples.begin(), samples.end());
    for (const double share : shares) {
        const auto place = share * static_cast<double>(samples.size() - 1);
        const auto low = static_cast<std::size_t>(place);
        const std::size_t high = std::min(low + 1, samples.size() - 1);
        const double part = place - static_cast<double>(low);
        table.points.push_back({share, static_cast<double>(samples[low]) * (1 - part) +
                                           static_cast<double>(samples[high]) * part});
    }
    return table;
}

std::int64_t spinOfRound(std::int64_t rounds) {
    return std::min(kSpinOfRound, kLongestSpin / std::max<std::int64_t>(rounds, 1));
}

ClockSamples measureClock(TimeSource& time) {
    Samples reads;
    TimePoint last = time.now();
    for (int i = 0; i < 20'000; ++i) {
        const TimePoint now = time.now();
        reads.push_back((now - last).count());
        last = now;
    }
    std::sort(reads.begin(), reads.end());
    ClockSamples clock;
    const auto kept = reads.size() * 9 / 10; // the mean, without reads that were interrupted
    for (std::size_t i = 0; i < kept; ++i)
        clock.cost += static_cast<double>(reads[i]) / static_cast<double>(kept);
    if (const auto step = std::upper_bound(reads.begin(), reads.end(), 0); step != reads.end())
        clock.step = static_cast<double>(*step);
    return clock;
}

double cpuOf(const CpuCounters& counters) {
    return static_cast<double>(counters.thread.value_or(Nanoseconds{0}).count());
}

/// A series of sleeps of one kind and length. The CPU time of a sleep counts from the end of the previous one
/// to its own end; this includes what a loop does in between with cold caches.
void sleepInARow(BenchMachine& machine, std::size_t kind, std::size_t length, const JobControl& control,
                 const ClockSamples& clock, Round& round) {
    TimeSource& time = machine.time();
    SleepSamples& samples = round.sleeps[kind][length];
    const Nanoseconds asked(kLengths[length].nanoseconds);
    double before = 0;
    double cost = 0;
    for (std::int64_t i = 0; i < kLengths[length].inARow; ++i) {
        const TimePoint begin = time.now();
        const NativeSleep sleep = kKinds[kind] == SleepKind::Absolute ? time.sleepUntil(begin + asked)
                                                                      : time.sleepFor(asked, kKinds[kind]);
        const double after = static_cast<double>(time.cpuTime().value_or(Nanoseconds{0}).count());
        if (control.cancelled()) // the sleep was cut short
            return;
        samples.oversleeps.push_back((sleep.took - sleep.asked).count());
        if (i > 0)
            cost += after - before - 3 * clock.cost; // a model counts clock reads by themselves
        before = after;
    }
    samples.costs.push_back(cost / static_cast<double>(kLengths[length].inARow - 1));
}

/// Spins, and records every gap in which the thread did not run.
void spinFor(BenchMachine& machine, Nanoseconds length, const JobControl& control, const ClockSamples& clock,
             Round& round) {
    TimeSource& time = machine.time();
    SpinSamples& spins = round.spins;
    const double cost = clock.cost;
    const auto threshold = static_cast<std::int64_t>(kGapFactor * std::max(cost, 10.0));
    const auto note = [&](TimePoint from, Nanoseconds gap) {
        if (gap.count() <= threshold)
            return;
        const std::int64_t lost = gap.count() - static_cast<std::int64_t>(cost);
        spins.losses.push_back({from.time_since_epoch().count(), lost});
        spins.lost += static_cast<double>(lost);
    };
    const CpuCounters before = machine.counters();
    const TimePoint begin = time.now();
    TimePoint last = begin;
    while (last - begin < length && !control.cancelled()) {
        const Spin spin = time.spinUntil(last + kSpinPiece, SpinKind::Bare);
        note(last, spin.begin - last);
        note(spin.begin, spin.largestGap);
        last = spin.end;
    }
    const CpuCounters after = machine.counters();
    spins.cpu += cpuOf(after) - cpuOf(before);
    spins.wall += static_cast<double>((after.at - before.at).count());
}

/// The samples of one kind and length from several rounds.
SleepSamples together(const std::vector<Round>& rounds, std::size_t kind, std::size_t length) {
    SleepSamples all;
    for (const Round& round : rounds) {
        const SleepSamples& samples = round.sleeps[kind][length];
        all.oversleeps.insert(all.oversleeps.end(), samples.oversleeps.begin(), samples.oversleeps.end());
        all.costs.insert(all.costs.end(), samples.costs.begin(), samples.costs.end());
    }
    return all;
}

void addSleeps(const Measured& measured, Calibration& calibration) {
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
        for (std::size_t i = 0; i < kLengths.size(); ++i) {
            SleepSamples samples = together(measured.rounds, k, i);
            if (samples.oversleeps.empty())
                continue;
            SleepCalibration& sleeps = calibration.sleeps[kKinds[k]][kLengths[i].nanoseconds];
            sleeps.oversleep = quantilesOf(samples.oversleeps, kShares);
            sleeps.sleeps = static_cast<double>(samples.oversleeps.size());
            if (!samples.costs.empty())
                sleeps.wakeCost = std::max(medianOf(samples.costs), 0.0);
        }
    }
}

void addSpins(const Measured& measured, Calibration& calibration) {
    SpinSamples spins;
    for (const Round& round : measured.rounds) {
        spins.losses.insert(spins.losses.end(), round.spins.losses.begin(), round.spins.losses.end());
        spins.lost += round.spins.lost;
        spins.wall += round.spins.wall;
        spins.cpu += round.spins.cpu;
    }
    calibration.clockCost = measured.clock.cost;
    calibration.clockStep = measured.clock.step;
    const double running = spins.wall - spins.lost;
    const Interrupts interrupts = findInterrupts(spins.losses, spins.wall);
    calibration.lossesPerSecond =
        running > 0 ? static_cast<double>(interrupts.others.size()) / (running / 1e9) : 0;
    const double charged = spins.lost > 0 ? 1 - (spins.wall - spins.cpu) / spins.lost : 0;
    calibration.lossCharged = std::clamp(charged, 0.0, 1.0);
    calibration.lossLength = quantilesOf(interrupts.others, lossShares());
    if (interrupts.period > 0) {
        calibration.interruptPeriod = static_cast<double>(interrupts.period);
        calibration.interruptLength = quantilesOf(interrupts.lengths, lossShares());
    }
}

/// The calibration as an experiment's points.
Table pointsOf(const Calibration& calibration) {
    Table points;
    points.columns = {{"quantity", "Quantity", Quantity::Word, "What was measured."},
                      {"kind", "Kind of sleep", Quantity::Word, "Native sleep."},
                      {"length_ns", "Length", Quantity::Time, "Length asked for."},
                      {"share", "Share", Quantity::Number, "Share of samples at or below the value."},
                      {"value", "Value", Quantity::Number, "ns, a count, a count per second, or a share."}};
    for (const CalibrationRow& row : rowsOf(calibration))
        points.rows.push_back(
            {std::string(row.quantity), std::string(row.kind), row.length, cellOf(row.share), row.value});
    return points;
}

/// The sleeps of a round, in random order.
struct Row {
    std::size_t kind;
    std::size_t length;
};
std::vector<Row> rowsOfRound(std::int64_t round, Random& random) {
    std::vector<Row> rows;
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
        for (std::size_t i = 0; i < kLengths.size(); ++i) {
            if (round % kLengths[i].everyRounds == 0)
                rows.push_back({k, i});
        }
    }
    shuffle(rows, random);
    return rows;
}

/// Leaves out rounds that other activity on the machine disturbed.
void dropDisturbed(std::vector<Round>& rounds) {
    std::vector<RoundLosses> losses;
    for (const Round& done : rounds)
        losses.push_back({done.spins.losses.size(), done.spins.lost});
    const double most = mostOfAnUndisturbedRound(std::move(losses));
    std::erase_if(rounds, [most](const Round& done) { return done.spins.lost > most; });
}

} // namespace

double mostOfAnUndisturbedRound(std::vector<RoundLosses> rounds) {
    constexpr std::size_t kTelling = 20; // with fewer losses, a round can double by chance
    if (rounds.empty())
        return 0;
    const auto middle = rounds.begin() + static_cast<std::ptrdiff_t>(rounds.size() / 2);
    std::nth_element(rounds.begin(), middle, rounds.end(),
                     [](const RoundLosses& a, const RoundLosses& b) { return a.lost < b.lost; });
    return middle->count < kTelling ? std::numeric_limits<double>::infinity() : 2 * middle->lost;
}

double calibrationSeconds(std::int64_t rounds) noexcept {
    double seconds = 0;
    for (const SleepRow& row : kLengths) {
        const std::int64_t rows = (rounds + row.everyRounds - 1) / row.everyRounds;
        seconds += static_cast<double>((row.nanoseconds + 100'000) * row.inARow * rows) / 1e9;
    }
    return seconds * static_cast<double>(kKinds.size()) +
           static_cast<double>(rounds * spinOfRound(rounds)) / 1e9 + 0.1;
}

bool calibrate(const ExperimentPlan& plan, std::int64_t rounds, JobControl& control,
               ExperimentResult& result) {
    BenchMachine machine(plan, control, "calibration");
    Random random(streamSeed(plan.seed, "order of a round"));
    Measured measured;
    measured.clock = measureClock(machine.time());
    bool whole = true;
    for (std::int64_t round = 0; round < rounds && whole; ++round) {
        control.report(static_cast<double>(round) / static_cast<double>(rounds),
                       "round " + std::to_string(round + 1) + " of " + std::to_string(rounds));
        Round& current = measured.rounds.emplace_back();
        for (const Row& row : rowsOfRound(round, random)) {
            if (control.cancelled())
                break;
            sleepInARow(machine, row.kind, row.length, control, measured.clock, current);
        }
        spinFor(machine, Nanoseconds(spinOfRound(rounds)), control, measured.clock, current);
        whole = !control.cancelled();
    }
    dropDisturbed(measured.rounds);
    Calibration calibration;
    addSleeps(measured, calibration);
    if (whole) // without them a file is not complete, and says so when it is read
        addSpins(measured, calibration);
    result.points = pointsOf(calibration);
    return whole;
}

Digest calibrationDigest(const ExperimentResult& result) {
    const Table& points = result.points;
    Table table;
    table.columns = {{"kind", "Kind of sleep", Quantity::Word, {}},
                     {"length_ns", "Length", Quantity::Time, {}},
                     {"sleeps", "Sleeps", Quantity::Count, {}},
                     {"oversleep_p50_ns", "Oversleep, median", Quantity::Time, {}},
                     {"oversleep_p99_ns", "p99", Quantity::Time, {}},
                     {"wake_cost_ns", "CPU of a wake-up", Quantity::Time, {}}};
    for (std::size_t row = 0; row < points.rows.size(); ++row) {
        const std::string_view quantity = wordOf(points.at(row, "quantity"));
        const std::vector<Cell> key{points.at(row, "kind"), points.at(row, "length_ns")};
        if (table.rows.empty() || table.rows.back()[0] != key[0] || table.rows.back()[1] != key[1]) {
            if (quantity != "oversleep_ns")
                continue;
            table.rows.push_back(key);
            table.rows.back().resize(table.columns.size());
        }
        const auto set = [&](std::size_t column) { table.rows.back()[column] = points.at(row, "value"); };
        if (quantity == "sleeps")
            set(2);
        else if (quantity == "oversleep_ns" && points.at(row, "share") == Cell(0.5))
            set(3);
        else if (quantity == "oversleep_ns" && points.at(row, "share") == Cell(0.99))
            set(4);
        else if (quantity == "wake_cost_ns")
            set(5);
    }
    return {{std::move(table)}, {}};
}

} // namespace jitterscope
