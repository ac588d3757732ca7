// SPDX-License-Identifier: MIT
#include "core/stats/block_bootstrap.h"

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/stats/block_length.h"
#include "core/stats/distribution.h"
#include "core/stats/rank_table.h"
#include "core/stats/sort_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace jitterscope {
namespace {

using Kind = SeriesStatistic::Kind;

std::int64_t atLeast(double needed) noexcept {
    return static_cast<std::int64_t>(std::ceil(needed - 1e-9));
}

/// Sets how often each cell is drawn in one resample. Blocks of cells begin anywhere; they are drawn until
/// there are as many cells as in the series. What a block adds is noted at its ends, and summed up at last.
void draw(Weights& weights, std::size_t blockCells, Random& random) {
    std::ranges::fill(weights, std::uint16_t{0});
    std::size_t drawn = 0;
    while (drawn < weights.size()) {
        const std::size_t cell = random.below(weights.size());
        const std::size_t length = std::min(blockCells, weights.size() - drawn);
        std::size_t end = cell + length;
        ++weights[cell];
        if (end > weights.size()) {
            ++weights[0];
            end -= weights.size();
        }
        if (end < weights.size())
            --weights[end];
        drawn += length;
    }
    std::partial_sum(
        weights.begin(), weights.end(), weights.begin(),
        [](std::uint16_t sum, std::uint16_t next) { return static_cast<std::uint16_t>(sum + next); });
}

/// Whole recordings, one fewer than there are.
void drawParts(Weights& weights, Random& random) {
    std::ranges::fill(weights, std::uint16_t{0});
    for (std::size_t i = 1; i < weights.size(); ++i)
        ++weights[random.below(weights.size())];
}

double weighted(const Weights& weights, std::span<const double> cells) noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        sum += weights[i] * cells[i];
    return sum;
}

/// The same of two figures of each cell. Neither sum waits for the other.
std::pair<double, double> weighted(const Weights& weights, std::span<const double> first,
                                   std::span<const double> second) noexcept {
    std::pair<double, double> sums{0, 0};
    for (std::size_t i = 0; i < weights.size(); ++i) {
        sums.first += weights[i] * first[i];
        sums.second += weights[i] * second[i];
    }
    return sums;
}

double meanOf(std::span<const std::int64_t> values) noexcept {
    double sum = 0;
    for (const std::int64_t value : values)
        sum += static_cast<double>(value);
    return sum / static_cast<double>(values.size());
}

double deviationOf(std::span<const std::int64_t> values) noexcept {
    const double mean = meanOf(values);
    double squares = 0;
    for (const std::int64_t value : values)
        squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double offZeroOf(std::span<const std::int64_t> values) noexcept {
    double squares = 0;
    for (const std::int64_t value : values)
        squares += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double tailBySum(std::span<const std::int64_t> sorted, double fraction) noexcept {
    double all = 0;
    for (const std::int64_t value : sorted)
        all += static_cast<double>(value);
    double left = all * (1 - fraction);
    auto value = sorted.rbegin();
    while ((left -= static_cast<double>(*value)) > 0 && std::next(value) != sorted.rend())
        ++value;
    return static_cast<double>(*value);
}

std::optional<double> ofSorted(std::span<const std::int64_t> sorted, const SeriesStatistic& statistic) {
    if (sorted.empty() || static_cast<std::int64_t>(sorted.size()) < statistic.valuesNeeded())
        return std::nullopt;
    switch (statistic.kind) {
    case Kind::Mean:
        return meanOf(sorted);
    case Kind::StandardDeviation:
        return deviationOf(sorted);
    case Kind::Quantile:
        return static_cast<double>(sorted[nearestRank(sorted.size(), statistic.argument)]);
    case Kind::Longest:
        return static_cast<double>(sorted.back());
    case Kind::TailMean:
        return tailMean(sorted, statistic.argument);
    case Kind::TailBySum:
        return tailBySum(sorted, statistic.argument);
    case Kind::OffZero:
        return offZeroOf(sorted);
    case Kind::ShareBeyond:
        break;
    }
    const auto beyond = std::ranges::count_if(
        sorted, [&](std::int64_t value) { return static_cast<double>(value) > statistic.argument; });
    return static_cast<double>(beyond) / static_cast<double>(sorted.size());
}

/// One statistic, prepared for the resamples of one series.
class Prepared {
public:
    Prepared(const SeriesStatistic& statistic, const SortedSeries& series, const Cells& cells)
        : m_statistic(statistic) {
        if (statistic.kind == Kind::ShareBeyond) {
            m_beyond = CellCounts(1, cells.size());
            for (std::size_t cell = 0; cell < cells.size(); ++cell)
                m_beyond.set(0, cell, beyondIn(cells.in(cell, series.values())));
            return;
        }
        m_centre = meanOf(series.sorted());
        m_first = cells.sums(series.values(),
                             [this](std::int64_t value) { return static_cast<double>(value) - m_centre; });
        if (statistic.kind != Kind::StandardDeviation)
            return;
        m_second = cells.sums(series.values(), [this](std::int64_t value) {
            const double difference = static_cast<double>(value) - m_centre;
            return difference * difference;
        });
    }
    Prepared(const SeriesStatistic& statistic, RankTable table)
        : m_statistic(statistic), m_table(std::move(table)) {}

    /// `count`: how many values the resample has.
    [[nodiscard]] double inResample(const Weights& weights, double count) const {
        switch (m_statistic.kind) {
        case Kind::TailMean:
            return m_table->tailMean(weights, count);
        case Kind::ShareBeyond:
            return m_beyond.drawn(0, weights) / count;
        case Kind::Mean:
            return m_centre + weighted(weights, m_first) / count;
        case Kind::StandardDeviation: {
            const auto [sum, squares] = weighted(weights, m_first, m_second);
            const double mean = sum / count;
            return std::sqrt(std::max(0.0, (squares - count * mean * mean) / (count - 1)));
        }
        default:
            return m_table->quantile(weights, count);
        }
    }

private:
    [[nodiscard]] std::uint32_t beyondIn(std::span<const std::int64_t> values) const {
        return static_cast<std::uint32_t>(std::ranges::count_if(values, [this](std::int64_t value) {
            return static_cast<double>(value) > m_statistic.argument;
        }));
    }

    SeriesStatistic m_statistic;
    CellCounts m_beyond;          // values in each cell that are beyond the argument
    double m_centre = 0;          // mean, which is subtracted from each value below
    std::vector<double> m_first;  // sum in each cell
    std::vector<double> m_second; // sum of squares in each cell
    std::optional<RankTable> m_table;
};

bool hasInterval(const SeriesStatistic& statistic, const SortedSeries& series) noexcept {
    const std::int64_t needed = statistic.valuesNeededForInterval();
    return needed > 0 && static_cast<std::int64_t>(series.sorted().size()) >= needed;
}

bool byRank(const SeriesStatistic& statistic) noexcept {
    return statistic.kind == Kind::Quantile || statistic.kind == Kind::TailMean;
}

/// The statistics that have an interval, with their places. If cancelled, none.
std::vector<std::pair<std::size_t, Prepared>> prepare(const SortedSeries& series,
                                                      std::span<const SeriesStatistic> statistics,
                                                      const Cells& cells, const CancelFlag* cancel) {
    std::vector<RankTable::Wanted> wanted;
    for (const SeriesStatistic& statistic : statistics) {
        if (hasInterval(statistic, series) && byRank(statistic))
            wanted.push_back({statistic.argument, statistic.kind == Kind::TailMean});
    }
    std::vector<RankTable> tables = RankTable::make(series.values(), series.sorted(), wanted, cells, cancel);
    std::size_t next = 0;
    std::vector<std::pair<std::size_t, Prepared>> prepared;
    for (std::size_t k = 0; k < statistics.size(); ++k) {
        if (isCancelled(cancel))
            return {};
        if (!hasInterval(statistics[k], series))
            continue;
        if (byRank(statistics[k]))
            prepared.emplace_back(k, Prepared(statistics[k], std::move(tables[next++])));
        else
            prepared.emplace_back(k, Prepared(statistics[k], series, cells));
    }
    return prepared;
}

/// The influence of each value on the statistic, up to a factor; averaged over `group` neighbours.
std::vector<double> influence(const SortedSeries& sortedSeries, const SeriesStatistic& statistic,
                              std::size_t group) {
    const std::span<const std::int64_t> values = sortedSeries.values();
    const std::vector<std::int64_t>& sorted = sortedSeries.sorted();
    const double cut = byRank(statistic)
                           ? static_cast<double>(sorted[nearestRank(sorted.size(), statistic.argument)])
                           : statistic.argument;
    std::vector<double> series;
    series.reserve(values.size() / group + 1);
    for (std::size_t first = 0; first < values.size(); first += group) {
        const std::size_t last = std::min(first + group, values.size());
        double sum = 0;
        for (std::size_t i = first; i < last; ++i) {
            const auto value = static_cast<double>(values[i]);
            switch (statistic.kind) {
            case Kind::Quantile:
            case Kind::ShareBeyond:
                sum += value > cut ? 1 : 0;
                break;
            case Kind::TailMean:
                sum += std::max(0.0, value - cut);
                break;
            default:
                sum += value;
            }
        }
        series.push_back(sum / static_cast<double>(last - first));
    }
    return series;
}

/// How many neighbours are taken as one value, so that long series cost no more.
std::size_t groupOf(const SortedSeries& series) noexcept {
    constexpr std::size_t kMost = std::size_t{1} << 16U;
    return (series.sorted().size() + kMost - 1) / kMost;
}

/// By how much the resamples of blocks have to be spread out (see spreadForDependence()): by what they miss
/// of the variance of longer stretches, and by the 97.5 % quantile of Student's t for so many stretches over
/// that of the normal distribution (E. A. Cornish and R. A. Fisher, 1938). `known`: `perIndependent`
/// as blocks of this length see it.
double spreadFactor(double perIndependent, double known, std::size_t block, std::size_t values) {
    if (perIndependent < kNearlyIndependent)
        return 1;
    constexpr double kMost = 2;
    constexpr double kUnsure = 1.1; // `perIndependent` is an estimate; chosen with pair_calibration
    const double stretches =
        static_cast<double>(values) / std::max(static_cast<double>(block), 2 * perIndependent);
    const double z = 1.96;
    const double degrees = std::max(1.0, stretches);
    const double t = z + (z * z * z + z) / (4 * degrees) +
                     (5 * portable::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * degrees * degrees);
    return kUnsure * t / z * std::clamp(std::sqrt(perIndependent / known), 1.0, kMost);
}

void spread(ResampledStatistic& result, double factor, const SortedSeries& series,
            const SeriesStatistic& of) {
    const bool ofValues = of.kind != Kind::ShareBeyond && of.kind != Kind::StandardDeviation;
    const double least = ofValues ? static_cast<double>(series.sorted().front()) : 0;
    const double most = ofValues                       ? static_cast<double>(series.sorted().back())
                        : of.kind == Kind::ShareBeyond ? 1
                                                       : std::numeric_limits<double>::max();
    for (double& each : result.resamples)
        each = std::clamp(*result.value + factor * (each - *result.value), least, most);
}

} // namespace

SortedSeries::SortedSeries(std::span<const std::int64_t> values, const CancelFlag* cancel)
    : m_values(values), m_sorted(values.begin(), values.end()) {
    if (!sortValues(m_sorted, cancel))
        *this = {};
}

std::optional<double> valueOf(const SortedSeries& series, const SeriesStatistic& statistic) {
    return ofSorted(series.sorted(), statistic);
}

bool SeriesStatistic::ofAnyOrder() const noexcept {
    return kind == Kind::Mean || kind == Kind::StandardDeviation || kind == Kind::OffZero ||
           kind == Kind::ShareBeyond;
}

std::optional<double> valueOfSorted(std::span<const std::int64_t> sorted, const SeriesStatistic& statistic) {
    return ofSorted(sorted, statistic);
}

std::optional<double> valueOfUnsorted(std::span<const std::int64_t> values,
                                      const SeriesStatistic& statistic) {
    return statistic.ofAnyOrder() ? ofSorted(values, statistic)
                                  : ofSorted(SortedSeries(values).sorted(), statistic);
}

std::int64_t SeriesStatistic::valuesNeeded() const noexcept {
    switch (kind) {
    case Kind::StandardDeviation:
    case Kind::OffZero:
        return 2;
    case Kind::Quantile:
        return argument <= 0.5 ? 1 : samplesNeeded(argument);
    case Kind::TailMean:
    case Kind::TailBySum:
        return samplesNeeded(argument);
    default:
        return 1;
    }
}

std::int64_t SeriesStatistic::valuesNeededForInterval() const noexcept {
    constexpr std::int64_t kLeast = 20;
    switch (kind) {
    case Kind::Longest:
    case Kind::TailBySum:
    case Kind::OffZero:
        return 0;
    case Kind::Quantile:
    case Kind::TailMean:
        return std::max(kLeast, atLeast(10 / std::min(argument, 1 - argument)));
    default:
        return kLeast;
    }
}

std::size_t blockLengthFor(const SortedSeries& series, std::span<const SeriesStatistic> statistics,
                           const CancelFlag* cancel) {
    const std::size_t group = groupOf(series);
    double length = portable::cbrt(static_cast<double>(series.sorted().size()));
    for (const SeriesStatistic& statistic : statistics) {
        if (isCancelled(cancel))
            break;
        if (!hasInterval(statistic, series))
            continue;
        length = std::max(length, static_cast<double>(group) *
                                      automaticBlockLength(influence(series, statistic, group)));
    }
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(length)));
}

std::vector<ResampledStatistic> resample(const SortedSeries& series,
                                         std::span<const SeriesStatistic> statistics,
                                         const BootstrapSetting& setting, const CancelFlag* cancel) {
    std::vector<ResampledStatistic> results(statistics.size());
    if (series.values().empty())
        return results;
    const Cells cells =
        setting.byParts() ? Cells(setting.parts) : Cells(series.values().size(), setting.blockLength);
    for (std::size_t k = 0; k < statistics.size() && !isCancelled(cancel); ++k)
        results[k].value = valueOf(series, statistics[k]);
    const std::vector<std::pair<std::size_t, Prepared>> prepared = prepare(series, statistics, cells, cancel);
    Random random(setting.seed);
    Weights weights(cells.size());
    for (std::size_t i = 0; i < setting.resamples && !isCancelled(cancel); ++i) {
        if (setting.byParts())
            drawParts(weights, random);
        else
            draw(weights, cells.blockCells(), random);
        const double count = cells.drawn(weights);
        for (const auto& [k, statistic] : prepared)
            results[k].resamples.push_back(statistic.inResample(weights, count));
    }
    return results;
}

void spreadForDependence(ResampledStatistic& result, const SortedSeries& series,
                         const SeriesStatistic& statistic, std::size_t blockLength) {
    if (result.resamples.empty())
        return;
    const std::size_t group = groupOf(series);
    const std::vector<double> effect = influence(series, statistic, group);
    const double known = valuesPerIndependent(effect, std::max<std::size_t>(1, blockLength / group));
    result.valuesPerIndependent = static_cast<double>(group) * valuesPerIndependent(effect);
    const double factor = spreadFactor(result.valuesPerIndependent, static_cast<double>(group) * known,
                                       blockLength, series.values().size());
    if (factor > 1)
        spread(result, factor, series, statistic);
}

Interval middleInterval(std::vector<double>& resamples, double level) {
    std::ranges::sort(resamples);
    const auto count = static_cast<double>(resamples.size());
    const auto left = static_cast<std::size_t>(std::floor(count * (1 - level) / 2));
    const std::size_t end = std::min(left, (resamples.size() - 1) / 2);
    return {resamples[end], resamples[resamples.size() - 1 - end]};
}

std::vector<Interval> simultaneousIntervals(std::span<const std::vector<double>> resamples, double level) {
    std::vector<Interval> intervals;
    if (resamples.empty() || resamples.front().empty())
        return intervals;
    const std::size_t count = resamples.front().size();
    std::vector<std::vector<double>> sorted(resamples.begin(), resamples.end());
    for (std::vector<double>& values : sorted)
        std::ranges::sort(values);
    // The depth of a resample: how many others lie farther out on its side, in the statistic where they are
    // the fewest. Equal values have the depth of the deepest of them.
    std::vector<std::size_t> depths(count, count);
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto [first, last] = std::equal_range(sorted[k].begin(), sorted[k].end(), resamples[k][i]);
            const auto below = static_cast<std::size_t>(last - sorted[k].begin()) - 1;
            const auto above = static_cast<std::size_t>(sorted[k].end() - first) - 1;
            depths[i] = std::min({depths[i], below, above});
        }
    }
    std::ranges::sort(depths);
    const auto left = static_cast<std::size_t>(std::floor(static_cast<double>(count) * (1 - level)));
    const std::size_t end = std::min(depths[std::min(left, count - 1)], (count - 1) / 2);
    for (const std::vector<double>& values : sorted)
        intervals.push_back({values[end], values[count - 1 - end]});
    return intervals;
}

} // namespace jitterscope
