// SPDX-License-Identifier: MIT
#include "core/compare/curves.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::size_t kBins = 120;
constexpr std::size_t kColumns = 400;
constexpr std::size_t kBandResamples = 400;

/// 50 % … 99.99 %, evenly spaced on the percentile axis.
std::vector<double> fractions() {
    std::vector<double> list;
    constexpr int kSteps = 36;
    const double nines = std::log10(1 / 0.0001) - std::log10(1 / 0.5);
    for (int i = 0; i <= kSteps; ++i)
        list.push_back(1 - 0.5 * std::pow(10.0, -nines * i / kSteps));
    return list;
}

/// Values with how often they occur, ascending: of a histogram or of columns.
std::vector<ValueCount> countsOf(const ComparedRun& run, RunQuantity quantity) {
    if (!run.columns)
        return run.countsOf == quantity ? run.counts : std::vector<ValueCount>();
    std::vector<std::int64_t> values = run.columns->values(quantity);
    std::ranges::sort(values);
    std::vector<ValueCount> counts;
    for (const std::int64_t value : values) {
        if (counts.empty() || counts.back().value != value)
            counts.push_back({value, 0});
        ++counts.back().count;
    }
    return counts;
}

std::uint64_t totalOf(const std::vector<ValueCount>& counts) {
    std::uint64_t total = 0;
    for (const ValueCount& count : counts)
        total += count.count;
    return total;
}

double quantileOf(const std::vector<ValueCount>& counts, std::uint64_t total, double fraction) {
    std::uint64_t left = nearestRank(static_cast<std::size_t>(total), fraction);
    for (const ValueCount& count : counts) {
        if (left < count.count)
            return static_cast<double>(count.value);
        left -= count.count;
    }
    return static_cast<double>(counts.back().value);
}

QuantileCurve curveOf(const ComparedRun& run, RunQuantity quantity, const std::vector<ValueCount>& counts,
                      std::uint64_t seed) {
    QuantileCurve curve;
    const std::uint64_t total = totalOf(counts);
    std::vector<SeriesStatistic> statistics;
    for (const double fraction : fractions()) {
        if (total == 0 || static_cast<double>(total) * (1 - fraction) < 1)
            break;
        const double value = quantileOf(counts, total, fraction);
        curve.points.push_back({fraction, value, {value, value}});
        statistics.push_back({SeriesStatistic::Kind::Quantile, fraction});
        curve.last = fraction;
    }
    if (!run.columns || curve.points.empty())
        return curve;
    const std::vector<std::int64_t> values = run.columns->values(quantity);
    constexpr std::array kShape{SeriesStatistic{SeriesStatistic::Kind::Quantile, 0.5},
                                SeriesStatistic{SeriesStatistic::Kind::Quantile, 0.99}};
    const BootstrapSetting setting{blockLengthFor(values, kShape), kBandResamples, seed};
    std::vector<ResampledStatistic> results = resample(values, statistics, setting);
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].resamples.empty())
            curve.points[i].band = middleInterval(results[i].resamples, Comparison::kLevel);
    }
    return curve;
}

/// Bins from the least value of both to where all but a thousandth of each lies.
OverlaidCounts overlay(const std::vector<ValueCount>& a, const std::vector<ValueCount>& b) {
    OverlaidCounts counts;
    double high = 0;
    bool any = false;
    for (const std::vector<ValueCount>* const of : {&a, &b}) {
        if (of->empty())
            continue;
        const double least = quantileOf(*of, totalOf(*of), 0.001);
        const double most = quantileOf(*of, totalOf(*of), 0.999);
        counts.low = any ? std::min(counts.low, least) : least;
        high = any ? std::max(high, most) : most;
        any = true;
    }
    counts.width = std::max(1.0, (high - counts.low) / kBins * (1 + 1e-9));
    const auto fill = [&](const std::vector<ValueCount>& of, std::vector<double>& bins, double& beyond) {
        bins.assign(kBins, 0.0);
        for (const ValueCount& count : of) {
            const double place = std::floor((static_cast<double>(count.value) - counts.low) / counts.width);
            if (place < 0 || place >= static_cast<double>(kBins))
                beyond += static_cast<double>(count.count);
            else
                bins[static_cast<std::size_t>(place)] += static_cast<double>(count.count);
        }
    };
    fill(a, counts.a, counts.aBeyond);
    fill(b, counts.b, counts.bBeyond);
    return counts;
}

std::vector<StripColumn> stripOf(const ComparedRun& run, RunQuantity quantity) {
    std::vector<StripColumn> strip;
    if (!run.columns)
        return strip;
    const std::vector<std::int64_t> values = run.columns->values(quantity);
    const std::vector<std::int64_t>& times = run.columns->frameTime;
    const std::size_t group = std::max<std::size_t>(1, (values.size() + kColumns - 1) / kColumns);
    double now = 0;
    for (std::size_t first = 0; first < values.size(); first += group) {
        const std::size_t last = std::min(first + group, values.size());
        StripColumn column{now, now, static_cast<double>(values[first]), static_cast<double>(values[first])};
        for (std::size_t i = first; i < last; ++i) {
            column.least = std::min(column.least, static_cast<double>(values[i]));
            column.largest = std::max(column.largest, static_cast<double>(values[i]));
            now += times.empty() ? 1.0 : static_cast<double>(times[i]) / 1e9; // without times: by number
        }
        column.to = now;
        strip.push_back(column);
    }
    return strip;
}

} // namespace

std::optional<RunQuantity> shownQuantity(const ComparedRun& a, const ComparedRun& b) noexcept {
    for (const RunQuantity quantity :
         {RunQuantity::FrameTime, RunQuantity::Lateness, RunQuantity::Error, RunQuantity::Duration}) {
        if (a.has(quantity) && b.has(quantity))
            return quantity;
    }
    return std::nullopt;
}

ComparisonCurves comparisonCurves(const ComparedRun& a, const ComparedRun& b, RunQuantity quantity,
                                  const std::atomic<bool>* cancel) {
    ComparisonCurves curves;
    curves.quantity = quantity;
    const auto cancelled = [cancel] { return cancel != nullptr && cancel->load(std::memory_order_relaxed); };
    const std::vector<ValueCount> countsA = countsOf(a, quantity);
    const std::vector<ValueCount> countsB = countsOf(b, quantity);
    curves.counts = overlay(countsA, countsB);
    if (quantity == RunQuantity::FrameTime && a.rateHz && !a.rateEstimated && a.rateHz == b.rateHz)
        curves.limit = 1e9 / *a.rateHz;
    if (cancelled())
        return curves;
    curves.stripA = stripOf(a, quantity);
    curves.stripB = stripOf(b, quantity);
    curves.quantilesA = curveOf(a, quantity, countsA, streamSeed(1, "a"));
    if (!cancelled())
        curves.quantilesB = curveOf(b, quantity, countsB, streamSeed(1, "b"));
    return curves;
}

} // namespace jitterscope
