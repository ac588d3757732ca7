// SPDX-License-Identifier: MIT
#include "core/compare/compared_run.h"
#include "core/compare/resampled_side.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

using Texts = ComparedRun::Texts;

constexpr std::array kPooledColumns{&RunColumns::frameTime, &RunColumns::lateness, &RunColumns::duration,
                                    &RunColumns::spin, &RunColumns::lost};

/// The entries on which all agree; the names of the others go to `unlike`.
Texts common(const std::vector<ComparedRun>& runs, Texts ComparedRun::*texts,
             std::vector<std::string>& unlike) {
    Texts agreed = runs.front().*texts;
    std::erase_if(agreed, [&](const auto& item) {
        const bool same = std::ranges::all_of(runs, [&](const ComparedRun& run) {
            const auto found = (run.*texts).find(item.first);
            return found != (run.*texts).end() && found->second == item.second;
        });
        if (!same)
            unlike.push_back(item.first);
        return !same;
    });
    return agreed;
}

/// Whether it matters that this key differs. The keys below always differ, without a meaning.
bool worthSaying(const std::string& key) {
    static constexpr std::array<std::string_view, 8> kAlways{
        "started_utc", "seed", "frames", "duration_ns", "end", "warmup", "load_average", "uptime"};
    return std::ranges::find(kAlways, key) == kAlways.end();
}

/// The mean, weighted by frames; absent if one has none.
std::optional<double> mean(const std::vector<ComparedRun>& runs, std::optional<double> ComparedRun::*number) {
    double sum = 0;
    double frames = 0;
    for (const ComparedRun& run : runs) {
        if (!(run.*number))
            return std::nullopt;
        sum += *(run.*number) * static_cast<double>(run.frames);
        frames += static_cast<double>(run.frames);
    }
    return frames > 0 ? std::optional(sum / frames) : std::nullopt;
}

/// Of a quantity of which only summaries are kept: count, mean, min and max. Absent if a recording has none.
std::optional<Summary> pooledFigures(const std::vector<ComparedRun>& runs, RunQuantity quantity) {
    Summary all;
    double sum = 0;
    for (const ComparedRun& run : runs) {
        const auto found = run.summaries.find(quantity);
        if (found == run.summaries.end() || !found->second.mean || !found->second.min || !found->second.max)
            return std::nullopt;
        const Summary& one = found->second;
        all.min = std::min(all.min.value_or(*one.min), *one.min);
        all.max = std::max(all.max.value_or(*one.max), *one.max);
        all.count += one.count;
        sum += *one.mean * static_cast<double>(one.count);
    }
    if (all.count > 0)
        all.mean = sum / static_cast<double>(all.count);
    return all;
}

template <typename Value>
bool allSame(const std::vector<ComparedRun>& runs, Value ComparedRun::*member) {
    return std::ranges::all_of(runs,
                               [&](const ComparedRun& run) { return run.*member == runs.front().*member; });
}

/// The columns one after the other. Null: the recordings do not have the same columns.
std::shared_ptr<const RunColumns> joined(const std::vector<ComparedRun>& runs) {
    auto columns = std::make_shared<RunColumns>();
    for (const ComparedRun& run : runs) {
        for (const auto column : kPooledColumns) {
            const std::vector<std::int64_t>& values = (*run.columns).*column;
            if (values.empty() != ((*runs.front().columns).*column).empty())
                return nullptr;
            ((*columns).*column).insert(((*columns).*column).end(), values.begin(), values.end());
        }
    }
    const auto wereShown = [](const ComparedRun& run) { return !run.columns->displayed.empty(); };
    if (!std::ranges::all_of(runs, wereShown)) // it is not a column of all
        return columns;
    for (const ComparedRun& run : runs)
        columns->displayed.insert(columns->displayed.end(), run.columns->displayed.begin(),
                                  run.columns->displayed.end());
    return columns;
}

/// Whether all are histograms of the same quantity, with buckets of the same kind.
bool areCounts(const std::vector<ComparedRun>& runs) {
    return std::ranges::all_of(runs, [&](const ComparedRun& run) {
        return !run.columns && !run.counts.empty() && run.countsOf == runs.front().countsOf &&
               run.coarseCounts == runs.front().coarseCounts;
    });
}

/// Adds the counts of histograms up; their mean is weighted by the number of values.
void addCountsUp(const std::vector<ComparedRun>& runs, ComparedRun& all) {
    std::map<std::int64_t, std::uint64_t> counts;
    Summary summary;
    double sum = 0;
    bool means = true;
    bool greatest = true;
    for (const ComparedRun& run : runs) {
        for (const ValueCount& each : run.counts)
            counts[each.value] += each.count;
        const Summary& one = run.summaries.at(run.countsOf);
        summary.count += one.count;
        means = means && one.mean;
        sum += one.mean.value_or(0) * static_cast<double>(one.count);
        if (one.min)
            summary.min = std::min(summary.min.value_or(*one.min), *one.min);
        greatest = greatest && one.max;
        if (one.max)
            summary.max = std::max(summary.max.value_or(*one.max), *one.max);
    }
    if (!greatest)
        summary.max.reset();
    if (means && summary.count > 0)
        summary.mean = sum / static_cast<double>(summary.count);
    for (const auto& [value, count] : counts)
        all.counts.push_back({value, count});
    all.countsOf = runs.front().countsOf;
    all.coarseCounts = runs.front().coarseCounts;
    all.frames = summary.count;
    all.summaries[all.countsOf] = summary;
    for (const auto& [fraction, field] : kSummaryPercentiles)
        summary.*field =
            resampleCounts(all, std::array{SeriesStatistic{SeriesStatistic::Kind::Quantile, fraction}}, 0, 1)
                .front()
                .value;
    all.summaries[all.countsOf] = summary;
}

} // namespace

Result<ComparedRun> pooledCounts(const std::vector<ComparedRun>& runs, const std::string& name) {
    if (runs.empty() || !areCounts(runs))
        return Error{ErrorCode::Format, "they are not histograms of the same", "choose one of them"};
    ComparedRun run;
    run.name = name;
    run.origin = runs.front().origin;
    run.recordedBy = runs.front().recordedBy;
    run.path = runs.front().path;
    run.openedWith = runs.front().openedWith;
    run.recording = runs.front().recording;
    std::vector<std::string> unlike;
    run.settings = common(runs, &ComparedRun::settings, unlike);
    run.facts = common(runs, &ComparedRun::facts, unlike);
    run.warnings = runs.front().warnings;
    run.lacks = runs.front().lacks;
    addCountsUp(runs, run);
    return run;
}

Result<ComparedRun> pooled(std::vector<ComparedRun> runs, const std::string& name, const CancelFlag* cancel) {
    if (runs.empty())
        return Error{ErrorCode::Format, "there is no recording", ""};
    if (runs.size() == 1) {
        runs.front().name = name;
        return std::move(runs.front());
    }
    if (areCounts(runs))
        return pooledCounts(runs, name);
    if (std::ranges::any_of(
            runs, [](const ComparedRun& run) { return run.columns == nullptr || run.columns->size() == 0; }))
        return Error{ErrorCode::Format, "not every file holds its values",
                     "files of figures and histograms cannot be put together"};
    ComparedRun run;
    run.columns = joined(runs);
    if (!run.columns)
        return Error{ErrorCode::Format, "the files did not record the same",
                     "frame times, lateness and durations cannot be put together"};
    run.name = name;
    run.origin = runs.front().origin;
    run.recordedBy = runs.front().recordedBy;
    run.startedUtc = runs.front().startedUtc;
    std::vector<std::string> unlike;
    run.settings = common(runs, &ComparedRun::settings, unlike);
    run.facts = common(runs, &ComparedRun::facts, unlike);
    std::erase_if(unlike, [](const std::string& key) { return !worthSaying(key); });
    if (!unlike.empty()) {
        std::string text = "The recordings differ in:";
        for (const std::string& key : unlike)
            text += " " + key;
        run.warnings.push_back(text + ".");
    }
    run.rateEstimated = std::ranges::any_of(runs, &ComparedRun::rateEstimated);
    run.rateHz =
        allSame(runs, &ComparedRun::rateHz) || run.rateEstimated ? runs.front().rateHz : std::nullopt;
    run.tolerance = allSame(runs, &ComparedRun::tolerance) ? runs.front().tolerance : std::nullopt;
    for (const auto number :
         {&ComparedRun::threadPercent, &ComparedRun::processPercent, &ComparedRun::machinePercent,
          &ComparedRun::pressurePercent, &ComparedRun::stealPercent, &ComparedRun::driftPpm,
          &ComparedRun::droppedFraction})
        run.*number = mean(runs, number);
    for (const ComparedRun& part : runs) {
        run.parts.push_back(part.columns->size());
        if (!run.columns->displayed.empty())
            run.displayedParts.push_back(part.columns->displayed.size());
        run.framesWithout += part.framesWithout;
        run.warnings.insert(run.warnings.end(), part.warnings.begin(), part.warnings.end());
        run.disturbances.insert(run.disturbances.end(), part.disturbances.begin(), part.disturbances.end());
    }
    run.lacks = runs.front().lacks;
    for (const RunQuantity quantity :
         {RunQuantity::Displayed, RunQuantity::GpuBusy, RunQuantity::Latency, RunQuantity::AnimationError}) {
        if (const std::optional<Summary> summary = pooledFigures(runs, quantity))
            run.summaries[quantity] = *summary;
    }
    summarizeColumns(run, cancel);
    if (const auto frames = run.summaries.find(RunQuantity::FrameTime);
        run.rateEstimated && frames != run.summaries.end() && frames->second.mean)
        run.rateHz = 1e9 / *frames->second.mean; // frames divided by time, as for one recording
    return run;
}

} // namespace jitterscope
