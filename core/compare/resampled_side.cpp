// SPDX-License-Identifier: MIT
#include "core/compare/resampled_side.h"

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/stats/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jitterscope {

namespace {

using Kind = SeriesStatistic::Kind;

/// A standard normal number (G. E. P. Box and M. E. Muller, 1958).
double normalFrom(Random& random) {
    constexpr double kTwoPi = 6.283185307179586;
    const double radius = std::sqrt(-2 * portable::log(1 - random.uniform()));
    return radius * portable::cos(kTwoPi * random.uniform());
}

/// A gamma number of this shape, at least ½ (G. Marsaglia and W. W. Tsang, ACM TOMS 26, 2000).
double gammaFrom(double shape, Random& random) {
    if (shape < 1) // by the next larger shape
        return gammaFrom(shape + 1, random) * portable::pow(1 - random.uniform(), 1 / shape);
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    while (true) {
        const double x = normalFrom(random);
        const double v = (1 + c * x) * (1 + c * x) * (1 + c * x);
        const double u = 1 - random.uniform();
        if (v > 0 && u < 1 - 0.0331 * x * x * x * x) // certain, without a logarithm
            return d * v;
        if (v > 0 && portable::log(u) < 0.5 * x * x + d - d * v + d * portable::log(v))
            return d * v;
    }
}

/// The counts added up, and how many values there are in all.
class Counted {
public:
    explicit Counted(const ComparedRun& run) : m_counts(run.counts) {
        std::uint64_t sum = 0;
        for (const ValueCount& count : m_counts)
            m_upTo.push_back(static_cast<double>(sum += count.count));
        const auto whole = run.summaries.find(run.countsOf);
        m_total = std::max(static_cast<double>(sum),
                           whole != run.summaries.end() ? static_cast<double>(whole->second.count) : 0.0);
        if (whole != run.summaries.end())
            m_greatest = whole->second.max;
    }

    [[nodiscard]] double total() const noexcept { return m_total; }
    /// The value of a rank, from 0; NaN beyond what was counted singly, unless nothing lies between that and
    /// the greatest.
    [[nodiscard]] double valueAt(double rank) const {
        const auto place = std::ranges::upper_bound(m_upTo, rank);
        if (place != m_upTo.end())
            return static_cast<double>(m_counts[static_cast<std::size_t>(place - m_upTo.begin())].value);
        return std::numeric_limits<double>::quiet_NaN();
    }
    /// How many values lie beyond a limit; absent if some of those beyond the counts may lie on either side.
    [[nodiscard]] std::optional<double> beyond(double limit) const {
        double within = 0;
        for (const ValueCount& count : m_counts)
            within += static_cast<double>(count.value) <= limit ? static_cast<double>(count.count) : 0;
        const double uncounted = m_total - (m_upTo.empty() ? 0 : m_upTo.back());
        if (uncounted > 0 && (m_counts.empty() || limit > static_cast<double>(m_counts.back().value)))
            return m_greatest && limit >= *m_greatest ? std::optional(0.0) : std::nullopt;
        return m_total - within;
    }

private:
    const std::vector<ValueCount>& m_counts;
    std::vector<double> m_upTo;
    double m_total = 0;
    std::optional<double> m_greatest;
};

/// Adds one resample of each quantile. `ranks`: ascending, from 0; `into`: one list for each.
void drawQuantiles(const Counted& counted, const std::vector<double>& ranks,
                   const std::vector<std::vector<double>*>& into, Random& random) {
    // Spacings of uniform order statistics are gamma numbers divided by their sum.
    std::vector<double> sums;
    double sum = 0;
    double before = -1;
    for (const double rank : ranks) {
        if (rank > before)
            sum += gammaFrom(rank - before, random);
        before = rank;
        sums.push_back(sum);
    }
    sum += gammaFrom(counted.total() - before, random);
    for (std::size_t i = 0; i < ranks.size(); ++i)
        into[i]->push_back(counted.valueAt(std::min(sums[i] / sum * counted.total(), counted.total() - 1)));
}

} // namespace

bool hasCounts(const ComparedRun& run, RunQuantity quantity, const SeriesStatistic& statistic) noexcept {
    return !run.columns && !run.counts.empty() && run.countsOf == quantity &&
           (statistic.kind == Kind::Quantile || statistic.kind == Kind::ShareBeyond);
}

std::int64_t countsNeeded(double fraction) {
    return static_cast<std::int64_t>(std::ceil(portable::log(0.025) / portable::log(fraction) - 1e-9));
}

std::vector<ResampledStatistic> resampleCounts(const ComparedRun& run,
                                               std::span<const SeriesStatistic> statistics,
                                               std::size_t resamples, std::uint64_t seed) {
    const Counted counted(run);
    Random random(seed);
    std::vector<ResampledStatistic> results(statistics.size());
    std::vector<std::pair<double, std::size_t>> wanted; // rank, place
    for (std::size_t i = 0; i < statistics.size(); ++i) {
        const SeriesStatistic& statistic = statistics[i];
        if (statistic.kind == Kind::ShareBeyond) {
            const std::optional<double> beyond = counted.beyond(statistic.argument);
            if (!beyond || counted.total() < 1)
                continue;
            results[i].value = *beyond / counted.total();
            for (std::size_t k = 0; k < resamples; ++k) {
                const double ofBeyond = gammaFrom(*beyond + 0.5, random);
                results[i].resamples.push_back(
                    ofBeyond / (ofBeyond + gammaFrom(counted.total() - *beyond + 0.5, random)));
            }
        } else if (counted.total() >= static_cast<double>(statistic.valuesNeeded())) {
            const auto rank = static_cast<double>(
                nearestRank(static_cast<std::size_t>(counted.total()), statistic.argument));
            const double value = counted.valueAt(rank);
            if (!std::isfinite(value))
                continue;
            results[i].value = value;
            if (counted.total() >= static_cast<double>(countsNeeded(statistic.argument)))
                wanted.emplace_back(rank, i);
        }
    }
    std::ranges::sort(wanted);
    std::vector<double> ranks;
    std::vector<std::vector<double>*> into;
    for (const auto& [rank, place] : wanted) {
        ranks.push_back(rank);
        into.push_back(&results[place].resamples);
    }
    for (std::size_t k = 0; !ranks.empty() && k < resamples; ++k)
        drawQuantiles(counted, ranks, into, random);
    return results;
}

using StatisticKind = SeriesStatistic::Kind;

namespace {

/// Divides value and resamples. Both statistics were drawn from the same blocks.
void divide(ResampledStatistic& result, const ResampledStatistic& by) {
    result.value = result.value && by.value ? std::optional(*result.value / *by.value) : std::nullopt;
    if (by.resamples.size() != result.resamples.size())
        result.resamples.clear();
    for (std::size_t i = 0; i < result.resamples.size(); ++i)
        result.resamples[i] /= by.resamples[i];
}

} // namespace

std::span<const std::int64_t> valuesOf(const FigureEntry& entry, const ComparedRun& run,
                                       std::vector<std::int64_t>& room) {
    if (!run.columns || entry.numberOfRun())
        return {};
    if (entry.derived != nullptr) {
        room = entry.derived(run);
        return room;
    }
    if (entry.column != nullptr)
        return (*run.columns).*entry.column;
    return run.columns->values(entry.quantity, room);
}

bool ofCounts(const FigureEntry& entry, const ComparedRun& run, const SeriesStatistic& statistic) noexcept {
    return entry.column == nullptr && entry.derived == nullptr && !entry.over &&
           hasCounts(run, entry.quantity, statistic);
}

std::optional<SeriesStatistic> statisticOf(const FigureEntry& entry, const ComparedRun& run,
                                           const CompareOptions& options) {
    SeriesStatistic statistic = entry.statistic;
    if (statistic.kind != StatisticKind::ShareBeyond)
        return statistic;
    const std::optional<Nanoseconds> own =
        entry.quantity == RunQuantity::Lateness ? run.tolerance : std::nullopt;
    const std::optional<Nanoseconds> chosen =
        entry.quantity == RunQuantity::Lateness ? options.tolerance : options.limit;
    if (!chosen && !own)
        return std::nullopt;
    statistic.argument = static_cast<double>((chosen ? chosen : own)->count());
    return statistic;
}

ResampledSide::ResampledSide(const ComparedRun& run, const std::vector<const FigureEntry*>& entries,
                             const CompareOptions& options, std::uint64_t seed, const CancelFlag* cancel)
    : m_run(run),
      m_setting{1, options.resamples, seed, run.parts},
      m_cancel(cancel),
      m_results(entries.size()) {
    static constexpr auto wholeOf = [](RunQuantity quantity) {
        FigureEntry entry;
        entry.quantity = quantity;
        return entry;
    };
    static constexpr FigureEntry kFrameTimes = wholeOf(RunQuantity::FrameTime);
    static constexpr FigureEntry kDisplayed = wholeOf(RunQuantity::Displayed);
    for (std::size_t place = 0; place < entries.size(); ++place) {
        const FigureEntry& entry = *entries[place];
        const std::optional<SeriesStatistic> statistic = statisticOf(entry, run, options);
        if (!statistic || entry.numberOfRun() || entry.statistic.kind == StatisticKind::Longest)
            continue;
        if (ofCounts(entry, run, *statistic)) {
            m_counted.push_back({place, *statistic});
            continue;
        }
        add(entry, *statistic, place);
        if (entry.over) {
            m_divided.push_back({place, m_results.size()});
            add(entry.quantity == RunQuantity::Displayed ? kDisplayed : kFrameTimes, *entry.over,
                m_results.size());
            m_results.emplace_back();
        }
    }
    for (Group& group : m_groups) {
        if (isCancelled(m_cancel))
            break;
        group.series = SortedSeries(valuesOf(*group.head, run, group.room), m_cancel);
        if (!group.series.values().empty())
            m_setting.blockLength =
                std::max(m_setting.blockLength, blockLengthFor(group.series, group.statistics, m_cancel));
    }
}

void ResampledSide::add(const FigureEntry& entry, const SeriesStatistic& statistic, std::size_t place) {
    auto group =
        std::ranges::find_if(m_groups, [&](const Group& each) { return each.head->sameValuesAs(entry); });
    if (group == m_groups.end()) {
        group = m_groups.emplace(m_groups.end());
        group->head = &entry;
    }
    group->statistics.push_back(statistic);
    group->places.push_back(place);
}

void ResampledSide::resampleOfCounts() {
    std::vector<SeriesStatistic> statistics;
    for (const OfCounts& each : m_counted)
        statistics.push_back(each.statistic);
    std::vector<ResampledStatistic> results =
        resampleCounts(m_run, statistics, m_setting.resamples, m_setting.seed);
    for (std::size_t i = 0; i < results.size(); ++i)
        m_results[m_counted[i].place] = std::move(results[i]);
}

void ResampledSide::resample(const std::function<void()>& step) {
    if (!m_counted.empty())
        resampleOfCounts();
    for (Group& group : m_groups) {
        if (isCancelled(m_cancel))
            return;
        m_setting.parts = m_run.partsOf(group.head->quantity);
        std::vector<ResampledStatistic> results =
            jitterscope::resample(group.series, group.statistics, m_setting, m_cancel);
        for (std::size_t i = 0; i < results.size() && !m_setting.byParts() && !isCancelled(m_cancel); ++i)
            spreadForDependence(results[i], group.series, group.statistics[i], m_setting.blockLength);
        for (std::size_t i = 0; i < results.size(); ++i)
            m_results[group.places[i]] = std::move(results[i]);
        group = {}; // the other side needs the memory
        if (step)
            step();
    }
    for (const Divided& divided : m_divided) {
        if (!isCancelled(m_cancel))
            divide(m_results[divided.place], m_results[divided.by]);
    }
}

} // namespace jitterscope
