// SPDX-License-Identifier: MIT
#include "core/compare/figure_catalog.h"

#include "core/stats/smoothness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace jitterscope {
namespace {

using Kind = SeriesStatistic::Kind;
using Unit = FigureEntry::Unit;
using Form = FigureEntry::Form;
using Aspect = FigureEntry::Aspect;

constexpr std::array kDeadlines{CommonGround::Deadlines};
constexpr std::array kByFrameTimes{CommonGround::FrameTimes}; // where frame times decide
constexpr std::array kByDisplay{CommonGround::Displayed};     // where displayed times do
constexpr std::array kFrameTimes{CommonGround::FrameTimes, CommonGround::Displayed};
constexpr std::array kFrames{CommonGround::Deadlines, CommonGround::FrameTimes, CommonGround::Displayed};
constexpr std::array kLateness{CommonGround::Lateness};
constexpr std::array kLate{CommonGround::Deadlines, CommonGround::Lateness};
constexpr std::array kDurations{CommonGround::Durations};

constexpr FigureEntry ofColumn(std::string_view id, std::string_view name, std::string_view help,
                               RunQuantity quantity, SeriesStatistic statistic,
                               std::optional<double> Summary::*recorded,
                               std::span<const CommonGround> grounds) {
    FigureEntry entry;
    entry.id = id;
    entry.name = name;
    entry.help = help;
    entry.quantity = quantity;
    entry.statistic = statistic;
    entry.recorded = recorded;
    entry.grounds = grounds;
    return entry;
}

/// What the verdict says of a figure.
struct Judgement {
    int order;
    std::span<const CommonGround> on;
    std::string_view wins;
    std::string_view loses;
    std::string_view says;
};

constexpr FigureEntry judged(FigureEntry entry, const Judgement& judgement) {
    entry.order = judgement.order;
    entry.judged = judgement.on;
    entry.wins = judgement.wins;
    entry.loses = judgement.loses;
    entry.says = judgement.says;
    return entry;
}

constexpr FigureEntry speed(FigureEntry entry) {
    entry.aspect = Aspect::Speed;
    return entry;
}

/// Slow frames relative to the median frame.
constexpr FigureEntry evenness(FigureEntry entry) {
    entry.aspect = Aspect::Evenness;
    entry.unit = Unit::Factor;
    entry.over = SeriesStatistic{Kind::Quantile, 0.5};
    return entry;
}

constexpr FigureEntry rate(FigureEntry entry) {
    entry.form = Form::Rate;
    entry.unit = Unit::Rate;
    entry.moreIsBetter = true;
    return entry;
}

constexpr FigureEntry aimless(FigureEntry entry, std::span<const CommonGround> grounds) {
    entry.aimless = grounds;
    return entry;
}

constexpr FigureEntry share(FigureEntry entry, std::optional<double> ComparedRun::*single) {
    entry.unit = Unit::Share;
    entry.single = single;
    return entry;
}

constexpr FigureEntry single(std::string_view id, std::string_view name, std::string_view help, Unit unit,
                             std::optional<double> ComparedRun::*number,
                             std::span<const CommonGround> grounds) {
    FigureEntry entry;
    entry.id = id;
    entry.name = name;
    entry.help = help;
    entry.unit = unit;
    entry.single = number;
    entry.grounds = grounds;
    return entry;
}

constexpr FigureEntry spinning() {
    FigureEntry entry = ofColumn("spin.mean", "Spinning per frame",
                                 "Mean time that the waiting thread kept a processor busy before a frame.",
                                 RunQuantity::Error, {Kind::Mean, 0}, nullptr, kDeadlines);
    entry.column = &RunColumns::spin;
    entry.aspect = Aspect::Cost;
    return entry;
}

constexpr FigureEntry ofPeriod(FigureEntry entry) {
    entry.unit = Unit::Share;
    entry.form = Form::OfPeriod;
    return entry;
}

constexpr FigureEntry spinningOfPeriod() {
    FigureEntry entry = ofPeriod(spinning());
    entry.id = "spin.of_period";
    entry.name = "Spinning, of the period";
    entry.help = "Mean share of its period that the waiting thread kept a processor busy.";
    return entry;
}

constexpr FigureEntry lostSlots() {
    FigureEntry entry =
        ofColumn("lost.fraction", "Lost slots",
                 "Share of the slots that were given up, because the loop was too late for them.",
                 RunQuantity::Lateness, {Kind::Mean, 0}, nullptr, kDeadlines);
    entry.unit = Unit::Share;
    entry.single = &ComparedRun::lostFraction;
    entry.column = &RunColumns::lost;
    entry.form = Form::OfSlots;
    return judged(entry, {.order = 5,
                          .on = kDeadlines,
                          .wins = "gives up fewer slots",
                          .loses = "gives up more slots",
                          .says = "%1 of the slots are given up instead of %2"});
}

/// Computes the values for each recording of a run by itself.
template <std::vector<std::int64_t> (*ofFrames)(std::span<const std::int64_t>),
          std::vector<std::int64_t> RunColumns::*column = &RunColumns::frameTime>
std::vector<std::int64_t> ofEachPart(const ComparedRun& run) {
    const std::span<const std::int64_t> all = (*run.columns).*column;
    const std::vector<std::size_t>& parts = column == &RunColumns::displayed ? run.displayedParts : run.parts;
    if (parts.empty())
        return ofFrames(all);
    std::vector<std::int64_t> values;
    std::size_t begin = 0;
    for (const std::size_t length : parts) {
        const std::vector<std::int64_t> part = ofFrames(all.subspan(begin, length));
        values.insert(values.end(), part.begin(), part.end());
        begin += length;
    }
    return values;
}

constexpr FigureEntry stutter() {
    FigureEntry entry =
        ofColumn("stutter", "Stutter",
                 "Share of the time in frames that take longer than 2.5 times the mean of the second "
                 "around them, as in CapFrameX.",
                 RunQuantity::FrameTime, {Kind::Mean, 0}, nullptr, kFrameTimes);
    entry.unit = Unit::Share;
    entry.derived = ofEachPart<stutterTimes>;
    entry.over = SeriesStatistic{Kind::Mean, 0};
    return entry;
}

constexpr FigureEntry ofGames(FigureEntry entry) {
    entry.ofGames = true;
    return entry;
}

constexpr FigureEntry judder() {
    FigureEntry entry =
        ofColumn("judder", "Judder",
                 "Share of the frames that differ from the next one by a quarter or more, on both sides of "
                 "the mean of the second around them: short and long frames in turn.",
                 RunQuantity::FrameTime, {Kind::Mean, 0}, nullptr, kFrameTimes);
    entry.unit = Unit::Share;
    entry.derived = ofEachPart<judders>;
    return ofGames(entry);
}

/// An entry about when frames were displayed; of all other than means and percentiles, `derived`.
constexpr FigureEntry displayed(FigureEntry entry) {
    entry.quantity = RunQuantity::Displayed;
    entry.beside = true;
    return ofGames(entry);
}

constexpr FigureEntry adaptiveDeviation() {
    FigureEntry entry = ofColumn("rate_adaptive_stddev", "Adaptive STDEV",
                                 "Adaptive standard deviation, as CapFrameX computes it: how far the rates "
                                 "of single frames lie from the mean rate of the frames just before them.",
                                 RunQuantity::FrameTime, {Kind::OffZero, 0}, nullptr, kFrameTimes);
    entry.unit = Unit::Rate;
    entry.form = Form::Nano;
    entry.derived = ofEachPart<rateDeviations>;
    return entry;
}

/// An entry about what a log records beside frame times.
constexpr FigureEntry beside(std::string_view id, std::string_view name, std::string_view help,
                             RunQuantity quantity, std::optional<double> Summary::*recorded) {
    const bool tail = recorded == &Summary::p99;
    FigureEntry entry = ofColumn(
        id, name, help, quantity,
        tail ? SeriesStatistic{Kind::Quantile, 0.99} : SeriesStatistic{Kind::Mean, 0}, recorded, kFrameTimes);
    entry.beside = true;
    return ofGames(entry);
}

constexpr FigureEntry droppedFrames() {
    FigureEntry entry;
    entry.id = "dropped.fraction";
    entry.name = "Dropped frames";
    entry.help = "Share of the frames that were presented and never displayed.";
    entry.unit = Unit::Share;
    entry.single = &ComparedRun::droppedFraction;
    entry.grounds = kFrameTimes;
    entry.beside = true;
    return ofGames(entry);
}

constexpr FigureEntry displayedStutter() {
    FigureEntry entry = displayed(stutter());
    entry.id = "displayed_stutter";
    entry.name = "Displayed stutter";
    entry.derived = ofEachPart<stutterTimes, &RunColumns::displayed>;
    return entry;
}

constexpr FigureEntry displayedJudder() {
    FigureEntry entry = displayed(judder());
    entry.id = "displayed_judder";
    entry.name = "Displayed judder";
    entry.derived = ofEachPart<judders, &RunColumns::displayed>;
    return entry;
}

constexpr std::string_view kShorterShown = "shows its slow frames for less long";
constexpr std::string_view kLongerShown = "shows its slow frames for longer";
constexpr std::string_view kPart99 = "99 of 100 frames take at most %1 instead of %2";
constexpr std::string_view kHalf = "half of the frames take at most %1 instead of %2";
constexpr std::string_view kPart999 = "999 of 1 000 frames take at most %1 instead of %2";
constexpr std::string_view kShorterSlow = "has shorter slow frames";
constexpr std::string_view kLongerSlow = "has longer slow frames";
constexpr SeriesStatistic kSlowest1{Kind::TailMean, 0.99};
constexpr SeriesStatistic kMedian{Kind::Quantile, 0.5};
constexpr SeriesStatistic kP99{Kind::Quantile, 0.99};
constexpr SeriesStatistic kP998{Kind::Quantile, 0.998};
constexpr SeriesStatistic kP999{Kind::Quantile, 0.999};
constexpr SeriesStatistic kP9999{Kind::Quantile, 0.9999};
constexpr SeriesStatistic kLongest{Kind::Longest, 0};
constexpr SeriesStatistic kDeviation{Kind::StandardDeviation, 0};

constexpr std::string_view kMedianHelp = "Half of the values are at most this.";
constexpr std::string_view kP99Help = "99 of 100 values are at most this.";
constexpr std::string_view kP999Help = "999 of 1 000 values are at most this.";
constexpr std::string_view kP9999Help = "9 999 of 10 000 values are at most this.";
constexpr std::string_view kLongestHelp =
    "One value decides it, so it has no interval: the next run may have a much longer one.";
constexpr std::string_view kJitterHelp =
    "Standard deviation: how far the values lie from their mean. A few large ones decide it.";

constexpr std::array kEntries{
    judged(share(ofColumn("late.fraction", "Late frames",
                          "Share of the frames that start later than the tolerance after their deadline.",
                          RunQuantity::Lateness, {Kind::ShareBeyond, 0}, nullptr, kLate),
                 &ComparedRun::lateFraction),
           {.order = 1,
            .on = kDeadlines,
            .wins = "is on time more often",
            .loses = "is late more often",
            .says = "%1 of the frames start more than %3 late instead of %2"}),
    judged(ofColumn("error.p99", "Error of 99 in 100 frames", kP99Help, RunQuantity::Error, kP99,
                    &Summary::p99, kDeadlines),
           {.order = 2,
            .on = kDeadlines,
            .wins = "is more punctual",
            .loses = "is less punctual",
            .says = "99 of 100 frames start at most %1 off their time instead of %2"}),
    judged(ofColumn("error.p50", "Median error", kMedianHelp, RunQuantity::Error, kMedian, &Summary::p50,
                    kDeadlines),
           {.order = 4,
            .on = kDeadlines,
            .wins = "is more exact",
            .loses = "is less exact",
            .says = "half of the frames start within %1 of their time instead of %2"}),
    judged(ofColumn("error.p99_9", "Error of 999 in 1 000 frames", kP999Help, RunQuantity::Error, kP999,
                    &Summary::p99_9, kDeadlines),
           {.order = 3,
            .on = kDeadlines,
            .wins = "is more punctual",
            .loses = "is less punctual",
            .says = "999 of 1 000 frames start at most %1 off their time instead of %2"}),
    judged(ofColumn("lateness.p99", "Lateness of 99 in 100", kP99Help, RunQuantity::Lateness, kP99,
                    &Summary::p99, kLate),
           {.order = 3,
            .on = kLateness,
            .wins = "is less late",
            .loses = "is later",
            .says = "99 of 100 wake-ups are at most %1 late instead of %2"}),
    judged(ofColumn("lateness.p50", "Median lateness", kMedianHelp, RunQuantity::Lateness, kMedian,
                    &Summary::p50, kLate),
           {.order = 4,
            .on = kLateness,
            .wins = "is less late",
            .loses = "is later",
            .says = "half of the wake-ups are at most %1 late instead of %2"}),
    judged(ofColumn("lateness.p99_9", "Lateness of 999 in 1 000", kP999Help, RunQuantity::Lateness, kP999,
                    &Summary::p99_9, kLateness),
           {.order = 1,
            .on = kLateness,
            .wins = "is less late",
            .loses = "is later",
            .says = "999 of 1 000 wake-ups are at most %1 late instead of %2"}),
    judged(ofColumn("lateness.p99_99", "Lateness of 9 999 in 10 000", kP9999Help, RunQuantity::Lateness,
                    kP9999, nullptr, kLateness),
           {.order = 2,
            .on = kLateness,
            .wins = "is less late",
            .loses = "is later",
            .says = "9 999 of 10 000 wake-ups are at most %1 late instead of %2"}),
    ofColumn("lateness.max", "Latest frame", kLongestHelp, RunQuantity::Lateness, kLongest, &Summary::max,
             kLate),
    judged(ofGames(stutter()), {.order = 1,
                                .on = kByFrameTimes,
                                .wins = "stutters less",
                                .loses = "stutters more",
                                .says = "%1 of the time is spent in stutters instead of %2"}),
    judged(ofColumn("frame_time.p99", "Frame time of 99 in 100 frames", kP99Help, RunQuantity::FrameTime,
                    kP99, &Summary::p99, kFrames),
           {.order = 3, .on = kByFrameTimes, .wins = kShorterSlow, .loses = kLongerSlow, .says = kPart99}),
    judged(ofColumn("frame_time.p99_9", "Frame time of 999 in 1 000 frames", kP999Help,
                    RunQuantity::FrameTime, kP999, &Summary::p99_9, kFrames),
           {.order = 5, .on = kByFrameTimes, .wins = kShorterSlow, .loses = kLongerSlow, .says = kPart999}),
    judged(evenness(ofColumn("frame_time.p99_of_p50", "99 in 100 against the median",
                             "How many times the median frame time 99 of 100 frames take at most. A change "
                             "of speed alone leaves it as it is.",
                             RunQuantity::FrameTime, kP99, nullptr, kFrameTimes)),
           {.order = 6,
            .on = kByFrameTimes,
            .wins = "is steadier",
            .loses = "is less steady",
            .says = "99 of 100 frames take at most %1 the median instead of %2"}),
    judged(evenness(ofColumn("frame_time.slowest_of_p50", "Slowest 1 % against the median",
                             "How many times the median frame time the longest hundredth of the frames takes "
                             "on average. A change of speed alone leaves it as it is.",
                             RunQuantity::FrameTime, kSlowest1, nullptr, kFrameTimes)),
           {.order = 7,
            .on = kByFrameTimes,
            .wins = "is steadier",
            .loses = "is less steady",
            .says = "the slowest 1 % take %1 the median instead of %2"}),
    judder(),
    ofColumn("frame_time.max", "Longest frame", kLongestHelp, RunQuantity::FrameTime, kLongest, &Summary::max,
             kFrames),
    share(ofColumn("frame_time.beyond", "Frames over %1",
                   "Share of the frames that take longer than the limit, which is yours to choose.",
                   RunQuantity::FrameTime, {Kind::ShareBeyond, 0}, nullptr, kFrameTimes),
          nullptr),
    ofColumn("frame_time.stddev", "Jitter of the frame times", kJitterHelp, RunQuantity::FrameTime,
             kDeviation, &Summary::stddev, kFrames),
    ofGames(rate(ofColumn("rate_hz", "Average FPS", "Frames divided by the time they took.",
                          RunQuantity::FrameTime, {Kind::Mean, 0}, &Summary::mean, kFrameTimes))),
    ofGames(rate(ofColumn("rate_p1", "P1", "The rate that 99 of 100 frames reach, each by its own time.",
                          RunQuantity::FrameTime, kP99, &Summary::p99, kFrameTimes))),
    ofGames(rate(ofColumn("rate_p0_2", "P0.2", "The rate that 998 of 1 000 frames reach.",
                          RunQuantity::FrameTime, kP998, nullptr, kFrameTimes))),
    ofGames(rate(ofColumn("rate_p0_1", "P0.1", "The rate that 999 of 1 000 frames reach.",
                          RunQuantity::FrameTime, kP999, &Summary::p99_9, kFrameTimes))),
    judged(ofGames(rate(ofColumn("rate_slowest", "1 % low (average)",
                                 "Frame rate of the longest hundredth of the frames, by their mean.",
                                 RunQuantity::FrameTime, kSlowest1, nullptr, kFrameTimes))),
           {.order = 2,
            .on = kByFrameTimes,
            .wins = kShorterSlow,
            .loses = kLongerSlow,
            .says = "the slowest 1 % run at %1 instead of %2"}),
    judged(ofGames(rate(ofColumn("rate_slowest_0_1", "0.1 % low (average)",
                                 "Frame rate of the longest thousandth of the frames, by their mean.",
                                 RunQuantity::FrameTime, {Kind::TailMean, 0.999}, nullptr, kFrameTimes))),
           {.order = 4,
            .on = kByFrameTimes,
            .wins = kShorterSlow,
            .loses = kLongerSlow,
            .says = "the slowest 0.1 % run at %1 instead of %2"}),
    ofGames(rate(ofColumn("rate_slowest_integral", "1 % low (integral)",
                          "The longest frames together take one hundredth of the time: the rate of the "
                          "shortest of them, as MSI Afterburner has it.",
                          RunQuantity::FrameTime, {Kind::TailBySum, 0.99}, nullptr, kFrameTimes))),
    ofGames(rate(ofColumn("rate_slowest_0_1_integral", "0.1 % low (integral)",
                          "The same with one thousandth of the time.", RunQuantity::FrameTime,
                          {Kind::TailBySum, 0.999}, nullptr, kFrameTimes))),
    ofGames(adaptiveDeviation()),
    aimless(speed(judged(
                ofColumn("frame_time.p50", "Median frame time", kMedianHelp, RunQuantity::FrameTime, kMedian,
                         &Summary::p50, kFrames),
                {.order = 8, .on = kByFrameTimes, .wins = "is faster", .loses = "is slower", .says = kHalf})),
            kDeadlines),
    displayed(ofColumn("displayed_time.mean", "Displayed frame time",
                       "From the display of a frame to that of the next one displayed, on average.",
                       RunQuantity::Displayed, {Kind::Mean, 0}, &Summary::mean, kFrameTimes)),
    speed(judged(displayed(ofColumn("displayed_time.p50", "Median displayed frame time", kMedianHelp,
                                    RunQuantity::Displayed, kMedian, &Summary::p50, kFrameTimes)),
                 {.order = 7,
                  .on = kByDisplay,
                  .wins = "shows new frames faster",
                  .loses = "shows new frames slower",
                  .says = "half of the frames stay displayed for at most %1 instead of %2"})),
    judged(displayed(ofColumn("displayed_time.p99", "Displayed frame time of 99 in 100", kP99Help,
                              RunQuantity::Displayed, kP99, &Summary::p99, kFrameTimes)),
           {.order = 3,
            .on = kByDisplay,
            .wins = kShorterShown,
            .loses = kLongerShown,
            .says = "99 of 100 frames stay displayed for at most %1 instead of %2"}),
    judged(displayed(ofColumn("displayed_time.p99_9", "Displayed frame time of 999 in 1 000", kP999Help,
                              RunQuantity::Displayed, kP999, &Summary::p99_9, kFrameTimes)),
           {.order = 5,
            .on = kByDisplay,
            .wins = kShorterShown,
            .loses = kLongerShown,
            .says = "999 of 1 000 frames stay displayed for at most %1 instead of %2"}),
    displayed(
        rate(ofColumn("displayed_rate_hz", "Displayed FPS", "Displayed frames divided by the time they took.",
                      RunQuantity::Displayed, {Kind::Mean, 0}, &Summary::mean, kFrameTimes))),
    judged(displayed(rate(ofColumn("displayed_rate_slowest", "Displayed, 1 % low (average)",
                                   "The rate of the hundredth of the frames that stayed displayed for "
                                   "longest, by their mean.",
                                   RunQuantity::Displayed, kSlowest1, nullptr, kFrameTimes))),
           {.order = 2,
            .on = kByDisplay,
            .wins = kShorterShown,
            .loses = kLongerShown,
            .says = "the slowest 1 % are displayed at %1 instead of %2"}),
    displayed(rate(ofColumn("displayed_rate_slowest_0_1", "Displayed, 0.1 % low (average)",
                            "The same of the longest thousandth.", RunQuantity::Displayed,
                            {Kind::TailMean, 0.999}, nullptr, kFrameTimes))),
    judged(displayedStutter(), {.order = 1,
                                .on = kByDisplay,
                                .wins = "stutters less on the display",
                                .loses = "stutters more on the display",
                                .says = "%1 of the time is spent in displayed stutters instead of %2"}),
    judged(displayedJudder(), {.order = 6,
                               .on = kByDisplay,
                               .wins = "judders less",
                               .loses = "judders more",
                               .says = "%1 of the displayed frames judder instead of %2"}),
    beside("gpu_busy.mean", "GPU busy", "How long the GPU worked at a frame, on average.",
           RunQuantity::GpuBusy, &Summary::mean),
    beside("latency.mean", "Latency",
           "Until a frame was displayed, on average; since when, its column's name says.",
           RunQuantity::Latency, &Summary::mean),
    beside("latency.p99", "Latency of 99 in 100", kP99Help, RunQuantity::Latency, &Summary::p99),
    beside("animation_error.mean", "Animation error",
           "How far the steps of the animation lie from the time that frames stood displayed, on average, "
           "whichever is longer.",
           RunQuantity::AnimationError, &Summary::mean),
    beside("animation_error.p99", "Animation error of 99 in 100", kP99Help, RunQuantity::AnimationError,
           &Summary::p99),
    droppedFrames(),
    judged(ofColumn("duration.p99", "Duration of 99 in 100", kP99Help, RunQuantity::Duration, kP99,
                    &Summary::p99, kDurations),
           {.order = 3,
            .on = kDurations,
            .wins = "has shorter long times",
            .loses = "has longer long times",
            .says = "99 of 100 times are at most %1 instead of %2"}),
    speed(judged(ofColumn("duration.p50", "Median duration", kMedianHelp, RunQuantity::Duration, kMedian,
                          &Summary::p50, kDurations),
                 {.order = 4,
                  .on = kDurations,
                  .wins = "is faster",
                  .loses = "is slower",
                  .says = "half of the times are at most %1 instead of %2"})),
    judged(ofColumn("duration.p99_9", "Duration of 999 in 1 000", kP999Help, RunQuantity::Duration, kP999,
                    &Summary::p99_9, kDurations),
           {.order = 1,
            .on = kDurations,
            .wins = "has shorter long times",
            .loses = "has longer long times",
            .says = "999 of 1 000 times are at most %1 instead of %2"}),
    judged(ofColumn("duration.p99_99", "Duration of 9 999 in 10 000", kP9999Help, RunQuantity::Duration,
                    kP9999, nullptr, kDurations),
           {.order = 2,
            .on = kDurations,
            .wins = "has shorter long times",
            .loses = "has longer long times",
            .says = "9 999 of 10 000 times are at most %1 instead of %2"}),
    ofColumn("duration.max", "Longest", kLongestHelp, RunQuantity::Duration, kLongest, &Summary::max,
             kDurations),
    ofColumn("duration.stddev", "Jitter", kJitterHelp, RunQuantity::Duration, kDeviation, &Summary::stddev,
             kDurations),
    aimless(ofPeriod(ofColumn("frame_time.p50_of_period", "Median frame time, of the period",
                              "Half of the frame times are at most this share of the run's own period: so "
                              "runs of different rates can be compared.",
                              RunQuantity::FrameTime, kMedian, &Summary::p50, kDeadlines)),
            kDeadlines),
    ofPeriod(ofColumn("frame_time.stddev_of_period", "Jitter of the period",
                      "Standard deviation of the frame times, as a share of the run's own period: so runs of "
                      "different rates can be compared.",
                      RunQuantity::FrameTime, kDeviation, &Summary::stddev, kDeadlines)),
    spinning(),
    spinningOfPeriod(),
    lostSlots(),
    single("cpu.thread_percent", "CPU of the loop", "CPU time of the measuring thread, of one core.",
           Unit::Percent, &ComparedRun::threadPercent, kDeadlines),
    single("cpu.process_percent", "CPU of the program", "CPU time of the whole program, of one core.",
           Unit::Percent, &ComparedRun::processPercent, kDeadlines),
    single("cpu.machine_percent", "CPU of the machine", "How busy all processors were.", Unit::Percent,
           &ComparedRun::machinePercent, kFrames),
    single("drift_ppm", "Drift", "How much longer than asked the periods are on average.", Unit::Ppm,
           &ComparedRun::driftPpm, kDeadlines),
};

} // namespace

bool FigureEntry::sameValuesAs(const FigureEntry& other) const noexcept {
    const bool ofQuantity = column == nullptr && derived == nullptr;
    return column == other.column && derived == other.derived && (!ofQuantity || quantity == other.quantity);
}

bool FigureEntry::shownOn(CommonGround ground) const noexcept {
    return std::ranges::find(grounds, ground) != grounds.end();
}

bool FigureEntry::judgedOn(CommonGround ground) const noexcept {
    return std::ranges::find(judged, ground) != judged.end();
}

bool FigureEntry::repeatsDiffer() const noexcept {
    const bool frames = quantity == RunQuantity::FrameTime || quantity == RunQuantity::Displayed;
    const bool ofFrames = frames && derived == nullptr && column == nullptr;
    return ofFrames && statistic.kind != Kind::ShareBeyond;
}

std::span<const FigureEntry> figureCatalog() {
    return kEntries;
}

bool FigureEntry::appliesTo(const ComparedRun& run) const {
    if (!beside)
        return true;
    if (derived != nullptr || (recorded == nullptr && quantity == RunQuantity::Displayed))
        return run.columns && !run.columns->displayed.empty();
    return single != nullptr ? (run.*single).has_value() : run.has(quantity);
}

bool FigureEntry::numberOfRun() const noexcept {
    return (beside && quantity != RunQuantity::Displayed) ||
           (single != nullptr && column == nullptr && statistic.kind != Kind::ShareBeyond);
}

bool FigureEntry::singleNumber() const noexcept {
    return numberOfRun() || statistic.valuesNeededForInterval() == 0;
}

Way FigureEntry::ofMore(CommonGround ground) const noexcept {
    if (std::ranges::find(aimless, ground) != aimless.end())
        return Way::Neither;
    return moreIsBetter ? Way::Better : Way::Worse;
}

std::string_view wayId(Way way) noexcept {
    return way == Way::Better ? "better" : way == Way::Worse ? "worse" : "";
}

double figureOf(const FigureEntry& entry, double statistic, const ComparedRun& run) noexcept {
    switch (entry.form) {
    case Form::Rate:
        return 1e9 / statistic;
    case Form::OfSlots:
        return statistic / (1 + statistic);
    case Form::OfPeriod:
        return statistic * run.rateHz.value_or(std::numeric_limits<double>::quiet_NaN()) / 1e9;
    case Form::Nano:
        return statistic / 1e9;
    case Form::Itself:
        break;
    }
    return statistic;
}

} // namespace jitterscope
