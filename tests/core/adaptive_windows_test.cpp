// SPDX-License-Identifier: MIT
#include "tests/support/adaptive_bench.h"
#include "tests/support/test_program.h"
#include "tests/support/windows_clock.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace jitterscope::adaptive_windows_test {

using namespace jitterscope::test;
using namespace std::chrono_literals;

// What `adaptive` does on a Windows whose timers change while it waits. Each script has parts of 3000 frames;
// the figures are the worst of ten starts, and the bounds stand close above them.

namespace {

constexpr std::int64_t kCoarse = 15'625'000;
constexpr std::int64_t kFine = 1'000'000;
constexpr std::int64_t kHires = 500'000;
constexpr std::array kRates{"60", "144", "240"};
constexpr int kStarts = 10;
constexpr int kFrames = 3'000;

using Ticks = WindowsClock::Ticks;

/// Of one part of a script.
struct Figures {
    double late = 0; ///< share of the frames, with those that were given up
    double cpu = 0;  ///< of one core, 0 … 1
};

std::vector<Figures> worstOf(std::vector<Ticks> script, const char* machine, const char* rate) {
    std::vector<Figures> worst(script.size());
    const Nanoseconds frame = Period::parseRate(rate).value().rounded();
    const auto model = modelOf(machineChoice(machine)).value();
    for (int seed = 1; seed <= kStarts; ++seed) {
        SimulatedTime simulated(*model, static_cast<std::uint64_t>(seed));
        const TimePoint start = simulated.now();
        for (std::size_t part = 0; part < script.size(); ++part)
            script[part].from = start + static_cast<std::int64_t>(part) * kFrames * frame;
        WindowsClock clock(simulated, script);
        const auto strategy = adaptive().make(clock, ParameterValues(adaptive().parameters));
        TimePoint due = clock.now();
        for (std::size_t part = 0; part < script.size(); ++part) {
            const TimePoint end = script[part].from + kFrames * frame;
            const Nanoseconds cpu = *simulated.cpuTime();
            const TimePoint begin = clock.now();
            double frames = 0;
            double late = 0;
            while (due + frame < end) {
                strategy->sleepUntil(due += frame);
                const TimePoint now = clock.now();
                late += now - due > 1us ? 1 : 0;
                for (++frames; due + frame < now; due += frame, ++frames)
                    ++late; // its slot has passed
            }
            const double used = static_cast<double>((*simulated.cpuTime() - cpu).count()) /
                                static_cast<double>((clock.now() - begin).count());
            worst[part] = {std::max(worst[part].late, late / frames), std::max(worst[part].cpu, used)};
        }
    }
    return worst;
}

/// What a part may be at most, at the three rates.
struct Bound {
    double late[3];
    double cpu[3];
};

void compare(const std::vector<Ticks>& script, const std::vector<Bound>& bounds,
             const char* machine = "windows-15ms") {
    for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
        const std::vector<Figures> found = worstOf(script, machine, kRates[rate]);
        for (std::size_t part = 0; part < found.size(); ++part) {
            const Bound& bound = bounds[part];
            QVERIFY2(found[part].late <= bound.late[rate] && found[part].cpu <= bound.cpu[rate],
                     qPrintable(QStringLiteral("%1 Hz, part %2: late %3, CPU %4")
                                    .arg(kRates[rate])
                                    .arg(part)
                                    .arg(found[part].late)
                                    .arg(found[part].cpu)));
        }
    }
}

constexpr Bound kOnCoarse{{0.003, 0.003, 0.004}, {0.52, 0.85, 0.91}}; // a tick's half is spun, on average
constexpr Bound kOnFine{{0.003, 0.003, 0.004}, {0.05, 0.10, 0.17}};
constexpr Bound kOnHires{{0.004, 0.005, 0.005}, {0.026, 0.057, 0.100}};
constexpr Bound kStartOnHires{{0.004, 0.005, 0.005}, {0.034, 0.075, 0.115}}; // with its safe margin

} // namespace

class AdaptiveWindowsTest : public QObject {
    Q_OBJECT

private slots:
    /// From the first wait on, of which nothing is known: sleeps end on 15.6 ms alone.
    void aColdStartOnACoarseTick() {
        const Ticks coarse{{}, kCoarse, kCoarse, kCoarse, kCoarse};
        compare({coarse, coarse}, {kOnCoarse, kOnCoarse});
    }

    /// The tick's oscillator runs 500 ppm faster than the clock, then slower.
    void aTickThatDrifts() {
        const Ticks fast{{}, kCoarse - 7'800, kHires - 250, kCoarse, kHires};
        const Ticks slow{{}, kCoarse + 7'800, kHires + 250, kCoarse, kHires};
        const Bound turned{{0.006, 0.005, 0.009}, {0.025, 0.065, 0.092}};
        compare({fast, fast, slow, slow}, {kStartOnHires, kOnHires, turned, kOnHires});
    }

    /// Timers are put together on every other tick, and are no more. Nothing tells so. Where they are not any
    /// more, their ticks are among those that it knows: it goes on with these.
    void coalescedTimers() {
        const Ticks single{{}, kCoarse, kHires, kCoarse, kHires};
        const Ticks together{{}, kCoarse, 2 * kHires, kCoarse, kHires};
        const Bound found{{0.008, 0.006, 0.007}, {0.05, 0.10, 0.17}};
        const Bound after{{0.004, 0.003, 0.004}, {0.05, 0.11, 0.18}};
        compare({single, together, together, single, single}, {kStartOnHires, found, kOnFine, after, after});
    }

    void anotherProgramAsksForAFinePeriod_data() {
        QTest::addColumn<bool>("told");
        QTest::newRow("nothing tells") << false;
        QTest::newRow("the clock tells") << true;
    }
    /// … and ends it. With high-resolution timers that would be nothing; here are none.
    void anotherProgramAsksForAFinePeriod() {
        QFETCH(const bool, told);
        const std::int64_t says = told ? kFine : kCoarse;
        const Ticks coarse{{}, kCoarse, kCoarse, kCoarse, kCoarse};
        const Ticks fine{{}, kFine, kFine, says, says};
        const Bound found{{0.003, 0.003, 0.004}, {0.05, 0.105, 0.19}};
        const Bound lost{{0.010, 0.020, 0.032}, {0.52, 0.86, 0.91}};
        compare({coarse, fine, fine, coarse, coarse}, {kOnCoarse, found, kOnFine, lost, kOnCoarse});
    }

    /// High-resolution timers end on the usual tick from now on, as if they had not been granted; then they
    /// are again.
    void highResolutionTimersAreRevoked() {
        const Ticks granted{{}, kCoarse, kHires, kCoarse, kHires};
        const Ticks revoked{{}, kCoarse, kCoarse, kCoarse, kHires};
        const Bound lost{{0.010, 0.020, 0.032}, {0.52, 0.85, 0.90}};
        const Bound found{{0.006, 0.005, 0.005}, {0.03, 0.07, 0.23}};
        compare({granted, revoked, revoked, granted, granted},
                {kStartOnHires, lost, kOnCoarse, found, kOnHires});
    }

    /// On a machine whose processors are all busy the same, as far as such a machine allows: there a spin of
    /// half a tick is late as often as it loses the processor.
    void theSameUnderLoad() {
        const Bound hires{{0.06, 0.08, 0.10}, {0.04, 0.10, 0.14}};
        const Bound coarse{{0.26, 0.29, 0.32}, {0.42, 0.66, 0.70}};
        const Ticks granted{{}, kCoarse, kHires, kCoarse, kHires};
        const Ticks revoked{{}, kCoarse, kCoarse, kCoarse, kHires};
        compare({granted, revoked, revoked, granted, granted}, {hires, coarse, coarse, hires, hires},
                "windows-15ms-loaded");
    }
};

JITTERSCOPE_TEST(AdaptiveWindowsTest)

} // namespace jitterscope::adaptive_windows_test

#include "adaptive_windows_test.moc"
