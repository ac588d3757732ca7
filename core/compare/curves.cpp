// SPDX-License-Identifier: MIT
#include "core/compare/curves.h"

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/stats/block_bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace jitterscope {
namespace {

constexpr std::size_t kBins = 120;
constexpr std::size_t kColumns = 400;
constexpr std::size_t kBandResamples = 400;

/// 50 % … 99.99 %, evenly spaced on the percentile axis.
std::vector<double> fractions() {
    std::vector<double> list;
    constexpr int kSteps = 36;
    const double nines = portable::log10(1 / 0.0001) - portable::log10(1 / 0.5);
    for (int i = 0; i <= kSteps; ++i)
        list.push_back(1 - 0.5 * portable::pow(10.0, -nines * i / kSteps));
    return list;
}

/// What a run holds of one quantity, ascending: its values, or how often each occurred.
class Ascending {
public:
    /// If cancelled, it is empty.
    Ascending(const ComparedRun& run, RunQuantity quantity, const CancelFlag* cancel) {
        if (run.columns)
            m_series = SortedSeries(run.columns->values(quantity, m_room), cancel);
        else if (run.countsOf == quantity)
            m_counts = run.counts;
        for (const ValueCount& count : m_counts)
            m_total += count.count;
        m_total += m_series.sorted().size();
        // A log's histogram may end somewhere, and only count the values beyond its end.
        if (const auto whole = run.summaries.find(quantity);
            !m_counts.empty() && whole != run.summaries.end()) {
            const auto all = static_cast<std::uint64_t>(std::max<std::int64_t>(whole->second.count, 0));
            m_beyond = all > m_total ? all - m_total : 0;
            m_total += m_beyond;
        }
    }
    Ascending(const Ascending&) = delete; // the series looks into m_room
    Ascending& operator=(const Ascending&) = delete;

    [[nodiscard]] std::uint64_t total() const noexcept { return m_total; }
    /// How many values are larger than every known value.
    [[nodiscard]] std::uint64_t beyond() const noexcept { return m_beyond; }
    /// Whether the value at this fraction is known.
    [[nodiscard]] bool knows(double fraction) const noexcept {
        return nearestRank(static_cast<std::size_t>(m_total), fraction) < m_total - m_beyond;
    }
    /// Empty if there are only counts.
    [[nodiscard]] const SortedSeries& series() const noexcept { return m_series; }

    /// There must be at least one value. If the fraction lies beyond the known values, the largest of them.
    [[nodiscard]] double quantile(double fraction) const {
        std::uint64_t left = nearestRank(static_cast<std::size_t>(m_total), fraction);
        if (!m_series.sorted().empty())
            return static_cast<double>(m_series.sorted()[left]);
        for (const ValueCount& count : m_counts) {
            if (left < count.count)
                return static_cast<double>(count.value);
            left -= count.count;
        }
        return static_cast<double>(m_counts.back().value);
    }

    template <typename Take>
    void forEach(Take take) const {
        for (const std::int64_t value : m_series.sorted())
            take(value, std::uint64_t{1});
        for (const ValueCount& count : m_counts)
            take(count.value, count.count);
    }

private:
    std::vector<std::int64_t> m_room; // of computed values
    SortedSeries m_series;
    std::vector<ValueCount> m_counts;
    std::uint64_t m_total = 0; // with those beyond
    std::uint64_t m_beyond = 0;
};

/// `parts`: lengths of the recordings. If there are at least five, they are drawn whole, as for the table.
QuantileCurve curveOf(const Ascending& values, const std::vector<std::size_t>& parts, std::uint64_t seed,
                      const CancelFlag* cancel) {
    QuantileCurve curve;
    std::vector<SeriesStatistic> statistics;
    for (const double fraction : fractions()) {
        if (values.total() == 0 || static_cast<double>(values.total()) * (1 - fraction) < 1 ||
            !values.knows(fraction))
            break;
        const double value = values.quantile(fraction);
        curve.points.push_back({fraction, value, {value, value}});
        statistics.push_back({SeriesStatistic::Kind::Quantile, fraction});
        curve.last = fraction;
    }
    if (values.series().values().empty() || curve.points.empty())
        return curve;
    constexpr std::array kShape{SeriesStatistic{SeriesStatistic::Kind::Quantile, 0.5},
                                SeriesStatistic{SeriesStatistic::Kind::Quantile, 0.99}};
    const BootstrapSetting setting{blockLengthFor(values.series(), kShape, cancel), kBandResamples, seed,
                                   parts};
    std::vector<ResampledStatistic> results = resample(values.series(), statistics, setting, cancel);
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].resamples.empty())
            curve.points[i].band = middleInterval(results[i].resamples, Comparison::kLevel);
    }
    return curve;
}

/// Bins over all values of both but the smallest and the largest thousandth of each.
OverlaidCounts overlay(const Ascending& a, const Ascending& b) {
    OverlaidCounts counts;
    double high = 0;
    bool any = false;
    for (const Ascending* const of : {&a, &b}) {
        if (of->total() == 0)
            continue;
        const double least = of->quantile(0.001);
        const double most = of->quantile(0.999);
        counts.low = any ? std::min(counts.low, least) : least;
        high = any ? std::max(high, most) : most;
        any = true;
    }
    counts.width = std::max(1.0, (high - counts.low) / kBins * (1 + 1e-9));
    const auto fill = [&](const Ascending& of, std::vector<double>& bins, double& beyond) {
        bins.assign(kBins, 0.0);
        of.forEach([&](std::int64_t value, std::uint64_t count) {
            const double place = std::floor((static_cast<double>(value) - counts.low) / counts.width);
            if (place < 0 || place >= static_cast<double>(kBins))
                beyond += static_cast<double>(count);
            else
                bins[static_cast<std::size_t>(place)] += static_cast<double>(count);
        });
    };
    fill(a, counts.a, counts.aBeyond);
    fill(b, counts.b, counts.bBeyond);
    counts.aBeyond += static_cast<double>(a.beyond());
    counts.bBeyond += static_cast<double>(b.beyond());
    return counts;
}

/// `values`: of one quantity, in the run's order. `times`: their frame times; empty: places count values.
/// `begin`: of the first, s.
std::vector<StripColumn> stripOf(std::span<const std::int64_t> values, std::span<const std::int64_t> times,
                                 double begin) {
    std::vector<StripColumn> strip;
    const std::size_t group = std::max<std::size_t>(1, (values.size() + kColumns - 1) / kColumns);
    double now = begin;
    for (std::size_t first = 0; first < values.size(); first += group) {
        const std::size_t last = std::min(first + group, values.size());
        StripColumn column{now, now, static_cast<double>(values[first]), static_cast<double>(values[first])};
        for (std::size_t i = first; i < last; ++i) {
            column.least = std::min(column.least, static_cast<double>(values[i]));
            column.largest = std::max(column.largest, static_cast<double>(values[i]));
            now += times.empty() ? 1.0 : static_cast<double>(times[i]) / 1e9;
        }
        column.to = now;
        strip.push_back(column);
    }
    return strip;
}

PairOverTime pairOverTime(const ComparedRun& a, const ComparedRun& b, RunQuantity quantity) {
    PairOverTime pair;
    pair.quantity = quantity;
    for (const ComparedRun* const run : {&a, &b})
        pair.seconds = pair.seconds && (!run->columns || !run->columns->frameTime.empty());
    for (const auto& [run, strip] : {std::pair{&a, &pair.a}, std::pair{&b, &pair.b}}) {
        if (!run->columns)
            continue;
        const bool late = pair.seconds && run->taken && run->taken->range.from;
        const double begin = late ? static_cast<double>(run->taken->range.from->count()) / 1e9 : 0;
        std::vector<std::int64_t> room;
        *strip = stripOf(run->columns->values(quantity, room),
                         pair.seconds ? std::span<const std::int64_t>(quantity == RunQuantity::Displayed
                                                                          ? run->columns->displayed
                                                                          : run->columns->frameTime)
                                      : std::span<const std::int64_t>(),
                         begin);
    }
    return pair;
}

} // namespace

std::vector<PairOverTime> overTime(const ComparedRun& a, const ComparedRun& b, RunQuantity quantity) {
    std::vector<PairOverTime> pairs{pairOverTime(a, b, quantity)};
    if (quantity != RunQuantity::Lateness && a.columns && b.columns && a.has(RunQuantity::Lateness) &&
        b.has(RunQuantity::Lateness))
        pairs.push_back(pairOverTime(a, b, RunQuantity::Lateness));
    return pairs;
}

std::optional<RunQuantity> shownQuantity(const ComparedRun& a, const ComparedRun& b) noexcept {
    if (ratesDiffer(a, b) && a.has(RunQuantity::Lateness) && b.has(RunQuantity::Lateness))
        return RunQuantity::Lateness;
    if (commonGround(a, b) == CommonGround::Displayed)
        return RunQuantity::Displayed;
    for (const RunQuantity quantity :
         {RunQuantity::FrameTime, RunQuantity::Lateness, RunQuantity::Error, RunQuantity::Duration}) {
        if (a.has(quantity) && b.has(quantity))
            return quantity;
    }
    return std::nullopt;
}

ComparisonCurves comparisonCurves(const ComparedRun& a, const ComparedRun& b, RunQuantity quantity,
                                  const CancelFlag* cancel) {
    ComparisonCurves curves;
    curves.quantity = quantity;
    const Ascending valuesA(a, quantity, cancel);
    const Ascending valuesB(b, quantity, cancel);
    if (isCancelled(cancel))
        return curves;
    curves.counts = overlay(valuesA, valuesB);
    if (quantity == RunQuantity::FrameTime && a.rateHz && !a.rateEstimated && a.rateHz == b.rateHz)
        curves.limit = 1e9 / *a.rateHz;
    curves.overTime = overTime(a, b, quantity);
    const bool deadlines = a.has(RunQuantity::Error) && b.has(RunQuantity::Error);
    curves.quantilesOf = deadlines ? RunQuantity::Error : quantity;
    const auto quantiles = [&](const ComparedRun& run, const Ascending& values, std::string_view stream) {
        const std::uint64_t seed = streamSeed(1, stream);
        if (curves.quantilesOf == quantity)
            return curveOf(values, run.partsOf(quantity), seed, cancel);
        return curveOf(Ascending(run, curves.quantilesOf, cancel), run.partsOf(curves.quantilesOf), seed,
                       cancel);
    };
    curves.quantilesA = quantiles(a, valuesA, "a");
    curves.quantilesB = quantiles(b, valuesB, "b");
    return curves;
}

} // namespace jitterscope
