// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/sleep/sleep_estimator.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::size_t kMostRows = 60;
constexpr double kLongStart = 5e6;  // ns, the article's start value
constexpr double kFewHundred = 300; // samples

/// What all waits together did.
struct Totals {
    double asked = 0; // ns
    double spun = 0;
    double late = 0;
    std::int64_t lateWaits = 0;
    std::int64_t lateByItself = 0; // of them, without one that a usual sleep would have ended in time
    std::int64_t sleeps = 0;

    /// Of the time that the waits took; a late one takes longer than was asked.
    [[nodiscard]] double spunPercent() const { return 100 * spun / (asked + late); }
};

/// The first sleep, which shows the formula.
struct FirstSleep {
    double took = 0; // ns
    double meanBefore = 0;
    Estimate after;
};

/// Whether the first sleep is longer than the others.
bool hasBadSleep(const ParameterValues& values) {
    return values["bad"] > values["sleep"];
}

class Wait {
public:
    /// `longest`: it does not learn from sleeps that take longer, ns; 0: it learns from all.
    Wait(const ParameterValues& values, LabResult& result, double longest = 0)
        : m_values(values),
          m_longest(longest),
          m_steps(result.tables.emplace_back()),
          m_line(result.series.emplace_back()) {
        m_estimator.configure(values["x"], values["start"], values.whole("forget"));
        m_steps = {"steps",
                   "Step by step",
                   {{"wait", "Wait"},
                    {"left_ms", "Left, ms"},
                    {"samples", "n"},
                    {"mean_ms", "Mean, ms"},
                    {"stddev_ms", "σ, ms"},
                    {"estimate_ms", "Estimate, ms"},
                    {"does", "Does"},
                    {"took_ms", "Took, ms"},
                    {"spun_percent", "Spun so far, %"}},
                   {}};
        m_line = {"estimate", "Estimate", "Sleeps so far", "Estimate, ms", {{0, m_estimator.margin() / 1e6}}};
    }

    /// Article 1's preciseSleep(): sleeps of 1 ms while more is left than the estimate, then spins.
    void once(std::int64_t wait) {
        double left = m_values["wait"];
        double lost = 0; // by the bad sleep
        m_totals.asked += left;
        while (left > m_estimator.margin()) {
            const bool bad = m_totals.sleeps == 0 && hasBadSleep(m_values);
            const double took = m_values[bad ? "bad" : "sleep"];
            lost += bad ? took - m_values["sleep"] : 0;
            const Estimate before = m_estimator.estimate();
            row(wait, left, "sleeps", took);
            left -= took;
            if (m_longest <= 0 || took <= m_longest)
                m_estimator.add(took);
            if (++m_totals.sleeps == 1)
                m_first = {took, before.mean, m_estimator.estimate()};
            m_line.points.push_back({static_cast<double>(m_totals.sleeps), m_estimator.margin() / 1e6});
        }
        m_totals.spun += std::max(left, 0.0);
        row(wait, left, left < 0 ? "is late" : "spins", std::max(left, 0.0));
        m_totals.late += std::max(-left, 0.0);
        m_totals.lateWaits += left < 0 ? 1 : 0;
        m_totals.lateByItself += left < 0 && left + lost < 0 ? 1 : 0;
    }

    [[nodiscard]] const Totals& totals() const { return m_totals; }
    [[nodiscard]] const FirstSleep& first() const { return m_first; }
    [[nodiscard]] double estimate() const { return m_estimator.margin(); }

private:
    void row(std::int64_t wait, double left, const char* does, double took) {
        if (m_steps.rows.size() < kMostRows)
            m_steps.rows.push_back({wait, left / 1e6, m_estimator.estimate().count,
                                    m_estimator.estimate().mean / 1e6, m_estimator.stddev() / 1e6,
                                    m_estimator.margin() / 1e6, std::string(does), took / 1e6,
                                    m_totals.spunPercent()});
    }

    const ParameterValues& m_values;
    double m_longest;
    Table& m_steps;
    LabSeries& m_line;
    SleepEstimator m_estimator;
    Totals m_totals;
    FirstSleep m_first;
};

/// To a thousandth, so that a reader who computes along gets the same numbers.
LabSentence welfordText(const FirstSleep& first, double x) {
    const auto ms = [](double nanoseconds) { return milliseconds(nanoseconds, 3); };
    const double delta = (first.took - first.meanBefore) / 1e6;
    const double rest = (first.took - first.after.mean) / 1e6;
    const std::string took =
        said::say("The first took %1, which is δ = %1 − %2 = %3 ms from the mean so far.",
                  {ms(first.took), ms(first.meanBefore), said::plain(delta, 3)});
    return sentence(
        "formula",
        "Each nap corrects the mean and σ, by Welford's method. %1 There are n = 2 samples now, for the "
        "start value counts as one: the mean becomes %2. The sum of squared distances is m2 = δ · (%3 ms) "
        "= %4 ms², and σ = √(m2\u00a0/\u00a0(n\u00a0−\u00a01)) = %5. So the estimate is now mean + X · σ = "
        "%2 + %6 · %5 = %7.",
        {took, ms(first.after.mean), said::plain(rest, 3), figure(delta * rest, 3), ms(first.after.stddev),
         dial("x", figure(x)), ms(first.after.mean + x * first.after.stddev)});
}

/// Other settings for the same waits and sleeps.
struct Settings {
    const char* name;
    double start; // ns; below 0: what a sleep takes
    double forget;
    bool leavesOut; // does not learn from sleeps that take twice as long as usual
};
constexpr std::array<Settings, 5> kSettings{{{"one sleep", -1, 0, false},
                                             {"one sleep, forgets", -1, kFewHundred, false},
                                             {"5 ms", kLongStart, 0, false},
                                             {"0", 0, 0, false},
                                             {"one sleep, skips long ones", -1, 0, true}}};

ParameterValues with(const Settings& settings, ParameterValues values) {
    values.set("start", settings.start < 0 ? values["sleep"] : settings.start);
    values.set("forget", settings.forget);
    return values;
}

/// All waits with these settings.
Wait waited(const ParameterValues& values, LabResult& scratch, double longest = 0) {
    scratch.tables.reserve(1);
    scratch.series.reserve(1);
    Wait wait(values, scratch, longest);
    for (std::int64_t i = 1; i <= values.whole("waits"); ++i)
        wait.once(i);
    return wait;
}

Table settingsTable(const ParameterValues& values) {
    constexpr double kTooLong = 2; // times what a sleep usually takes
    Table table{"settings",
                "The same waits with other settings",
                {{"settings", "Starts at"},
                 {"late_waits", "Late waits"},
                 {"late_by_itself", "Late by itself"},
                 {"spun_percent", "Spun, %"},
                 {"stuck", "Only spins", Quantity::Flag}},
                {}};
    for (const Settings& settings : kSettings) {
        const ParameterValues changed = with(settings, values);
        LabResult scratch;
        const Wait wait = waited(changed, scratch, settings.leavesOut ? kTooLong * values["sleep"] : 0);
        const Totals& totals = wait.totals();
        table.rows.push_back({settings.name, totals.lateWaits, totals.lateByItself, totals.spunPercent(),
                              std::int64_t{wait.estimate() >= values["wait"]}});
    }
    return table;
}

/// "late in 3 waits, in one of them by the bad sleep; only a loop that never sleeps is spared that".
std::string lateText(const Table& settings, std::size_t row) {
    const auto late = std::llround(settings.number(row, "late_waits"));
    const auto bad = late - std::llround(settings.number(row, "late_by_itself"));
    if (late == 0)
        return "never late here";
    return "late in " + counted(late, "wait") +
           (bad == 0 ? ""
            : late == bad
                ? ", by the bad sleep; only a loop that never sleeps is spared that"
                : ", in one of them by the bad sleep; only a loop that never sleeps is spared that");
}

std::string spinsLeastText(const Table& settings, std::size_t row) {
    const double spun = settings.number(row, "spun_percent");
    for (std::size_t i = 0; i < settings.rows.size(); ++i) {
        if (settings.number(i, "spun_percent") < spun)
            return ". Settings that spin less are late more often.";
    }
    return ". None of the " + std::to_string(settings.rows.size()) + " settings that were tried spins less.";
}

std::string estimatorAdviceText(const ParameterValues& values, const Table& settings, std::size_t row) {
    const Settings& advised = kSettings[row];
    std::string start = "“" + std::string(wordOf(settings.at(row, "settings"))) + "”";
    if (advised.start < 0)
        start += ", here " + timeInWords(values["sleep"]);
    if (settings.number(row, "spun_percent") > 99.95)
        return said::say(
            "spin a wait of %1. No setting sleeps and is on time here; a start at %2 only spins.",
            {timeInWords(values["wait"]), start});
    const char* why =
        advised.forget > 0  ? "Let only the last few hundred samples count, so that a bad sleep fades away. "
        : advised.leavesOut ? "A sleep that took more than twice as long as usual does not go into the "
                              "estimate: one bad sleep would keep it from ever sleeping again. "
                            : "";
    return said::say("start at %1. %2It spins for %3 % of the time, and is %4%5",
                     {start, why, figure(settings.number(row, "spun_percent"), 1), lateText(settings, row),
                      spinsLeastText(settings, row)}) +
           (settings.number(row, "stuck") > 0
                ? " But the bad sleep keeps it from ever sleeping again here; a smaller X may help."
                : "");
}

std::vector<LabSentence> explainEstimator(const ParameterValues& values, const Wait& wait) {
    const Totals& totals = wait.totals();
    const std::string start = timeInWords(values["start"]);
    const std::string waits = dial("wait", timeInWords(values["wait"]));
    std::vector<LabSentence> text{
        sentence("wait",
                 "The code naps, 1 ms at a time, while more time is left than it expects a nap to take. Then "
                 "it spins: it asks the clock again and again. What it expects is its estimate, mean + X · "
                 "σ: the mean of the naps so far, and for safety X times as much as they usually differ from "
                 "it. It starts at %1, before it has seen a single nap.",
                 {dial("start", start)})};
    if (totals.sleeps == 0) {
        text.push_back(
            sentence("history",
                     "Your wait of %1 is not longer than the start value of %2, so it never sleeps. A loop "
                     "that never sleeps never learns that a sleep takes %3.",
                     {waits, start, dial("sleep", timeInWords(values["sleep"]))}));
        text.push_back(
            sentence("spun",
                     "The same happens to every loop of 1 s / %1 = %2 Hz and above. At 240 Hz a frame has "
                     "4.17 ms: with a start value of 5 ms the loop takes a whole core, for ever.",
                     {start, figure(1e9 / values["start"], 1)}));
        return text;
    }
    text.push_back(welfordText(wait.first(), values["x"]));
    text.push_back(sentence(
        "spun", "In %1 of %2 it took %3, spun for %4 of %5, was %6, and ends with an estimate of %7.",
        {dial("waits", counted(values.whole("waits"), "wait")), waits, counted(totals.sleeps, "nap"),
         timeInWords(totals.spun), timeInWords(totals.asked + totals.late),
         totals.late > 0 ? "late by " + timeInWords(totals.late) + " in all" : "never late",
         milliseconds(wait.estimate(), 3)}));
    if (wait.estimate() >= values["wait"])
        text.push_back(sentence("history",
                                "The estimate is no longer below the wait, so it never sleeps again, and "
                                "without a sleep it learns nothing more."));
    else if (hasBadSleep(values) && values["forget"] == 0)
        text.push_back(
            sentence("history",
                     "Its one bad sleep of %1 is still in the mean and in σ. Nothing is forgotten: among "
                     "more samples it counts less, but it never leaves.",
                     {dial("bad", timeInWords(values["bad"]))}));
    if (values["start"] < kLongStart)
        text.push_back(
            sentence("history",
                     "With a start value of 5 ms, a loop at 240 Hz, which waits 4.17 ms at most, would never "
                     "sleep once. It would never learn what a sleep takes, and take a whole core for ever."));
    return text;
}

LabResult runEstimator(const ParameterValues& values) {
    LabResult result;
    const Wait wait = waited(values, result);
    const Totals& totals = wait.totals();
    result.answer = totals.spunPercent();
    result.headline = "It spins for " + figure(result.answer, 1) + " % of the time it waits" +
                      (totals.sleeps == 0 ? ": it never sleeps." : ".");
    Table settings = settingsTable(values);
    LabAdvice& advice = result.advice;
    advice = {
        .table = settings.id, .by = {"late_by_itself", "spun_percent", "stuck"}, .answers = "spun_percent"};
    advice.row = bestRow(settings, advice.by);
    const ParameterValues advised = with(kSettings[advice.row], values);
    if (!kSettings[advice.row].leavesOut) // there is no knob for that
        advice.knobs = {{"start", advised["start"]}, {"forget", advised["forget"]}};
    result.explanation = explainEstimator(values, wait);
    result.explanation.push_back(inYourOwnCode("spun", estimatorAdviceText(values, settings, advice.row)));
    result.tables.push_back(std::move(settings));
    return result;
}

} // namespace

LabEntry estimatorLab() {
    return {
        .id = "estimator",
        .name = "The estimator from inside",
        .question = "How does mean + X · σ decide between sleeping and spinning?",
        .idea = "An estimate that starts above the wait never sleeps, so it never learns how long a sleep "
                "takes. Start it at what one sleep takes.",
        .article = "Article 1, the wait of 3.4 ms and Welford's algorithm",
        .minutes = 10,
        .knobs = {timeKnob("wait", "Wait", 0.1e6, 1e9, 3.4e6, "How long each wait shall be."),
                  timeKnob("start", "Start value", 0, 100e6, 2e6,
                           "The estimate before the first sleep has been seen."),
                  timeKnob("sleep", "A sleep takes", 1e6, 100e6, 1.1e6,
                           "What a sleep of 1 ms really takes here."),
                  timeKnob("bad", "Bad first sleep", 0, 1e9, 0,
                           "What the very first sleep takes instead, if that is longer; 0 for none."),
                  numberKnob("x", "X", 0, 10, 1, "More X: it spins earlier, and is late less often."),
                  countKnob("forget", "Forgetting", 0, 10'000, 0,
                            "Only about so many samples count, older ones fade; 0: all count for ever."),
                  countKnob("waits", "Waits", 1, 1000, 6, "How many waits in a row; the estimate is kept.")},
        .mainKnob = "start",
        .marks = {{"wait", 4.167e6, "a frame at 240 Hz"}, {"start", 5e6, "published code: 5 ms"}},
        .predict = {"For how much of the time does it spin?", "%", 0, 100, 1},
        .rules = {{"It naps while more is left than it expects a nap to take, and spins the rest.",
                   "while (left > estimate) { sleep(1 ms); learn(); }\n"
                   "while (now() < end) {}  // spin\n"
                   "// learn: estimate = mean + X * sigma"}},
        .run = runEstimator,
        .teacher =
            {.goesWrong =
                 "Many expect a bad estimate to become better by itself. It cannot: the loop learns only "
                 "from its sleeps, and an estimate that is too high forbids every sleep.",
             .asks = "A program waits 4 ms in each frame and starts with an estimate of 5 ms. How much of "
                     "the processor does it take, today and in a year?",
             .answer = "All of a core, for ever: it never dares a sleep, so it never learns how long one "
                       "takes."},
        .gameKnob = "wait",
        .closing = {
            .asks = "A game at 120 Hz waits at most 8 ms in a frame. Its estimator starts at 10 ms, while "
                    "sleeps of 1 ms take 1.1 ms. What does it do after an hour?",
            .choices =
                {{"It sleeps most of each wait: by now it has learned that sleeps are short.",
                  "It would have to sleep once to learn that. But 8 ms are less than its estimate of 10 "
                  "ms, each time."},
                 {"It still spins all of each wait.",
                  "Right: the estimate forbids the first sleep, and without a sleep it never changes."},
                 {"It sleeps more and more, as the start value fades.",
                  "The start value fades only with the sleeps that it sees. Here it sees none."}},
            .right = 1}};
}

} // namespace jitterscope
