// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/stats/distribution.h"
#include "core/stats/moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr int kSamples = 20'000;

double between(Random& random, double low, double high) {
    return low + (high - low) * random.uniform();
}

constexpr double kUsualFrom = 40e3; // ns
constexpr double kUsualTo = 60e3;
constexpr double kRareFrom = 900e3;
constexpr double kRareTo = 1100e3;

double narrow(Random& random) {
    return between(random, kUsualFrom, kUsualTo);
}

double twoKinds(Random& random) {
    constexpr double kRare = 0.05;
    return random.chance(kRare) ? between(random, kRareFrom, kRareTo) : narrow(random);
}

/// Pareto with exponent 2, cut at 20 ms: P(longer than t) = (40 µs / t)².
double heavyTail(Random& random) {
    return std::min(40e3 / std::sqrt(1 - random.uniform()), 20e6);
}

constexpr std::array<double (*)(Random&), 3> kOversleeps{narrow, twoKinds, heavyTail};
constexpr std::size_t kTwoKinds = 1;

/// How late sleeps wake, ns, sorted; with mean and σ.
struct Oversleeps {
    std::vector<double> sorted;
    double mean = 0;
    double stddev = 0;

    /// That only this share is later than.
    [[nodiscard]] double exceededBy(double share) const {
        return sorted[nearestRank(sorted.size(), 1 - share)];
    }
    /// X of this margin.
    [[nodiscard]] double xOf(double margin) const { return (margin - mean) / stddev; }
};

Oversleeps oversleepsOf(std::size_t kind) {
    Random random(streamSeed(1, "x"));
    Oversleeps list;
    Welford moments;
    for (int i = 0; i < kSamples; ++i) {
        list.sorted.push_back(kOversleeps[kind](random));
        moments.add(list.sorted.back());
    }
    std::sort(list.sorted.begin(), list.sorted.end());
    list.mean = *moments.mean();
    list.stddev = *moments.stddev();
    return list;
}

/// What a margin buys, and what it costs.
struct Bought {
    double margin = 0; // ns
    double late = 0;   // share
    double cpu = 0;    // % of one core
};

/// The sleep is asked to end `margin` before the deadline; the rest is spun. With a margin as long as a frame
/// it never sleeps.
Bought buy(const Oversleeps& list, double margin, double rate) {
    if (margin >= 1e9 / rate)
        return {margin, 0, 100};
    double spun = 0;
    std::int64_t late = 0;
    for (const double oversleep : list.sorted) {
        late += oversleep > margin ? 1 : 0;
        spun += std::max(margin - oversleep, 0.0);
    }
    return {margin, static_cast<double>(late) / kSamples, 100 * spun / kSamples * rate / 1e9};
}

double cantelli(double x) {
    return 1 / (1 + x * x);
}

/// The ways to promise a late share, and what each buys.
struct Promise {
    double x = 0; // that Cantelli asks for
    Bought byX;
    double fitted = 0; // X of the quantile
    Bought byQuantile;
};

Promise promiseOf(const Oversleeps& list, double share, double rate) {
    Promise promise;
    promise.x = std::sqrt((1 - share) / share);
    promise.byX = buy(list, list.mean + promise.x * list.stddev, rate);
    promise.byQuantile = buy(list, list.exceededBy(share), rate);
    promise.fitted = list.xOf(promise.byQuantile.margin);
    return promise;
}

/// The range of X in the table whose margins lie where no sleep of two kinds ends, so that more X buys
/// nothing. Equal ends: there is none.
std::pair<double, double> idleOf(const Table& table) {
    std::pair<double, double> idle{0, 0};
    bool any = false;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const double margin = table.number(row, "margin_us") * 1e3;
        if (margin < kUsualTo || margin > kRareFrom)
            continue;
        const double x = table.number(row, "x");
        idle = {any ? idle.first : x, x};
        any = true;
    }
    return idle;
}

LabSentence boundText(const ParameterValues& values, const Table& table) {
    const double x = values["x"];
    const auto [from, to] = idleOf(table);
    const bool idle = values.whole("oversleep") == kTwoKinds && to > from;
    return sentence(
        "late",
        "Whatever the sleeps are like, Cantelli's bound says: never more than 1 / (1 + X²) = 1 / (1 + %1) = "
        "%2 % of them are later than mean + X · σ.%3",
        {figure(x * x, x < 1 ? 4 : 2), figure(100 * cantelli(x)),
         idle ? said::say(" From X = %1 to X = %2 more caution buys nothing: the margin is long enough for "
                          "the usual sleep, and still too short for the rare one.",
                          {figure(from), figure(to)})
              : ""});
}

/// What X a promise needs with each kind of sleeps: another one each time.
std::string fittedText(double share) {
    std::array<std::string, kOversleeps.size()> needed;
    for (std::size_t kind = 0; kind < needed.size(); ++kind) {
        const Oversleeps list = oversleepsOf(kind);
        needed[kind] = said::plain(list.xOf(list.exceededBy(share)), 2);
    }
    return said::say("%1 for narrow ones, %2 for two kinds and %3 for a heavy tail",
                     {needed[0], needed[1], needed[2]});
}

std::vector<LabSentence> explainX(const ParameterValues& values, const Oversleeps& list, const Bought& mine,
                                  const Promise& promise, const Table& table) {
    const std::string x = figure(values["x"]);
    const std::string share = figure(values["promise"]) + " %";
    return {
        sentence("sleeps",
                 "The sleep is asked to end early, by the margin. It is mean + X · σ = %1 + %2 · %3 = %4.",
                 {timeInWords(list.mean), dial("x", x), timeInWords(list.stddev), timeInWords(mine.margin)}),
        sentence("bought",
                 "With this margin %1 % of the waits end late, and spinning the rest costs %2 % of a core at "
                 "%3.%4",
                 {figure(100 * mine.late), figure(mine.cpu, 3), dial("rate", figure(values["rate"]) + " Hz"),
                  mine.margin >= 1e9 / values["rate"]
                      ? " The margin is as long as a frame, so the loop never sleeps."
                      : ""}),
        boundText(values, table),
        sentence("promise",
                 "Suppose you promise that at most p = %1 of the waits end late. To keep that with sleeps of "
                 "any kind, the bound wants X = √((1 − p) / p) = %2. This is a margin of %3, and costs %4 % "
                 "of a core.",
                 {dial("promise", share), figure(promise.x), timeInWords(promise.byX.margin),
                  figure(promise.byX.cpu, 3)}),
        sentence(
            "sleeps",
            "The quantile looks at the sleeps themselves: at most %1 of them are later than %2. With that as "
            "the margin, spinning costs %3 % of a core. An X that is fitted to these sleeps, X = %4%5, is "
            "the same margin. But for the same promise each kind of sleeps needs another X: %6.",
            {share, timeInWords(promise.byQuantile.margin), figure(promise.byQuantile.cpu, 3),
             said::plain(promise.fitted, 2), promise.fitted < 0 ? " (a margin shorter than the mean)" : "",
             fittedText(values["promise"] / 100)}),
        inYourOwnCode(
            "promise",
            "keep a histogram of how late sleeps wake. If 1 % of the waits may end late, take as margin the "
            "lateness that 1 % of the sleeps exceed: its quantile. A bound for sleeps of any kind costs "
            "more, and an X that is fitted to these sleeps is right for these alone.")};
}

/// `share`: that may be late, %.
Table promiseTable(const Promise& promise, double share) {
    const auto row = [share](const char* how, const Bought& bought, Cell x) {
        return std::vector<Cell>{std::string(how),    std::move(x),
                                 bought.margin / 1e3, 100 * bought.late,
                                 bought.cpu,          std::int64_t{100 * bought.late > share + 1e-9}};
    };
    Table table{"promise",
                "To promise a late share",
                {{"how", "How"},
                 {"x", "X"},
                 {"margin_us", "Margin, µs"},
                 {"late_percent", "Late, %"},
                 {"cpu_percent", "CPU, %"},
                 {"broken", "Promise broken", Quantity::Flag}},
                {}};
    table.rows.push_back(row("Cantelli", promise.byX, promise.x));
    table.rows.push_back(row("quantile", promise.byQuantile, std::monostate()));
    table.rows.push_back(row("fitted X", promise.byQuantile, promise.fitted));
    return table;
}

/// How the oversleeps are distributed: eight columns a decade.
Table distributionTable(const Oversleeps& list) {
    constexpr double kPerDecade = 8;
    Table table{"oversleeps",
                "How late the sleeps wake",
                {{"from_us", "From, µs"}, {"to_us", "To, µs"}, {"share_percent", "Sleeps, %"}},
                {}};
    auto next = list.sorted.begin();
    for (int i = 0; next != list.sorted.end(); ++i) {
        const double from = 10e3 * portable::pow(10, i / kPerDecade); // 10 µs are less than any
        const double to = 10e3 * portable::pow(10, (i + 1) / kPerDecade);
        const auto end = std::lower_bound(next, list.sorted.end(), to);
        table.rows.push_back(
            {from / 1e3, to / 1e3, 100 * static_cast<double>(end - next) / static_cast<double>(kSamples)});
        next = end;
    }
    return table;
}

Table yoursTable(const ParameterValues& values, const Oversleeps& list, const Bought& mine) {
    return {
        "yours",
        "Your X",
        {{"x", "X"},
         {"mean_us", "Mean, µs"},
         {"stddev_us", "σ, µs"},
         {"margin_us", "Margin, µs"},
         {"late_percent", "Late, %"},
         {"cpu_percent", "CPU, %"}},
        {{values["x"], list.mean / 1e3, list.stddev / 1e3, mine.margin / 1e3, 100 * mine.late, mine.cpu}}};
}

LabResult runX(const ParameterValues& values) {
    const Oversleeps list = oversleepsOf(chosen(values, "oversleep"));
    const double rate = values["rate"];
    LabResult result;
    Table table{"x",
                "What X buys",
                {{"x", "X"},
                 {"margin_us", "Margin, µs"},
                 {"late_percent", "Late, %"},
                 {"cantelli_percent", "Cantelli's bound, %"},
                 {"cpu_percent", "CPU, %"}},
                {}};
    result.series = {{"late", "Late", "X", "Late, %", {}},
                     {"cantelli", "Cantelli's bound", "X", "Late, %", {}},
                     {"cpu", "CPU", "X", "CPU, %", {}}};
    const int most = 2 * static_cast<int>(std::ceil(std::max(values["x"], 10.0))); // to the X of the knob
    for (int half = 0; half <= most; ++half) {
        const double x = half / 2.0;
        const Bought bought = buy(list, list.mean + x * list.stddev, rate);
        table.rows.push_back({x, bought.margin / 1e3, 100 * bought.late, 100 * cantelli(x), bought.cpu});
        result.series[0].points.push_back({x, 100 * bought.late});
        result.series[1].points.push_back({x, 100 * cantelli(x)});
        result.series[2].points.push_back({x, bought.cpu});
    }
    const Bought mine = buy(list, list.mean + values["x"] * list.stddev, rate);
    const Promise promise = promiseOf(list, values["promise"] / 100, rate);
    result.answer = 100 * mine.late;
    result.headline = "With X = " + figure(values["x"]) + ", " + figure(result.answer) +
                      " % of the waits end late, for " + figure(mine.cpu, 3) + " % of a core.";
    result.explanation = explainX(values, list, mine, promise, table);
    result.advice = {.table = "promise", .row = 1, .by = {"broken", "cpu_percent"}};
    result.tables = {yoursTable(values, list, mine), promiseTable(promise, values["promise"]),
                     std::move(table), distributionTable(list)};
    return result;
}

} // namespace

LabEntry xLab() {
    return {
        .id = "x",
        .name = "X, the price of caution",
        .question = "What does X in mean + X · σ buy, and is there a better way?",
        .idea = "A longer margin helps only if it reaches past a lateness that occurs. So choose it by a "
                "quantile of the sleeps; each kind of sleeps needs another X.",
        .article = "Article 1, the estimate mean + X · stddev",
        .minutes = 10,
        .knobs = {numberKnob("x", "X", 0, 20, 1, "More X: fewer late waits, more spinning."),
                  choiceKnob("oversleep", "How late sleeps wake", {"narrow", "two-kinds", "heavy-tail"}, 1,
                             "Narrow: 40 to 60 µs late. Two kinds: the same, but one in twenty about 1 ms. "
                             "Heavy tail: a sleep that is four times as late comes a sixteenth as often.",
                             {"narrow", "two kinds", "heavy tail"}),
                  numberKnob("promise", "Late at most, %", 0.1, 50, 1,
                             "The promise to be kept: how many of the waits may end late."),
                  numberKnob("rate", "Rate, Hz", 1, 1000, 60, "Waits a second.")},
        .mainKnob = "x",
        .marks = {{"x", 1, "published code: 1"}},
        .predict = {"How many waits end late?", "%", 0, 100, 2},
        .rules = {{"It asks to wake early by a margin and spins what is left; a sleep that is late by more "
                   "than the margin makes the wait late.",
                   "margin = mean + X * sigma;  // of all sleeps\n"
                   "sleepUntil(end - margin);\n"
                   "while (now() < end) {}      // spin"}},
        .run = runX,
        .teacher =
            {.goesWrong =
                 "Many look up X in a table of the normal distribution. Sleeps are not distributed like "
                 "that: most end nearly alike, and a few are very late. What X buys can only be counted.",
             .asks = "99 sleeps of 100 end 0.05 ms late and one 2 ms. Somebody raises X from 1 to 3; it "
                     "costs more, and as many waits are late as before. Why?",
             .answer = "The margin already covers the 99 and does not reach the one. A longer margin helps "
                       "only when it passes the next late sleep, so choose the margin by a quantile."},
        .gameKnob = "wait",
        .closing = {
            .asks = "A server's sleeps end 0.1 ms late, one in fifty 3 ms. Its margin is 1 ms. Somebody "
                    "doubles it "
                    "to 2 ms. What does that buy?",
            .choices =
                {{"Half as many late waits.",
                  "No sleep is between 1 and 2 ms late. The same one in fifty is still late, and twice as "
                  "much is spun."},
                 {"Nothing: it spins twice as long, and the same waits are late.",
                  "Right: a longer margin helps only if it reaches past a lateness that occurs. A quantile "
                  "shows where that is."},
                 {"No late wait at all: 2 ms are more than mean + 3 σ.",
                  "The rare sleep is 3 ms late, whatever the mean and σ of all of them are."}},
            .right = 1}};
}

} // namespace jitterscope
