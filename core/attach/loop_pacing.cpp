// SPDX-License-Identifier: MIT
#include "core/attach/loop_pacing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

namespace jitterscope {

namespace {

constexpr std::size_t kFramesForCadence = 60;
constexpr double kGridBelow = -0.25; // correlation of neighbouring frame times

double usualTimeOf(const std::vector<HeardFrame>& frames) {
    return medianOf(frames, [](const HeardFrame& frame) { return frame.frameTime; });
}

/// How neighbouring frame times go together, −1 … 1, counted from `middle`. Frames that are `within` or more
/// away from the usual one are left out, with their neighbours.
double togetherOf(const std::vector<double>& beyondUsual, double middle, double within) {
    double variance = 0;
    double together = 0;
    for (std::size_t i = 1; i < beyondUsual.size(); ++i) {
        if (std::abs(beyondUsual[i - 1]) >= within || std::abs(beyondUsual[i]) >= within)
            continue;
        const double before = beyondUsual[i - 1] - middle;
        const double here = beyondUsual[i] - middle;
        variance += (before * before + here * here) / 2;
        together += before * here;
    }
    return variance > 0 ? together / variance : 0;
}

/// The slot of the grid that each frame has. A loop that keeps its deadlines loses no slot. Then its mean
/// frame time is the usual one.
std::vector<double> slotsOf(const std::vector<HeardFrame>& frames, double usualTime) {
    constexpr double kLosesSlots = 1.02;
    const auto span = static_cast<double>(frames.back().start - frames.front().start);
    const bool loses = span / static_cast<double>(frames.size() - 1) > kLosesSlots * usualTime;
    std::vector<double> slots{0};
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const double apart = static_cast<double>(frames[i].start - frames[i - 1].start) / usualTime;
        slots.push_back(slots.back() + (loses ? std::max(1.0, std::round(apart)) : 1.0));
    }
    return slots;
}

} // namespace

std::string_view cadenceId(Cadence cadence) noexcept {
    constexpr std::array<std::string_view, 3> kIds{"grid", "relative", "unknown"};
    return kIds[static_cast<std::size_t>(cadence)];
}

/// On a grid a late start makes one frame long, and the next one as much shorter than the usual one. Counted
/// from the mean instead, frames between regular long ones would be short. A poll cannot make frames of 28.6
/// ms: it makes some of 28 and some of 29, and none of them is the usual one. Those are counted from their
/// mean, without frames that are longer for another reason.
Cadence cadenceOf(const std::vector<HeardFrame>& frames, std::int64_t poll) {
    if (frames.size() < kFramesForCadence)
        return Cadence::Unknown;
    const double usual = usualTimeOf(frames);
    std::vector<double> beyondUsual;
    for (const HeardFrame& frame : frames)
        beyondUsual.push_back(static_cast<double>(frame.frameTime) - usual);
    if (togetherOf(beyondUsual, 0, std::numeric_limits<double>::infinity()) < kGridBelow)
        return Cadence::Grid;
    const double rounded = 1.5 * static_cast<double>(poll);
    std::vector<double> near;
    std::ranges::copy_if(beyondUsual, std::back_inserter(near),
                         [rounded](double each) { return std::abs(each) < rounded; });
    if (near.size() < kFramesForCadence)
        return Cadence::Relative;
    const double mean = std::accumulate(near.begin(), near.end(), 0.0) / static_cast<double>(near.size());
    return togetherOf(beyondUsual, mean, rounded) < kGridBelow ? Cadence::Grid : Cadence::Relative;
}

std::vector<std::int64_t> latenessOnGrid(const std::vector<HeardFrame>& frames) {
    if (frames.size() < kFramesForCadence)
        return {};
    const double usual = usualTimeOf(frames);
    const std::vector<double> slots = slotsOf(frames, usual);
    std::vector<double> starts;
    for (const HeardFrame& frame : frames)
        starts.push_back(static_cast<double>(frame.start - frames.front().start));
    const auto count = static_cast<double>(slots.size());
    const double meanSlot = std::accumulate(slots.begin(), slots.end(), 0.0) / count;
    const double meanStart = std::accumulate(starts.begin(), starts.end(), 0.0) / count;
    double together = 0;
    double variance = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        together += (slots[i] - meanSlot) * (starts[i] - meanStart);
        variance += (slots[i] - meanSlot) * (slots[i] - meanSlot);
    }
    const double period = variance > 0 ? together / variance : usual;
    std::vector<double> offsets;
    for (std::size_t i = 0; i < slots.size(); ++i)
        offsets.push_back(starts[i] - period * slots[i]);
    constexpr double kEarliest = 0.05;
    std::vector<double> sorted = offsets;
    const auto early = sorted.begin() + static_cast<std::ptrdiff_t>(kEarliest * count);
    std::ranges::nth_element(sorted, early);
    const double origin = *early;
    std::vector<std::int64_t> lateness;
    for (const double offset : offsets)
        lateness.push_back(std::llround(offset - origin));
    return lateness;
}

namespace {

constexpr std::size_t kFewestPairs = 10;
constexpr double kClearly = 2;            // times as steady as the others
constexpr double kExact = 1'000;          // ns; what is computed, and not read from a clock, stays within it
constexpr double kMillisecondAsked = 1e6; // ns
constexpr double kVariesBeyond = 1.5e6;   // ns of work, beyond which whole milliseconds would differ
constexpr double kSlowFrame = 1.6;        // of a usual frame: it had several frames' work before it
constexpr double kSameDistance = 0.02;    // of the distance between two deadlines
constexpr double kAboutTheSame = 0.1;     // of a frame, that a rest differs by if its clock is a coarse one
constexpr std::size_t kFar = 16;          // waits; over so many a loop without deadlines wanders
constexpr std::size_t kVeryFar = 64;      // the same where each wait is rounded
constexpr double kNearlyAll = 0.98;
constexpr double kFarTooLate = 0.25; // of a frame
constexpr double kAskedFor = 30'000; // ns that a frame time may be off one that programs ask for

double quantile(std::vector<double> values, double share) {
    if (values.empty())
        return 0;
    const auto at = values.begin() + std::lround(share * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, at);
    return *at;
}

double spreadOf(const std::vector<double>& values) {
    return quantile(values, 0.9) - quantile(values, 0.1);
}

/// The waits as columns, ns.
struct Columns {
    std::vector<double> asked;    ///< length that was asked for
    std::vector<double> before;   ///< PacedWait::before
    std::vector<double> rest;     ///< sum of both
    std::vector<double> apart;    ///< between the asked ends of neighbours
    std::vector<double> farApart; ///< the same over kFar waits
    double absolute = 0;          ///< share
};

/// Without those that several frames' work came before: the loop was too slow to wait after each of them.
Columns columnsOf(std::span<const PacedWait> waits) {
    std::vector<double> whole;
    std::vector<double> inTime;
    for (const PacedWait& wait : waits) {
        whole.push_back(static_cast<double>(wait.before + wait.asked - wait.begin));
        if (wait.asked > wait.begin)
            inTime.push_back(whole.back());
    }
    const double most = kSlowFrame * quantile(inTime, 0.25);
    Columns columns;
    for (std::size_t i = 1; i < waits.size(); ++i) {
        const PacedWait& wait = waits[i];
        columns.apart.push_back(static_cast<double>(wait.asked - waits[i - 1].asked));
        if (i >= kFar)
            columns.farApart.push_back(static_cast<double>(wait.asked - waits[i - kFar].asked));
        columns.absolute += wait.absolute ? 1 : 0;
        if (static_cast<double>(wait.before) > most || wait.asked <= wait.begin)
            continue;
        columns.asked.push_back(static_cast<double>(wait.asked - wait.begin));
        columns.before.push_back(static_cast<double>(wait.before));
        columns.rest.push_back(whole[i]);
    }
    columns.absolute /= static_cast<double>(std::max<std::size_t>(1, columns.apart.size()));
    return columns;
}

/// How far the distances are from the usual one, or from a whole multiple of it where the loop left out
/// slots: then it was behind, and did not ask for a longer wait.
double spreadOnGrid(std::span<const PacedWait> waits, double usual) {
    if (usual <= 0)
        return INFINITY;
    std::vector<double> off;
    for (std::size_t i = 1; i < waits.size(); ++i) {
        const auto distance = static_cast<double>(waits[i].asked - waits[i - 1].asked);
        const bool behind = static_cast<double>(waits[i].asked - waits[i].begin) < kSlowFrame * usual;
        off.push_back(distance - usual * (behind ? std::max(1.0, std::round(distance / usual)) : 1));
    }
    return spreadOf(off);
}

/// Whether the asked ends stay on the same grid over many waits. Otherwise each late frame moves it.
bool keepsGrid(std::span<const PacedWait> waits, double usual, double least) {
    std::vector<double> off;
    for (std::size_t i = kFar; i < waits.size(); ++i) {
        const auto distance = static_cast<double>(waits[i].asked - waits[i - kFar].asked);
        off.push_back(distance - usual * std::round(distance / usual));
    }
    // The distance is known to its rounding, which adds up.
    return off.size() < kFewestPairs || spreadOf(off) <= std::max(kClearly * least, kSameDistance * usual);
}

bool inWholeMilliseconds(const std::vector<double>& asked) {
    const auto whole = std::ranges::count_if(
        asked, [](double length) { return length > 0 && std::fmod(length, kMillisecondAsked) == 0; });
    return static_cast<double>(whole) >= 0.95 * static_cast<double>(asked.size());
}

/// The waits whose frames had more or less work than usual by so much that what is left differs in whole
/// milliseconds.
struct UnusualWork {
    std::size_t waits = 0;
    std::size_t same = 0;   ///< as long as usual
    std::size_t madeUp = 0; ///< shorter or longer by what the work was more or less
};

/// Of `columns` whose lengths are nearly all the same.
UnusualWork unusualWorkIn(const Columns& columns) {
    const double usualAsked = quantile(columns.asked, 0.5);
    const double usualBefore = quantile(columns.before, 0.5);
    UnusualWork found;
    for (std::size_t i = 0; i < columns.asked.size(); ++i) {
        const double more = columns.before[i] - usualBefore;
        if (std::abs(more) < kVariesBeyond)
            continue;
        const double longer = columns.asked[i] - usualAsked;
        ++found.waits;
        if (longer == 0)
            ++found.same;
        else if (std::abs(longer + more) < kVariesBeyond)
            ++found.madeUp;
    }
    return found;
}

/// What the few waits after unusual work tell.
Pacing toldByUnusualWork(const Columns& columns) {
    constexpr std::size_t kEnough = 5;
    constexpr double kMost = 0.8;
    const UnusualWork unusual = unusualWorkIn(columns);
    if (unusual.waits < kEnough)
        return Pacing::Unknown;
    const double most = kMost * static_cast<double>(unusual.waits);
    if (static_cast<double>(unusual.same) >= most)
        return Pacing::Fixed;
    return static_cast<double>(unusual.madeUp) >= most ? Pacing::Rest : Pacing::Unknown;
}

/// A frame time that programs ask for by a clock of whole milliseconds, if this is nearly one: itself whole,
/// or that of 30 Hz and its multiples. 0: it is none.
double askedForNear(double period) {
    const double whole = std::round(period / kMillisecondAsked) * kMillisecondAsked;
    const double ofThirty = 1e9 / (30 * std::max(1.0, std::round(1e9 / 30 / period)));
    for (const double each : {whole, ofThirty}) {
        if (std::abs(each - period) <= kAskedFor)
            return each;
    }
    return 0;
}

/// The asked ends as points of a grid with a slot for each frame: over `many` waits, so that rounding each of
/// them to milliseconds hardly counts.
class Slots {
public:
    /// `about`: a frame's time, by which slots are counted.
    Slots(std::span<const PacedWait> waits, std::size_t many, double about) {
        for (std::size_t i = many; i < waits.size(); ++i) {
            const auto distance = static_cast<double>(waits[i].asked - waits[i - many].asked);
            m_distances.push_back({distance, std::max(1.0, std::round(distance / about))});
        }
    }

    /// The usual length of one slot, ns.
    [[nodiscard]] double length() const {
        std::vector<double> lengths;
        for (const Distance& each : m_distances)
            lengths.push_back(each.time / each.slots);
        return quantile(lengths, 0.5);
    }

    /// How far the ends are from where slots of that length would have them.
    [[nodiscard]] double spread(double length) const {
        std::vector<double> off;
        for (const Distance& each : m_distances)
            off.push_back(each.time - length * each.slots);
        return spreadOf(off);
    }

private:
    struct Distance {
        double time = 0; ///< ns
        double slots = 0;
    };
    std::vector<Distance> m_distances;
};

/// Who wakes so late each time may leave out every second slot, and seems to mean twice as long.
bool wakesFarTooLate(std::span<const PacedWait> waits, double period) {
    std::vector<double> late;
    for (const PacedWait& wait : waits)
        late.push_back(static_cast<double>(wait.end - wait.asked));
    return quantile(late, 0.5) > kFarTooLate * period;
}

/// What the waits tell that ended late, but by less than a frame: whether the next one was asked to end where
/// it would have been without that, or so much later.
Pacing toldByLateWaits(std::span<const PacedWait> waits, double period) {
    constexpr std::size_t kEnough = 3;
    constexpr double kMost = 0.8;
    constexpr double kLeastLate = 2.5e6; // ns; what differs by less may be rounding
    std::size_t seen = 0;
    std::size_t madeUp = 0;
    std::size_t moved = 0;
    for (std::size_t i = 1; i < waits.size(); ++i) {
        const auto late = static_cast<double>(waits[i - 1].end - waits[i - 1].asked);
        if (late < kLeastLate || late > kMost * period)
            continue;
        const double off = static_cast<double>(waits[i].asked - waits[i - 1].asked) - period;
        ++seen;
        madeUp += std::abs(off) < kLeastLate / 2 ? 1 : 0;
        moved += std::abs(off - late) < kLeastLate / 2 ? 1 : 0;
    }
    const double most = kMost * static_cast<double>(seen);
    if (seen < kEnough || static_cast<double>(std::max(madeUp, moved)) < most)
        return Pacing::Unknown;
    return madeUp > moved ? Pacing::Deadline : Pacing::Rest;
}

/// Of lengths in whole milliseconds that vary: what is left of a frame, or until a deadline. Over two waits
/// both are rounded alike. Over many, only a loop that counts from its last wait wanders.
LoopPacing restOrDeadline(std::span<const PacedWait> waits, const Columns& columns, double rounded) {
    const std::size_t many = waits.size() >= kVeryFar + 2 * kFewestPairs ? kVeryFar : kFar;
    if (waits.size() < many + kFewestPairs)
        return {};
    const double about = quantile(columns.farApart, 0.5) / static_cast<double>(kFar);
    if (about <= 0)
        return {};
    const Slots slots(waits, many, about);
    const double period = slots.length();
    if (wakesFarTooLate(waits, period))
        return {};
    const double far = slots.spread(period);
    const double askedFor = askedForNear(period);
    const double wanders = kClearly * rounded;
    // After very late frames, on a busy machine, a loop may count its deadlines anew: then it wanders, too.
    if (far >= wanders && toldByLateWaits(waits, quantile(columns.apart, 0.5)) == Pacing::Deadline) {
        LoopPacing pacing{Pacing::Deadline, std::llround(askedFor > 0 ? askedFor : askedForNear(about))};
        pacing.restarts = true;
        return pacing;
    }
    if (far >= (askedFor > 0 ? 2 * wanders : wanders))
        return {Pacing::Rest, std::llround(quantile(columns.rest, 0.5))};
    if (far < wanders && askedFor > 0)
        return {Pacing::Deadline, std::llround(askedFor)};
    return {};
}

} // namespace

LoopPacing pacingOf(std::span<const PacedWait> waits) {
    if (waits.size() <= kFewestPairs)
        return {};
    const Columns columns = columnsOf(waits);
    const double usualApart = quantile(columns.apart, 0.5);
    const double fixed = spreadOf(columns.asked);
    const double rest = spreadOf(columns.rest);
    const double grid = spreadOnGrid(waits, usualApart);
    const double work = spreadOf(columns.before);
    const bool whole = inWholeMilliseconds(columns.asked);
    const LoopPacing ofDeadlines{Pacing::Deadline,
                                 grid <= kSameDistance * usualApart ? std::llround(usualApart) : 0};
    const LoopPacing ofRest{Pacing::Rest, std::llround(quantile(columns.rest, 0.5))};
    const LoopPacing ofLength{Pacing::Fixed, std::llround(quantile(columns.asked, 0.5)), fixed == 0};
    const bool absolute = columns.absolute > 0.5;
    if (absolute && grid <= kExact) // also of a loop that is behind all the time
        return ofDeadlines;
    if (columns.asked.size() < kFewestPairs)
        return absolute ? ofDeadlines : LoopPacing{};
    if (whole && fixed == 0) {
        const auto alike = std::ranges::count(columns.asked, quantile(columns.asked, 0.5));
        const bool nearlyAll =
            static_cast<double>(alike) >= kNearlyAll * static_cast<double>(columns.asked.size());
        const Pacing told = toldByUnusualWork(columns);
        // In the middle 80 % nothing differs, and in all hardly more: with next to nothing between two sleeps
        // it is a fixed length. After longer work that is always the same, it may as well be what is left.
        const double between = quantile(columns.before, 0.5);
        if (told == Pacing::Fixed || (told != Pacing::Rest && work >= kVariesBeyond) ||
            (told != Pacing::Rest && nearlyAll && between > 0 && between < kMillisecondAsked))
            return ofLength;
        if (told == Pacing::Unknown)
            return {work < kExact ? Pacing::Unknown : Pacing::Open, ofLength.meant};
    }
    // A difference below these says nothing: reading a clock takes time, and milliseconds are rounded to.
    const double least = whole ? kMillisecondAsked : kExact / 2;
    if (whole && std::max(rest, grid) < kClearly * least) {
        const LoopPacing pacing = restOrDeadline(waits, columns, std::max({rest, grid, least}));
        if (pacing.how != Pacing::Unknown)
            return pacing;
    }
    const auto clearly = [least](double one, double other) {
        return kClearly * std::max(one, least) <= other;
    };
    if (clearly(fixed, rest) && clearly(fixed, grid))
        return ofLength;
    if (clearly(grid, fixed) && clearly(grid, rest)) {
        LoopPacing pacing = ofDeadlines;
        pacing.restarts = !absolute && usualApart > 0 && !keepsGrid(waits, usualApart, std::max(grid, least));
        return pacing;
    }
    if (clearly(rest, fixed) && clearly(rest, grid))
        return ofRest;
    // Rest and deadline differ only by how late the wait before ended. That adds up where there is no grid.
    if (!absolute && clearly(rest, fixed) && clearly(grid, fixed)) {
        const double far = spreadOf(columns.farApart);
        if (columns.farApart.size() >= kFewestPairs)
            return far < kClearly * std::max(grid, least) ? ofDeadlines : ofRest;
    }
    return absolute
               ? ofDeadlines
               : LoopPacing{Pacing::Unknown, 0, true, rest <= kAboutTheSame * quantile(columns.rest, 0.5)};
}

} // namespace jitterscope
