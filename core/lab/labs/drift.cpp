// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/pacing/pacing_catalog.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

/// Article 5's work, in percent of the period; it begins again after the third.
constexpr std::array<std::int64_t, 3> kArticleDrift{180, 90, 20};

constexpr double kNoDrift = 1; // ppm

/// How one policy ran.
struct Race {
    std::string policy;
    std::int64_t lost = 0;
    double behind = 0; // the last frame, ns
    double ppm = 0;
    std::array<bool, 3> worked{}; // which of the article's three frames it ever ran
    LabSeries line;
};

/// By how much it falls behind between whole rounds of the article's three frames, in millionths of the time
/// on its timetable: what goes up and down within a round is not drift. The very first frame has not slept
/// yet.
double driftOf(const std::vector<LabPoint>& points, double period) {
    constexpr std::int64_t kRound = 3;
    std::vector<LabPoint> rounds;
    for (const LabPoint& point : points) {
        if (point.x > 0 && std::llround(point.x) % kRound == 0)
            rounds.push_back(point);
    }
    const std::vector<LabPoint>& seen = rounds.size() > 1 ? rounds : points;
    const double time = (seen.back().x - seen.front().x) * period;
    return time > 0 ? 1e6 * (seen.back().y - seen.front().y) / time : 0;
}

Race raceOf(const PacingEntry& entry, const ParameterValues& values) {
    const PacedLoop loop =
        driftLoop(entry.id, values, values.whole("frames") + 1); // and the start of the next
    Race race{std::string(entry.id),
              0,
              0,
              0,
              {},
              {std::string(entry.id), std::string(entry.name), "Frame", "Behind, ms", {}}};
    for (const SimulatedFrame& frame : pacedFrames(loop)) {
        race.lost += frame.lost;
        race.worked[static_cast<std::size_t>(frame.iteration % 3)] = true;
        race.behind = static_cast<double>((frame.start - loop.period.at(frame.iteration)).count());
        race.line.points.push_back({static_cast<double>(frame.iteration), race.behind / 1e6});
    }
    if (!entry.grid) // a loop on a grid may start late in its slot, and never adds that up
        race.ppm = driftOf(race.line.points, loop.period.nanoseconds() / 1e6);
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
        PacedLoop loop = driftLoop(policy, values, 3);
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

/// How far a policy falls behind in the long run, ns for each ns. It compares the least lag of the last
/// frames with the least of those in the middle, so what only goes up and down with the frames does not
/// count. A loop on a grid, and one that takes into account how long its sleeps really were, make good
/// whatever a sleep takes too long, though perhaps not within the frames that are looked at: with those only
/// the work counts.
double slopeOf(const PacingEntry& entry, const ParameterValues& values) {
    if (entry.grid)
        return 0;
    if (entry.id == "measured-accumulator") {
        const double work = values["work"] == 0 ? 2.9 / 3 : values["steady"] / 100; // of a period
        return std::max(0.0, 1 - 1 / std::max(work, 1.0));
    }
    constexpr std::int64_t kLong = 3000; // frames, whole rounds of the article's three
    constexpr std::int64_t kWindow = 60;
    const PacedLoop loop = driftLoop(entry.id, values, kLong);
    const std::vector<SimulatedFrame> frames = pacedFrames(loop);
    const auto leastOf = [&](std::int64_t end) {
        double least = 1e300;
        for (std::int64_t i = end - kWindow; i < end; ++i) {
            const SimulatedFrame& frame = frames[static_cast<std::size_t>(i)];
            least =
                std::min(least, static_cast<double>((frame.start - loop.period.at(frame.iteration)).count()));
        }
        return least;
    };
    const auto timeOf = [&](std::int64_t end) {
        return static_cast<double>(frames[static_cast<std::size_t>(end - 1)].start.count());
    };
    return (leastOf(kLong) - leastOf(kLong / 2)) / (timeOf(kLong) - timeOf(kLong / 2));
}

/// If it went on like that for long.
Table laterTable(const ParameterValues& values, const std::vector<Race>& races) {
    constexpr double kHour = 3.6e12; // ns
    constexpr double kDay = 24 * kHour;
    Table table{"later",
                "How far behind, if it went on like that",
                {{"policy", "Policy"},
                 {"hour_s", "In an hour, s"},
                 {"day_s", "In a day, s"},
                 {"lost", "Slots lost in the race"}},
                {}};
    for (std::size_t i = 0; i < races.size(); ++i) {
        const double slope = slopeOf(pacingCatalog()[i], values);
        const double ofTimetable = slope / (1 - slope);
        table.rows.push_back(
            {races[i].policy, ofTimetable * kHour / 1e9, ofTimetable * kDay / 1e9, races[i].lost});
    }
    return table;
}

std::string driftLaterText(const Table& later, std::size_t mine) {
    const double hour = later.number(mine, "hour_s");
    const std::string policy(wordOf(later.at(mine, "policy")));
    if (hour < 1e-6)
        return "The loop " + policy +
               " does not drift: how far it is behind does not grow from hour to hour.";
    return "If it went on like that, the loop " + policy + " would need " + timeInWords(hour * 1e9) +
           " more for what should take an hour, and " + timeInWords(later.number(mine, "day_s") * 1e9) +
           " more for a day.";
}

/// The slots that a loop gave up: they do not put it behind, but what they should have done is not done.
std::string lostText(const ParameterValues& values, const Race& mine) {
    if (mine.lost == 0)
        return " It has lost no slot.";
    std::string text = " It has given " + counted(mine.lost, "slot") +
                       " up: " + timeInWords(static_cast<double>(mine.lost) * values["period"]) +
                       " of frames that never ran. That does not put it behind: the frames that do run start "
                       "in their own slots, each with the work of its slot.";
    if (values["work"] == 0) {
        for (std::size_t i = 0; i < mine.worked.size(); ++i) {
            if (!mine.worked[i])
                text += " Here it never runs the frame of " +
                        milliseconds(static_cast<double>(kArticleDrift[i]) / 100 * values["period"]) + ".";
        }
    }
    return text;
}

/// The advice: `row` of laterTable() is the best one.
std::string driftAdviceText(const Table& later, std::size_t row) {
    const std::string policy(wordOf(later.at(row, "policy")));
    if (policy == "measured-accumulator")
        return "keep account of what frames take too long and of how long each sleep really was, as "
               "measured-accumulator does. It does not drift, and gives no slot up.";
    return "compute the next deadline from the one before (deadline += period), as " + policy +
           " does, never from now(). " +
           (later.number(row, "lost") == 0
                ? "It gives no slot up here."
                : "It gives " + counted(std::llround(later.number(row, "lost")), "slot") +
                      " up here, because work and sleeps do not fit into the period.");
}

std::vector<LabSentence> explainDrift(const ParameterValues& values, const std::vector<Race>& races,
                                      const Race& mine) {
    const double period = values["period"];
    const std::int64_t frames = values.whole("frames");
    const std::string oversleep = dial("oversleep", timeInWords(values["oversleep"]));
    std::vector<LabSentence> text;
    if (values["work"] == 0)
        text.push_back(sentence(
            "example", "Three frames work for " + milliseconds(1.8 * period) + ", " +
                           milliseconds(0.9 * period) + " and " + milliseconds(0.2 * period) +
                           ", and each should take " + dial("period", milliseconds(period)) +
                           ". The first takes " + milliseconds(0.8 * period) + " too long; the others have " +
                           milliseconds(0.1 * period) + " and " + milliseconds(0.8 * period) +
                           " left. A loop that keeps account owes " + milliseconds(0.8 * period) +
                           " after the first and " + milliseconds(0.7 * period) +
                           " after the second. In the third it makes that good, and sleeps for the last " +
                           milliseconds(0.1 * period) + "."));
    else
        text.push_back(
            sentence("example", "Each frame works for " + dial("steady", figure(values["steady"], 1) + " %") +
                                    " of " + dial("period", timeInWords(period)) + ", and each sleep takes " +
                                    timeInWords(values["oversleep"]) + " too long."));
    text.push_back(sentence("race", "Each frame has a slot: frame number n should start at n · period. A "
                                    "loop is behind by how much later it starts. After " +
                                        dial("frames", counted(frames, "frame")) + " the loop " +
                                        dial("policy", mine.policy) + " is " + timeInWords(mine.behind) +
                                        " behind. That is a drift of " + said::ppm(mine.ppm) + "." +
                                        lostText(values, mine)));
    std::string level;
    for (const Race& race : races) {
        if (std::abs(race.behind) <= 2 * period)
            said::append(level,
                         race.policy + (race.lost > 0 ? " (" + counted(race.lost, "slot") + " given up)"
                                        : race.ppm > kNoDrift ? " (but it drifts)"
                                                              : ""));
    }
    text.push_back(
        sentence("near", level.empty() ? "At the end no loop is within two periods of its timetable."
                                       : "At the end within two periods of their timetable: " + level + "."));
    text.push_back(sentence(
        "race", "What each forgets: fixed-sleep all the work, for it sleeps a whole period after it; "
                "remainder what a long frame took too long; accumulator what each sleep takes too long, " +
                    oversleep +
                    " here. measured-accumulator forgets neither: only work that does not fit puts "
                    "it behind. drop-and-rest and keep-working compute each deadline from the one "
                    "before, so nothing adds up; what does not fit, they give up."));
    return text;
}

LabResult runDrift(const ParameterValues& values) {
    LabResult result;
    Table table{"policies",
                "At the end",
                {{"policy", "Policy"},
                 {"behind_ms", "Behind, ms"},
                 {"drift_ppm", "Drift, ppm"},
                 {"lost", "Slots lost"}},
                {}};
    std::vector<Race> races;
    for (const PacingEntry& entry : pacingCatalog())
        races.push_back(raceOf(entry, values));
    for (const Race& race : races) {
        table.rows.push_back({race.policy, race.behind / 1e6, race.ppm, race.lost});
        result.series.push_back(race.line);
    }
    const Race& mine = races[chosen(values, "policy")];
    result.answer = mine.behind / 1e6;
    result.headline = "At the end the loop " + mine.policy + " is " + timeInWords(mine.behind) + " behind.";
    result.explanation = explainDrift(values, races, mine);
    Table later = laterTable(values, races);
    result.explanation.push_back(sentence("race", driftLaterText(later, chosen(values, "policy"))));
    constexpr double kNone = 1e-6; // s a day: less than this counts as none
    result.advice = {.table = later.id, .by = {"day_s", "lost"}, .enough = kNone};
    result.advice.row = bestRow(later, result.advice.by, kNone);
    result.explanation.push_back(inYourOwnCode("near", driftAdviceText(later, result.advice.row)));
    result.tables = {std::move(table), exampleTable(values), std::move(later)};
    return result;
}

} // namespace

PacedLoop driftLoop(std::string_view policy, const ParameterValues& values, std::int64_t frames) {
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

LabEntry driftLab() {
    constexpr double kRemainder = 3;
    return {
        .id = "drift",
        .name = "Drift race",
        .question = "Which loop is still in time after a while?",
        .idea = "A loop keeps time for ever if it computes each deadline from the one before. Whatever a "
                "loop leaves out of its account adds up.",
        .article = "Article 5, the worked example; article 2, how far behind a loop is",
        .minutes = 10,
        .knobs = {choiceKnob("policy", "Policy", namesOf(pacingCatalog(), &PacingEntry::id), kRemainder,
                             "The loop that the guess is about; all six are shown."),
                  choiceKnob("work", "Work", {"article", "steady"}, 0,
                             "How long the frame of each slot works: 180, 90 and 20 % of the period again "
                             "and again, or the same each time.",
                             {"180, 90, 20 %", "steady"}),
                  numberKnob("steady", "Steady work, %", 0, 200, 40,
                             "How long each frame works, in % of the period; with steady work."),
                  timeKnob("oversleep", "Oversleep", 0, 100e6, 0.1e6,
                           "How much longer each sleep takes than it was asked to."),
                  timeKnob("period", "Period", 1e6, 1e9, 100e6, "The period that the loop shall keep."),
                  countKnob("frames", "Frames", 2, 5000, 300, "How many frames the race lasts.")},
        .mainKnob = "policy",
        .marks = {{"period", 100e6, "ten a second"}},
        .predict = {"How far behind is the loop after the last frame?", "ms", 0.1, 1e6, 1},
        .rules = {{"A late frame gives up its slot and rests until the next deadline of the grid.",
                   "deadline += period;\n"
                   "while (deadline < now()) deadline += period;\n"
                   "sleep(deadline - now());"},
                  {"A late frame starts at once; only slots that have passed entirely are given up.",
                   "deadline += period;\n"
                   "while (deadline + period < now()) deadline += period;\n"
                   "sleep(deadline - now());"},
                  {"It sleeps a whole period after each frame, however long the frame worked.",
                   "work();\n"
                   "sleep(period);"},
                  {"It sleeps what the work left of the period, and nothing if it left nothing.",
                   "worked = work();\n"
                   "sleep(max(0, period - worked));"},
                  {"It keeps account of what frames take too long, sleeps less for it, and trusts each sleep "
                   "to be exact.",
                   "carried += period - work();\n"
                   "if (carried > 0) { sleep(carried); carried = 0; }"},
                  {"It keeps account of what frames take too long, and of how long each sleep really was.",
                   "carried += period - work();\n"
                   "if (carried > 0)\n"
                   "    carried -= measured(sleep(carried));"}},
        .ruleKnob = "policy",
        .run = runDrift,
        .teacher =
            {.goesWrong = "Many want to cure drift with a better timer. It makes each error smaller, but the "
                          "errors still add up. Only the account of deadlines ends that.",
             .asks = "A loop sleeps what is left of each 10 ms, and every sleep takes 0.1 ms too long. How "
                     "far behind is it after an hour, and which line mends it?",
             .answer = "About 36 s, one hundredth. `deadline += period`: each deadline from the one before, "
                       "never from now."},
        .gameKnob = "policy",
        .closing = {
            .asks =
                "A robot's loop runs a hundred times a second. It keeps account: when a frame works too "
                "long, "
                "the next ones sleep less. Each sleep ends 0.2 ms late. Is the loop in time after an hour?",
            .choices = {{"Yes: what is missed is made good later.",
                         "Work that takes too long is made good. But that a sleep takes too long is in no "
                         "account, so "
                         "it is never made good."},
                        {"No: it has lost more than a minute.",
                         "Right: 100 · 0.2 ms are 20 ms in each second, 72 s in an hour. A deadline computed "
                         "from the "
                         "one before forgets nothing."},
                        {"Nearly: it is 0.2 ms behind, the last sleep.",
                         "So it would be in a loop with deadlines. Here each of the 360\u202f000 sleeps of "
                         "an hour adds "
                         "its 0.2 ms."}},
            .right = 1}};
}

} // namespace jitterscope
