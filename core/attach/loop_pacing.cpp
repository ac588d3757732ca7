// SPDX-License-Identifier: MIT
#include "core/attach/loop_pacing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace jitterscope {
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

double quantile(std::vector<double> values, double share) {
    if (values.empty())
        return 0;
    const auto at =
        values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
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
    // In the middle 80 % nothing differs, and in all hardly more: with next to nothing between two sleeps it
    // is a fixed length. After longer work that is always the same, it may as well be what is left.
    if (whole && fixed == 0 && work >= kVariesBeyond)
        return ofLength;
    if (whole && fixed == 0) {
        const double between = quantile(columns.before, 0.5);
        if (between < kMillisecondAsked)
            return between > 0 ? ofLength : LoopPacing{};
        return {work < kExact ? Pacing::Unknown : Pacing::Open, ofLength.meant};
    }
    // A difference below these says nothing: reading a clock takes time, and milliseconds are rounded to.
    const double least = whole ? kMillisecondAsked : kExact / 2;
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
