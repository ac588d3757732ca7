// SPDX-License-Identifier: MIT
#include "core/compare/pair_words.h"

#include "core/base/parse.h"
#include "core/base/said.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

using Outcome = FigureDifference::Outcome;
using Figures = std::vector<const FigureDifference*>;

std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

std::string smallLetter(std::string text) {
    if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a')
        text[0] = static_cast<char>(text[0] - 'A' + 'a');
    return text;
}

/// The judged figures in the verdict's order.
Figures judgedFigures(const Comparison& comparison) {
    Figures judged;
    for (const FigureDifference& line : comparison.figures) {
        if (line.judged)
            judged.push_back(&line);
    }
    std::ranges::stable_sort(judged, {}, [](const FigureDifference* line) { return line->entry->order; });
    return judged;
}

std::vector<std::string> namesOf(const Figures& lines, const Comparison& comparison) {
    std::vector<std::string> names;
    for (const FigureDifference* const line : lines) {
        if (line->entry->aspect != FigureEntry::Aspect::Evenness) // follows from the others
            names.push_back(smallLetter(figureName(*line->entry, comparison)));
    }
    return names;
}

Figures ofOutcome(const Figures& lines, Outcome outcome) {
    Figures result;
    std::ranges::copy_if(lines, std::back_inserter(result),
                         [outcome](const FigureDifference* line) { return line->outcome == outcome; });
    return result;
}

/// `+2.2 ms` without its sign. A plus is one byte, a minus is three.
std::string withoutSign(const std::string& text) {
    return text.substr(text.starts_with('+') ? 1 : std::string_view("−").size());
}

/// Whether there is no difference in any resample.
bool same(const FigureDifference& line) noexcept {
    return line.interval->low == 0 && line.interval->high == 0;
}

/// `between 2.22 and 2.62 ms less`
std::string between(const FigureDifference& line) {
    const FigureEntry& entry = *line.entry;
    const Interval& interval = *line.interval;
    const bool less = interval.high < 0;
    const std::string nearer = signedFigureText(entry, less ? -interval.high : interval.low);
    const std::string farther = signedFigureText(entry, less ? -interval.low : interval.high);
    std::string span = spanText(withoutSign(nearer), withoutSign(farther), " and ");
    if (entry.unit == FigureEntry::Unit::Share)
        span.insert(span.rfind("points"), "percentage ");
    return "between " + span + (less ? " less" : " more");
}

/// `4.7 times as many`, `12 % fewer`: B in terms of A.
std::string ratioText(double a, double b) {
    const double ratio = b / a;
    if (ratio >= 1.5)
        return decimalText(ratio, ratio < 10 ? 1 : 0) + " times as many";
    const double percent = 100 * std::abs(ratio - 1);
    return decimalText(percent, percent < 9.95 ? 1 : 0) + " % " + (ratio < 1 ? "fewer" : "more");
}

/// What the figures of a comparison come to, in words.
class Words {
public:
    Words(Comparison& comparison, const ComparedRun& a, const ComparedRun& b)
        : m_comparison(comparison),
          m_a(a),
          m_b(b),
          m_judged(judgedFigures(comparison)),
          m_even(ofOutcome(m_judged, Outcome::NotShown)),
          m_same(ofOutcome(m_judged, Outcome::AboutTheSame)),
          m_short(ofOutcome(m_judged, Outcome::TooShort)) {}

    void say() {
        if (m_judged.empty()) {
            sayNothingInCommon();
            return;
        }
        Figures shown = ofOutcome(m_judged, Outcome::Different);
        if (shown.empty())
            shown = otherRows();
        if (!shown.empty())
            sayDifference(shown);
        else if (const FigureDifference* const first = firstTooShort())
            sayTooShort(*first);
        else if (!m_same.empty())
            sayAboutTheSame();
        else if (!m_even.empty())
            sayNotShown();
        else
            sayTooFew();
        addPresents();
        addTail();
        addOffsets();
    }

private:
    using Aspect = FigureEntry::Aspect;

    // --- what differs ---

    /// Other rows that differ. The verdict looks at them last, but must not be milder than they are.
    [[nodiscard]] Figures otherRows() const {
        Figures rows;
        for (const FigureDifference& line : m_comparison.figures) {
            if (!line.judged && line.way != Way::Neither && line.entry->aspect != Aspect::Cost)
                rows.push_back(&line);
        }
        return rows;
    }

    /// The first figure of these aspects that goes this way.
    static const FigureDifference* first(const Figures& shown, Way way, std::initializer_list<Aspect> of) {
        const auto found = std::ranges::find_if(shown, [&](const FigureDifference* line) {
            return line->way == way && std::ranges::find(of, line->entry->aspect) != of.end();
        });
        return found != shown.end() ? *found : nullptr;
    }

    /// A change of speed changes all frames, also the slow ones. That is one difference. If slow frames
    /// change by more than the typical one, that is another difference.
    void sayDifference(const Figures& shown) {
        for (const Way way : {Way::Better, Way::Worse}) {
            const FigureDifference* const speed = first(shown, way, {Aspect::Speed});
            if (speed == nullptr)
                continue;
            if (const FigureDifference* const against = first(shown, opposite(way), {Aspect::Steadiness}))
                sayMixed(way == Way::Better ? *speed : *against, way == Way::Better ? *against : *speed);
            else
                saySpeed(*speed, moreThanSpeed(shown, way), shown);
            return;
        }
        for (const auto& aspects : {std::initializer_list<Aspect>{Aspect::Steadiness}, {Aspect::Evenness}}) {
            const FigureDifference* const better = first(shown, Way::Better, aspects);
            const FigureDifference* const worse = first(shown, Way::Worse, aspects);
            if (better != nullptr && worse != nullptr)
                sayMixed(*better, *worse);
            else if (better != nullptr || worse != nullptr)
                sayOneWay(better != nullptr ? *better : *worse, shown);
            else
                continue;
            return;
        }
    }

    /// What became better or worse beyond the speed; null: nothing.
    static const FigureDifference* moreThanSpeed(const Figures& shown, Way way) {
        for (const FigureDifference* const line : shown) {
            if (line->way == way &&
                (line->entry->aspect == Aspect::Evenness || line->entry->derived != nullptr))
                return line;
        }
        return nullptr;
    }

    void sayMixed(const FigureDifference& better, const FigureDifference& worse) {
        m_comparison.verdict = PairVerdict::Mixed;
        m_comparison.sentence =
            here("Neither is better in everything: B " + claim(better) + ", but " + claim(worse)) + ".";
        m_comparison.detail = capital(instead(better)) + " (95 % sure: " + between(better) + "), but " +
                              instead(worse) + " (" + between(worse) + ").";
        addSilent();
    }

    void saySpeed(const FigureDifference& speed, const FigureDifference* more, const Figures& shown) {
        const bool faster = speed.way == Way::Better;
        m_comparison.verdict = more == nullptr ? (faster ? PairVerdict::Faster : PairVerdict::Slower)
                                               : (faster ? PairVerdict::Better : PairVerdict::Worse);
        const FigureDifference& said = rateOr(speed);
        m_comparison.sentence = here("B " + claim(speed) + (more != nullptr ? " and " + claim(*more) : "") +
                                     ": " + change(said)) +
                                ".";
        m_comparison.detail = "95 % sure: " + between(said) + ".";
        addShown(shown, &speed);
        if (more == nullptr) {
            if (first(shown, opposite(speed.way), {Aspect::Evenness}) != nullptr)
                m_comparison.detail += std::string(" Against the typical frame, its slow frames stand out ") +
                                       (faster ? "more" : "less") + ".";
            else if (speed.entry->quantity != RunQuantity::Displayed)
                addSlowFrames();
        }
        addSilent();
    }

    /// Beside a change of speed alone.
    void addSlowFrames() {
        const FigureDifference* const evenness = m_comparison.find("frame_time.p99_of_p50");
        if (evenness == nullptr)
            return;
        if (evenness->outcome == Outcome::NotShown || evenness->outcome == Outcome::AboutTheSame)
            m_comparison.detail += " Its slow frames changed as much as the others, as far as this shows.";
        else if (evenness->outcome == Outcome::NoInterval)
            m_comparison.detail += " Whether its slow frames changed more is unknown" +
                                   (evenness->why.empty() ? "" : ": " + evenness->why) + ".";
    }

    void sayOneWay(const FigureDifference& telling, const Figures& shown) {
        m_comparison.verdict = telling.way == Way::Better ? PairVerdict::Better : PairVerdict::Worse;
        const FigureDifference* const tail = telling.entry->isMedian() ? openTail() : nullptr;
        m_comparison.sentence = here(tail == nullptr ? "B " + claim(telling) + ": " + instead(telling)
                                                     : "The slow frames show no difference, " +
                                                           instead(*tail) + ". The typical one does: B " +
                                                           claim(telling) + ", " + instead(telling)) +
                                "." + (telling.judged ? price() : "");
        m_comparison.detail = "95 % sure: " + between(telling) + ".";
        addShown(shown, &telling);
        addSilent();
    }

    /// What the slow frames are, if only the typical frame shows a difference: it matters more.
    [[nodiscard]] const FigureDifference* openTail() const {
        for (const char* const id : {"error.p99", "lateness.p99"}) {
            const FigureDifference* const tail = m_comparison.find(id);
            if (tail != nullptr && tail->judged && tail->a && tail->b && tail->outcome == Outcome::NotShown &&
                !same(*tail))
                return tail;
        }
        return nullptr;
    }

    // --- what does not ---

    /// The first figure that is left open because a recording is too short, if the verdict depends on it.
    [[nodiscard]] const FigureDifference* firstTooShort() const {
        const auto typical = std::ranges::find_if(m_short, [](const FigureDifference* line) {
            return line->entry->aspect == Aspect::Speed || line->entry->isMedian();
        });
        if (typical != m_short.end())
            return *typical;
        return m_even.empty() && !m_short.empty() ? m_short.front() : nullptr;
    }

    void sayTooShort(const FigureDifference& first) {
        m_comparison.verdict = PairVerdict::TooShort;
        m_comparison.sentence = "These recordings are too short to tell whether they differ." + price();
        m_comparison.detail = name(first) + ": " + first.why + ".";
        if (first.entry->aspect == Aspect::Speed && first.a && first.b)
            m_comparison.detail += " Their medians differ by " +
                                   figureText(*first.entry, std::abs(*first.difference())) +
                                   "; what changes slowly, like the scene, may be all of it.";
        Figures others = m_short;
        std::erase(others, &first);
        addList(others, "too short to tell as well");
        addList(m_even, "no difference shown");
    }

    void sayAboutTheSame() {
        const FigureDifference* line = m_same.front();
        for (const FigureDifference* const each : m_same) {
            if (each->entry->aspect == Aspect::Speed)
                line = each;
        }
        m_comparison.verdict = PairVerdict::AboutTheSame;
        m_comparison.sentence =
            here("B is about the same: " + change(rateOr(*line))) + ". Record again to be sure.";
        m_comparison.detail = "95 % sure, of these two alone: " + between(rateOr(*line)) +
                              ". Recordings of the same thing usually differ by this much.";
        addList(m_even, "no difference shown");
        addList(m_short, "too short to tell");
    }

    void sayNotShown() {
        m_comparison.verdict = PairVerdict::NotShown;
        m_comparison.sentence =
            "No difference shown" + (captures().empty() ? "" : " in " + captures()) + "." + price();
        const auto speed = std::ranges::find(
            m_even, Aspect::Speed, [](const FigureDifference* line) { return line->entry->aspect; });
        const auto telling =
            speed != m_even.end() && !same(**speed)
                ? speed
                : std::ranges::find_if(m_even, [](const FigureDifference* line) { return !same(*line); });
        const FigureDifference& first = telling != m_even.end() ? **telling : *m_even.front();
        m_comparison.detail = same(first) ? name(first) + " is the same in both."
                                          : name(first) + ": B − A lies between " +
                                                intervalText(*first.entry, *first.interval, " and ") +
                                                " (95 % sure).";
        Figures others = m_even;
        std::erase(others, &first);
        addList(others, "no difference shown either");
        addList(m_short, "too short to tell");
        addWhatIsHidden();
    }

    /// Says if the interval of a median is wider than a tenth of it. Changing scenes are the usual reason.
    void addWhatIsHidden() {
        for (const FigureDifference* const line : m_even) {
            const double reach = std::max(-line->interval->low, line->interval->high);
            if (line->entry->aspect == Aspect::Speed && line->a && reach > 0.1 * std::abs(*line->a))
                m_comparison.detail +=
                    " The typical frame changes so much within each of them that a difference of 10 % would "
                    "not be seen: record the same scene, or several times.";
        }
    }

    void sayTooFew() {
        const Figures unlike = ofOutcome(m_judged, Outcome::Unlike);
        if (unlike.size() == m_judged.size()) {
            m_comparison.verdict = PairVerdict::NotComparable;
            m_comparison.sentence = "These two cannot be compared as they are.";
            m_comparison.detail = capital(unlike.front()->why) + ".";
            return;
        }
        m_comparison.verdict = PairVerdict::TooFew;
        m_comparison.sentence = "It is unknown whether they differ.";
        const auto why = std::ranges::find_if(m_judged, [](const FigureDifference* line) {
            return line->outcome == Outcome::NoInterval || line->outcome == Outcome::Absent;
        });
        m_comparison.detail = why == m_judged.end() ? "" : name(**why) + ": " + (*why)->why + ".";
    }

    void sayNothingInCommon() {
        m_comparison.sentence = "These two cannot be compared.";
        const auto holds = [](const ComparedRun& run) -> std::string {
            if (run.has(RunQuantity::FrameTime))
                return "frame times";
            return run.has(RunQuantity::Lateness)      ? "lateness"
                   : run.has(RunQuantity::Duration)    ? "times"
                   : run.has(RunQuantity::CountedRate) ? "frames counted each second"
                                                       : "no times";
        };
        m_comparison.detail = "A holds " + holds(m_a) + ", B holds " + holds(m_b) +
                              (m_a.has(RunQuantity::CountedRate) && m_b.has(RunQuantity::CountedRate)
                                   ? ": without frame times there is nothing to compare."
                                   : ": they did not measure the same.");
    }

    // --- parts of sentences ---

    [[nodiscard]] std::string name(const FigureDifference& line) const {
        return figureName(*line.entry, m_comparison);
    }

    /// `these two captures`: the sentence is true only of these. Empty: it is true of what was recorded.
    [[nodiscard]] std::string captures() const {
        const bool simulated = m_a.origin == RunOrigin::Simulated && m_b.origin == RunOrigin::Simulated;
        if (simulated || !oneRecordingEach(m_a, m_b))
            return {};
        const bool logs = m_a.origin == RunOrigin::Log && m_b.origin == RunOrigin::Log;
        return m_a.parts.size() + m_b.parts.size() > 0 ? "these recordings"
               : logs                                  ? "these two captures"
                                                       : "these two runs";
    }

    /// `In these two captures, B is slower: …`
    [[nodiscard]] std::string here(const std::string& sentence) const {
        const std::string where = captures();
        if (where.empty())
            return sentence;
        return "In " + where + ", " + (sentence.starts_with("B ") ? sentence : smallLetter(sentence));
    }

    /// `is steadier`
    [[nodiscard]] std::string claim(const FigureDifference& line) const {
        if (!line.judged)
            return std::string("is ") + (line.way == Way::Better ? "better" : "worse") + " in one figure, " +
                   smallLetter(name(line));
        return std::string(line.way == Way::Better ? line.entry->wins : line.entry->loses);
    }

    /// `99 of 100 frames take at most 7.1 ms instead of 9.5 ms`
    [[nodiscard]] std::string instead(const FigureDifference& line) const {
        const FigureEntry& entry = *line.entry;
        if (!line.judged)
            return said::say("%1 instead of %2", {figureText(entry, *line.b), figureText(entry, *line.a)});
        const std::string tolerance =
            m_comparison.tolerance ? said::shortDuration(static_cast<double>(m_comparison.tolerance->count()))
                                   : "the tolerance";
        return said::say(entry.says, {figureText(entry, *line.b), figureText(entry, *line.a), tolerance});
    }

    /// People know frames per second. So this is the mean rate, if it says the same as the median frame time.
    [[nodiscard]] const FigureDifference& rateOr(const FigureDifference& line) const {
        const FigureDifference* const rate = m_comparison.find("rate_hz");
        const bool alike = line.entry->aspect == Aspect::Speed &&
                           line.entry->quantity != RunQuantity::Displayed && rate != nullptr &&
                           rate->outcome == line.outcome && rate->way == line.way &&
                           (*rate->difference() < 0) == (*line.difference() > 0);
        return alike ? *rate : line;
    }

    /// `54.5 FPS on average instead of 60.0 FPS, 9.2 % fewer`
    [[nodiscard]] std::string change(const FigureDifference& line) const {
        if (line.entry->unit != FigureEntry::Unit::Rate || line.judged)
            return instead(line);
        return figureText(*line.entry, *line.b) + " on average instead of " +
               figureText(*line.entry, *line.a) + ", " + ratioText(*line.a, *line.b);
    }

    /// The CPU time that punctuality costs, if both recorded it.
    [[nodiscard]] std::string price() const {
        const FigureDifference* const cpu = m_comparison.find("cpu.thread_percent");
        constexpr double kLeast = 0.05;
        if (cpu == nullptr || !cpu->a || !cpu->b || std::abs(*cpu->difference()) < kLeast)
            return {};
        return " It takes " + figureText(*cpu->entry, *cpu->b) + " of a CPU core instead of " +
               figureText(*cpu->entry, *cpu->a) + ".";
    }

    void addShown(const Figures& shown, const FigureDifference* besides) {
        for (const FigureDifference* const line : shown) {
            if (line != besides && line->judged && line->entry->aspect != Aspect::Evenness)
                m_comparison.detail += " " + capital(instead(*line)) + ".";
        }
    }

    /// Lists the figures that show no difference.
    void addSilent() {
        Figures open = m_even;
        std::erase_if(open, [](const FigureDifference* line) { return same(*line); });
        addList(open, "no difference shown");
        Figures equal = m_even;
        std::erase_if(equal, [](const FigureDifference* line) { return !same(*line); });
        addList(equal, "the same");
        addList(m_same, "about the same");
        addList(m_short, "too short to tell");
    }

    void addList(const Figures& lines, const std::string& what) {
        const std::vector<std::string> names = namesOf(lines, m_comparison);
        if (!names.empty())
            m_comparison.detail += " " + capital(said::listed(names)) + ": " + what + ".";
    }

    /// Where what was displayed decides, presents may be others: with generated frames, or with vsync.
    void addPresents() {
        const FigureDifference* const shown = m_comparison.find("displayed_time.p50");
        const FigureDifference* const rate = m_comparison.find("rate_hz");
        if (shown == nullptr || !shown->judged || rate == nullptr || !rate->a || !rate->b)
            return;
        m_comparison.detail += " Presented: " + figureText(*rate->entry, *rate->b) +
                               " on average instead of " + figureText(*rate->entry, *rate->a) + ".";
    }

    /// Names the rarest frames if they point the other way, but are too few to tell.
    void addTail() {
        const FigureDifference* const tail = m_comparison.find("error.p99_9");
        const bool better =
            m_comparison.verdict == PairVerdict::Better || m_comparison.verdict == PairVerdict::Worse;
        if (tail == nullptr || tail->outcome != Outcome::NoInterval || !better || !tail->a || !tail->b)
            return;
        const double more = *tail->difference();
        const bool otherWay = m_comparison.verdict == PairVerdict::Better ? more > 0 : more < 0;
        const bool seen = figureText(*tail->entry, *tail->a) != figureText(*tail->entry, *tail->b);
        if (otherWay && seen && m_a.columns && m_b.columns)
            m_comparison.detail +=
                " The rarest frames point the other way: " + instead(*tail) + ". It takes " +
                said::count(tail->entry->statistic.valuesNeededForInterval()) + " frames to tell.";
    }

    /// A loop that is late by the same time in nearly every frame is steady. It could simply begin earlier.
    void addOffsets() {
        for (const auto& [run, side] : {std::pair{&m_a, "A"}, std::pair{&m_b, "B"}}) {
            const auto lateness = run->summaries.find(RunQuantity::Lateness);
            if (!run->tolerance || lateness == run->summaries.end() ||
                m_comparison.verdict == PairVerdict::NotComparable)
                continue;
            const Summary& late = lateness->second;
            const auto tolerance = static_cast<double>(run->tolerance->count());
            if (late.p50 && late.p99 && *late.p50 > tolerance && *late.p99 - *late.p50 < tolerance / 2)
                m_comparison.detail += std::string(" ") + side + " is late by nearly the same " +
                                       said::shortDuration(*late.p50) +
                                       " in nearly every frame: an offset, not unsteadiness.";
        }
    }

    Comparison& m_comparison;
    const ComparedRun& m_a;
    const ComparedRun& m_b;
    const Figures m_judged; // in the verdict's order, like all below
    const Figures m_even;
    const Figures m_same;
    const Figures m_short;
};

} // namespace

void sayVerdict(Comparison& comparison, const ComparedRun& a, const ComparedRun& b) {
    Words(comparison, a, b).say();
}

std::string figureName(const FigureEntry& entry, const Comparison& comparison) {
    const bool late =
        entry.quantity == RunQuantity::Lateness && entry.statistic.kind == SeriesStatistic::Kind::ShareBeyond;
    if (late && comparison.tolerance)
        return "Frames more than " + said::shortDuration(static_cast<double>(comparison.tolerance->count())) +
               " late";
    return said::say(
        entry.name,
        {comparison.limit ? said::shortDuration(static_cast<double>(comparison.limit->count())) : "a limit"});
}

} // namespace jitterscope
