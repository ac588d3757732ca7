// SPDX-License-Identifier: MIT
#include "core/lab/labs/slots.h"

#include "core/lab/lab_support.h"
#include "core/lab/paced_frames.h"

#include <array>
#include <cmath>

namespace jitterscope {
namespace {

/// A rule as the tables name it.
struct Rule {
    const char* name;
    const char* policy;
    bool printed;
};
constexpr std::array<Rule, 3> kRules{{{"drop-and-rest", "drop-and-rest", false},
                                      {"keep-working", "keep-working", false},
                                      {"drop-and-rest-printed", "drop-and-rest", true}}};

/// One animation of `pictures` pictures under a rule.
struct Film {
    Period period;
    std::vector<SimulatedFrame> calls; ///< as many as there are pictures
    std::int64_t lost = 0;             ///< slots, before the last call

    [[nodiscard]] double endInSync() const { return at(static_cast<std::int64_t>(calls.size())); }
    [[nodiscard]] double endCounted() const { return at(calls.back().iteration + 1); }

private:
    [[nodiscard]] double at(std::int64_t slot) const { return static_cast<double>(period.at(slot).count()); }
};

Film filmOf(const Rule& rule, const ParameterValues& values) {
    const double period = values["period"];
    const std::int64_t every = values.whole("every");
    Film film;
    film.period = Period::fromDuration(Nanoseconds(values.whole("period"))).value();
    film.calls =
        pacedFrames({.policy = rule.policy,
                     .printed = rule.printed,
                     .period = film.period,
                     .frames = values.whole("pictures"),
                     .work = [&](std::int64_t iteration) {
                         const bool spike = every > 0 && (iteration + 1) % every == 0;
                         return Nanoseconds(std::llround(values[spike ? "spike" : "usual"] / 100 * period));
                     }});
    for (const SimulatedFrame& call : film.calls)
        film.lost += call.lost;
    return film;
}

/// Every slot up to the last call, lost ones too.
void addSlots(const Rule& rule, const Film& film, Table& table) {
    std::int64_t slot = 0;
    for (std::size_t i = 0; i < film.calls.size(); ++i) {
        const SimulatedFrame& call = film.calls[i];
        for (; slot < call.iteration; ++slot)
            table.rows.push_back({rule.name, slot, "lost", {}, {}, {}, {}});
        const bool late = call.start > film.period.at(call.iteration);
        table.rows.push_back({rule.name, call.iteration, late ? "late" : "run", inMs(call.start),
                              inMs(call.work), call.iteration, static_cast<std::int64_t>(i)});
        slot = call.iteration + 1;
    }
}

LabSeries picturesLine(const Rule& rule, const Film& film, bool counted) {
    LabSeries line{std::string(rule.name) + (counted ? "-counted" : "-in-sync"),
                   std::string(rule.name) + (counted ? ", counts for itself" : ", given the number"),
                   "Time, ms",
                   "Picture",
                   {}};
    for (std::size_t i = 0; i < film.calls.size(); ++i)
        line.points.push_back(
            {inMs(film.calls[i].start),
             static_cast<double>(counted ? static_cast<std::int64_t>(i) : film.calls[i].iteration)});
    return line;
}

std::vector<std::string> explainSlots(const ParameterValues& values, const Rule& rule, const Film& film,
                                      const std::array<Film, 3>& films) {
    const double period = values["period"];
    std::vector<std::string> text{
        "Article 2's loop, when a frame is late: drop-and-rest gives up the slot that has begun and rests to "
        "the next; keep-working starts at once and gives up only slots that have passed entirely.",
        (values.whole("every") > 0 ? "With work of " + figure(values["spike"]) +
                                         " % of the period in each iteration before a multiple of " +
                                         std::to_string(values.whole("every"))
                                   : "With no long frame") +
            ", " + std::to_string(values.whole("pictures")) + " pictures cost drop-and-rest " +
            counted(films[0].lost, "slot") + " and keep-working " + counted(films[1].lost, "slot") +
            "; who loses more takes longer, and so meets more of these iterations."};
    if (film.lost == 0)
        text.push_back("Under " + std::string(rule.name) +
                       " nothing is lost, so the animation that counts its own calls ends with the one that "
                       "is given the iteration number.");
    else
        text.push_back(
            "The animation that counts its own calls ends lost · period = " + std::to_string(film.lost) +
            " · " + milliseconds(period) + " = " + milliseconds(static_cast<double>(film.lost) * period) +
            " late under " + std::string(rule.name) +
            "; the one that is given the iteration number skips pictures and stays in sync.");
    if (films[2].lost != films[0].lost)
        text.push_back("As printed, drop-and-rest loses " + counted(films[2].lost, "slot") +
                       ": work that ends exactly where a slot starts loses that slot too.");
    text.push_back("In your own code: give draw() the iteration number and let it choose the picture from "
                   "it; never count calls.");
    return text;
}

LabResult runSlots(const ParameterValues& values) {
    const std::array<Film, 3> films{filmOf(kRules[0], values), filmOf(kRules[1], values),
                                    filmOf(kRules[2], values)};
    Table ends{"ends",
               "Where the two animations end",
               {{"rule", "Rule"},
                {"lost", "Slots lost"},
                {"in_sync_end_ms", "Given the number, ms"},
                {"counted_end_ms", "Counts for itself, ms"}},
               {}};
    Table slots{"slots",
                "Slot by slot",
                {{"rule", "Rule"},
                 {"slot", "Slot"},
                 {"state", "State"},
                 {"start_ms", "Start, ms"},
                 {"work_ms", "Work, ms"},
                 {"picture_in_sync", "Given the number"},
                 {"picture_counted", "Counts for itself"}},
                {}};
    LabResult result;
    for (std::size_t i = 0; i < kRules.size(); ++i) {
        ends.rows.push_back(
            {kRules[i].name, films[i].lost, films[i].endInSync() / 1e6, films[i].endCounted() / 1e6});
        addSlots(kRules[i], films[i], slots);
        result.series.push_back(picturesLine(kRules[i], films[i], false));
        result.series.push_back(picturesLine(kRules[i], films[i], true));
    }
    const auto chosen = static_cast<std::size_t>(values.whole("rule"));
    const Film& film = films[chosen];
    result.answer = (film.endCounted() - film.endInSync()) / 1e6;
    result.headline =
        film.lost == 0 ? "Both animations end together."
                       : "The animation that counts for itself ends " + figure(result.answer) + " ms late.";
    result.explanation = explainSlots(values, kRules[chosen], film, films);
    result.tables = {std::move(ends), std::move(slots)};
    return result;
}

} // namespace

LabEntry slotsLab() {
    return {
        .id = "slots",
        .name = JITTERSCOPE_TR("Drop and rest, keep working"),
        .question = JITTERSCOPE_TR("When a frame takes too long, what is lost, and who notices?"),
        .article = JITTERSCOPE_TR("Article 2, the two rules and the two animations"),
        .minutes = 8,
        .knobs = {choiceKnob("rule", JITTERSCOPE_TR("Rule"), {"drop-and-rest", "keep-working"}, 0,
                             JITTERSCOPE_TR("The rule that the guess is about; both are shown.")),
                  numberKnob("spike", JITTERSCOPE_TR("Long work, %"), 0, 1000, 250,
                             JITTERSCOPE_TR("Work of a long frame, of the period.")),
                  countKnob("every", JITTERSCOPE_TR("Every"), 0, 100, 5,
                            JITTERSCOPE_TR("Each iteration before a multiple of this is long; 0: none.")),
                  numberKnob("usual", JITTERSCOPE_TR("Usual work, %"), 0, 1000, 40,
                             JITTERSCOPE_TR("Work of all other frames, of the period.")),
                  countKnob("pictures", JITTERSCOPE_TR("Pictures"), 1, 500, 24,
                            JITTERSCOPE_TR("Length of the animation, one picture a slot.")),
                  timeKnob("period", JITTERSCOPE_TR("Period"), 1e6, 1e9, 50e6,
                           JITTERSCOPE_TR("Length of a slot."))},
        .marks = {{"spike", 100, JITTERSCOPE_TR("one period")}},
        .predict = {JITTERSCOPE_TR("How late does the animation end that counts its own calls?"), "ms", 0,
                    2000, 0},
        .run = runSlots,
        .closing = {
            JITTERSCOPE_TR("When do both animations end together?"),
            {{JITTERSCOPE_TR("Whenever the rule is keep-working."),
              JITTERSCOPE_TR("It loses fewer slots, but work of more than two periods costs it one too.")},
             {JITTERSCOPE_TR("Exactly when no slot is lost."),
              JITTERSCOPE_TR("Right: each lost slot is one call less, and one picture of delay.")},
             {JITTERSCOPE_TR("Whenever the mean work is less than the period."),
              JITTERSCOPE_TR("One long frame is enough to lose a slot, whatever the mean.")}},
            1}};
}

} // namespace jitterscope
