// SPDX-License-Identifier: MIT
#include "core/base/random.h"
#include "core/compare/bound.h"
#include "core/compare/compared_run.h"
#include "core/compare/curves.h"
#include "tests/core/compared_samples.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace jitterscope::compare_test {

using Outcome = FigureDifference::Outcome;

class CompareTest : public QObject {
    Q_OBJECT
private slots:
    /// 400 pairs of equal settings: 28 would be 7 %, promised are 5.
    void theSameTwiceIsRarelyCalledDifferent() {
        constexpr std::uint64_t kPairs = 100 / kSpeed;
        int called = 0;
        for (const auto& [strategy, machine] :
             {std::pair{"absolute-sleep", "linux-default"},
              std::pair{"precise-sleep", "linux-default-loaded"}, std::pair{"adaptive", "linux-default"},
              std::pair{"absolute-sleep", "fake-scheduler"}}) {
            for (std::uint64_t pair = 1; pair <= kPairs; ++pair) {
                CompareOptions options;
                options.resamples = 600;
                options.seed = pair;
                called +=
                    calledDifferent(compareRuns(simulated(strategy, machine, 1200, 2 * pair),
                                                simulated(strategy, machine, 1200, 2 * pair + 1), options));
            }
        }
        QVERIFY2(called <= 28 / kSpeed, qPrintable(QString::number(called)));
    }

    /// 5 % of the median error of a plain sleep, in 2 000 frames.
    void aSmallDifferenceIsFound() {
        constexpr int kPairs = 50 / kSpeed;
        int found = 0;
        for (std::uint64_t pair = 1; pair <= kPairs; ++pair) {
            const Comparison comparison =
                compareRuns(simulated("absolute-sleep", "linux-default", 2000, 2 * pair),
                            simulated("absolute-sleep", "linux-default", 2000, 2 * pair + 1, 1.05));
            const FigureDifference& median = *comparison.find("error.p50");
            found += median.outcome == Outcome::Different && median.way == Way::Worse;
        }
        QVERIFY2(found >= 0.8 * kPairs, qPrintable(QString::number(found)));
    }

    void theSentenceSaysWhatTheNumbersSay() {
        const Comparison comparison = compareRuns(simulated("absolute-sleep", "linux-default", 3000, 1),
                                                  simulated("spin", "linux-default", 3000, 2));
        QCOMPARE(comparison.verdict, PairVerdict::Better);
        const FigureDifference& late = *comparison.find("late.fraction");
        QCOMPARE(QString::fromStdString(comparison.sentence),
                 QStringLiteral(
                     "B is on time more often: %1 of the frames start more than 166.7 µs late instead of %2.")
                     .arg(QString::fromStdString(figureText(*late.entry, *late.b)),
                          QString::fromStdString(figureText(*late.entry, *late.a))));
        QVERIFY(late.interval->low < *late.difference() && *late.difference() < late.interval->high);
        QVERIFY(late.interval->high < 0 && late.way == Way::Better);
        const Comparison swapped = compareRuns(simulated("spin", "linux-default", 3000, 2),
                                               simulated("absolute-sleep", "linux-default", 3000, 1));
        QCOMPARE(swapped.verdict, PairVerdict::Worse);
        QVERIFY(swapped.sentence.starts_with("B is late more often: "));
        QCOMPARE(comparison.find("spin.mean")->way, Way::Worse); // it costs a processor
    }

    void theSameRunIsTheSame() {
        const ComparedRun run = simulated("absolute-sleep", "linux-default", 3000, 1);
        const Comparison comparison = compareRuns(run, run);
        QCOMPARE(comparison.verdict, PairVerdict::NotShown);
        QCOMPARE(comparison.sentence, std::string("No difference shown."));
        for (const FigureDifference& line : comparison.figures)
            QVERIFY2(line.outcome != Outcome::Different, line.entry->id.data());
    }

    /// A is better in the tail, B in the middle: both are said.
    void whatIsMixedIsSaidSo() {
        const ComparedRun a = logOf(6000, 16'700'000, 100'000, 40, 100'000);
        const ComparedRun b = logOf(6000, 16'000'000, 100'000, 40, 9'000'000);
        const Comparison comparison = compareRuns(a, b);
        QCOMPARE(comparison.verdict, PairVerdict::Mixed);
        QVERIFY(comparison.sentence.find("is faster") != std::string::npos);
        QVERIFY(comparison.sentence.find("has longer slow frames") != std::string::npos);
    }

    void aLogHasNoLateness() {
        const ComparedRun log = logOf(3000, 16'666'667, 200'000, 100, 3'000'000);
        const Comparison pair = compareRuns(log, simulated("adaptive", "linux-default", 3000, 1));
        QVERIFY(pair.find("error.p99") == nullptr && pair.find("late.fraction") == nullptr);
        QVERIFY(pair.find("frame_time.p99")->interval);
        ComparedRun durations;
        durations.columns = std::make_shared<const RunColumns>(RunColumns{{}, {}, {1, 2, 3}, {}, {}, {}});
        summarizeColumns(durations);
        const Comparison none = compareRuns(log, durations);
        QCOMPARE(none.verdict, PairVerdict::NotComparable);
        QVERIFY(none.figures.empty());
        QVERIFY(none.detail.find("frame times") != std::string::npos);
    }

    void anotherToleranceIsSaidAndPutOnOneFooting() {
        const ComparedRun a = simulated("absolute-sleep", "linux-default", 2000, 1);
        ComparedRun b = simulated("absolute-sleep", "linux-default", 2000, 2);
        b.tolerance = Nanoseconds{500'000};
        const FigureDifference late = *compareRuns(a, b).find("late.fraction");
        QCOMPARE(late.outcome, Outcome::Unlike);
        QVERIFY(late.why.find("500 µs in B") != std::string::npos);
        CompareOptions options;
        options.tolerance = Nanoseconds{200'000};
        const FigureDifference footing = *compareRuns(a, b, options).find("late.fraction");
        QVERIFY(footing.interval);
        const auto beyond =
            std::ranges::count_if(b.columns->lateness, [](auto value) { return value > 200'000; });
        QCOMPARE(*footing.b, static_cast<double>(beyond) / 2000);
    }

    void anotherRateIsSaid() {
        const ComparedRun a = simulated("absolute-sleep", "linux-default", 2000, 1);
        ComparedRun b = simulated("absolute-sleep", "linux-default", 2000, 2);
        b.rateHz = 144;
        const Comparison comparison = compareRuns(a, b);
        QCOMPARE(comparison.find("frame_time.p99")->outcome, Outcome::Unlike);
        QVERIFY(comparison.find("error.p99")->interval); // how far off its time is the same question
        QCOMPARE(shownQuantity(a, b), std::optional(RunQuantity::Lateness)); // and so are the pictures
    }

    /// Frame times of different rates, each as a share of its own period.
    void differentRatesArePutOnOneFooting() {
        const auto run = [](double hertz, std::int64_t period) {
            RunColumns columns; // half of the frames a period, half a tenth more; spinning a twentieth
            for (int i = 0; i < 2000; ++i) {
                columns.frameTime.push_back(i % 2 == 0 ? period : period + period / 10);
                columns.lateness.push_back(i % 7);
                columns.spin.push_back(period / 20);
                columns.lost.push_back(0);
            }
            return runOf(std::move(columns), hertz, Nanoseconds{100'000});
        };
        const ComparedRun slow = run(50, 20'000'000);
        const ComparedRun fast = run(200, 5'000'000);
        const Comparison comparison = compareRuns(slow, fast);
        for (const char* const plain : {"frame_time.p50", "frame_time.stddev", "spin.mean"})
            QCOMPARE(comparison.find(plain)->outcome, Outcome::Unlike);
        const auto value = [&](const char* id, const std::optional<double> FigureDifference::*side) {
            return *(comparison.find(id)->*side);
        };
        for (const auto side : {&FigureDifference::a, &FigureDifference::b}) {
            QCOMPARE(value("frame_time.p50_of_period", side), 1.0);
            QVERIFY(std::abs(value("frame_time.stddev_of_period", side) - 0.05) < 1e-4); // of ± a twentieth
            QCOMPARE(value("spin.of_period", side), 0.05);
        }
        QVERIFY(comparison.find("frame_time.stddev_of_period")->interval);
        QCOMPARE(comparison.find("frame_time.p50_of_period")->outcome, Outcome::NotShown);
        QCOMPARE(comparison.find("frame_time.p50_of_period")->way, Way::Neither);
        QCOMPARE(compareRuns(slow, slow).find("frame_time.p50_of_period"), nullptr); // nothing to put right
        QVERIFY(Bound::parse("frame_time.p50_of_period<=A*1.1").value().check(slow, fast).holds);
    }

    void figuresAloneHaveNoInterval() {
        ComparedRun a = simulated("absolute-sleep", "linux-default", 2000, 1);
        const ComparedRun b = simulated("spin", "linux-default", 2000, 2);
        a.columns.reset();
        const Comparison comparison = compareRuns(a, b);
        QCOMPARE(comparison.verdict, PairVerdict::TooFew);
        QCOMPARE(comparison.find("error.p99")->outcome, Outcome::NoInterval);
        QVERIFY(comparison.detail.find("only figures were recorded") != std::string::npos);
    }

    void fewFramesAreNotJudged() {
        const Comparison comparison =
            compareRuns(simulated("spin", "linux-default", 15, 1), simulated("spin", "linux-default", 15, 2));
        QCOMPARE(comparison.verdict, PairVerdict::TooFew);
        QVERIFY(!comparison.find("error.p99")->a);
        QVERIFY(comparison.find("error.p99")->why.find("100 frames") != std::string::npos);
    }

    void fairnessCountsRecordings() {
        ComparedRun a = simulated("spin", "linux-default", 200, 1);
        const ComparedRun b = simulated("spin", "linux-default", 200, 2);
        a.parts.assign(6, 33);
        const std::vector<FairnessRemark> remarks = fairnessOf(a, b);
        QVERIFY(std::ranges::any_of(remarks, [](const FairnessRemark& remark) {
            return !remark.good && remark.text.starts_with("6 of A and 1 of B were recorded");
        }));
    }

    void fairnessNamesWhatDiffers() {
        ComparedRun a;
        ComparedRun b;
        a.settings = {{"strategy", "spin"}, {"rate_hz", "60"}, {"machine", "here"}, {"seed", "1"}};
        b.settings = {{"strategy", "adaptive"}, {"rate_hz", "60"}, {"machine", "here"}, {"seed", "2"}};
        a.facts = b.facts = {{"kernel", "6.1"}, {"cpu_model", "X"}};
        const auto has = [&](std::string_view text) {
            return std::ranges::any_of(fairnessOf(a, b), [&](const FairnessRemark& remark) {
                return remark.text.find(text) != std::string::npos;
            });
        };
        QVERIFY(has("One thing differs: strategy (spin → adaptive)."));
        QVERIFY(has("The same in both: processor, kernel."));
        QVERIFY(has("another run of the same may differ"));
        b.facts["kernel"] = "6.12";
        QVERIFY(has("2 things differ") && has("kernel (6.1 → 6.12)"));
        b.facts.clear();
        QVERIFY(has("On which machine B ran is not recorded."));
        b.facts = {{"os", "Debian"}}; // a log's own words
        QVERIFY(has("Whether they ran on the same machine is not recorded."));
        b.facts.clear();
        b.origin = RunOrigin::Simulated;
        QVERIFY(has("B is simulated"));
        b.disturbances = {"a build ran"};
        QVERIFY(has("B was disturbed: a build ran."));
        b = a;
        QVERIFY(has("The settings are the same."));
    }

    /// Of a log, what it does not say is not the same.
    void whatLogsDoNotRecordIsNotCalledTheSame() {
        ComparedRun a = logOf(2000, 10'000'000, 500'000, 50, 0);
        a.settings = {{"process", "game.exe"}};
        ComparedRun b = a;
        const auto has = [&](std::string_view text) {
            return std::ranges::any_of(fairnessOf(a, b), [&](const FairnessRemark& remark) {
                return remark.text.find(text) != std::string::npos;
            });
        };
        QVERIFY(!has("The settings are the same"));
        QVERIFY(has("Recorded and the same in both: program."));
        QVERIFY(has("Not recorded: resolution, graphics card, processor, graphics driver, operating system, "
                    "what else ran. Whether they differ is not known."));
        a.facts = {{"gpu", "G1"}, {"cpu_model", "C1"}, {"kernel", "6.1"}, {"resolution", "3840x2160"}};
        b.facts = {{"gpu", "G2"}, {"cpu_model", "C2"}, {"kernel", "6.2"}, {"resolution", "1280x720"}};
        QVERIFY(has(
            "4 things differ: resolution (3840x2160 → 1280x720), graphics card (G1 → G2), processor (C1 → "
            "C2), kernel (6.1 → 6.2)."));
        QVERIFY(has("Not recorded: graphics driver, operating system, what else ran."));
        QVERIFY(!has("same recording"));
        a.path = b.path = "/tmp/one.csv";
        QVERIFY(has("A and B are the same recording."));
    }

    /// With too few frames for an interval, nothing is said of the slow ones but that it is unknown.
    void slowFramesAreOnlyJudgedWithEnough() {
        const auto frames = [](int count, std::int64_t time) {
            RunColumns columns;
            for (int i = 0; i < count; ++i)
                columns.frameTime.push_back(time + i * 7919 % 101 * 10'000);
            ComparedRun run = runOf(std::move(columns), 60, Nanoseconds{0});
            run.rateHz.reset(); // as the log of another program
            run.tolerance.reset();
            return run;
        };
        const Comparison few = compareRuns(frames(400, 7'000'000), frames(300, 9'000'000));
        QCOMPARE(few.verdict, PairVerdict::Slower);
        QVERIFY2(few.detail.find("Whether its slow frames changed more is unknown: an interval needs ") !=
                     std::string::npos,
                 few.detail.c_str());
        const Comparison many = compareRuns(frames(4000, 7'000'000), frames(3000, 9'000'000));
        QVERIFY2(many.detail.find("unknown") == std::string::npos, many.detail.c_str());
    }
    /// A sentence with good news alone would hide three frames of 3 ms, of which nobody can be sure.
    void rareFramesThatPointTheOtherWayAreSaid() {
        const auto loop = [](std::int64_t late, int spikes) {
            RunColumns columns;
            for (int i = 0; i < 2000; ++i) {
                columns.lateness.push_back(late + i * 7919 % 101 * 20 +
                                           (i % 600 == 599 && spikes > 0 ? 3'000'000 : 0));
                columns.frameTime.push_back(16'666'667);
                columns.spin.push_back(0);
                columns.lost.push_back(0);
            }
            return runOf(std::move(columns), 60, Nanoseconds(500'000));
        };
        const Comparison said = compareRuns(loop(95'000, 0), loop(1'000, 3));
        QCOMPARE(said.verdict, PairVerdict::Better);
        QVERIFY2(said.detail.find("The rarest frames point the other way: 999 of 1 000 frames start at most "
                                  "3.00") != std::string::npos,
                 said.detail.c_str());
        QVERIFY2(said.detail.find("takes 10\u2009000 frames") != std::string::npos, said.detail.c_str());
        const Comparison good = compareRuns(loop(95'000, 0), loop(1'000, 0));
        QCOMPARE(good.verdict, PairVerdict::Better);
        QVERIFY2(good.detail.find("rarest") == std::string::npos, good.detail.c_str());
    }
    void theToleranceStandsInTheName() {
        const ComparedRun a = simulated("spin", "linux-default", 200, 1);
        const Comparison comparison = compareRuns(a, a);
        const FigureEntry& late = *comparison.find("late.fraction")->entry;
        QCOMPARE(figureName(late, comparison), std::string("Frames more than 166.7 µs late"));
        QCOMPARE(figureName(late, Comparison()), std::string("Late frames")); // not alike in both
    }

    /// Recordings that differ from one to the next: the intervals know it when there are five of each. As one
    /// series they are too short to tell, or called different.
    void whatDiffersFromRecordingToRecordingIsKnown() {
        constexpr int kPairs = 60 / kSpeed;
        const auto side = [](std::uint64_t seed, std::size_t parts) {
            Random random(seed);
            std::vector<ComparedRun> runs;
            for (std::size_t part = 0; part < parts; ++part) {
                const double level = 1 + random.uniform(); // another one each time
                runs.push_back(simulated("absolute-sleep", "linux-default", 300, 100 * seed + part, level));
            }
            return pooled(std::move(runs), "side").value();
        };
        int asBlocks = 0;
        int asRecordings = 0;
        for (std::uint64_t pair = 1; pair <= kPairs; ++pair) {
            CompareOptions options;
            options.resamples = 500;
            ComparedRun a = side(2 * pair, 8);
            ComparedRun b = side(2 * pair + 1, 8);
            const Comparison comparison = compareRuns(a, b, options);
            QCOMPARE(comparison.partsA, std::size_t{8});
            asRecordings += calledDifferent(comparison);
            a.parts.clear();
            b.parts.clear();
            const Comparison blocks = compareRuns(a, b, options);
            asBlocks += calledDifferent(blocks) || blocks.verdict == PairVerdict::TooShort;
        }
        QVERIFY2(asRecordings <= 0.12 * kPairs, qPrintable(QString::number(asRecordings)));
        if (kSpeed == 1) // six pairs show nothing
            QVERIFY2(asBlocks >= 0.25 * kPairs, qPrintable(QString::number(asBlocks))); // what it is for
    }

    void everyDisturbanceOfARecordingStays() {
        ComparedRun a = simulated("spin", "linux-default", 200, 1);
        const ComparedRun quiet = simulated("spin", "linux-default", 200, 2);
        a.disturbances = {"a build ran"};
        QCOMPARE(pooled({quiet, a}, "both").value().disturbances, a.disturbances);
    }

    void recordingsArePutTogether() {
        ComparedRun a = simulated("absolute-sleep", "linux-default", 300, 1);
        ComparedRun b = simulated("absolute-sleep", "linux-default", 200, 2);
        a.settings = {{"strategy", "absolute-sleep"}, {"seed", "1"}, {"slack_ns", "1"}};
        b.settings = {{"strategy", "absolute-sleep"}, {"seed", "2"}, {"slack_ns", "50000"}};
        a.threadPercent = 1;
        b.threadPercent = 2;
        const Result<ComparedRun> both = pooled({a, b}, "both");
        QVERIFY(both.ok());
        const ComparedRun& run = both.value();
        QCOMPARE(run.frames, 500);
        QCOMPARE(run.parts, (std::vector<std::size_t>{300, 200}));
        QCOMPARE(run.columns->lateness[300], b.columns->lateness[0]);
        QCOMPARE(run.settings, (ComparedRun::Texts{{"strategy", "absolute-sleep"}}));
        QCOMPARE(run.warnings,
                 std::vector<std::string>{"The recordings differ in: slack_ns."}); // not the seed
        QVERIFY(std::abs(*run.threadPercent - 1.4) < 1e-9);
        QCOMPARE(pooled({a}, "one").value().parts.size(), std::size_t{0});
        QVERIFY(!pooled({}, "none") && !pooled({a, logOf(100, 1000, 10, 10, 0)}, "unlike"));
        b.columns.reset();
        QVERIFY(!pooled({a, b}, "figures"));
    }

    /// Of six recordings the first is of another scene: the rate is of all frames.
    void theRateOfSeveralRecordingsIsOfAll() {
        std::vector<ComparedRun> runs{logOf(500, 8'000'000, 100'000, 50, 0)};
        runs.front().rateHz = 125;
        for (int part = 1; part < 6; ++part) {
            runs.push_back(logOf(500, 16'000'000, 100'000, 50, 0));
            runs.back().rateHz = 62.5;
        }
        const ComparedRun run = pooled(std::move(runs), "side").value();
        const std::vector<std::int64_t>& times = run.columns->frameTime;
        const double seconds = 1e-9 * std::accumulate(times.begin(), times.end(), 0.0);
        QVERIFY2(std::abs(*run.rateHz - 3000 / seconds) < 1e-9, qPrintable(QString::number(*run.rateHz)));
    }

    /// What a log holds beside frame times stands where it was recorded, and only there.
    void whatIsRecordedBesideTheTimesIsCompared() {
        ComparedRun a = logOf(2000, 16'667'000, 100'000, 50, 9'000'000);
        ComparedRun b = a;
        for (const char* const id : {"gpu_busy.mean", "latency.mean", "dropped.fraction"})
            QVERIFY2(compareRuns(a, b).find(id) == nullptr, id);
        Summary busy;
        busy.count = 2000;
        busy.mean = 8e6;
        a.summaries[RunQuantity::GpuBusy] = busy;
        a.summaries[RunQuantity::Latency] = busy;
        a.facts["latency"] = "column MsPCLatency";
        a.droppedFraction = 0.01;
        QCOMPARE(compareRuns(a, b).find("gpu_busy.mean")->outcome, Outcome::Absent);
        b.summaries[RunQuantity::GpuBusy] = busy;
        b.summaries[RunQuantity::GpuBusy].mean = 9e6;
        b.summaries[RunQuantity::Latency] = busy;
        b.facts["latency"] = "column DisplayLatency";
        const Comparison comparison = compareRuns(a, b);
        const FigureDifference& gpu = *comparison.find("gpu_busy.mean");
        QCOMPARE(gpu.outcome, Outcome::NoInterval);
        QCOMPARE(gpu.difference().value_or(0), 1e6);
        QCOMPARE(gpu.why, std::string("one number each, no interval"));
        QCOMPARE(QString::fromStdString(comparison.find("latency.mean")->why),
                 QStringLiteral("MsPCLatency in A, DisplayLatency in B"));
        QVERIFY(!Bound::parse("gpu_busy.mean<=A").value().check(a, b).holds);
        QVERIFY(Bound::parse("gpu_busy.mean<=A*1.2").value().check(a, b).holds);
        QVERIFY(Bound::parse("dropped.fraction<0.02").value().check(b, a).holds);
        QVERIFY(!Bound::parse("dropped.fraction<0.02").value().check(a, b).holds); // not recorded
    }

    /// P1 is the frame time of 99 in 100 as a rate; integral lows are one number a run.
    void whatPlayersAskForHoldsABound() {
        const ComparedRun run = logOf(6000, 10'000'000, 100'000, 50, 10'000'000);
        const Comparison comparison = compareRuns(run, run);
        QCOMPARE(*comparison.find("rate_p1")->a, 1e9 / *comparison.find("frame_time.p99")->a);
        QVERIFY(comparison.find("rate_p0_2")->interval && comparison.find("rate_p1")->interval);
        QVERIFY(!comparison.find("rate_slowest_integral")->interval);
        QVERIFY(Bound::parse("rate_slowest_integral>=49").value().check(run, run).holds);
        QVERIFY(!Bound::parse("rate_slowest_integral>=51").value().check(run, run).holds);
        QVERIFY(Bound::parse("rate_p1>=49").value().check(run, run).holds);
        QVERIFY(!Bound::parse("rate_p1>=55").value().check(run, run).holds);
    }

    void everyFigureOfTheCatalogueIsWhole() {
        std::set<std::string_view> ids;
        for (const FigureEntry& entry : figureCatalog()) {
            QVERIFY2(ids.insert(entry.id).second, entry.id.data());
            QVERIFY(!entry.name.empty() && !entry.help.empty() && !entry.grounds.empty());
            QCOMPARE(entry.judged.empty(), entry.says.empty());
            for (const CommonGround ground : entry.judged)
                QVERIFY2(entry.shownOn(ground), entry.id.data());
        }
    }
};

JITTERSCOPE_TEST(CompareTest)

} // namespace jitterscope::compare_test

#include "compare_test.moc"
