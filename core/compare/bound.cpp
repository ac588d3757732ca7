// SPDX-License-Identifier: MIT
#include "core/compare/bound.h"

#include "core/base/parse.h"
#include "core/base/random.h"
#include "core/compare/enough_frames.h"
#include "core/compare/resampled_side.h"

#include <algorithm>

namespace jitterscope {
namespace {

Error wrong(std::string_view text, const std::string& what) {
    return Error{ErrorCode::Usage, inQuotes(text) + ": " + what,
                 "FIGURE OP BOUND, as p99<=A*1.05 or late.fraction<0.01"};
}

/// The ids that a written figure may stand for, in the order in which they are tried.
std::vector<std::string> idsOf(const std::string& figure) {
    std::vector<std::string> ids{figure};
    for (const char* const quantity : {"error.", "frame_time.", "lateness.", "duration."})
        ids.push_back(quantity + figure);
    return ids;
}

const FigureEntry* entryOf(std::string_view id) {
    const auto found = std::ranges::find(figureCatalog(), id, &FigureEntry::id);
    return found != figureCatalog().end() ? &*found : nullptr;
}

/// A number, or a time in ns.
std::optional<double> valueOf(std::string_view text) {
    if (const std::optional<double> number = parseDouble(text))
        return number;
    const std::optional<Nanoseconds> time = parseDuration(text);
    return time ? std::optional(static_cast<double>(time->count())) : std::nullopt;
}

/// `A`, `A*1.05`, `A+2ms`, `A*1.05-1us`, `200us`.
bool readBound(std::string_view text, double& factor, double& offset) {
    text = trimmed(text);
    if (!text.starts_with('A') && !text.starts_with('a')) {
        const std::optional<double> value = valueOf(text);
        offset = value.value_or(0);
        factor = 0;
        return value.has_value();
    }
    factor = 1;
    text = trimmed(text.substr(1));
    if (text.starts_with('*')) {
        const std::size_t end = text.find_first_of("+-", 1);
        const std::optional<double> times =
            parseDouble(text.substr(1, end == std::string_view::npos ? end : end - 1));
        if (!times || *times <= 0)
            return false;
        factor = *times;
        text = end == std::string_view::npos ? std::string_view() : text.substr(end);
    }
    if (text.empty())
        return true;
    const std::optional<double> more = valueOf(text.substr(1));
    offset = (text[0] == '-' ? -1 : 1) * more.value_or(0);
    return more && (text[0] == '+' || text[0] == '-');
}

/// The entry, and the medians that tell how long its values stay correlated.
std::vector<const FigureEntry*> withMedians(const FigureEntry& entry, const ComparedRun& run) {
    std::vector<const FigureEntry*> entries{&entry};
    for (const FigureEntry& each : figureCatalog()) {
        if (&each != &entry && each.isMedian() && each.appliesTo(run))
            entries.push_back(&each);
    }
    return entries;
}

/// One run's figure, resampled.
struct Resampled {
    std::vector<double> figures;
    FramesNeeded needed;
};
Resampled resampled(const FigureEntry& entry, const ComparedRun& run, const CompareOptions& options,
                    const char* stream) {
    const std::vector<const FigureEntry*> entries = withMedians(entry, run);
    ResampledSide side(run, entries, options, streamSeed(options.seed, stream));
    side.resample();
    Resampled result{side.result(0).resamples, framesNeeded(entries, 0, side)};
    for (double& each : result.figures)
        each = figureOf(entry, each, run);
    return result;
}

bool tooFew(const FramesNeeded& needed, const ComparedRun& run) {
    return run.columns && needed.frames > static_cast<double>(run.columns->size());
}

} // namespace

Result<Bound> Bound::parse(std::string_view text) {
    const std::size_t place = text.find_first_of("<>");
    if (place == std::string_view::npos)
        return wrong(text, "no operator, one of < <= > >=");
    Bound bound;
    bound.m_text = trimmed(text);
    bound.m_less = text[place] == '<';
    bound.m_orEqual = place + 1 < text.size() && text[place + 1] == '=';
    bound.m_figure = trimmed(text.substr(0, place));
    replaceFirst(bound.m_figure, "p99.9", "p99_9");
    replaceFirst(bound.m_figure, "_ns.", ".");
    const std::vector<std::string> ids = idsOf(bound.m_figure);
    if (std::ranges::none_of(ids, [](const std::string& id) { return entryOf(id) != nullptr; }))
        return wrong(text, "unknown figure " + inQuotes(bound.m_figure));
    if (!readBound(text.substr(place + (bound.m_orEqual ? 2 : 1)), bound.m_factor, bound.m_offset))
        return wrong(text, "the bound is A, A*FACTOR, A+VALUE, A*FACTOR+VALUE or VALUE");
    return bound;
}

const FigureEntry* Bound::entryFor(const ComparedRun& a, const ComparedRun& b) const {
    const std::optional<CommonGround> ground = commonGround(a, b);
    const FigureEntry* first = nullptr;
    for (const std::string& id : idsOf(m_figure)) {
        const FigureEntry* const entry = entryOf(id);
        if (entry == nullptr)
            continue;
        if (ground && entry->shownOn(*ground))
            return entry;
        first = first == nullptr ? entry : first;
    }
    return first;
}

bool Bound::keeps(double excess) const noexcept {
    if (excess == 0)
        return m_orEqual;
    return (excess < 0) == m_less;
}

std::optional<Excess> excessOver(const FigureEntry& entry, const ComparedRun& a, const ComparedRun& b,
                                 double factor, double offset, const CompareOptions& options) {
    const std::optional<double> valueA = factor != 0 ? figureOf(entry, a, options) : std::optional(0.0);
    const std::optional<double> valueB = figureOf(entry, b, options);
    if (!valueA || !valueB)
        return std::nullopt;
    Excess excess{*valueB - factor * *valueA - offset, std::nullopt, {}};
    const Resampled ofB = resampled(entry, b, options, "b");
    const Resampled ofA = factor != 0 ? resampled(entry, a, options, "a") : Resampled();
    if (ofB.figures.empty() || (factor != 0 && ofA.figures.empty()))
        return excess;
    if (tooFew(ofA.needed, a) || tooFew(ofB.needed, b)) {
        std::optional<Interval> bound =
            factor != 0 ? rangeOfEighths(entry, a, options) : std::optional(Interval());
        if (bound)
            bound = Interval{factor * bound->low + offset, factor * bound->high + offset};
        if (!farApart(bound, rangeOfEighths(entry, b, options))) {
            excess.why = framesNeededText(ofA.needed, ofB.needed, b);
            return excess;
        }
    }
    std::vector<double> differences = ofB.figures;
    for (std::size_t i = 0; i < differences.size(); ++i)
        differences[i] -= (factor != 0 ? factor * ofA.figures[i] : 0) + offset;
    excess.interval = middleInterval(differences, Comparison::kLevel);
    return excess;
}

Bound::Outcome Bound::check(const ComparedRun& a, const ComparedRun& b, const CompareOptions& given) const {
    const CompareOptions options = withLimit(a, given);
    const FigureEntry& entry = *entryFor(a, b);
    const std::string head = m_text + ": " + std::string(entry.id) + " ";
    const std::string unlike = m_factor != 0 ? whyUnlike(entry, a, b, options) : std::string();
    if (!unlike.empty())
        return {false, head + "cannot be compared: " + unlike};
    const std::optional<double> ofA = m_factor != 0 ? figureOf(entry, a, options) : std::optional(0.0);
    const std::optional<double> ofB = figureOf(entry, b, options);
    if (!ofA || !ofB)
        return {false, head + "is absent in " + (ofB ? "A" : "B") + ": not recorded, or too few frames"};
    const double over = *ofB - limitOf(*ofA);
    const std::string is = head + "of B is " + figureText(entry, *ofB) + ", the bound " +
                           figureText(entry, limitOf(*ofA)) + ": " + signedFigureText(entry, over);
    if (entry.singleNumber())
        return {keeps(over), is};
    const std::optional<Excess> excess = excessOver(entry, a, b, m_factor, m_offset, options);
    if (!excess || !excess->interval)
        return {false, is + "; " +
                           (excess && !excess->why.empty() ? excess->why : "too few frames for an interval")};
    const Interval& interval = *excess->interval;
    return {keeps(interval.low) || keeps(interval.high),
            is + "; that difference lies between " + signedFigureText(entry, interval.low) + " and " +
                signedFigureText(entry, interval.high) + " (95 %)"};
}

} // namespace jitterscope
