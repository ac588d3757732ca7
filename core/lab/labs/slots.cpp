// SPDX-License-Identifier: MIT
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"

#include <algorithm>
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
    std::int64_t late = 0;             ///< calls that start after their slot has begun
    double latest = 0;                 ///< by how much at most, ns

    /// When the last picture has been shown: by the first call whose slot has the last number, or a later
    /// one.
    [[nodiscard]] double endInSync() const {
        const auto last = static_cast<std::int64_t>(calls.size()) - 1;
        const auto shown = std::ranges::find_if(
            calls, [last](const SimulatedFrame& call) { return call.iteration >= last; });
        return at(shown->iteration + 1);
    }
    /// When it should have been shown.
    [[nodiscard]] double endMeant() const { return at(static_cast<std::int64_t>(calls.size())); }
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
    for (const SimulatedFrame& call : film.calls) {
        film.lost += call.lost;
        film.late += call.start > film.period.at(call.iteration) ? 1 : 0;
        film.latest =
            std::max(film.latest, static_cast<double>((call.start - film.period.at(call.iteration)).count()));
    }
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

/// Work in % of the period: "2.5 slots".
std::string inSlots(double percent) {
    return figure(percent / 100) + (percent == 100 ? " slot" : " slots");
}

std::vector<LabSentence> explainSlots(const ParameterValues& values, const Rule& rule, const Film& film,
                                      const std::array<Film, 3>& films) {
    const double period = values["period"];
    const std::string named = dial("rule", rule.name);
    std::vector<LabSentence> text{
        sentence("lanes", "Each frame has a slot, one period long. When a frame is late, drop-and-rest gives "
                          "up the slot that has begun and rests until the next one. The rule keep-working "
                          "starts at once and gives up only slots that have passed entirely."),
        sentence(
            "lanes",
            (values.whole("every") > 0
                 ? "In one slot of " + dial("every", std::to_string(values.whole("every"))) +
                       " the frame works " + dial("spike", inSlots(values["spike"])) + " long. "
                 : "No frame is long. ") +
                "Until " + dial("pictures", counted(values.whole("pictures"), "picture")) +
                " are drawn, drop-and-rest loses " + counted(films[0].lost, "slot") + " and keep-working " +
                counted(films[1].lost, "slot") + "." +
                (films[0].lost == films[1].lost
                     ? ""
                     : " The rule that loses more slots takes longer, so it meets more long frames.") +
                (films[1].late == 0
                     ? ""
                     : " The price of keep-working is an uneven beat: " + counted(films[1].late, "frame") +
                           (films[1].late == 1 ? " starts late in its slot" : " start late in their slots") +
                           ", by up to " + timeInWords(films[1].latest) +
                           ", while with drop-and-rest each starts on time."))};
    if (film.lost == 0)
        text.push_back(sentence("tracks", "With " + named +
                                              " no slot is lost. So the animation that counts its own calls "
                                              "ends together with the one that is given the slot's number."));
    else
        text.push_back(sentence(
            "counts",
            "The animation that counts its own calls ends late, by the slots that were lost: " +
                std::to_string(film.lost) + " · " + dial("period", milliseconds(period)) + " = " +
                timeInWords(static_cast<double>(film.lost) * period) + " with " + named +
                ". The one that is given the slot's number skips pictures and " +
                (film.endInSync() > film.endMeant()
                     ? "stays in time, but its last picture falls into a slot that is lost: it is seen " +
                           timeInWords(film.endInSync() - film.endMeant()) + " late."
                     : "stays in time.")));
    if (films[2].lost != films[0].lost)
        text.push_back(sentence("drop", "In the code that was published first, drop-and-rest loses " +
                                            counted(films[2].lost, "slot") +
                                            ": there, work that ends exactly where a slot begins loses that "
                                            "slot too."));
    text.push_back(
        inYourOwnCode("given", "do as the animation that is given the number. Give draw() the slot's number, "
                               "and let it choose the picture by that; never count calls."));
    return text;
}

/// How late each animation ends with a rule.
Table animationsTable(const Film& film) {
    const double late = (film.endCounted() - film.endMeant()) / 1e6;
    return {
        "animations",
        "How late the two animations end",
        {{"animation", "Animation"}, {"late_ms", "Late, ms"}},
        {{"given the number", (film.endInSync() - film.endMeant()) / 1e6}, {"counts its own calls", late}}};
}

LabResult runSlots(const ParameterValues& values) {
    const std::array<Film, 3> films{filmOf(kRules[0], values), filmOf(kRules[1], values),
                                    filmOf(kRules[2], values)};
    Table ends{"ends",
               "Where the two animations end",
               {{"rule", "Rule"},
                {"lost", "Slots lost"},
                {"in_sync_end_ms", "By the number, ms"},
                {"counted_end_ms", "By its own count, ms"},
                {"late_starts", "Start late"},
                {"latest_ms", "Latest, ms"}},
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
        ends.rows.push_back({kRules[i].name, films[i].lost, films[i].endInSync() / 1e6,
                             films[i].endCounted() / 1e6, films[i].late, films[i].latest / 1e6});
        addSlots(kRules[i], films[i], slots);
        result.series.push_back(picturesLine(kRules[i], films[i], false));
        result.series.push_back(picturesLine(kRules[i], films[i], true));
    }
    const std::size_t rule = chosen(values, "rule");
    const Film& film = films[rule];
    result.answer = (film.endCounted() - film.endMeant()) / 1e6;
    result.headline = film.lost == 0 ? "Both animations end together."
                                     : "The animation that counts for itself ends " +
                                           timeInWords(result.answer * 1e6) + " late.";
    result.explanation = explainSlots(values, kRules[rule], film, films);
    result.tables = {std::move(ends), std::move(slots), animationsTable(film)};
    result.advice = {.table = "animations", .by = {"late_ms"}};
    return result;
}

} // namespace

LabEntry slotsLab() {
    return {
        .id = "slots",
        .name = "Drop and rest, keep working",
        .question = "When a frame takes too long, what is lost, and who notices?",
        .idea = "Slots get lost, so give draw() the number of the slot. An animation that counts its own "
                "calls stays behind for good.",
        .article = "Article 2, the two rules and the two animations",
        .minutes = 8,
        .knobs = {choiceKnob("rule", "Rule", {"drop-and-rest", "keep-working"}, 0,
                             "The rule that the guess is about; both are shown."),
                  numberKnob("spike", "Long work, %", 0, 1000, 250,
                             "How long a long frame works, in % of a slot: 250 % are two and a half slots."),
                  countKnob("every", "Every", 0, 100, 5,
                            "In one slot of so many the frame is long; 0: in none."),
                  numberKnob("usual", "Usual work, %", 0, 1000, 40,
                             "How long all other frames work, in % of a slot."),
                  countKnob("pictures", "Pictures", 1, 500, 24,
                            "How many pictures the animation has, one a slot."),
                  timeKnob("period", "Period", 1e6, 1e9, 50e6, "How long a slot is.")},
        .mainKnob = "spike",
        .marks = {{"spike", 100, "one slot"}},
        .predict = {"How late does the animation end that counts its own calls?", "ms", 0, 2000, 0},
        .rules = {{"A frame that is late gives up the slot that has begun, and rests until the next one.",
                   "slot = ceil(now() / period);\n"
                   "sleepUntil(slot * period);\n"
                   "draw(slot);  // or: draw(calls++)"},
                  {"A frame that is late starts at once; only slots that have passed entirely are given up.",
                   "slot = max(slot + 1, floor(now() / period));\n"
                   "sleepUntil(slot * period);  // at once if it has begun\n"
                   "draw(slot);  // or: draw(calls++)"}},
        .ruleKnob = "rule",
        .run = runSlots,
        .teacher =
            {.goesWrong =
                 "Many take the lost slot for the fault. Every machine loses slots now and then; the "
                 "fault is to count the calls instead of the slots.",
             .asks = "A film shows 25 pictures a second and counts its calls of draw(). In a minute 25 slots "
                     "are lost. How far are the lips from the sound?",
             .answer =
                 "A second: each lost slot delays all that follow by one. Give draw() the number of the "
                 "slot."},
        .gameKnob = "picture",
        .closing = {
            .asks = "A film plays at 25 pictures a second. Once a minute the machine is busy for a second, "
                    "and 25 slots are lost. The film counts its calls. How far are the lips from the sound "
                    "after ten minutes?",
            .choices = {{"A second: it catches up each time.",
                         "It has no way to catch up: it does not know that slots were lost."},
                        {"Ten seconds.",
                         "Right: each lost slot delays all that follow by one, for good. Given "
                         "the number of the slot, it would skip the pictures and stay in time."},
                        {"Not at all, if the loop keeps working.",
                         "A second is longer than any slot: both rules lose slots then."}},
            .right = 1}};
}

} // namespace jitterscope
