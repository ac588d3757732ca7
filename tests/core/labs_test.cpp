// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/lab/lab.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>

namespace jitterscope::labs_test {

namespace {

struct Setting {
    const char* name;
    double value;
};

LabResult lab(std::string_view id, const std::vector<Setting>& settings = {}) {
    const LabEntry& entry = *findEntry(labCatalog(), id);
    ParameterValues values(entry.knobs);
    for (const Setting& setting : settings)
        values.set(setting.name, setting.value);
    return runLab(entry, values).value();
}

bool near(double value, double expected, double tolerance = 1e-6) {
    return std::abs(value - expected) <= tolerance;
}

bool says(const LabResult& result, const std::string& text) {
    const std::string kept = said::unbroken(text);
    return std::ranges::any_of(result.explanation, [&kept](const LabSentence& sentence) {
        return sentence.text.find(kept) != std::string::npos;
    });
}

std::string word(const Table& table, std::size_t row, std::string_view column) {
    return std::get<std::string>(table.at(row, column));
}

Table tableOf(const LabResult& result, std::string_view id) {
    return result.table(id);
}

} // namespace

/// The articles' numbers, and what each lab says about them. Expected values were worked out by hand.
class LabsTest : public QObject {
    Q_OBJECT

private slots:
    /// 3.4 ms with sleeps known to take 1.1 ms: three sleeps and 0.1 ms of spin.
    void estimatorWaitsAsInTheArticle() {
        const LabResult result = lab("estimator", {{"start", 1.1e6}, {"waits", 1}});
        const Table& steps = result.table("steps");
        QCOMPARE(steps.rows.size(), std::size_t{4});
        const std::array<double, 4> left{3.4, 2.3, 1.2, 0.1};
        for (std::size_t i = 0; i < left.size(); ++i) {
            QVERIFY(near(steps.number(i, "left_ms"), left[i]));
            QCOMPARE(word(steps, i, "does"), std::string(i < 3 ? "sleeps" : "spins"));
            QVERIFY(near(steps.number(i, "estimate_ms"), 1.1));
        }
        QVERIFY(near(steps.number(3, "took_ms"), 0.1));
        QVERIFY(near(result.answer, 100 * 0.1 / 3.4));
    }

    void estimatorNeverSleepsAt240Hz() {
        const LabResult result = lab("estimator", {{"wait", 4'166'667}, {"start", 5e6}, {"waits", 1000}});
        QCOMPARE(result.answer, 100.0);
        QVERIFY(says(result, "never sleeps") && says(result, "200 Hz"));
        QVERIFY(lab("estimator", {{"wait", 5'000'001}, {"start", 5e6}}).answer < 100);
        QCOMPARE(lab("estimator", {{"wait", 5'000'000}, {"start", 5e6}}).answer, 100.0);
    }

    /// δ = −3.9, mean 3.05, m2 7.605; then δ = −1.95, mean 2.4, m2 10.14.
    void estimatorShowsWelfordsNumbers() {
        const LabResult result = lab("estimator", {{"wait", 16e6}, {"start", 5e6}, {"waits", 1}});
        const Table& steps = result.table("steps");
        QVERIFY(near(steps.number(1, "mean_ms"), 3.05) &&
                near(steps.number(1, "stddev_ms"), std::sqrt(7.605)));
        QVERIFY(near(steps.number(2, "mean_ms"), 2.4) && near(steps.number(2, "stddev_ms"), std::sqrt(5.07)));
        QVERIFY(near(steps.number(2, "estimate_ms"), 2.4 + std::sqrt(5.07)));
        for (std::size_t i = 0; i < 3; ++i) // the start value is the first sample
            QCOMPARE(steps.number(i, "samples"), static_cast<double>(i + 1));
        QCOMPARE(steps.number(0, "spun_percent"), 0.0);
        QVERIFY(near(steps.number(steps.rows.size() - 1, "spun_percent"), result.answer));
        QVERIFY(says(result, "δ = 1.1 ms − 5 ms = −3.9 ms") &&
                says(result, "m2 = δ · (−1.95 ms) = 7.605 ms²"));
        QVERIFY(says(result, "3.05 ms + 1 · 2.758 ms = 5.808 ms"));
    }

    /// 40 ms once: mean 22.5 ms, σ 24.7 ms; a wait of 16 ms then never sleeps again.
    void estimatorNeverRecoversFromABadSleep() {
        const LabResult result =
            lab("estimator", {{"wait", 16e6}, {"start", 5e6}, {"bad", 40e6}, {"waits", 100}});
        QCOMPARE(result.table("steps").number(1, "left_ms"), -24.0);
        QCOMPARE(word(result.table("steps"), 1, "does"), std::string("is late"));
        QVERIFY(near(result.answer, 100.0 * 99 * 16 / (100 * 16 + 24))); // the late one took 24 ms more
        QVERIFY(says(result, "never sleeps again"));
        // Only who leaves that sleep out of the estimate sleeps again: 99 waits of 14 sleeps and 0.6 ms.
        QCOMPARE(word(result.table("settings"), result.advice.row, "settings"),
                 std::string("one sleep, skips long ones"));
        QVERIFY(near(result.table("settings").number(result.advice.row, "spun_percent"),
                     100.0 * 99 * 0.6 / (100 * 16 + 24), 0.001));
        QVERIFY(says(result, "late in 1 wait, by the bad sleep"));
    }

    /// Between 60 and 900 µs no sleep of two kinds ends; of a heavy tail any lateness may come.
    void moreCautionBuysNothingOnlyWhereNoSleepEnds() {
        QVERIFY(says(lab("x", {{"oversleep", 1}}), "more caution buys nothing"));
        QVERIFY(!says(lab("x", {{"oversleep", 2}}), "more caution buys nothing"));
    }

    /// An X that is fitted is the quantile: the same margin for the same cost.
    void aFittedXCostsWhatItsQuantileCosts() {
        const Table promise = tableOf(lab("x"), "promise");
        QCOMPARE(word(promise, 2, "how"), std::string("fitted X"));
        for (const char* column : {"margin_us", "late_percent", "cpu_percent"})
            QCOMPARE(promise.number(2, column), promise.number(1, column));
        const Table yours =
            tableOf(lab("x", {{"x", std::round(promise.number(2, "x") * 1000) / 1000}}), "yours");
        QVERIFY(near(yours.number(0, "margin_us"), promise.number(2, "margin_us"), 1));
    }

    /// Uniform between 40 and 60 µs: mean 50, σ 20 / √12; 20 000 samples.
    void xBuysWhatTheDistributionSells() {
        const double sigma = 20 / std::sqrt(12.0);
        const LabResult result = lab("x", {{"oversleep", 0}});
        QVERIFY(near(result.answer, 100 * (10 - sigma) / 20, 1));
        const Table& table = result.table("x");
        QVERIFY(near(table.number(0, "late_percent"), 50, 1));
        QVERIFY(near(table.number(2, "margin_us"), 50 + sigma, 0.2));
        QCOMPARE(table.number(4, "late_percent"), 0.0);
        // E[max(m − L, 0)] = (m − 40)² / 40 µs, sixty times a second.
        QVERIFY(near(table.number(2, "cpu_percent"), (10 + sigma) * (10 + sigma) / 40 * 60 / 1e4, 1e-3));
    }

    void cantellisBoundHolds() {
        QVERIFY(says(lab("x"), "Cantelli's bound says: never more than 1 / (1 + X²)"));
        for (const double kind : {0.0, 1.0, 2.0}) {
            const Table table = tableOf(lab("x", {{"oversleep", kind}}), "x");
            for (std::size_t i = 0; i < table.rows.size(); ++i) {
                const double x = table.number(i, "x");
                QVERIFY(near(table.number(i, "cantelli_percent"), 100 / (1 + x * x)));
                QVERIFY(table.number(i, "late_percent") <= table.number(i, "cantelli_percent"));
            }
        }
    }

    /// p = 10 %: X = 3 by Cantelli; 5 % of the sleeps are late by 1 ms, and a quantile need not cover them.
    void aQuantileKeepsThePromiseForLess() {
        const Table promise = tableOf(lab("x", {{"promise", 10}}), "promise");
        QVERIFY(near(promise.number(0, "x"), 3));
        QVERIFY(near(promise.number(1, "margin_us"), 40 + 20 * 0.9 / 0.95, 0.3));
        QVERIFY(promise.number(1, "late_percent") <= 10 && promise.number(1, "late_percent") > 9.9);
        for (const double kind : {0.0, 1.0, 2.0}) {
            for (const double share : {1.0, 10.0}) {
                const Table both = tableOf(lab("x", {{"promise", share}, {"oversleep", kind}}), "promise");
                QVERIFY(both.number(0, "late_percent") <= share && both.number(1, "late_percent") <= share);
                QVERIFY(both.number(1, "cpu_percent") < both.number(0, "cpu_percent"));
            }
        }
    }

    /// Slack 50 µs and idle exit 25 µs; 1 ns of slack takes the 50 µs away.
    void sleepIsLateByItsParts() {
        QVERIFY(near(lab("sleep").answer, 75));
        QVERIFY(near(lab("sleep", {{"slack", 1}}).answer, 25.001));
        // Interrupts every 20 µs end the window at random within 20 µs.
        QVERIFY(near(lab("sleep", {{"interrupts", 50'000}}).answer, 35, 1));
        // A tick: half of it on average, and no slack.
        const Table ticks = tableOf(lab("sleep", {{"tick", 15'625'000}}), "parts");
        QVERIFY(near(ticks.number(0, "tick_us"), 7812.5, 300));
        QCOMPARE(ticks.number(0, "slack_us"), 0.0);
        // Both labs with such ticks say how their sleeps begin, for that decides: anywhere, or at a tick.
        QVERIFY(says(lab("sleep", {{"tick", 15'625'000}}), "at any moment between two ticks") &&
                says(lab("sleep", {{"tick", 15'625'000}}),
                     "there the ticks alone make a sleep of 1 ms take 15.62 ms"));
        QVERIFY(says(lab("melting", {{"timer", 0}}), "begins soon after the tick") &&
                !says(lab("melting", {{"timer", 3}}), "tick"));
        // Always busy: half a slice of 3 ms instead of the idle exit.
        const Table busy = tableOf(lab("sleep", {{"load", 100}}), "parts");
        QVERIFY(near(busy.number(0, "queue_us"), 1500, 60));
        QCOMPARE(busy.number(0, "exit_us"), 0.0);
    }

    /// A usual sleep on Linux is as long in each lab that has one.
    void labsAgreeOnAUsualSleep() {
        const double observed = tableOf(lab("melting"), "timers").number(2, "observed_ms");
        QVERIFY2(near(1 + lab("sleep").answer / 1e3, observed, 0.002), std::to_string(observed).c_str());
    }

    /// The timer waits for the tick, so a smaller slack gives nothing; a call that asks for it is not
    /// offered.
    void theCallIsThatOfTheAdvice() {
        QVERIFY(lab("sleep").advice.call);
        const LabResult ticks = lab("sleep", {{"tick", 15'625'000}});
        QCOMPARE(ticks.table("remedies").number(1, "saved_us"), 0.0);
        QVERIFY(!ticks.advice.call && says(ticks, "begin with a timer without ticks"));
    }

    void sleepAddsItsPartsUp() {
        const LabResult result = lab("sleep", {{"load", 50}, {"tick", 4e6}});
        const Table& parts = result.table("parts");
        QVERIFY(near(parts.number(0, "late_us"), parts.number(0, "tick_us") + parts.number(0, "slack_us") +
                                                     parts.number(0, "exit_us") +
                                                     parts.number(0, "queue_us")));
        const Table& timeline = result.table("timeline");
        for (std::size_t i = 0; i < timeline.rows.size(); ++i)
            QVERIFY(near(timeline.number(i, "took_us"),
                         timeline.number(i, "asked_us") + timeline.number(i, "tick_us") +
                             timeline.number(i, "exit_us") + timeline.number(i, "queue_us")));
    }

    /// 16.67 ms after a tick of 15.625 ms: the second one. Spinning is exact and takes all of a core.
    void fourLoopsMeltOrAreLate() {
        const Table coarse = tableOf(lab("melting", {{"timer", 0}}), "loops");
        QVERIFY(near(coarse.number(0, "mean_ms"), 31.25, 0.1));
        QVERIFY(near(coarse.number(1, "mean_ms"), 16.667, 0.001) && coarse.number(1, "cpu_percent") > 99.9);
        const Table fine = tableOf(lab("melting", {{"timer", 1}}), "loops");
        QVERIFY(fine.number(2, "cpu_percent") > 4 && fine.number(2, "cpu_percent") < 8); // the article: 6 %
        QVERIFY(near(fine.number(2, "mean_ms"), 16.7, 0.1));
        for (std::size_t i = 0; i < 5; ++i)
            QVERIFY(fine.number(i, "min_ms") >= 16.666 && fine.number(i, "cpu_percent") >= 1.9);
        // The rest in one sleep is as late as one sleep; less the lateness that was measured, it is in time
        // for less than naps of 1 ms.
        QVERIFY(near(fine.number(3, "mean_ms"), fine.number(0, "mean_ms"), 0.1));
        QVERIFY(fine.number(0, "late_percent") > 90 && fine.number(4, "late_percent") <= 1);
        QVERIFY(fine.number(4, "cpu_percent") < fine.number(2, "cpu_percent"));
        QVERIFY(near(fine.number(4, "mean_ms"), 16.667, 0.01));
        QVERIFY(near(lab("melting", {{"work", 50}, {"loop", 0}}).answer, 50, 1.5));
    }

    /// 50 µs of slack less; half a tick more than asked.
    void aFinerTimerIsObserved() {
        const Table timers = tableOf(lab("melting"), "timers");
        QVERIFY(near(timers.number(2, "observed_ms") - timers.number(3, "observed_ms"), 0.05, 0.005));
        QVERIFY(near(timers.number(1, "observed_ms"), 1.5, 0.1));
        QCOMPARE(timers.number(0, "tick_ms"), 15.625);
    }

    /// Set back by a second: the loop stands still for it. Monotonic clocks do not follow.
    void aSteppedWallClockStopsTheLoop() {
        for (const double seconds : {1.0, 10.0}) {
            const LabResult result = lab("clocks", {{"step", -seconds * 1e9}});
            QVERIFY(near(result.answer, 16.667 + 1000 * seconds, 1.2));
            const Table& clocks = result.table("clocks");
            QVERIFY(near(clocks.number(1, "longest_ms"), 16.667, 0.001));
            QVERIFY(near(clocks.number(3, "longest_ms"), 16.667, 0.001));
        }
        QVERIFY(near(lab("clocks", {{"step", 0}}).answer, 16.667, 0.001));
    }

    /// A false sleep in the estimate: from then on it spins.
    void aSteppedWallClockSpoilsTheEstimate() {
        for (const double step : {-1e9, 1e9}) {
            const Table clocks = tableOf(lab("clocks", {{"step", step}}), "clocks");
            QVERIFY(clocks.number(0, "spun_after_percent") > 95);
            QVERIFY(clocks.number(1, "spun_after_percent") < clocks.number(1, "spun_before_percent"));
        }
        QVERIFY(lab("clocks", {{"step", 1e9}}).answer < 17);
    }

    void aCoarseClockCannotTellTheTime() {
        const Table clocks = tableOf(lab("clocks"), "clocks");
        QVERIFY(near(clocks.number(1, "mean_ms"), 16.667, 0.001));
        QVERIFY(std::abs(clocks.number(4, "mean_ms") - 16.667) > 1);
    }

    /// 30 ms queued, 16 ms later an explosion: 14 ms of lag.
    void audioLagsAsInTheArticle() {
        const LabResult result = lab("audio");
        QCOMPARE(result.answer, 14.0);
        QVERIFY(says(result, "30 ms − 16 ms = 14 ms"));
        QCOMPARE(result.table("queue").number(0, "underruns"), 0.0);
        QCOMPARE(lab("audio", {{"queued", 60e6}, {"frame", 33e6}}).answer, 27.0);
    }

    void audioNeedsItsLongestFrame() {
        for (const double spread : {0.0, 4e6, 9e6}) {
            const double safe =
                tableOf(lab("audio", {{"spread", spread}}), "queue").number(0, "smallest_safe_ms");
            QVERIFY(safe <= 16 + spread / 1e6 && safe > 16 + spread / 1e6 - 1.001);
            const LabResult less = lab("audio", {{"spread", spread}, {"queued", (safe - 1) * 1e6}});
            QVERIFY(less.table("queue").number(0, "underruns") > 0);
            const LabResult enough = lab("audio", {{"spread", spread}, {"queued", safe * 1e6}});
            QCOMPARE(enough.table("queue").number(0, "underruns"), 0.0);
        }
        QCOMPARE(tableOf(lab("audio", {{"queued", 10e6}}), "queue").number(0, "underruns"), 1000.0);
    }

    /// Frames of 16 ms and blocks of 10: two blocks may be taken in a frame. In Python: pull at 0, 10, 20, …;
    /// fill at 0, 16, 32, …; the mean over 1000 frames of what is left, and of the rest of the block.
    void audioAdvisesWhatItsDeviceNeeds() {
        const LabResult result = lab("audio", {{"device_ms", 10}});
        QCOMPARE(result.table("queue").number(0, "smallest_safe_ms"), 20.0);
        QVERIFY(says(result, "queue 20 ms for these frames"));
        QVERIFY(!says(result, "30 ms − 16 ms") && says(result, "together 19.99 ms"));
        QVERIFY(near(result.answer, 19.99, 1e-9));
        for (const double device : {0.0, 1.0, 10.0, 16.0, 33.0, 50.0}) {
            for (const double frame : {1e6, 16e6, 100e6}) {
                for (const double spread : {0.0, 7e6, 100e6}) {
                    const std::vector<Setting> knobs{
                        {"device_ms", device}, {"frame", frame}, {"spread", spread}};
                    const LabResult first = lab("audio", knobs);
                    const double advised = first.advice.knobs.front().second;
                    const auto silentWith = [&](double queued) {
                        std::vector<Setting> turned = knobs;
                        turned.push_back({"queued", queued});
                        return tableOf(lab("audio", turned), "queue").number(0, "underruns");
                    };
                    QCOMPARE(silentWith(advised), 0.0);
                    if (advised > 1e6)
                        QVERIFY(silentWith(advised - 1e6) > 0);
                }
            }
        }
    }

    /// Blocks of 16 ms that fall on the frames: a block is playing, and nothing of it is left.
    void audioPlaysInBlocks() {
        QCOMPARE(tableOf(lab("audio", {{"queued", 32e6}, {"device_ms", 16}}), "queue").number(0, "underruns"),
                 0.0);
        const double without = lab("audio", {{"spread", 5e6}}).answer;
        QVERIFY(lab("audio", {{"spread", 5e6}, {"device_ms", 10}}).answer > without);
    }

    /// Iteration 4 takes 2.5 slots: drop-and-rest goes on in slot 7, keep-working late in slot 6.
    void slotsAreLostByTheirRules() {
        const LabResult drop = lab("slots");
        const Table& ends = drop.table("ends");
        QCOMPARE(ends.number(0, "lost"), 14.0); // the 24th call is that of slot 37
        QCOMPARE(ends.number(1, "lost"), 5.0);  // of slot 28
        QCOMPARE(drop.answer, 700.0);
        QCOMPARE(lab("slots", {{"rule", 1}}).answer, 250.0);
        const Table& all = drop.table("slots");
        const std::array<const char*, 8> states{"run", "run", "run", "run", "run", "lost", "lost", "run"};
        for (std::size_t i = 0; i < states.size(); ++i)
            QCOMPARE(word(all, i, "state"), std::string(states[i]));
        QCOMPARE(all.number(7, "picture_in_sync"), 7.0);
        QCOMPARE(all.number(7, "picture_counted"), 5.0);
    }

    void animationsEndTogetherExactlyIfNothingIsLost() {
        for (const double spike : {0.0, 99.0, 100.0, 101.0, 150.0, 200.0, 201.0, 330.0, 1000.0}) {
            for (const double every : {0.0, 1.0, 3.0, 24.0}) {
                const Table ends = tableOf(lab("slots", {{"spike", spike}, {"every", every}}), "ends");
                for (std::size_t i = 0; i < ends.rows.size(); ++i)
                    QCOMPARE(ends.number(i, "counted_end_ms") == ends.number(i, "in_sync_end_ms"),
                             ends.number(i, "lost") == 0);
            }
        }
    }

    /// Work that ends exactly where a slot starts: only as printed is that slot lost too.
    void slotsKnowTheEdge() {
        const LabResult result = lab("slots", {{"spike", 200}, {"every", 5}, {"pictures", 6}});
        QCOMPARE(result.table("ends").number(0, "lost"), 1.0);
        QCOMPARE(result.table("ends").number(2, "lost"), 2.0);
        QVERIFY(says(result, "In the code that was published first"));
    }

    /// −80 stays; 10 and −80 are −70; 80 and −70 are 10.
    void driftReplaysTheArticlesExample() {
        const Table example = tableOf(lab("drift"), "example");
        QCOMPARE(example.rows.size(), std::size_t{9});
        const std::array<double, 3> wait{-80, 10, 80};
        const std::array<double, 3> carried{-80, -70, 10};
        const std::array<double, 3> remainderSleeps{0, 10, 80};
        const std::array<double, 3> sleeps{0, 0, 10};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(example.number(i, "wait_ms"), wait[i]);
            QCOMPARE(example.number(i, "sleep_ms"), remainderSleeps[i]);
            for (const std::size_t row : {3 + i, 6 + i}) {
                QCOMPARE(example.number(row, "carried_ms"), carried[i]);
                QCOMPARE(example.number(row, "sleep_ms"), sleeps[i]);
            }
        }
    }

    /// A hundred times 180, 90 and 20 ms, each sleep 0.1 ms too long.
    void driftRacesSixPolicies() {
        const Table table = tableOf(lab("drift"), "policies");
        const auto behind = [&table](std::string_view policy) {
            for (std::size_t i = 0; i < table.rows.size(); ++i) {
                if (word(table, i, "policy") == policy)
                    return table.number(i, "behind_ms");
            }
            return std::nan("");
        };
        QCOMPARE(table.rows.size(), std::size_t{6});
        QVERIFY(near(behind("fixed-sleep"), 100 * (290 + 3 * 0.1)));
        QVERIFY(near(behind("remainder"), 100 * (80 + 2 * 0.1)));
        QVERIFY(near(behind("accumulator"), 100 * 0.1));
        QVERIFY(near(behind("measured-accumulator"), 0.1));
        QVERIFY(near(behind("drop-and-rest"), 0.1));
        QVERIFY(near(behind("keep-working"), 0.1));
        QVERIFY(near(lab("drift").answer, 8020));
        // In each three frames, 300 ms, remainder loses 80.2 ms, and accumulator 0.1 ms.
        QVERIFY(near(table.number(3, "drift_ppm"), 80.2 / 300 * 1e6));
        QVERIFY(near(table.number(4, "drift_ppm"), 0.1 / 300 * 1e6));
        for (const std::size_t inTime : {std::size_t{0}, std::size_t{1}, std::size_t{5}})
            QVERIFY(near(table.number(inTime, "drift_ppm"), 0));
        // Steady work: each frame of remainder starts one oversleep later, 0.1 ms in 100 ms.
        const LabResult steady = lab("drift", {{"work", 1}});
        QVERIFY(near(steady.table("policies").number(3, "drift_ppm"), 1000));
        // An hour has 36 000 frames of 100 ms, each 0.1 ms late.
        const Table& later = steady.table("later");
        QVERIFY(near(later.number(3, "hour_s"), 3.6));
        QVERIFY(near(later.number(3, "day_s"), 86.4));
        for (const std::string_view policy : {"drop-and-rest", "keep-working"}) {
            for (std::size_t i = 0; i < later.rows.size(); ++i)
                QVERIFY(word(later, i, "policy") != policy || later.number(i, "day_s") == 0);
        }
    }

    /// Work belongs to its slot. In each three slots drop-and-rest works 180 ms and so loses the one of 90
    /// ms: 301 frames are 150 pairs and one. With work per frame it would lose one slot in four.
    void driftTellsWhatIsLost() {
        const LabResult drop = lab("drift", {{"policy", 0}});
        QCOMPARE(drop.table("policies").number(0, "lost"), 150.0);
        QVERIFY(says(drop, "150 slots up: 15 s of frames that never ran") &&
                says(drop, "it never runs the frame of 90 ms"));
        QVERIFY(says(lab("drift", {{"policy", 1}}), "It has lost no slot"));
        QCOMPARE(word(drop.table("later"), drop.advice.row, "policy"), std::string("keep-working"));
        // Sleeps of 100 periods too long: what measures them makes that good, and gives nothing up.
        const LabResult coarse =
            lab("drift", {{"work", 1}, {"steady", 40}, {"period", 1e6}, {"oversleep", 100e6}});
        QCOMPARE(word(coarse.table("later"), coarse.advice.row, "policy"),
                 std::string("measured-accumulator"));
        // Work of 1.5 periods: what should take an hour takes an hour and a half.
        const Table over = tableOf(lab("drift", {{"work", 1}, {"steady", 150}}), "later");
        QVERIFY(near(over.number(5, "hour_s"), 1800));
    }

    void refreshShowsTheArticlesTable() {
        const Table table = tableOf(lab("refresh"), "article");
        const std::array<std::array<double, 4>, 7> rows{{{0, 0, 0, 0},
                                                         {10, 0, 1, 0},
                                                         {21, 1, 2.1, 1.67},
                                                         {33.33, 2, 3.33, 3.33},
                                                         {43, 2, 4.3, 3.33},
                                                         {54, 3, 5.4, 5},
                                                         {66.67, 4, 6.67, 6.67}}};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QVERIFY(near(table.number(i, "time_ms"), rows[i][0], 0.005));
            QCOMPARE(table.number(i, "refresh"), rows[i][1]);
            QVERIFY(near(table.number(i, "actual"), rows[i][2], 0.005));
            QVERIFY(near(table.number(i, "on_refreshes"), rows[i][3], 0.005));
        }
    }

    void refreshStepsAreEvenWhereEachRefreshHasAFrame() {
        for (const double rate : {60.0, 59.94, 75.0}) {
            const LabResult result =
                lab("refresh", {{"shortest", 5e6}, {"longest", 12e6}, {"refresh", rate}, {"frames", 500}});
            const Table& judder = result.table("judder");
            QCOMPARE(judder.number(1, "standstills"), 0.0);
            QVERIFY(judder.number(1, "judder_percent") < 1e-4); // a nanosecond of a step
            QVERIFY(judder.number(0, "judder_percent") > 10);
        }
        const Table driver = tableOf(lab("refresh", {{"shortest", 10e6}, {"longest", 40e6}}), "judder");
        QVERIFY(driver.number(1, "standstills") > 0 && driver.number(1, "judder_percent") > 10);
    }

    /// Whole multiples of the refresh: nothing to choose between the dots.
    void refreshDotsAgreeOnSteadyFrames() {
        const LabResult result = lab("refresh", {{"shortest", 20e6}, {"longest", 20e6}, {"refresh", 50}});
        QVERIFY(result.answer < 1e-9);
        QVERIFY(result.table("judder").number(1, "judder_percent") < 1e-9);
    }

    /// The well is one exactly if an update of 16.67 ms costs more than that.
    void theWellGrowsExactlyIfUpdatesCostMoreThanTheySimulate() {
        for (const double cost : {1e6, 8e6, 15e6, 16.6e6, 18e6, 20e6, 40e6, 100e6}) {
            const Table panels = tableOf(lab("well", {{"cost", cost}}), "panels");
            const bool deep = cost > 1e9 / 60;
            QCOMPARE(panels.number(0, "most_backlog_ms") > 200, deep);
            if (cost <= 15e6)
                QVERIFY(near(panels.number(0, "last_frame_ms"), 16.667, 0.001));
            // Two halves of 0.1 s, or at most six refreshes: 0.1 s at once.
            QVERIFY(panels.number(1, "longest_step_ms") <= 50);
            QVERIFY(panels.number(1, "last_frame_ms") <= std::max(6 * cost / 1e6, 16.667));
        }
    }

    void theGateStopsWhomSmallStepsBring() {
        const Table mended = tableOf(lab("well"), "panels");
        QCOMPARE(word(mended, 0, "player"), std::string("stopped"));
        QCOMPARE(word(mended, 1, "player"), std::string("stopped"));
        QCOMPARE(word(mended, 2, "player"), std::string("passed through"));
        QVERIFY(mended.number(1, "slower_percent") > 2);
        QVERIFY(near(mended.number(2, "slower_percent"), 0, 3));
    }

    /// A big step of 2 s would leap over the gate, wherever it fell in this run; slow motion keeps steps
    /// short.
    void aStepThatCouldLeapIsNotAdvised() {
        const LabResult result = lab("well", {{"hitch", 2e9}, {"cost", 16e6}});
        const Table& panels = result.table("panels");
        QCOMPARE(panels.number(2, "could_leap"), 1.0);
        QCOMPARE(panels.number(result.advice.row, "could_leap"), 0.0);
    }

    /// At 16.8 ms the loops are the same for six seconds; only one of them stays as it is.
    void aLoopWhoseBacklogGrowsIsNotAdvised() {
        const LabResult result = lab("well", {{"cost", 16.8e6}, {"form", 0}});
        QVERIFY(says(result, "grows without end"));
        QCOMPARE(word(result.table("panels"), result.advice.row, "panel"),
                 std::string("slow motion at 0.1 s"));
    }

    /// 10 s are not 0.1 s: as printed all three panels are the same until it is too late.
    void thePrintedThresholdNeverFires() {
        const LabResult printed = lab("well", {{"form", 0}, {"cost", 10e6}, {"hitch", 1e9}});
        const Table& panels = printed.table("panels");
        for (std::size_t i = 1; i < 3; ++i) {
            QCOMPARE(panels.number(i, "most_backlog_ms"), panels.number(0, "most_backlog_ms"));
            QCOMPARE(word(panels, i, "player"), std::string("stopped"));
        }
        QVERIFY(says(printed, "which it takes for 10 s"));
    }
};

JITTERSCOPE_TEST(LabsTest)

} // namespace jitterscope::labs_test

#include "labs_test.moc"
