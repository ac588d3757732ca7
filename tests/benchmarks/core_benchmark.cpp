// SPDX-License-Identifier: MIT
// What the instrument itself costs. Run it on a machine that does nothing else:
//   build/release/bin/core_benchmark
#include "core/compare/comparison.h"
#include "core/experiment/experiment.h"
#include "core/files/csv.h"
#include "core/files/read_csv.h"
#include "core/platform/system_time.h"
#include "core/record/sample_ring.h"
#include "core/run/collector.h"
#include "core/run/resolve.h"
#include "core/run/runner.h"
#include "core/stats/histogram.h"
#include "core/time/scripted_time.h"
#include "tests/support/loop_bench.h"
#include "tests/support/number_sequence.h"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <thread>

using namespace jitterscope;

namespace {

void clockRead(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(systemNow());
}
BENCHMARK(clockRead);

/// One sample into its ring; a second thread's drain is part of it, amortised.
void recordFrame(benchmark::State& state) {
    SampleRing<FrameSample> ring(1 << 16);
    FrameSample sample;
    for (auto _ : state) {
        sample.iteration++;
        if (!ring.push(sample)) [[unlikely]]
            ring.drain([](const FrameSample& drained) { benchmark::DoNotOptimize(drained.iteration); });
    }
}
BENCHMARK(recordFrame);

/// The turn of the loop without clock, sleep and work: schedule, books, estimate, both samples. Its sleeps
/// are late by up to 65 µs, so that a strategy that learns has something to learn.
class FreeTime final : public TimeSource {
public:
    explicit FreeTime(std::int64_t frames) : m_left(frames) {}
    [[nodiscard]] TimePoint now() noexcept override { return m_now; }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept override { return m_cpu; }
    NativeSleep sleepFor(Nanoseconds length, SleepKind) noexcept override { return sleep(length); }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override { return sleep(deadline - m_now); }
    Spin spinUntil(TimePoint deadline, SpinKind) noexcept override {
        const TimePoint begin = m_now;
        m_now = std::max(m_now, deadline);
        return {begin, m_now, Nanoseconds{0}};
    }
    [[nodiscard]] bool stopRequested() const noexcept override { return m_left < 0; }

private:
    NativeSleep sleep(Nanoseconds length) noexcept {
        m_random = m_random * 6364136223846793005ULL + 1442695040888963407ULL; // D. Knuth's MMIX
        const Nanoseconds took = length + Nanoseconds(m_random >> 48);
        m_now += took;
        m_cpu += Nanoseconds{15'000};
        --m_left;
        return {length, took, m_now};
    }

    TimePoint m_now{};
    Nanoseconds m_cpu{};
    std::uint64_t m_random = 1;
    std::int64_t m_left;
};

void turnOfTheLoop(benchmark::State& state, const char* strategy) {
    constexpr std::int64_t kFrames = 20'000;
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice(strategy);
    for (auto _ : state) {
        state.PauseTiming();
        FreeTime time(kFrames);
        test::LoopBench bench(time);
        state.ResumeTiming();
        bench.run(plan);
    }
    state.SetItemsProcessed(state.iterations() * kFrames);
    state.counters["ns_per_frame"] =
        benchmark::Counter(static_cast<double>(kFrames) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(turnOfTheLoop, absolute_sleep, "absolute-sleep");
BENCHMARK_CAPTURE(turnOfTheLoop, fixed_margin, "fixed-margin"); // a sleep and a spin that learn nothing
BENCHMARK_CAPTURE(turnOfTheLoop, adaptive, "adaptive");         // the difference to that is its own work

void histogramInsert(benchmark::State& state) {
    const auto values = test::numberSequence(4096);
    Histogram histogram;
    std::size_t i = 0;
    for (auto _ : state)
        histogram.add(values[i++ & 4095]);
    benchmark::DoNotOptimize(histogram.count());
}
BENCHMARK(histogramInsert);

void percentilesOfTenMillion(benchmark::State& state) {
    const auto values = test::numberSequence(1 << 16);
    Histogram histogram;
    for (int i = 0; i < 10'000'000; ++i)
        histogram.add(values[static_cast<std::size_t>(i) & 0xffff]);
    for (auto _ : state) {
        for (const double fraction : {0.5, 0.9, 0.99, 0.999})
            benchmark::DoNotOptimize(histogram.percentile(fraction));
    }
}
BENCHMARK(percentilesOfTenMillion)->Unit(benchmark::kMicrosecond);

/// From stop() to joined, in the middle of a ten-second wait.
void stopInALongWait(benchmark::State& state, const char* strategy) {
    for (auto _ : state) {
        state.PauseTiming();
        Runner runner;
        RunPlan plan = standardPlan();
        plan.strategy = sleepChoice(strategy);
        plan.period = Period::parseRate("0.1").value();
        if (!runner.start(plan))
            state.SkipWithError("the run did not start");
        while (runner.frames().waiting() == 0)
            std::this_thread::yield();
        state.ResumeTiming();
        runner.stop();
        runner.join();
    }
}
BENCHMARK_CAPTURE(stopInALongWait, system_sleep, "system-sleep")
    ->Iterations(20)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stopInALongWait, timer_sleep, "timer-sleep")
    ->Iterations(20)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(stopInALongWait, spin, "spin")
    ->Iterations(20)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// How long, on the clock, a comparison of six million frames goes on after it is cancelled in its middle.
void cancelAComparison(benchmark::State& state) {
    RunColumns columns;
    for (const std::int64_t value : test::numberSequence(6'000'000))
        columns.frameTime.push_back(16'700'000 + value);
    ComparedRun run;
    run.columns = std::make_shared<const RunColumns>(std::move(columns));
    summarizeColumns(run);
    for (auto _ : state) {
        CancelFlag cancel{false};
        std::thread thread([&] { (void)compareRuns(run, run, {}, &cancel); });
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        const auto asked = std::chrono::steady_clock::now();
        cancel = true;
        thread.join();
        state.SetIterationTime(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count());
    }
}
BENCHMARK(cancelAComparison)->UseManualTime()->Iterations(5)->Unit(benchmark::kMillisecond);

/// A minute at 1 kHz in virtual time. Null: it did not start.
std::shared_ptr<const RunResult> simulatedMinute() {
    Runner runner;
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("absolute-sleep");
    plan.machine = machineChoice("linux-slack1");
    plan.period = Period::parseRate("1000").value();
    plan.frames = 60'000;
    if (!runner.start(plan))
        return nullptr;
    Collector collector(runner);
    while (!runner.finished()) {
        if (collector.drain() == 0)
            std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    return collector.finish();
}

void simulatedMinuteAtOneKilohertz(benchmark::State& state) {
    for (auto _ : state) {
        if (simulatedMinute() == nullptr)
            state.SkipWithError("the run did not start");
    }
}
BENCHMARK(simulatedMinuteAtOneKilohertz)->UseRealTime()->Unit(benchmark::kMillisecond);

std::string samplesPath() {
    return (std::filesystem::temp_directory_path() / "core_benchmark_samples.csv").string();
}

/// Sixty thousand rows into a file.
void writeSamples(benchmark::State& state) {
    const std::shared_ptr<const RunResult> run = simulatedMinute();
    for (auto _ : state) {
        if (!writeSamplesCsv(*run, samplesPath()))
            state.SkipWithError("the file was not written");
    }
    std::filesystem::remove(samplesPath());
}
BENCHMARK(writeSamples)->Unit(benchmark::kMillisecond);

void readSamples(benchmark::State& state) {
    if (!writeSamplesCsv(*simulatedMinute(), samplesPath()))
        state.SkipWithError("the file was not written");
    for (auto _ : state)
        benchmark::DoNotOptimize(readSamplesCsv(samplesPath()));
    std::filesystem::remove(samplesPath());
}
BENCHMARK(readSamples)->Unit(benchmark::kMillisecond);

void robustnessMaps(benchmark::State& state) {
    for (auto _ : state) {
        JobControl control;
        benchmark::DoNotOptimize(runExperiment(experimentPlan("robustness"), control));
    }
}
BENCHMARK(robustnessMaps)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
