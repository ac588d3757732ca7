// SPDX-License-Identifier: MIT
#include "core/import/imported_log.h"

#include "core/stats/sort_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::array<std::pair<LogQuantity, std::string_view>, 4> kQuantities{
    {{LogQuantity::FrameTime, "frame-time"},
     {LogQuantity::Lateness, "lateness"},
     {LogQuantity::Duration, "duration"},
     {LogQuantity::FrameRate, "frames-each-second"}}};

std::uint64_t countOf(const LogHistogram& histogram) {
    std::uint64_t count = histogram.overflow;
    for (const LogHistogram::Bucket& bucket : histogram.buckets)
        count += bucket.count;
    return count;
}

/// Mean and standard deviation from the buckets; only where none of the values lies beyond them.
void addMoments(const LogHistogram& histogram, double count, Summary& summary) {
    double sum = 0;
    for (const LogHistogram::Bucket& bucket : histogram.buckets)
        sum += bucket.middle * static_cast<double>(bucket.count);
    const double mean = sum / count;
    double squares = 0;
    for (const LogHistogram::Bucket& bucket : histogram.buckets)
        squares += (bucket.middle - mean) * (bucket.middle - mean) * static_cast<double>(bucket.count);
    summary.mean = mean;
    if (count > 1)
        summary.stddev = std::sqrt(squares / (count - 1));
}

Summary histogramSummary(const LogHistogram& histogram) {
    Summary summary;
    const std::uint64_t count = countOf(histogram);
    summary.count = static_cast<std::int64_t>(count);
    if (count == 0)
        return summary;
    if (histogram.overflow == 0)
        addMoments(histogram, static_cast<double>(count), summary);
    if (histogram.mean)
        summary.mean = histogram.mean;
    if (histogram.stddev)
        summary.stddev = histogram.stddev;
    if (!histogram.buckets.empty()) {
        summary.min = static_cast<double>(histogram.buckets.front().value);
        if (histogram.overflow == 0 && !histogram.open)
            summary.max = static_cast<double>(histogram.buckets.back().value);
    }
    if (histogram.minimum)
        summary.min = histogram.minimum;
    if (histogram.maximum)
        summary.max = histogram.maximum;
    for (const auto& [fraction, field] : kSummaryPercentiles) {
        if (summary.count < samplesNeeded(fraction))
            continue;
        std::uint64_t left = nearestRank(static_cast<std::size_t>(count), fraction);
        for (const LogHistogram::Bucket& bucket : histogram.buckets) {
            if (left < bucket.count) {
                summary.*field = static_cast<double>(bucket.value);
                break;
            }
            left -= bucket.count;
        }
    }
    return summary;
}

} // namespace

std::string_view quantityId(LogQuantity quantity) noexcept {
    for (const auto& [value, id] : kQuantities) {
        if (value == quantity)
            return id;
    }
    return "duration";
}

std::optional<LogQuantity> quantityFrom(std::string_view id) noexcept {
    for (const auto& [value, known] : kQuantities) {
        if (known == id)
            return value;
    }
    return std::nullopt;
}

Summary logSummary(const ImportedRun& run, const CancelFlag* cancel) {
    return run.histogram ? histogramSummary(*run.histogram) : heldSummary(run, cancel);
}

Summary heldSummary(const HeldTimes& times, const CancelFlag* cancel) {
    Summary summary = times.distribution.summary(); // exact, but for the percentiles
    if (times.samplesNotKept > 0)
        return summary;
    std::vector<std::int64_t> values = times.samples;
    if (sortValues(values, cancel))
        setPercentiles(summary, values);
    return summary;
}

std::string_view percentileKind(const ImportedRun& run) noexcept {
    if (run.histogram)
        return run.histogram->powers ? "histogram, powers of two" : "histogram";
    if (run.quantity == LogQuantity::FrameRate)
        return "of seconds";
    if (run.framesInRow > 1)
        return "of means";
    if (run.sampledEvery)
        return "of samples";
    return run.samplesNotKept > 0 ? "within 1/128" : "exact";
}

std::optional<double> shareBeyond(const ImportedRun& run, Nanoseconds limit) {
    const auto share = [](std::uint64_t beyond, std::uint64_t of) {
        return static_cast<double>(beyond) / static_cast<double>(of);
    };
    if (run.histogram) {
        const LogHistogram& histogram = *run.histogram;
        const std::uint64_t count = countOf(histogram);
        if (count == 0)
            return std::nullopt;
        if (histogram.maximum && static_cast<double>(limit.count()) >= *histogram.maximum)
            return 0.0;
        if ((histogram.overflow > 0 || histogram.open) && limit.count() > histogram.covered)
            return std::nullopt;
        std::uint64_t beyond = histogram.overflow;
        for (const LogHistogram::Bucket& bucket : histogram.buckets)
            beyond += bucket.value > limit.count() ? bucket.count : 0;
        return share(beyond, count);
    }
    const std::int64_t count = run.distribution.count();
    if (count == 0)
        return std::nullopt;
    std::uint64_t beyond = 0;
    if (run.samplesNotKept == 0) {
        beyond = static_cast<std::uint64_t>(
            std::ranges::count_if(run.samples, [&](std::int64_t value) { return value > limit.count(); }));
    } else {
        for (const Histogram::Bucket& bucket : run.distribution.histogram().buckets())
            beyond += bucket.lower > limit.count() ? bucket.count : 0;
    }
    return share(beyond, static_cast<std::uint64_t>(count));
}

} // namespace jitterscope
