// SPDX-License-Identifier: MIT
#include "core/attach/meanwhile.h"

#include "core/attach/kernel_files.h"

#include <algorithm>
#include <chrono>

namespace jitterscope {
namespace {

constexpr std::int64_t kLeastApart = 20'000'000; // ns
constexpr std::int64_t kMostApart = 500'000'000; // ns
constexpr std::int64_t kCostShare = 100;         // one hundredth of the time
constexpr std::size_t kMostIntervals = 100'000;  // an hour and more
constexpr double kLeastShare = 0.01;

} // namespace

void Meanwhile::look(std::int64_t now, const std::set<std::int32_t>& leftOut) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Process> seen;
    for (const std::int32_t number : processes()) {
        if (leftOut.contains(number))
            continue;
        if (const std::vector<std::string> stat = statOf(number); !stat.empty())
            seen.push_back({number, processorTimeOf(stat)});
    }
    take(now, seen, [](std::int32_t number) { return nameNow(number, number).value_or(""); });
    const std::int64_t cost = (std::chrono::steady_clock::now() - begin) / std::chrono::nanoseconds{1};
    m_next = now + std::clamp(kCostShare * cost, kLeastApart, kMostApart);
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

std::vector<RanMeanwhile> Meanwhile::during(const std::vector<std::pair<std::int64_t, std::int64_t>>& times,
                                            std::size_t most) const {
    std::vector<double> used(m_names.size());
    double whole = 0;
    std::size_t first = 0;
    for (const Interval& interval : m_intervals) {
        while (first < times.size() && times[first].second <= interval.begin)
            ++first;
        std::int64_t inside = 0;
        for (std::size_t i = first; i < times.size() && times[i].first < interval.end; ++i)
            inside += std::min(times[i].second, interval.end) - std::max(times[i].first, interval.begin);
        whole += static_cast<double>(inside);
        const double part = static_cast<double>(inside) / static_cast<double>(interval.end - interval.begin);
        for (const auto& [name, time] : interval.used)
            used[name] += part * static_cast<double>(time);
    }
    std::vector<RanMeanwhile> ran;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (whole > 0 && used[i] >= kLeastShare * whole && !m_names[i].empty())
            ran.push_back({m_names[i], used[i] / whole});
    }
    std::ranges::stable_sort(ran, std::greater{}, &RanMeanwhile::share);
    ran.resize(std::min(ran.size(), most));
    return ran;
}

} // namespace jitterscope
