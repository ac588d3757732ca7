// SPDX-License-Identifier: MIT
#include "core/attach/meanwhile.h"

#include "core/attach/kernel_files.h"

#include <algorithm>
#include <numeric>

namespace jitterscope {
namespace {

constexpr std::size_t kMostIntervals = 100'000; // an hour and more
constexpr double kLeastShare = 0.01;

} // namespace

void Meanwhile::look(std::int64_t now, const std::set<std::int32_t>& leftOut) {
    const std::int64_t begin = monotonicNow();
    std::vector<Process> seen;
    for (const std::int32_t number : processes()) {
        if (leftOut.contains(number))
            continue;
        if (const std::vector<std::string> stat = statOf(number); !stat.empty())
            seen.push_back({number, processorTimeOf(stat)});
    }
    take(now, seen, [](std::int32_t number) { return nameNow(number, number).value_or(""); });
    m_pace.looked(now, monotonicNow() - begin);
}

void Meanwhile::take(std::int64_t now, const std::vector<Process>& seen,
                     const std::function<std::string(std::int32_t)>& nameOf) {
    Interval interval{m_latest, now, {}};
    std::map<std::int32_t, Known> known;
    for (const Process& process : seen) {
        const auto before = m_known.find(process.number);
        // A number may have gone to another process, whose time is less.
        const bool same = before != m_known.end() && process.ran >= before->second.ran;
        Known each{same ? before->second.name : 0, process.ran};
        if (!same) {
            const std::string name = nameOf(process.number);
            const auto place = std::ranges::find(m_names, name);
            each.name = static_cast<std::size_t>(place - m_names.begin());
            if (place == m_names.end())
                m_names.push_back(name);
        }
        // A process that began since the last look has used all of its time since then.
        const std::int64_t used = process.ran - (same ? before->second.ran : 0);
        if (used > 0 && (same || m_latest != 0))
            interval.used[each.name] += used;
        known.emplace(process.number, each);
    }
    m_known = std::move(known);
    if (m_latest != 0 && m_intervals.size() < kMostIntervals)
        m_intervals.push_back(std::move(interval));
    m_latest = now;
}

Meanwhile::Used Meanwhile::usedDuring(const Times& times) const {
    Used used{std::vector<double>(m_names.size())};
    std::size_t first = 0;
    for (const Interval& interval : m_intervals) {
        while (first < times.size() && times[first].second <= interval.begin)
            ++first;
        std::int64_t inside = 0;
        for (std::size_t i = first; i < times.size() && times[i].first < interval.end; ++i)
            inside += std::min(times[i].second, interval.end) - std::max(times[i].first, interval.begin);
        used.whole += static_cast<double>(inside);
        const double part = static_cast<double>(inside) / static_cast<double>(interval.end - interval.begin);
        for (const auto& [name, time] : interval.used)
            used.byName[name] += part * static_cast<double>(time);
    }
    return used;
}

std::optional<double> Meanwhile::allDuring(const Times& times) const {
    const Used used = usedDuring(times);
    if (used.whole <= 0)
        return std::nullopt;
    return std::accumulate(used.byName.begin(), used.byName.end(), 0.0) / used.whole;
}

std::vector<RanMeanwhile> Meanwhile::during(const Times& times, std::size_t most) const {
    const Used used = usedDuring(times);
    std::vector<RanMeanwhile> ran;
    for (std::size_t i = 0; i < used.byName.size(); ++i) {
        if (used.whole > 0 && used.byName[i] >= kLeastShare * used.whole && !m_names[i].empty())
            ran.push_back({m_names[i], used.byName[i] / used.whole});
    }
    std::ranges::stable_sort(ran, std::greater{}, &RanMeanwhile::share);
    ran.resize(std::min(ran.size(), most));
    return ran;
}

} // namespace jitterscope
