// SPDX-License-Identifier: MIT
#include "core/lab/labs/estimator.h"

#include "core/lab/lab_support.h"
#include "core/sleep/sleep_estimator.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::size_t kMostRows = 60;
constexpr double kArticleEstimator = 5e6; // ns, its start value

/// What all waits together did.
struct Totals {
    double asked = 0; // ns
    double spun = 0;
    double late = 0;
    std::int64_t sleeps = 0;
};

/// The first sleep, which shows the formula.
struct FirstSleep {
    double took = 0; // ns
    double meanBefore = 0;
    Estimate after;
};

class Wait {
public:
    Wait(const ParameterValues& values, LabResult& result)
        : m_values(values), m_steps(result.tables.emplace_back()), m_line(result.series.emplace_back()) {
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
        m_totals.asked += left;
        while (left > m_estimator.margin()) {
            const bool bad = m_totals.sleeps == 0 && m_values["bad"] > 0;
            const double took = m_values[bad ? "bad" : "sleep"];
            const Estimate before = m_estimator.estimate();
            row(wait, left, "sleeps", took);
            left -= took;
            m_estimator.add(took);
            if (++m_totals.sleeps == 1)
                m_first = {took, before.mean, m_estimator.estimate()};
            m_line.points.push_back({static_cast<double>(m_totals.sleeps), m_estimator.margin() / 1e6});
        }
        m_totals.spun += std::max(left, 0.0);
        row(wait, left, left < 0 ? "is late" : "spins", std::max(left, 0.0));
        m_totals.late += std::max(-left, 0.0);
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
                                    100 * m_totals.spun / m_totals.asked});
    }

    const ParameterValues& m_values;
    Table& m_steps;
    LabSeries& m_line;
    SleepEstimator m_estimator;
    Totals m_totals;
    FirstSleep m_first;
};

/// To a thousandth, so that a reader who computes along gets the same numbers.
std::string welfordText(const FirstSleep& first, double x) {
    const double delta = (first.took - first.meanBefore) / 1e6;
    const double rest = (first.took - first.after.mean) / 1e6;
    const auto ms = [](double nanoseconds) { return milliseconds(nanoseconds, 3); };
    return "The first sleep took " + ms(first.took) + ": Welford's δ = " + ms(first.took) + " − " +
           ms(first.meanBefore) + " = " + signedFigure(delta, 3) + " ms, the mean becomes " +
           ms(first.after.mean) + ", m2 = δ · (" + signedFigure(rest, 3) +
           " ms) = " + figure(delta * rest, 3) + " ms², σ = √(m2 / (n − 1)) = " + ms(first.after.stddev) +
           ", and the estimate mean + X · σ = " + ms(first.after.mean) + " + " + figure(x) + " · " +
           ms(first.after.stddev) + " = " + ms(first.after.mean + x * first.after.stddev) + ".";
}

std::vector<std::string> explainEstimator(const ParameterValues& values, const Wait& wait) {
    const Totals& totals = wait.totals();
    std::vector<std::string> text{
        "Article 1's preciseSleep() sleeps 1 ms at a time while more time is left than its estimate, then "
        "spins; it starts with an estimate of " +
        milliseconds(values["start"]) + ", before it has seen a single sleep."};
    if (totals.sleeps == 0) {
        text.push_back("Your wait of " + milliseconds(values["wait"]) + " is not longer than " +
                       milliseconds(values["start"]) +
                       ", so it never sleeps; and what never sleeps never learns that a sleep takes " +
                       milliseconds(values["sleep"]) + ".");
        text.push_back("That is every loop of 1 s / " + milliseconds(values["start"]) + " = " +
                       figure(1e9 / values["start"], 1) +
                       " Hz and above: at 240 Hz a frame has 4.17 ms, and "
                       "with the article's 5 ms it burns a whole processor for ever.");
    } else {
        text.push_back(welfordText(wait.first(), values["x"]));
        text.push_back("In " + counted(values.whole("waits"), "wait") + " it slept " +
                       counted(totals.sleeps, "time") + ", spun for " + milliseconds(totals.spun) + " of " +
                       milliseconds(totals.asked) + ", was late by " + milliseconds(totals.late) +
                       " in all, and ends with an estimate of " + milliseconds(wait.estimate(), 3) + ".");
        if (wait.estimate() >= values["wait"])
            text.push_back("That is not less than the wait, so it never sleeps again, and nothing it could "
                           "learn from will ever come.");
        else if (values["bad"] > 0 && values["forget"] == 0)
            text.push_back("Its one bad sleep of " + milliseconds(values["bad"]) +
                           " is still in the mean and in σ: without forgetting, a sample only thins out "
                           "as 1 / n and never leaves.");
    }
    if (totals.sleeps > 0 && values["start"] < kArticleEstimator)
        text.push_back("The article starts at " + milliseconds(kArticleEstimator) +
                       ": a loop at 240 Hz waits 4.17 ms at most, so it would never sleep once, never learn "
                       "what a sleep takes, and burn a whole processor for ever.");
    text.push_back("In your own code: start the estimate below your shortest wait, and let the count stop at "
                   "a few hundred samples, so that old ones fade.");
    return text;
}

LabResult runEstimator(const ParameterValues& values) {
    LabResult result;
    result.tables.reserve(1);
    result.series.reserve(1);
    Wait wait(values, result);
    for (std::int64_t i = 1; i <= values.whole("waits"); ++i)
        wait.once(i);
    const Totals& totals = wait.totals();
    result.answer = 100 * totals.spun / totals.asked;
    result.headline = "It spins for " + figure(result.answer, 1) + " % of the time it waits" +
                      (totals.sleeps == 0 ? ": it never sleeps." : ".");
    result.explanation = explainEstimator(values, wait);
    return result;
}

} // namespace

LabEntry estimatorLab() {
    return {
        .id = "estimator",
        .name = JITTERSCOPE_TR("The estimator from inside"),
        .question = JITTERSCOPE_TR("How does mean + X · σ decide between sleeping and spinning?"),
        .article = JITTERSCOPE_TR("Article 1, the wait of 3.4 ms and Welford's algorithm"),
        .minutes = 10,
        .knobs = {timeKnob("wait", JITTERSCOPE_TR("Wait"), 0.1e6, 1e9, 3.4e6,
                           JITTERSCOPE_TR("How long each wait shall be.")),
                  timeKnob("start", JITTERSCOPE_TR("Start value"), 0, 100e6, 2e6,
                           JITTERSCOPE_TR("The estimate before the first sleep; the article's is 5 ms.")),
                  timeKnob("sleep", JITTERSCOPE_TR("A sleep takes"), 1e6, 100e6, 1.1e6,
                           JITTERSCOPE_TR("What a sleep of 1 ms really takes here.")),
                  timeKnob("bad", JITTERSCOPE_TR("Bad first sleep"), 0, 1e9, 0,
                           JITTERSCOPE_TR("What the very first sleep takes instead; 0 for none.")),
                  numberKnob("x", JITTERSCOPE_TR("X"), 0, 10, 1,
                             JITTERSCOPE_TR("More X: earlier to spin, less often late.")),
                  countKnob("forget", JITTERSCOPE_TR("Forgetting"), 0, 10'000, 0,
                            JITTERSCOPE_TR("The count of samples stops here; 0: nothing is forgotten.")),
                  countKnob("waits", JITTERSCOPE_TR("Waits"), 1, 1000, 6,
                            JITTERSCOPE_TR("How many waits in a row; the estimate is kept."))},
        .marks = {{"wait", 3.4e6, JITTERSCOPE_TR("article: 3.4 ms")},
                  {"start", 5e6, JITTERSCOPE_TR("article: 5 ms")}},
        .predict = {JITTERSCOPE_TR("For how much of the time does it spin?"), "%", 0, 100, 1},
        .run = runEstimator,
        .closing = {
            JITTERSCOPE_TR(
                "Each nap took 1.1 ms. Why does it not dare a third one in the first wait of 3.4 ms?"),
            {{JITTERSCOPE_TR("A third nap does not fit."),
              JITTERSCOPE_TR("Three naps are 3.3 ms: it would fit, and leave 0.1 ms to spin, as in the "
                             "article.")},
             {JITTERSCOPE_TR("The start value is still in its mean and in σ."),
              JITTERSCOPE_TR("Right: it counts as a sample that took too long, and thins out only with each "
                             "further nap.")},
             {JITTERSCOPE_TR("The naps differ, so σ is large."),
              JITTERSCOPE_TR("They were all the same; only the start value differs from them.")}},
            1}};
}

} // namespace jitterscope
