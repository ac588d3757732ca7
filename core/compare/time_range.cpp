// SPDX-License-Identifier: MIT
#include "core/compare/time_range.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/compare/compared_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace jitterscope {
namespace {

constexpr double kSecond = 1e9;

double sumOf(std::span<const std::int64_t> values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Appends the values of a span to `to`.
void append(std::vector<std::int64_t>& to, std::span<const std::int64_t> from, const FrameSpan& span) {
    to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(span.first),
              from.begin() + static_cast<std::ptrdiff_t>(span.last));
}

constexpr std::array kByFrame{&RunColumns::frameTime, &RunColumns::lateness, &RunColumns::spin,
                              &RunColumns::lost};

/// Takes each recording of a run: where its values begin, and how many they are.
template <typename Take>
void forEachPart(const std::vector<std::size_t>& parts, std::size_t all, Take take) {
    if (parts.empty() && all > 0)
        take(std::size_t{0}, all);
    std::size_t begin = 0;
    for (const std::size_t length : parts) {
        take(begin, length);
        begin += length;
    }
}

/// What only the whole run has one number of.
void forgetTheWhole(ComparedRun& run) {
    bool any = false;
    for (const RunQuantity quantity :
         {RunQuantity::GpuBusy, RunQuantity::Latency, RunQuantity::AnimationError})
        any = run.summaries.erase(quantity) > 0 || any;
    for (std::optional<double>* const number :
         {&run.threadPercent, &run.processPercent, &run.machinePercent, &run.pressurePercent,
          &run.stealPercent, &run.driftPpm, &run.droppedFraction}) {
        any = number->has_value() || any;
        number->reset();
    }
    if (any)
        run.lacks.emplace_back("CPU, drift, drops, GPU and latency are known of the whole recording, not of "
                               "a part of it.");
}

double middleOf(std::span<const std::int64_t> values) {
    std::vector<std::int64_t> sorted(values.begin(), values.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    return static_cast<double>(*middle);
}

/// A second of a recording, or a frame that is longer.
struct Second {
    double end = 0;         ///< ns from the beginning
    std::size_t frames = 0; ///< up to its end
    double median = 0;      ///< ns, of its frame times
};
std::vector<Second> secondsOf(std::span<const std::int64_t> frameTimes) {
    std::vector<Second> seconds;
    std::size_t begin = 0;
    double now = 0;
    double next = kSecond;
    for (std::size_t i = 0; i < frameTimes.size(); ++i) {
        now += static_cast<double>(frameTimes[i]);
        if (now < next)
            continue;
        seconds.push_back({now, i + 1, middleOf(frameTimes.subspan(begin, i + 1 - begin))});
        begin = i + 1;
        next = (std::floor(now / kSecond) + 1) * kSecond;
    }
    return seconds;
}

} // namespace

bool TimeRange::holds(double moment) const noexcept {
    return !(from && moment < static_cast<double>(from->count())) &&
           !(to && moment >= static_cast<double>(to->count()));
}

std::string TakenPart::text() const {
    const auto time = [](Nanoseconds value) { return said::shortDuration(value); };
    const bool toEnd = !range.to || static_cast<double>(range.to->count()) >= whole;
    return (range.from ? time(*range.from) : std::string("beginning")) + " … " +
           (toEnd ? std::string("end") : time(*range.to)) + " of " + said::shortDuration(whole) + ", " +
           said::count(leftOut) + (leftOut == 1 ? " frame" : " frames") + " left out";
}

FrameSpan framesIn(std::span<const std::int64_t> frameTimes, const TimeRange& range) noexcept {
    FrameSpan span;
    double now = 0;
    std::size_t i = 0;
    while (i < frameTimes.size() && range.from && now < static_cast<double>(range.from->count()))
        now += static_cast<double>(frameTimes[i++]);
    span.first = i;
    while (i < frameTimes.size() && range.holds(now))
        now += static_cast<double>(frameTimes[i++]);
    span.last = i;
    return span;
}

std::string rangeOptions(const TimeRange& range) {
    std::string text;
    if (range.from)
        text += "--from " + durationText(*range.from);
    if (range.to)
        text += (text.empty() ? "--to " : " --to ") + durationText(*range.to);
    return text;
}

Result<ComparedRun> partOf(const ComparedRun& run, const TimeRange& range, const CancelFlag* cancel) {
    if (!run.columns || run.columns->frameTime.empty() || run.framesWithout > 0)
        return Error{ErrorCode::Usage,
                     inQuotes(run.name) +
                         (run.framesWithout > 0 ? " holds more frames than are kept"
                                                : " has no frame times, one after the other") +
                         ": a part of it by time is not known",
                     "leave out --from and --to"};
    const RunColumns& whole = *run.columns;
    auto columns = std::make_shared<RunColumns>();
    ComparedRun part = run;
    part.parts.clear();
    part.displayedParts.clear();
    forEachPart(run.parts, whole.frameTime.size(), [&](std::size_t begin, std::size_t length) {
        const FrameSpan span = framesIn(std::span(whole.frameTime).subspan(begin, length), range);
        for (std::vector<std::int64_t> RunColumns::*const column : kByFrame) {
            if (!(whole.*column).empty())
                append((*columns).*column, std::span(whole.*column).subspan(begin, length), span);
        }
        if (!run.parts.empty() && span.last > span.first)
            part.parts.push_back(span.last - span.first);
    });
    forEachPart(run.displayedParts, whole.displayed.size(), [&](std::size_t begin, std::size_t length) {
        const std::span<const std::int64_t> shown = std::span(whole.displayed).subspan(begin, length);
        const FrameSpan span = framesIn(shown, range);
        append(columns->displayed, shown, span);
        if (!run.displayedParts.empty() && span.last > span.first)
            part.displayedParts.push_back(span.last - span.first);
    });
    if (columns->frameTime.empty())
        return Error{ErrorCode::Usage,
                     inQuotes(run.name) + " has no frame in that part: it takes " +
                         said::shortDuration(sumOf(whole.frameTime)),
                     ""};
    part.taken = TakenPart{range, sumOf(whole.frameTime),
                           static_cast<std::int64_t>(whole.frameTime.size() - columns->frameTime.size())};
    forgetTheWhole(part);
    part.summaries.clear();
    part.columns = columns;
    summarizeColumns(part, cancel);
    if (part.rateEstimated)
        part.rateHz = kSecond * static_cast<double>(part.frames) / sumOf(columns->frameTime);
    if (isCancelled(cancel))
        return Error{ErrorCode::Cancelled, "cancelled", ""};
    return part;
}

std::string OtherBeginning::observed() const {
    return "its first " + said::shortDuration(length) + " run at about " +
           said::fixed(kSecond / usual, usual > later ? 1 : 0) + " frames a second, the rest at " +
           said::fixed(kSecond / later, usual > later ? 0 : 1);
}

std::string OtherBeginning::text() const {
    return observed() + ". If that is a loading screen or a menu, look at the rest: --from " +
           durationText(length);
}

std::optional<OtherBeginning> otherBeginning(std::span<const std::int64_t> frameTimes) {
    constexpr double kTimes = 10;
    constexpr std::size_t kFewest = 10;
    const std::vector<Second> seconds = secondsOf(frameTimes);
    if (seconds.size() < kFewest)
        return std::nullopt;
    std::vector<double> medians;
    for (const Second& second : seconds)
        medians.push_back(second.median);
    const auto middle = medians.begin() + static_cast<std::ptrdiff_t>(medians.size() / 2);
    std::ranges::nth_element(medians, middle);
    const double usual = *middle;
    const auto first = std::ranges::find_if(seconds, [&](const Second& second) {
        return second.median < kTimes * usual && second.median * kTimes > usual;
    });
    const auto other = static_cast<std::size_t>(first - seconds.begin());
    if (other == 0 || 2 * other > seconds.size())
        return std::nullopt;
    const Second& last = seconds[other - 1];
    return OtherBeginning{
        Nanoseconds{static_cast<std::int64_t>(std::ceil(last.end / kSecond)) * 1'000'000'000},
        middleOf(frameTimes.first(last.frames)), middleOf(frameTimes.subspan(last.frames))};
}

} // namespace jitterscope
