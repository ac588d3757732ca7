// SPDX-License-Identifier: MIT
#include "core/lab/labs/drift.h"

#include "core/lab/lab_support.h"
#include "core/lab/paced_frames.h"
#include "core/pacing/pacing_catalog.h"
#include "core/stats/drift.h"

#include <array>
#include <cmath>

namespace jitterscope {
namespace {

/// Article 5's work, in percent of the period; it begins again after the third.
constexpr std::array<std::int64_t, 3> kArticleDrift{180, 90, 20};

PacedLoop loopOf(std::string_view policy, const ParameterValues& values, std::int64_t frames) {
    const std::int64_t period = values.whole("period");
    const bool article = values["work"] == 0;
    const std::int64_t steady = std::llround(values["steady"] / 100 * values["period"]);
    return {.policy = policy,
            .period = Period::fromDuration(Nanoseconds(period)).value(),
            .oversleep = Nanoseconds(values.whole("oversleep")),
            .frames = frames,
            .work = [=](std::int64_t iteration) {
                return Nanoseconds(
                    article ? kArticleDrift[static_cast<std::size_t>(iteration % 3)] * period / 100 : steady);
            }};
}

/// How one policy ran.
struct Race {
    std::string policy;
    std::int64_t lost = 0;
    double behind = 0; // the last frame, ns
    double ppm = 0;
    LabSeries line;
};

Race raceOf(const PacingEntry& entry, const ParameterValues& values) {
    const PacedLoop loop = loopOf(entry.id, values, values.whole("frames"));
    Race race{std::string(entry.id),
              0,
              0,
              0,
              {std::string(entry.id), std::string(entry.name), "Iteration", "Behind, ms", {}}};
    Drift drift;
    for (const SimulatedFrame& frame : pacedFrames(loop)) {
        race.lost += frame.lost;
        race.behind = static_cast<double>((frame.start - loop.period.at(frame.iteration)).count());
        drift.add(frame.iteration, race.behind);
        race.line.points.push_back({static_cast<double>(frame.iteration), race.behind / 1e6});
    }
    race.ppm = drift.ppm(loop.period.nanoseconds()).value_or(0);
    return race;
}

/// Article 5's worked example: three frames, and what each loop makes of them. Exact sleeps.
Table exampleTable(const ParameterValues& values) {
    Table table{"example",
                "The first frames, step by step, with exact sleeps",
                {{"policy", "Policy"},
                 {"frame", "Frame"},
                 {"start_ms", "Start, ms"},
                 {"work_ms", "Work, ms"},
                 {"wait_ms", "Period − work, ms"},
                 {"carried_ms", "Carried + that, ms"},
                 {"sleep_ms", "Sleeps, ms"}},
                {}};
    for (const char* policy : {"remainder", "accumulator", "measured-accumulator"}) {
        PacedLoop loop = loopOf(policy, values, 3);
        loop.oversleep = 0ns;
        const bool carries = loop.policy != "remainder";
        Nanoseconds carried{0};
        std::int64_t number = 0;
        for (const SimulatedFrame& frame : pacedFrames(loop)) {
            const Nanoseconds wait = loop.period.rounded() - frame.work;
            carried += wait;
            table.rows.push_back({policy, ++number, inMs(frame.start), inMs(frame.work), inMs(wait),
                                  carries ? Cell(inMs(carried)) : Cell(), inMs(frame.rest)});
            carried -= frame.rest;
        }
    }
    return table;
}

std::vector<std::string> explainDrift(const ParameterValues& values, const std::vector<Race>& races,
                                      const Race& mine) {
    const double period = values["period"];
    const std::int64_t last = values.whole("frames") - 1;
    std::vector<std::string> text;
    if (values["work"] == 0)
        text.push_back(
            "Article 5's example: work of " + milliseconds(1.8 * period) + ", " + milliseconds(0.9 * period) +
            " and " + milliseconds(0.2 * period) + " in periods of " + milliseconds(period) + " leaves " +
            milliseconds(-0.8 * period) + ", " + milliseconds(0.1 * period) + " and " +
            milliseconds(0.8 * period) + "; carried on that is " + milliseconds(-0.8 * period) + ", " +
            milliseconds(-0.7 * period) + " and at last a sleep of " + milliseconds(0.1 * period) + ".");
    else
        text.push_back("Each frame works for " + milliseconds(values["steady"] / 100 * period) + " of " +
                       milliseconds(period) + ", and each sleep takes " +
                       milliseconds(values["oversleep"], 3) + " too long.");
    text.push_back("Behind is now − iteration · period: after " + std::to_string(last) + " frames " +
                   mine.policy + " is " + milliseconds(mine.behind, 3) + " behind, a slope of " +
                   signedFigure(mine.ppm, 1) + " ppm, with " + counted(mine.lost, "iteration") + " lost.");
    std::string level;
    for (const Race& race : races) {
        if (std::abs(race.behind) <= 2 * period)
            level += (level.empty() ? "" : ", ") + race.policy;
    }
    text.push_back("At the end within two periods of their time are: " + (level.empty() ? "none" : level) +
                   ".");
    text.push_back(
        "remainder forgets what a long frame missed. accumulator carries it, but takes each sleep for "
        "exact, so " +
        milliseconds(values["oversleep"], 3) +
        " a sleep add up; measured-accumulator subtracts the sleep as it really was. drop-and-rest and "
        "keep-working compute each deadline from the one before, so nothing adds up.");
    text.push_back("In your own code: compute the next deadline from the one before (deadline += period), as "
                   "drop-and-rest and keep-working do, never from now().");
    return text;
}

LabResult runDrift(const ParameterValues& values) {
    LabResult result;
    Table table{"policies",
                "At the end",
                {{"policy", "Policy"},
                 {"behind_ms", "Behind, ms"},
                 {"drift_ppm", "Drift, ppm"},
                 {"lost", "Iterations lost"}},
                {}};
    std::vector<Race> races;
    for (const PacingEntry& entry : pacingCatalog())
        races.push_back(raceOf(entry, values));
    for (const Race& race : races) {
        table.rows.push_back({race.policy, race.behind / 1e6, race.ppm, race.lost});
        result.series.push_back(race.line);
    }
    const Race& mine = races[static_cast<std::size_t>(values.whole("policy"))];
    result.answer = mine.behind / 1e6;
    result.headline = "At the end " + mine.policy + " is " + milliseconds(mine.behind, 3) + " behind.";
    result.explanation = explainDrift(values, races, mine);
    result.tables = {std::move(table), exampleTable(values)};
    return result;
}

std::vector<std::string_view> policyIds() {
    std::vector<std::string_view> ids;
    for (const PacingEntry& entry : pacingCatalog())
        ids.push_back(entry.id);
    return ids;
}

} // namespace

LabEntry driftLab() {
    constexpr double kRemainder = 3;
    return {
        .id = "drift",
        .name = JITTERSCOPE_TR("Drift race"),
        .question = JITTERSCOPE_TR("Which loop is still in time after a while?"),
        .article = JITTERSCOPE_TR("Article 5, 180, 90 and 20 ms of work; article 2, now − iteration · "
                                  "period"),
        .minutes = 10,
        .knobs = {choiceKnob("policy", JITTERSCOPE_TR("Policy"), policyIds(), kRemainder,
                             JITTERSCOPE_TR("The loop that the guess is about; all six are shown.")),
                  choiceKnob("work", JITTERSCOPE_TR("Work"), {"article", "steady"}, 0,
                             JITTERSCOPE_TR("article: 180, 90 and 20 % of the period, again and again.")),
                  numberKnob("steady", JITTERSCOPE_TR("Steady work, %"), 0, 200, 40,
                             JITTERSCOPE_TR("Work of each frame, of the period; with work=steady.")),
                  timeKnob("oversleep", JITTERSCOPE_TR("Oversleep"), 0, 100e6, 0.1e6,
                           JITTERSCOPE_TR("How much longer than asked each sleep takes.")),
                  timeKnob("period", JITTERSCOPE_TR("Period"), 1e6, 1e9, 100e6,
                           JITTERSCOPE_TR("The period that the loop shall keep.")),
                  countKnob("frames", JITTERSCOPE_TR("Frames"), 2, 5000, 301,
                            JITTERSCOPE_TR("How many frames the race lasts."))},
        .marks = {{"period", 100e6, JITTERSCOPE_TR("article: 100 ms")}},
        .predict = {JITTERSCOPE_TR("How far behind is the loop at the last frame?"), "ms", 0.1, 1e6, 1},
        .run = runDrift,
        .closing = {
            JITTERSCOPE_TR("accumulator carries what long frames missed. Why does it still drift?"),
            {{JITTERSCOPE_TR("Because the work is longer than the period on average."),
              JITTERSCOPE_TR("180 + 90 + 20 = 290 ms in three periods of 100 ms: there is room.")},
             {JITTERSCOPE_TR("Because it takes each sleep for as long as asked."),
              JITTERSCOPE_TR("Right: what the sleep takes too long is never counted, and adds up.")},
             {JITTERSCOPE_TR("Because it gives up iterations."),
              JITTERSCOPE_TR("It gives up none; the rules of article 2 do that, and they do not drift.")}},
            1}};
}

} // namespace jitterscope
