// SPDX-License-Identifier: MIT
#include "core/compare/comparison.h"

#include "core/base/random.h"
#include "core/base/said.h"
#include "core/compare/enough_frames.h"
#include "core/compare/pair_words.h"
#include "core/compare/resampled_side.h"
#include "core/stats/sort_values.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

using Outcome = FigureDifference::Outcome;
using Kind = SeriesStatistic::Kind;

/// Simultaneous intervals end far out in the tails, where resamples know too little. So they are made wider
/// by this factor. It was chosen with tests/benchmarks/pair_calibration: equal pairs keep Comparison::kLevel.
constexpr double kWider = 1.15;

Interval wider(const Interval& interval, double centre) {
    return {std::min(interval.low, centre - kWider * (centre - interval.low)),
            std::max(interval.high, centre + kWider * (interval.high - centre))};
}

std::string tooFewText(const FigureEntry& entry) {
    return "needs " + said::count(entry.statistic.valuesNeeded()) + " frames";
}

std::string tooFewForIntervalText(const FigureEntry& entry) {
    return "an interval needs " + said::count(entry.statistic.valuesNeededForInterval()) + " frames";
}

std::string whyNoInterval(const FigureEntry& entry, const ComparedRun& a, const ComparedRun& b) {
    if (entry.statistic.kind == Kind::Longest)
        return a.has(RunQuantity::FrameTime) ? "one frame each, no interval" : "one value each, no interval";
    if (entry.singleNumber())
        return "one number each, no interval";
    if (ofCounts(entry, a, entry.statistic) && ofCounts(entry, b, entry.statistic))
        return "an upper limit needs " + said::count(countsNeeded(entry.statistic.argument)) + " values";
    if (!a.columns || !b.columns)
        return "only figures were recorded, no interval";
    return tooFewForIntervalText(entry);
}

/// Frames that take no time have no rate.
std::optional<double> finite(double figure) noexcept {
    return std::isfinite(figure) ? std::optional(figure) : std::nullopt;
}

/// Whether the run itself has the figure, so that nothing is computed: a share by the run's own limit, a
/// number of the run, or a recorded statistic.
bool saidByRun(const FigureEntry& entry, const ComparedRun& run, const CompareOptions& options) noexcept {
    const bool ownTolerance = entry.quantity == RunQuantity::Lateness &&
                              entry.statistic.kind == Kind::ShareBeyond &&
                              (!options.tolerance || options.tolerance == run.tolerance);
    return (entry.single != nullptr && (entry.statistic.kind != Kind::ShareBeyond || ownTolerance)) ||
           entry.recorded != nullptr;
}

class Comparer {
public:
    Comparer(const ComparedRun& a, const ComparedRun& b, const CompareOptions& options,
             const CancelFlag* cancel, const std::function<void(double)>& progress)
        : m_a(a), m_b(b), m_options(withLimit(a, options)), m_cancel(cancel), m_progress(progress) {}

    Comparison compare() {
        Comparison comparison;
        comparison.tolerance = commonTolerance();
        comparison.limit = m_options.limit;
        comparison.fairness = fairnessOf(m_a, m_b);
        m_ground = commonGround(m_a, m_b);
        if (m_ground) {
            for (const FigureEntry& entry : figureCatalog()) {
                if (entry.shownOn(*m_ground, ratesDiffer(m_a, m_b)) &&
                    (entry.appliesTo(m_a) || entry.appliesTo(m_b)))
                    m_entries.push_back(&entry);
            }
            resampleBoth(comparison);
            if (isCancelled(m_cancel))
                return comparison;
            for (std::size_t i = 0; i < m_entries.size(); ++i)
                comparison.figures.push_back(figure(i));
            addIntervals(comparison.figures);
        }
        sayVerdict(comparison, m_a, m_b);
        return comparison;
    }

private:
    [[nodiscard]] std::optional<Nanoseconds> commonTolerance() const {
        if (m_options.tolerance)
            return m_options.tolerance;
        return m_a.tolerance == m_b.tolerance ? m_a.tolerance : std::nullopt;
    }

    void resampleBoth(Comparison& comparison) {
        double done = 0;
        const auto step = [&] {
            done += 0.1;
            if (m_progress)
                m_progress(std::min(done, 0.95));
        };
        for (const auto& [side, run, stream, block, parts] :
             {std::tuple{&m_sideA, &m_a, "a", &comparison.blockA, &comparison.partsA},
              std::tuple{&m_sideB, &m_b, "b", &comparison.blockB, &comparison.partsB}}) {
            side->emplace(*run, m_entries, m_options, streamSeed(m_options.seed, stream), m_cancel);
            step();
            (*side)->resample(step);
            if (run->columns)
                *block = (*side)->blockLength();
            *parts = (*side)->byParts() ? run->parts.size() : 0;
        }
        comparison.resamples = m_options.resamples;
    }

    /// As figureOf(), but from values that are sorted already.
    [[nodiscard]] std::optional<double> figure(std::size_t place, const ComparedRun& run,
                                               const ResampledSide& side) const {
        const FigureEntry& entry = *m_entries[place];
        if (saidByRun(entry, run, m_options))
            return figureOf(entry, run, m_options);
        const std::optional<double>& value = side.result(place).value;
        return value ? finite(figureOf(entry, *value, run)) : std::nullopt;
    }

    [[nodiscard]] FigureDifference figure(std::size_t place) const {
        const FigureEntry& entry = *m_entries[place];
        FigureDifference line;
        line.entry = &entry;
        line.judged = entry.judgedOn(*m_ground);
        line.a = figure(place, m_a, *m_sideA);
        line.b = figure(place, m_b, *m_sideB);
        line.why = whyUnlike(entry, m_a, m_b, m_options);
        if (!line.why.empty())
            line.outcome = Outcome::Unlike;
        else if (!line.a || !line.b)
            line.why = whyAbsent(line, m_a, m_b);
        else {
            line.outcome = Outcome::NoInterval;
            line.why = whyNoInterval(entry, m_a, m_b);
        }
        return line;
    }

    static double framesIn(const ComparedRun& run) {
        return static_cast<double>(run.columns ? static_cast<std::int64_t>(run.columns->size()) : run.frames);
    }

    /// Adds an interval to every figure that has resamples on both sides.
    void addIntervals(std::vector<FigureDifference>& figures) const {
        std::vector<std::size_t> places;
        std::vector<std::vector<double>> differences;
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const std::vector<double>& a = m_sideA->result(i).resamples;
            const std::vector<double>& b = m_sideB->result(i).resamples;
            if (figures[i].outcome != Outcome::NoInterval || a.empty() || b.empty())
                continue;
            if (tooRare(*figures[i].entry)) {
                figures[i].why = std::string("an interval needs six ") +
                                 (figures[i].entry->over ? "stutters" : "such frames");
                continue;
            }
            const FramesNeeded ofA = framesNeeded(m_entries, i, *m_sideA);
            const FramesNeeded ofB = framesNeeded(m_entries, i, *m_sideB);
            const bool few = ofA.frames > framesIn(m_a) || ofB.frames > framesIn(m_b);
            const FigureEntry& entry = *figures[i].entry;
            if (few &&
                !farApart(rangeOfEighths(entry, m_a, m_options), rangeOfEighths(entry, m_b, m_options))) {
                figures[i].outcome = Outcome::TooShort;
                figures[i].why = framesNeededText(ofA, ofB, m_a);
                continue;
            }
            places.push_back(i);
            std::vector<double>& resampled = differences.emplace_back(a.size());
            for (std::size_t k = 0; k < a.size(); ++k)
                resampled[k] =
                    figureOf(*figures[i].entry, b[k], m_b) - figureOf(*figures[i].entry, a[k], m_a);
            if (!std::ranges::all_of(resampled, [](double each) { return std::isfinite(each); })) {
                figures[i].why = "some resamples have no such figure";
                differences.pop_back();
                places.pop_back();
            }
        }
        const std::vector<Interval> intervals = simultaneousIntervals(differences, Comparison::kLevel);
        for (std::size_t i = 0; i < intervals.size(); ++i) {
            FigureDifference& line = figures[places[i]];
            const bool exact = ofCounts(*line.entry, m_a, line.entry->statistic); // as far out as one likes
            const Interval interval = exact ? intervals[i] : wider(intervals[i], *line.difference());
            line.interval = interval;
            line.why.clear();
            const bool straddles = interval.low <= 0 && interval.high >= 0;
            line.outcome = straddles            ? Outcome::NotShown
                           : aboutTheSame(line) ? Outcome::AboutTheSame
                                                : Outcome::Different;
            const Way ofMore = line.entry->ofMore(*m_ground);
            if (line.outcome == Outcome::Different)
                line.way = interval.low > 0 ? ofMore : opposite(ofMore);
        }
    }

    /// Whether each run has fewer than six events. Then resamples do not know how many there could have been.
    [[nodiscard]] bool tooRare(const FigureEntry& entry) const {
        constexpr std::ptrdiff_t kLeastEvents = 6;
        if (entry.derived == nullptr || entry.singleNumber())
            return false;
        return std::ranges::all_of(std::array{&m_a, &m_b}, [&](const ComparedRun* run) {
            std::vector<std::int64_t> room;
            const std::span<const std::int64_t> values = valuesOf(entry, *run, room);
            return std::ranges::count_if(values, [](std::int64_t each) { return each > 0; }) < kLeastEvents;
        });
    }

    /// Whether another recording of the same thing would differ as much.
    [[nodiscard]] bool aboutTheSame(const FigureDifference& line) const {
        const bool ofGames = *m_ground == CommonGround::FrameTimes || *m_ground == CommonGround::Displayed;
        if (!ofGames || !oneRecordingEach(m_a, m_b))
            return false;
        if (line.entry->quantity == RunQuantity::FrameTime && line.entry->statistic.kind == Kind::ShareBeyond)
            return limitMovesAsMuch(line);
        const double larger = std::max(std::abs(*line.a), std::abs(*line.b));
        const double share =
            std::round(1e3 * std::abs(*line.b - *line.a) / larger) / 1e3; // as people read it
        return line.entry->repeatsDiffer() && share <= m_options.repeats;
    }

    /// Whether A's share of frames over the limit would become B's if all of A's frames were longer or
    /// shorter by as much as repeated recordings differ.
    [[nodiscard]] bool limitMovesAsMuch(const FigureDifference& line) const {
        const auto shareOver = [&](double limit) {
            const std::vector<std::int64_t>& frames = m_a.columns->frameTime;
            const auto over = std::ranges::count_if(
                frames, [limit](std::int64_t each) { return static_cast<double>(each) > limit; });
            return static_cast<double>(over) / static_cast<double>(frames.size());
        };
        const auto limit = static_cast<double>(m_options.limit->count());
        return *line.b >= shareOver(limit / (1 - m_options.repeats)) &&
               *line.b <= shareOver(limit * (1 - m_options.repeats));
    }

    static std::string whyAbsent(const FigureDifference& line, const ComparedRun& a, const ComparedRun& b) {
        const ComparedRun& lacking = line.a ? b : a;
        const FigureEntry& entry = *line.entry;
        const bool few = entry.single == nullptr && entry.statistic.kind != Kind::ShareBeyond &&
                         (lacking.columns || lacking.summaries.contains(entry.quantity)) &&
                         lacking.frames < entry.statistic.valuesNeeded();
        if (few)
            return tooFewText(entry);
        return !line.a && !line.b ? "not recorded" : line.a ? "not recorded in B" : "not recorded in A";
    }

    const ComparedRun& m_a;
    const ComparedRun& m_b;
    CompareOptions m_options;
    const CancelFlag* m_cancel;
    const std::function<void(double)>& m_progress;
    std::optional<CommonGround> m_ground;
    std::vector<const FigureEntry*> m_entries;
    std::optional<ResampledSide> m_sideA;
    std::optional<ResampledSide> m_sideB;
};

} // namespace

bool oneRecordingEach(const ComparedRun& a, const ComparedRun& b) noexcept {
    return std::min(a.parts.size(), b.parts.size()) < BootstrapSetting::kLeastParts;
}

CompareOptions withLimit(const ComparedRun& a, CompareOptions options) {
    if (options.limit)
        return options;
    const auto frames = a.summaries.find(RunQuantity::FrameTime);
    if (a.rateHz && !a.rateEstimated)
        options.limit = Nanoseconds{std::llround(1.1e9 / *a.rateHz)};
    else if (frames != a.summaries.end() && frames->second.p50) // no period is known: its usual frame time
        options.limit = Nanoseconds{std::llround(1.1 * *frames->second.p50)};
    return options;
}

std::string_view pairVerdictId(PairVerdict verdict) noexcept {
    switch (verdict) {
    case PairVerdict::NotComparable:
        return "not-comparable";
    case PairVerdict::TooFew:
        return "too-few";
    case PairVerdict::TooShort:
        return "too-short";
    case PairVerdict::AboutTheSame:
        return "about-the-same";
    case PairVerdict::NotShown:
        return "no-difference-shown";
    case PairVerdict::Faster:
        return "faster";
    case PairVerdict::Slower:
        return "slower";
    case PairVerdict::Better:
        return "better";
    case PairVerdict::Worse:
        return "worse";
    case PairVerdict::Mixed:
        return "mixed";
    }
    return "not-comparable";
}

std::string Comparison::method() const {
    const bool anyInterval =
        std::ranges::any_of(figures, [](const FigureDifference& line) { return line.interval.has_value(); });
    if (!anyInterval && (blockA == 0 || blockB == 0))
        return {};
    const auto drawn = [](std::size_t block, std::size_t parts) {
        return parts > 0    ? std::to_string(parts) + " whole recordings"
               : block == 0 ? std::string("the counts")
                            : "blocks of " + std::to_string(block) + " frames";
    };
    return std::to_string(resamples) + " resamples of " + drawn(blockA, partsA) + " (A) and " +
           drawn(blockB, partsB) + " (B)";
}

const FigureDifference* Comparison::find(std::string_view id) const noexcept {
    const auto found =
        std::ranges::find_if(figures, [id](const FigureDifference& line) { return line.entry->id == id; });
    return found != figures.end() ? &*found : nullptr;
}

std::optional<CommonGround> commonGround(const ComparedRun& a, const ComparedRun& b) noexcept {
    const auto both = [&](RunQuantity quantity) { return a.has(quantity) && b.has(quantity); };
    if (both(RunQuantity::Error))
        return CommonGround::Deadlines;
    const auto shown = [](const ComparedRun& run) { return run.columns && !run.columns->displayed.empty(); };
    if (both(RunQuantity::FrameTime))
        return shown(a) && shown(b) ? CommonGround::Displayed : CommonGround::FrameTimes;
    if (both(RunQuantity::Lateness))
        return CommonGround::Lateness;
    return both(RunQuantity::Duration) ? std::optional(CommonGround::Durations) : std::nullopt;
}

std::optional<double> figureOf(const FigureEntry& entry, const ComparedRun& run,
                               const CompareOptions& options) {
    return RunFigures(run, options).of(entry);
}

std::optional<double> RunFigures::of(const FigureEntry& entry) {
    if (saidByRun(entry, m_run, m_options) && entry.recorded == nullptr)
        return m_run.*entry.single;
    if (entry.recorded != nullptr) {
        const auto summary = m_run.summaries.find(entry.quantity);
        if (summary == m_run.summaries.end() || !(summary->second.*entry.recorded))
            return std::nullopt;
        return finite(figureOf(entry, *(summary->second.*entry.recorded), m_run));
    }
    const std::optional<SeriesStatistic> statistic = statisticOf(entry, m_run, m_options);
    if (!statistic)
        return std::nullopt;
    if (ofCounts(entry, m_run, *statistic)) {
        const std::optional<double> value = resampleCounts(m_run, std::array{*statistic}, 0, 1).front().value;
        return value ? finite(figureOf(entry, *value, m_run)) : std::nullopt;
    }
    std::optional<double> value = valueOfEntry(entry, *statistic);
    if (value && entry.over) {
        std::vector<std::int64_t> room;
        const auto by = valueOfUnsorted(m_run.columns->values(entry.quantity, room), *entry.over);
        value = by ? std::optional(*value / *by) : std::nullopt;
    }
    return value ? finite(figureOf(entry, *value, m_run)) : std::nullopt;
}

std::optional<double> RunFigures::valueOfEntry(const FigureEntry& entry, const SeriesStatistic& statistic) {
    const bool sorted = m_sortedFor != nullptr && m_sortedFor->sameValuesAs(entry);
    if (!sorted && (!statistic.ofAnyOrder() || entry.derived != nullptr)) {
        m_sorted = {}; // before others take its room
        m_sortedFor = nullptr;
    }
    if (!sorted) {
        std::vector<std::int64_t> room;
        const std::span<const std::int64_t> values = valuesOf(entry, m_run, room);
        if (values.empty())
            return std::nullopt;
        if (statistic.ofAnyOrder())
            return valueOfUnsorted(values, statistic);
        m_sorted.assign(values.begin(), values.end());
        (void)sortValues(m_sorted, nullptr);
        m_sortedFor = &entry;
    }
    return valueOfSorted(m_sorted, statistic);
}

Comparison compareRuns(const ComparedRun& a, const ComparedRun& b, const CompareOptions& options,
                       const CancelFlag* cancel, const std::function<void(double)>& progress) {
    return Comparer(a, b, options, cancel, progress).compare();
}

} // namespace jitterscope
