// SPDX-License-Identifier: MIT
#include "core/compare/compared_run.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace jitterscope {

std::string_view runQuantityName(RunQuantity quantity) noexcept {
    switch (quantity) {
    case RunQuantity::FrameTime:
        return "frame_time";
    case RunQuantity::Lateness:
        return "lateness";
    case RunQuantity::Error:
        return "error";
    case RunQuantity::Duration:
        return "duration";
    case RunQuantity::Displayed:
        return "displayed_time";
    case RunQuantity::GpuBusy:
        return "gpu_busy";
    case RunQuantity::Latency:
        return "latency";
    case RunQuantity::AnimationError:
        return "animation_error";
    case RunQuantity::CountedRate:
        return "counted_rate";
    }
    return "duration";
}

std::size_t RunColumns::size() const noexcept {
    return std::max({frameTime.size(), lateness.size(), duration.size()});
}

std::span<const std::int64_t> RunColumns::values(RunQuantity quantity,
                                                 std::vector<std::int64_t>& room) const {
    switch (quantity) {
    case RunQuantity::FrameTime:
        return frameTime;
    case RunQuantity::Lateness:
        return lateness;
    case RunQuantity::Duration:
        return duration;
    case RunQuantity::Displayed:
        return displayed;
    case RunQuantity::GpuBusy:
    case RunQuantity::Latency:
    case RunQuantity::AnimationError:
    case RunQuantity::CountedRate:
        return {};
    case RunQuantity::Error:
        break;
    }
    room.resize(lateness.size());
    std::ranges::transform(lateness, room.begin(), [](std::int64_t late) { return std::abs(late); });
    return room;
}

std::optional<double> ComparedRun::seconds() const {
    const auto frameTime = summaries.find(RunQuantity::FrameTime);
    if (frameTime == summaries.end() || !frameTime->second.mean)
        return std::nullopt;
    return *frameTime->second.mean * static_cast<double>(frameTime->second.count) / 1e9;
}

void limitTexts(ComparedRun& run) {
    for (std::string* const text : {&run.name, &run.recordedBy, &run.part, &run.startedUtc})
        *text = limited(std::move(*text));
    for (ComparedRun::Texts* const texts : {&run.settings, &run.facts}) {
        ComparedRun::Texts kept;
        for (auto& [key, value] : *texts)
            kept.emplace(limited(key), limited(std::move(value)));
        *texts = std::move(kept);
    }
    for (std::vector<std::string>* const list : {&run.disturbances, &run.warnings, &run.lacks}) {
        for (std::string& text : *list)
            text = limited(std::move(text), 2 * kMostOfName);
    }
}

std::string settingsTitle(const ComparedRun::Texts& settings) {
    const auto value = [&settings](const char* key) {
        const auto found = settings.find(key);
        return found != settings.end() ? found->second : std::string();
    };
    std::string title = value("strategy");
    if (!title.empty() && !value("rate_hz").empty())
        title += ", " + value("rate_hz") + " Hz";
    if (!title.empty() && !value("strategy.x").empty())
        title += ", x " + value("strategy.x");
    return title;
}

std::vector<std::string> differingSettings(const std::vector<ComparedRun::Texts>& runs) {
    static constexpr std::array<std::string_view, 4> kChangeable{"policy", "work", "load", "tolerance_ns"};
    const auto changeable = [](const std::string& key) {
        const std::string base = key.substr(0, key.find('.'));
        return std::ranges::find(kChangeable, base) != kChangeable.end() ||
               (base == "strategy" && key != base && key != "strategy.x"); // those are in the title
    };
    // Parameters of different choices are different ones, even if they have the same name.
    const auto whose = [](const ComparedRun::Texts& settings, const std::string& key) {
        const std::size_t dot = key.find('.');
        const auto choice = dot != std::string::npos ? settings.find(key.substr(0, dot)) : settings.end();
        return std::pair(key, choice != settings.end() ? choice->second : std::string());
    };
    // The value of the first run that has it.
    std::map<std::pair<std::string, std::string>, std::string> first;
    std::set<std::pair<std::string, std::string>> differing;
    for (const ComparedRun::Texts& settings : runs) {
        for (const auto& [key, value] : settings) {
            if (changeable(key) && first.try_emplace(whose(settings, key), value).first->second != value)
                differing.insert(whose(settings, key));
        }
    }
    std::vector<std::string> texts;
    for (const ComparedRun::Texts& settings : runs) {
        std::string& text = texts.emplace_back();
        for (const auto& [key, choice] : differing) {
            const auto found = settings.find(key);
            if (found == settings.end() || whose(settings, key).second != choice)
                continue;
            const std::optional<double> tolerance =
                key == "tolerance_ns" ? parseDouble(found->second) : std::nullopt;
            text += text.empty() ? "" : ", ";
            text += tolerance ? "tolerance " + said::shortDuration(*tolerance)
                              : key.substr(key.find('.') + 1) + " " + found->second;
        }
    }
    return texts;
}

std::vector<std::string> namesApart(const std::vector<std::string>& names) {
    constexpr std::size_t kShortest = 8; // bytes in common; less is not worth an ellipsis
    // The name that has most in common with another one is its neighbour among the sorted.
    std::vector<std::string_view> sorted(names.begin(), names.end());
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<std::string> apart;
    for (const std::string& name : names) {
        const auto here = std::ranges::lower_bound(sorted, std::string_view(name));
        const auto commonWith = [&](std::string_view other) {
            return static_cast<std::size_t>(std::ranges::mismatch(name, other).in1 - name.begin());
        };
        const std::size_t common = std::max(here != sorted.begin() ? commonWith(*std::prev(here)) : 0,
                                            here + 1 != sorted.end() ? commonWith(*std::next(here)) : 0);
        const auto behind = [&](std::string_view between) {
            const std::size_t place = std::string_view(name).substr(0, common).rfind(between);
            return place != std::string::npos ? place + between.size() : 0;
        };
        std::size_t begin = std::max(behind(" · "), behind(", ")); // of what differs
        if (begin == 0)
            begin = behind(" ");
        apart.push_back(begin >= kShortest && begin < name.size() ? "… " + name.substr(begin) : name);
    }
    return apart;
}

void summarizeColumns(ComparedRun& run, const CancelFlag* cancel) {
    constexpr std::array kAll{RunQuantity::FrameTime, RunQuantity::Lateness, RunQuantity::Error,
                              RunQuantity::Duration};
    const RunColumns& columns = *run.columns;
    for (const RunQuantity quantity : kAll) {
        if (quantity == RunQuantity::Error && columns.frameTime.empty())
            continue; // another program's wake-ups: they are late, but there are no frames
        std::vector<std::int64_t> room;
        const std::span<const std::int64_t> view = columns.values(quantity, room);
        std::vector<std::int64_t> values(view.begin(), view.end());
        if (!values.empty())
            run.summaries[quantity] = exactSummary(values, 0, cancel);
    }
    run.frames = static_cast<std::int64_t>(columns.size());
    const auto frames = static_cast<double>(run.frames);
    if (run.tolerance && !columns.lateness.empty())
        run.lateFraction =
            static_cast<double>(std::ranges::count_if(
                columns.lateness, [&](std::int64_t late) { return late > run.tolerance->count(); })) /
            frames;
    if (!columns.lost.empty()) {
        const auto lost =
            static_cast<double>(std::accumulate(columns.lost.begin(), columns.lost.end(), std::int64_t{0}));
        run.lostFraction = lost / (lost + frames);
    }
}

} // namespace jitterscope
