// SPDX-License-Identifier: MIT
// Nothing is lost between threads. It prints figures as `samples: 10`, and exits with 1 where a promise is
// broken.
//   handover ring N        N samples from thread to thread through a SampleRing, each of them looked at
//   handover file N PATH   N frames of a Runner through a Collector into a recording; its rows are counted,
//   and
//                          it is removed
//   handover starts N      N runs on this machine's clock, started and stopped after some frames
#include "core/files/streaming_csv.h"
#include "core/run/collector.h"
#include "core/run/resolve.h"
#include "core/run/runner.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace {

using namespace jitterscope;

int figures(std::initializer_list<std::pair<const char*, std::uint64_t>> lines, bool good) {
    for (const auto& [name, value] : lines)
        std::printf("%s: %llu\n", name, static_cast<unsigned long long>(value));
    std::puts(good ? "nothing is lost" : "BROKEN PROMISE");
    return good ? 0 : 1;
}

FrameSample sampleOf(std::uint64_t number) {
    FrameSample sample;
    sample.iteration = static_cast<std::int64_t>(number);
    sample.start = ~sample.iteration;
    sample.queuedInWork = sample.iteration ^ 0x5555;
    sample.stretch = static_cast<std::uint32_t>(number);
    return sample;
}

int ring(std::uint64_t count) {
    SampleRing<FrameSample> samples(Runner::kFrameRing);
    std::thread producer([&] {
        for (std::uint64_t i = 0; i < count;) {
            if (!samples.full() && samples.push(sampleOf(i)))
                ++i;
            else
                std::this_thread::yield();
        }
    });
    std::uint64_t taken = 0;
    std::uint64_t wrong = 0;
    while (taken < count) {
        const std::size_t some = samples.drain([&](const FrameSample& sample) {
            const FrameSample expected = sampleOf(taken++);
            wrong += sample.iteration != expected.iteration || sample.start != expected.start ||
                             sample.queuedInWork != expected.queuedInWork ||
                             sample.stretch != expected.stretch
                         ? 1
                         : 0;
        });
        if (some == 0)
            std::this_thread::yield();
    }
    producer.join();
    return figures({{"samples", taken}, {"lost", samples.lost()}, {"wrong", wrong}},
                   samples.lost() + wrong == 0);
}

/// Looks at each frame on its way into a recording.
class Watched final : public SampleSink {
public:
    explicit Watched(SampleSink& next) : m_next(next) {}
    void frame(const FrameSample& sample) override {
        const bool follows = frames == 0 || (sample.iteration == m_last.iteration + 1 + sample.lost &&
                                             sample.start == m_last.start + sample.frameTime);
        wrong += follows ? 0 : 1;
        ++frames;
        m_last = sample;
        m_next.frame(sample);
    }
    void sleep(const SleepSample& sample) override { m_next.sleep(sample); }
    void stretch(std::uint32_t index, const RunPlan& plan) override { m_next.stretch(index, plan); }

    std::uint64_t frames = 0;
    std::uint64_t wrong = 0;

private:
    SampleSink& m_next;
    FrameSample m_last;
};

/// Lines that are neither a comment nor the names of the columns.
std::uint64_t rowsIn(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t rows = 0;
    for (std::string line; std::getline(file, line);)
        rows += line.empty() || line[0] == '#' ? 0 : 1;
    return rows > 0 ? rows - 1 : 0;
}

int file(std::uint64_t count, const std::string& path) {
    RunPlan plan = standardPlan();
    plan.machine = machineChoice("linux-default");
    plan.strategy = sleepChoice("absolute-sleep");
    plan.period = Period::parseRate("1000").value();
    plan.frames = static_cast<std::int64_t>(count) - 1; // after frame 0
    plan.duration = Nanoseconds{0};
    RunResult started;
    started.plan = plan;
    auto recording = StreamingCsv::open(started, path, "");
    Runner runner;
    if (!recording || !runner.start(plan))
        return figures({}, false);
    Watched watched(*recording.value());
    Collector collector(runner, &watched);
    while (!runner.finished()) {
        if (collector.drain() == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const auto result = collector.finish();
    const bool written = recording.value()->commit({}).empty();
    const std::uint64_t rows = rowsIn(path);
    std::filesystem::remove(path);
    return figures({{"samples", watched.frames},
                    {"lost", result->lostSamples},
                    {"wrong", watched.wrong},
                    {"rows", rows}},
                   written && result->lostSamples + watched.wrong == 0 && watched.frames == count &&
                       rows == count);
}

int starts(std::uint64_t count) {
    RunPlan plan = standardPlan();
    plan.strategy = sleepChoice("absolute-sleep");
    plan.period = Period::parseRate("2000").value();
    Runner runner;
    std::uint64_t frames = 0;
    std::uint64_t lost = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!runner.start(plan))
            return figures({{"runs", i}}, false);
        Collector collector(runner);
        if (i % 2 == 0) // the others are stopped at once
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
        runner.requestStop();
        while (!runner.finished())
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        const auto result = collector.finish();
        frames += result->frames.size();
        lost += result->lostSamples;
    }
    const auto threads = static_cast<std::uint64_t>(std::distance(
        std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator()));
    return figures({{"runs", count}, {"samples", frames}, {"lost", lost}, {"most_threads", threads}},
                   lost == 0 && threads == 1);
}

} // namespace

int main(int count, char** arguments) {
    const std::string what = count > 2 ? arguments[1] : "";
    const std::uint64_t number = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 0;
    if (what == "ring" && number > 0)
        return ring(number);
    if (what == "file" && number > 0 && count == 4)
        return file(number, arguments[3]);
    if (what == "starts" && number > 0)
        return starts(number);
    std::fputs("usage: handover ring N | file N PATH | starts N\n", stderr);
    return 2;
}
