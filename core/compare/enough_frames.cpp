// SPDX-License-Identifier: MIT
#include "core/compare/enough_frames.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/stats/block_length.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace jitterscope {
namespace {

double independentNeeded(const FigureEntry& entry) {
    constexpr std::int64_t kLeast = 50;
    return static_cast<double>(std::max(kLeast, entry.statistic.valuesNeededForInterval()));
}

/// A rounded time, for people: `40 s`, `5 min`, `3 h`.
std::string aboutTime(double nanoseconds) {
    const double seconds = std::ceil(nanoseconds / 1e9);
    if (seconds < 120)
        return decimalText(seconds, 0) + " s";
    return seconds < 7200 ? decimalText(std::ceil(seconds / 60), 0) + " min"
                          : decimalText(std::ceil(seconds / 3600), 0) + " h";
}

} // namespace

std::optional<Interval> rangeOfEighths(const FigureEntry& entry, const ComparedRun& run,
                                       const CompareOptions& options) {
    constexpr std::size_t kParts = 8;
    const std::optional<SeriesStatistic> statistic = statisticOf(entry, run, options);
    std::vector<std::int64_t> room;
    const std::span<const std::int64_t> values = valuesOf(entry, run, room);
    const std::size_t length = values.size() / kParts;
    if (entry.over || !statistic || length == 0)
        return std::nullopt;
    std::vector<double> figures;
    for (std::size_t part = 0; part < kParts; ++part) {
        const auto figure = valueOf(SortedSeries(values.subspan(part * length, length)), *statistic);
        if (!figure)
            return std::nullopt;
        figures.push_back(figureOf(entry, *figure, run));
    }
    const auto [least, most] = std::ranges::minmax(figures);
    return Interval{least, most};
}

bool farApart(const std::optional<Interval>& a, const std::optional<Interval>& b) noexcept {
    return a && b && std::max(a->low - b->high, b->low - a->high) > a->high - a->low + b->high - b->low;
}

FramesNeeded framesNeeded(const std::vector<const FigureEntry*>& entries, std::size_t place,
                          const ResampledSide& side) {
    const FigureEntry& asked = *entries[place];
    FramesNeeded most;
    bool hangTogether = side.result(place).valuesPerIndependent > kNearlyIndependent;
    const auto take = [&](std::size_t each) {
        const double worth = side.result(each).valuesPerIndependent;
        if (const double frames = independentNeeded(*entries[each]) * worth; frames > most.frames)
            most = {frames, worth};
    };
    for (std::size_t each = 0; each < entries.size(); ++each) {
        const bool level = entries[each]->isMedian();
        const bool bearsOnIt = entries[each]->sameValuesAs(asked) || asked.repeatsDiffer(); // frame times
        if (level && bearsOnIt && side.result(each).valuesPerIndependent > kNearlyIndependent) {
            hangTogether = true;
            take(each);
        }
    }
    if (hangTogether)
        take(place);
    return most;
}

std::string framesNeededText(const FramesNeeded& a, const FramesNeeded& b, const ComparedRun& run) {
    constexpr double kReserve = 1.2; // the estimate is a lower bound
    const FramesNeeded& most = a.frames > b.frames ? a : b;
    const double frames = kReserve * most.frames;
    const double unit = portable::pow(10, std::floor(portable::log10(frames)) - 1);
    const double rounded = std::ceil(frames / unit) * unit;
    std::string text = "at least " + said::count(std::llround(rounded)) + " frames";
    const auto frameTime = run.summaries.find(RunQuantity::FrameTime);
    if (frameTime != run.summaries.end() && frameTime->second.mean)
        text += " (" + aboutTime(rounded * *frameTime->second.mean) + ")";
    return text + " are needed, since " + said::count(std::llround(most.perIndependent)) +
           " frames in a row tell no more than one independent frame";
}

} // namespace jitterscope
