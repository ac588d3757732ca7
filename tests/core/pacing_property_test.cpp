// SPDX-License-Identifier: MIT
#include "core/pacing/pacing_catalog.h"
#include "tests/support/test_program.h"

#include <rapidcheck.h>

#include <QTest>

#include <algorithm>
#include <tuple>

namespace jitterscope::pacing_property_test {

namespace {

constexpr TimePoint kOrigin{Nanoseconds(1'000'000'000'000)};
constexpr std::array<const char*, 6> kRates{"60", "59.94", "60000/1001", "1000", "48000/128", "30"};

struct Run {
    std::int64_t ran = 0;
    std::int64_t lost = 0;
    std::vector<std::int64_t> iterations;
    TimePoint lastRelease{};
};

/// Frames with these amounts of work and these delays of the wake-up, in hundredths of a period.
Run play(PacingPolicy& policy, const Period& period, const std::vector<std::pair<int, int>>& frames) {
    policy.start(period, 0, kOrigin);
    Run run;
    TimePoint waitBegin = kOrigin;
    TimePoint release = kOrigin;
    std::int64_t iteration = 0;
    const std::int64_t unit = period.rounded().count() / 100;
    for (const auto& [work, delay] : frames) {
        ++run.ran;
        run.iterations.push_back(iteration);
        const TimePoint workEnd = release + Nanoseconds(work * unit);
        const Release next = policy.schedule({iteration, waitBegin, release, workEnd});
        RC_ASSERT(next.lost >= 0);
        RC_ASSERT(next.iteration == iteration + 1 + next.lost);
        run.lost += next.lost;
        waitBegin = workEnd;
        release = std::max(next.due, workEnd) + Nanoseconds(delay * unit / 10);
        iteration = next.iteration;
        run.lastRelease = release;
    }
    return run;
}

/// Any work, any delay of the wake-up.
auto someFrames() {
    return rc::gen::container<std::vector<std::pair<int, int>>>(
        rc::gen::pair(rc::gen::inRange(0, 350), rc::gen::inRange(0, 30)));
}

bool check(const char* claim, auto&& property) {
    return rc::check(claim, property);
}

} // namespace

/// Claims about every schedule, over random work and random wake-up delays.
class PacingPropertyTest : public QObject {
    Q_OBJECT

private slots:
    void iterationsRunAndLostAreTheSlotsPassed() {
        for (const PacingEntry& entry : pacingCatalog()) {
            QVERIFY(check("ran + lost = the next iteration, and none runs twice", [&] {
                const auto frames = *someFrames();
                const Period period = Period::parseRate(*rc::gen::elementOf(kRates)).value();
                const auto policy = entry.make(ParameterValues(entry.parameters));
                const Run run = play(*policy, period, frames);
                for (std::size_t i = 1; i < run.iterations.size(); ++i)
                    RC_ASSERT(run.iterations[i] > run.iterations[i - 1]);
                if (!run.iterations.empty() && !entry.grid)
                    RC_ASSERT(run.lost == 0);
            }));
        }
    }

    /// A clock that jumps by a century and back, several times: nothing overflows, and nobody waits for
    /// longer than a year, or wakes in the past, once it is back.
    void centuriesOverflowNothing() {
        constexpr Nanoseconds kCentury{3'100'000'000'000'000'000};
        for (const PacingEntry& entry : pacingCatalog()) {
            const Period period = Period::parseRate("60").value();
            const auto policy = entry.make(ParameterValues(entry.parameters));
            policy->start(period, 0, kOrigin);
            std::int64_t iteration = 0;
            for (int jump = 0; jump < 12; ++jump) {
                const TimePoint release = kOrigin + (jump % 3 == 0 ? kCentury : Nanoseconds(jump));
                const TimePoint workEnd = kOrigin + (jump % 3 == 1 ? kCentury : Nanoseconds(jump));
                const Release next = policy->schedule({iteration, kOrigin, release, workEnd});
                QVERIFY2(next.iteration > iteration && next.lost >= 0, entry.id.data());
                if (!entry.grid)
                    QVERIFY2(next.due - workEnd <= std::chrono::hours(365 * 24) + kCentury, entry.id.data());
                iteration = next.iteration;
            }
        }
    }

    void gridPoliciesStayOnTheGrid() {
        for (const PacingEntry& entry : pacingCatalog()) {
            if (!entry.grid)
                continue;
            QVERIFY(check("the deadline of iteration n is n periods after the start", [&] {
                const Period period = Period::parseRate(*rc::gen::elementOf(kRates)).value();
                const auto start = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000);
                const auto work = *rc::gen::inRange(0, 400);
                const auto policy = entry.make(ParameterValues(entry.parameters));
                policy->start(period, 0, kOrigin);
                const TimePoint release = kOrigin + period.at(start);
                const TimePoint workEnd = release + Nanoseconds(work * period.rounded().count() / 100);
                const Release next = policy->schedule({start, release, release, workEnd});
                RC_ASSERT(next.due == kOrigin + period.at(next.iteration));
                if (entry.startsLate)
                    RC_ASSERT(kOrigin + period.at(next.iteration + 1) > workEnd); // only whole slots are lost
                else
                    RC_ASSERT(next.due >= workEnd);
            }));
        }
    }

    void aStartForgetsEverything() {
        for (const PacingEntry& entry : pacingCatalog()) {
            QVERIFY(check("after start() a used policy decides as a new one", [&] {
                const auto used = entry.make(ParameterValues(entry.parameters));
                const auto fresh = entry.make(ParameterValues(entry.parameters));
                (void)play(*used, Period::parseRate("59.94").value(), *someFrames());
                const Period period = Period::parseRate(*rc::gen::elementOf(kRates)).value();
                const auto frames = *someFrames();
                const Run a = play(*used, period, frames);
                const Run b = play(*fresh, period, frames);
                RC_ASSERT(a.iterations == b.iterations && a.lost == b.lost && a.lastRelease == b.lastRelease);
            }));
        }
    }

    void aGapForgetsWhatIsCarried() {
        for (const PacingEntry& entry : pacingCatalog()) {
            QVERIFY(check("after reanchor() the frames before it change nothing", [&] {
                const Period period = Period::parseRate(*rc::gen::elementOf(kRates)).value();
                const TimePoint release = kOrigin + Nanoseconds(3'600'000'000'123);
                const TimePoint workEnd = release + Nanoseconds(*rc::gen::inRange(0, 3) * 1'234'567);
                const auto after = [&] {
                    const auto policy = entry.make(ParameterValues(entry.parameters));
                    (void)play(*policy, period, *someFrames());
                    const std::int64_t iteration = policy->reanchor(5'000'000, release);
                    const Release next = policy->schedule({iteration, release, release, workEnd});
                    return std::tuple(iteration, next.due, next.iteration, next.lost);
                };
                RC_ASSERT(after() == after());
            }));
        }
    }

    void theMeanPeriodOfTheMeasuredAccumulatorComesOutRight() {
        QVERIFY(check("late wake-ups do not add up", [] {
            const auto delays = *rc::gen::container<std::vector<int>>(200, rc::gen::inRange(0, 90));
            std::vector<std::pair<int, int>> frames;
            for (const int delay : delays)
                frames.emplace_back(20, delay);
            const Period period;
            const auto policy = findEntry(pacingCatalog(), "measured-accumulator")->make({});
            const Run run = play(*policy, period, frames);
            const auto expected = kOrigin + period.at(static_cast<std::int64_t>(frames.size()));
            // What the last wake-up was late by is all that is left.
            const std::int64_t unit = period.rounded().count() / 100;
            RC_ASSERT(run.lastRelease - expected == Nanoseconds(delays.back() * unit / 10));
        }));
    }

    void aBillionNtscFramesDoNotDrift() {
        for (const char* id : {"drop-and-rest", "keep-working"}) {
            const Period period = Period::parseRate("59.94").value();
            const auto policy = findEntry(pacingCatalog(), id)
                                    ->make(ParameterValues(findEntry(pacingCatalog(), id)->parameters));
            policy->start(period, 0, kOrigin);
            const TimePoint release = kOrigin + period.at(999'999'999);
            const Release next = policy->schedule({999'999'999, release, release, release});
            QCOMPARE(next.iteration, std::int64_t{1'000'000'000});
            QCOMPARE((next.due - kOrigin).count(), std::int64_t{16'683'350'016'683'350}); // n·50e9 // 2997
        }
    }
};

JITTERSCOPE_TEST(PacingPropertyTest)

} // namespace jitterscope::pacing_property_test

#include "pacing_property_test.moc"
