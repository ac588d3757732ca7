// SPDX-License-Identifier: MIT
#include "core/attach/loop_stretches.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace jitterscope {
namespace {

constexpr std::int64_t kWindow = 1'000'000'000; // ns
constexpr std::size_t kFewestOfWindow = 5;      // frames
constexpr double kSameTime = 0.12;              // of a frame time
constexpr double kOtherRate = 0.1;              // of a rate that is meant
constexpr double kLoads = 3;                    // times the usual frame time
constexpr std::size_t kClearlyNew = 5;          // frames in a row
constexpr std::size_t kMostParts = 8;           // more are no menu and level, but its way

double middle(std::vector<double> values) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, at);
    return *at;
}

/// The rate that its waits mean, to a tenth: also that of a loop that sleeps whole milliseconds. Absent: they
/// do not tell it.
std::optional<double> meantRate(const HeardLoop& loop) {
    if (const std::optional<double> exact = loop.meantHz())
        return exact;
    return loop.aimIsMeant() && loop.aim() > 0 ? std::optional(1e9 / loop.aim()) : std::nullopt;
}

bool alike(double one, double other, double within) {
    return std::abs(one / other - 1) <= within;
}

/// How many times one is the other, whichever is larger.
double timesApart(double one, double other) {
    return std::max(one / other, other / one);
}

/// A part of the frames whose usual time is the same.
struct Part {
    std::size_t begin = 0; ///< index of its first start
    std::size_t end = 0;
    double usual = 0; ///< ns
};

/// The first frame from which on they take the new time rather than the old one.
std::size_t turnBetween(const std::vector<double>& times, std::size_t from, std::size_t until, double before,
                        double after) {
    std::size_t inRow = 0;
    for (std::size_t i = from; i < until; ++i) {
        inRow = timesApart(times[i], after) < timesApart(times[i], before) ? inRow + 1 : 0;
        if (inRow == kClearlyNew)
            return i + 1 - kClearlyNew;
    }
    return until;
}

/// Parts of a second or more whose usual frame time differs from that before them, for two seconds or more.
std::vector<Part> partsOf(const std::vector<std::int64_t>& starts) {
    std::vector<double> times;
    for (std::size_t i = 1; i < starts.size(); ++i)
        times.push_back(std::max<double>(1, static_cast<double>(starts[i] - starts[i - 1])));
    std::vector<Part> windows;
    for (std::size_t begin = 0; begin < times.size();) {
        std::size_t end = begin;
        while (end < times.size() && (starts[end] < starts[begin] + kWindow || end - begin < kFewestOfWindow))
            ++end;
        windows.push_back({begin, end,
                           middle({times.begin() + static_cast<std::ptrdiff_t>(begin),
                                   times.begin() + static_cast<std::ptrdiff_t>(end)})});
        begin = end;
    }
    std::vector<Part> parts;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const bool differs = !parts.empty() && !alike(windows[i].usual, parts.back().usual, kSameTime);
        const bool stays = i + 1 < windows.size() && alike(windows[i].usual, windows[i + 1].usual, kSameTime);
        if (parts.empty()) {
            parts.push_back(windows[i]);
        } else if (differs && stays) {
            Part next = windows[i];
            Part& last = parts.back();
            next.begin = turnBetween(times, std::max(windows[i - 1].begin, last.begin), windows[i].end,
                                     last.usual, next.usual);
            last.end = next.begin;
            while (last.end > last.begin && times[last.end - 1] > kLoads * last.usual)
                --last.end; // what takes much longer in between is loading
            parts.push_back(next);
        } else {
            parts.back().end = windows[i].end;
        }
    }
    return parts;
}

} // namespace

HeardLoop loopIn(const std::vector<HeardProgram>& programs, const LoopCandidate& candidate,
                 const LoopStretch& stretch) {
    LoopCandidate part = candidate;
    part.later = stretch.begin > candidate.starts.front();
    std::erase_if(part.starts,
                  [&stretch](std::int64_t start) { return start < stretch.begin || start > stretch.end; });
    return {within(programs, stretch.begin, stretch.end), part};
}

std::vector<LoopStretch> stretchesOf(const std::vector<HeardProgram>& programs,
                                     const LoopCandidate& candidate) {
    const std::vector<std::int64_t>& starts = candidate.starts;
    const std::vector<Part> parts = partsOf(starts);
    if (parts.size() < 2 || parts.size() > kMostParts)
        return {};
    std::vector<LoopStretch> stretches;
    bool differ = false;
    for (const Part& part : parts) {
        LoopStretch stretch{starts[part.begin], starts[std::min(part.end, starts.size() - 1)], 0};
        if (part.end - part.begin < kFewestFrames)
            continue;
        const std::optional<double> meant = meantRate(loopIn(programs, candidate, stretch));
        if (!meant)
            continue;
        stretch.meantHz = *meant;
        if (!stretches.empty() && alike(stretches.back().meantHz, *meant, kOtherRate))
            stretches.back().end = stretch.end; // with what lies between them
        else
            stretches.push_back(stretch);
        differ = differ || stretches.size() > 1;
    }
    return differ ? stretches : std::vector<LoopStretch>();
}

} // namespace jitterscope
