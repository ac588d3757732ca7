// SPDX-License-Identifier: MIT
#include "core/experiment/calibration.h"

#include "core/base/catalog.h"
#include "core/experiment/bench.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr std::array<std::int64_t, 13> kLengths{5'000,      10'000,     20'000,    50'000,    100'000,
                                                200'000,    500'000,    1'000'000, 2'000'000, 5'000'000,
                                                10'000'000, 20'000'000, 50'000'000};
constexpr std::array<SleepKind, 3> kKinds{SleepKind::Relative, SleepKind::Absolute, SleepKind::Timer};
constexpr std::array<double, 15> kShares{0,    0.01, 0.05, 0.1,   0.25,  0.5,    0.75, 0.9,
                                         0.95, 0.98, 0.99, 0.995, 0.999, 0.9999, 1};
constexpr Nanoseconds kSpinTime{3'000'000'000};
constexpr double kGapFactor = 20; // of the clock's cost: a gap that long is not a clock read

using Samples = std::vector<std::int64_t>;

/// The quantile function of samples, as rows.
void addQuantiles(PointTable& points, const char* quantity, std::string_view kind, std::int64_t length,
                  Samples samples) {
    if (samples.empty())
        return;
    std::sort(samples.begin(), samples.end());
    for (const double share : kShares) {
        const auto place = share * static_cast<double>(samples.size() - 1);
        const auto low = static_cast<std::size_t>(place);
        const std::size_t high = std::min(low + 1, samples.size() - 1);
        const double part = place - static_cast<double>(low);
        const double value =
            static_cast<double>(samples[low]) * (1 - part) + static_cast<double>(samples[high]) * part;
        points.rows.push_back({std::string(quantity), std::string(kind), length, share, value});
    }
}

void addFigure(PointTable& points, const char* quantity, std::string_view kind, std::int64_t length,
               double value) {
    points.rows.push_back({std::string(quantity), std::string(kind), length, Cell(), value});
}

NativeSleep sleepOnce(TimeSource& time, SleepKind kind, Nanoseconds length) {
    return kind == SleepKind::Absolute ? time.sleepUntil(time.now() + length) : time.sleepFor(length, kind);
}

/// Sleeps of all lengths of one kind, in mixed order, so that a busy minute does not fall on one length.
void measureSleeps(const ExperimentPlan& plan, std::int64_t repetitions, JobControl& control,
                   PointTable& points) {
    BenchMachine machine(plan, control, 1);
    Random random(streamSeed(plan.seed, 1000));
    for (std::size_t k = 0; k < kKinds.size(); ++k) {
        std::array<Samples, kLengths.size()> oversleeps;
        std::array<Samples, kLengths.size()> costs;
        std::array<std::size_t, kLengths.size()> order{};
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        for (std::int64_t round = 0; round < repetitions && !control.cancelled(); ++round) {
            for (std::size_t i = order.size(); i > 1; --i)
                std::swap(order[i - 1], order[random.below(i)]);
            for (const std::size_t i : order) {
                const CpuCounters before = machine.counters();
                const NativeSleep sleep = sleepOnce(machine.time(), kKinds[k], Nanoseconds(kLengths[i]));
                const CpuCounters after = machine.counters();
                if (control.cancelled())
                    return;
                oversleeps[i].push_back((sleep.took - sleep.asked).count());
                costs[i].push_back((*after.thread - *before.thread).count());
            }
            control.report(
                0.9 *
                    (static_cast<double>(k) + static_cast<double>(round) / static_cast<double>(repetitions)) /
                    static_cast<double>(kKinds.size()),
                std::string(sleepKindId(kKinds[k])));
        }
        for (std::size_t i = 0; i < kLengths.size(); ++i) {
            addQuantiles(points, "oversleep_ns", sleepKindId(kKinds[k]), kLengths[i], oversleeps[i]);
            const Summary cost = exactSummary(costs[i]);
            addFigure(points, "wake_cost_ns", sleepKindId(kKinds[k]), kLengths[i], cost.mean.value_or(0));
        }
    }
}

/// Reads the clock for seconds: its cost, and every gap in which the thread was not running.
void measureSpinning(const ExperimentPlan& plan, JobControl& control, PointTable& points) {
    BenchMachine machine(plan, control, 2);
    TimeSource& time = machine.time();
    Samples reads;
    TimePoint last = time.now();
    for (int i = 0; i < 20'000; ++i) {
        const TimePoint now = time.now();
        reads.push_back((now - last).count());
        last = now;
    }
    std::int64_t step = INT64_MAX;
    double cost = 0;
    for (const std::int64_t read : reads) {
        if (read > 0)
            step = std::min(step, read);
    }
    std::sort(reads.begin(), reads.end());
    const auto kept = reads.size() * 9 / 10; // the mean without the reads that something came between
    for (std::size_t i = 0; i < kept; ++i)
        cost += static_cast<double>(reads[i]) / static_cast<double>(kept);
    addFigure(points, "clock_cost_ns", "", 0, cost);
    addFigure(points, "clock_step_ns", "", 0, step == INT64_MAX ? 1 : static_cast<double>(step));

    Samples gaps;
    const auto threshold = static_cast<std::int64_t>(kGapFactor * std::max(cost, 10.0));
    const TimePoint begin = last = time.now();
    while (last - begin < kSpinTime && !control.cancelled()) {
        const TimePoint now = time.now();
        if ((now - last).count() > threshold)
            gaps.push_back((now - last).count());
        last = now;
    }
    const double seconds = static_cast<double>((last - begin).count()) / 1e9;
    addFigure(points, "losses_per_second", "", 0,
              seconds > 0 ? static_cast<double>(gaps.size()) / seconds : 0);
    addQuantiles(points, "loss_length_ns", "", 0, gaps);
}

} // namespace

double calibrationSeconds(std::int64_t repetitions) noexcept {
    double seconds = 0;
    for (const std::int64_t length : kLengths)
        seconds += static_cast<double>(length + 100'000) / 1e9;
    return seconds * static_cast<double>(kKinds.size()) * static_cast<double>(repetitions) + 3.1;
}

void calibrate(const ExperimentPlan& plan, std::int64_t repetitions, JobControl& control,
               ExperimentResult& result) {
    result.points.columns = {
        {"quantity", JITTERSCOPE_TR("Quantity"), Quantity::Word, JITTERSCOPE_TR("What was measured.")},
        {"kind", JITTERSCOPE_TR("Kind of sleep"), Quantity::Word, JITTERSCOPE_TR("Native sleep.")},
        {"length_ns", JITTERSCOPE_TR("Length"), Quantity::Time, JITTERSCOPE_TR("Length asked for.")},
        {"share", JITTERSCOPE_TR("Share"), Quantity::Number,
         JITTERSCOPE_TR("Share of samples at or below the value.")},
        {"value", JITTERSCOPE_TR("Value"), Quantity::Number, JITTERSCOPE_TR("ns, or a count a second.")}};
    measureSleeps(plan, repetitions, control, result.points);
    if (!control.cancelled())
        measureSpinning(plan, control, result.points);
}

} // namespace jitterscope
