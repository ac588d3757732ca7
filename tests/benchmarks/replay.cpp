// SPDX-License-Identifier: MIT
// How even the CPU use of `adaptive` is on a machine whose sleeps were recorded: the recorded oversleeps in
// their own order, and the same ones shuffled. What differs is what the machine does in bursts. Virtual time;
// a wake-up costs 16 µs. The first quarter is to learn.
//
//     jitterscope-cli run --strategy absolute-sleep --rate 1000 --duration 90 --sleeps-csv sleeps.csv
//     replay sleeps.csv 1000
//
// For each tuning and order: the share of blocks of 2 s whose CPU is within 15 % of the median one, late
// frames in % and CPU in % of a core.

#include "core/adaptive/adaptive_wait.h"
#include "core/base/random.h"
#include "core/files/read_csv.h"
#include "tests/benchmarks/tuning_variants.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace jitterscope;
using namespace std::chrono_literals;

namespace {

constexpr double kWakeCost = 16e3; // ns

/// A machine whose sleeps are late by these, one after the other.
class Replayed final : public TimeSource {
public:
    explicit Replayed(const std::vector<std::int64_t>& oversleeps) : m_oversleeps(oversleeps) {}

    [[nodiscard]] bool atEnd() const noexcept { return m_next >= m_oversleeps.size(); }
    [[nodiscard]] std::size_t slept() const noexcept { return m_next; }
    [[nodiscard]] double cpu() const noexcept { return m_cpu; } ///< ns

    [[nodiscard]] TimePoint now() noexcept override { return m_now; }
    NativeSleep sleepFor(Nanoseconds length, SleepKind) noexcept override {
        return sleepUntil(m_now + length);
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        const TimePoint begin = m_now;
        m_now = std::max(m_now, deadline) + Nanoseconds(m_oversleeps[m_next++ % m_oversleeps.size()]);
        m_cpu += kWakeCost;
        return {deadline - begin, m_now - begin, m_now};
    }
    Spin spinUntil(TimePoint deadline, SpinKind) noexcept override {
        const TimePoint begin = m_now;
        m_now = std::max(m_now, deadline);
        m_cpu += static_cast<double>((m_now - begin).count());
        return {begin, m_now, {}};
    }
    [[nodiscard]] bool stopRequested() const noexcept override { return false; }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept override {
        return Nanoseconds(static_cast<std::int64_t>(m_cpu));
    }

private:
    const std::vector<std::int64_t>& m_oversleeps;
    std::size_t m_next = 0;
    double m_cpu = 0;
    TimePoint m_now{};
};

struct Evenness {
    double steady = 0, late = 0, cpu = 0; // %
};

Evenness runThrough(const std::vector<std::int64_t>& oversleeps, int hertz, const Tuning& tuning) {
    Replayed machine(oversleeps);
    AdaptiveWait wait(machine, tuning);
    const Nanoseconds period(1'000'000'000 / hertz);
    TimePoint due = machine.now();
    std::vector<double> blocks;
    std::int64_t late = 0;
    std::int64_t frames = 0;
    while (!machine.atEnd()) {
        const double before = machine.cpu();
        const bool counted = machine.slept() > oversleeps.size() / 4;
        for (int i = 0; i < 2 * hertz && !machine.atEnd(); ++i) {
            due += period;
            late += wait.until(due) - due > 1us && counted ? 1 : 0;
            frames += counted ? 1 : 0;
            while (due + period < machine.now())
                due += period;
        }
        if (counted && !machine.atEnd())
            blocks.push_back((machine.cpu() - before) / 2e7); // of 2 s, in %
    }
    if (blocks.empty())
        return {};
    std::vector<double> sorted = blocks;
    std::ranges::sort(sorted);
    const double median = sorted[sorted.size() / 2];
    double sum = 0;
    double steady = 0;
    for (const double cpu : blocks) {
        sum += cpu;
        steady += std::abs(cpu - median) <= 0.15 * median ? 1 : 0;
    }
    const auto count = static_cast<double>(blocks.size());
    return {100 * steady / count, 100 * static_cast<double>(late) / static_cast<double>(frames), sum / count};
}

} // namespace

int main(int count, char** words) {
    const int hertz = count == 3 ? std::atoi(words[2]) : 0;
    if (hertz <= 0) {
        std::fprintf(stderr, "usage: %s SLEEPS.csv HERTZ\n", words[0]);
        return 2;
    }
    const Result<RecordedOversleeps> read = readOversleeps(words[1]);
    if (!read) {
        std::fprintf(stderr, "%s\n", read.error().message().c_str());
        return 1;
    }
    std::vector<std::int64_t> inOrder = read.value().values;
    for (std::int64_t& oversleep : inOrder)
        oversleep = std::max<std::int64_t>(oversleep, 0);
    std::vector<std::int64_t> shuffled = inOrder;
    Random random(1);
    shuffle(shuffled, random);
    std::printf("%-24s %36s   %s\n", "", "in order: steady %   late %   CPU %", "shuffled");
    std::vector<benchmarks::Variant> variants = benchmarks::steadying();
    variants.push_back({"no alarms", [](Tuning& t) { t.laterAlarm = t.earlierAlarm = 1e300; }});
    for (const benchmarks::Variant& variant : variants) {
        Tuning tuning;
        variant.change(tuning);
        const Evenness one = runThrough(inOrder, hertz, tuning);
        const Evenness other = runThrough(shuffled, hertz, tuning);
        std::printf("%-24s %18.0f %8.2f %8.2f   %8.0f %8.2f %8.2f\n", variant.name.c_str(), one.steady,
                    one.late, one.cpu, other.steady, other.late, other.cpu);
    }
    return 0;
}
