// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/live_percentiles.h"

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr std::int64_t kTurnsASecond = 30;

void put(Summary& into, const Summary& exact) {
    for (const auto figure : {&Summary::p50, &Summary::p90, &Summary::p99, &Summary::p99_9}) {
        if (into.*figure && exact.*figure)
            into.*figure = exact.*figure;
    }
}

} // namespace

LivePercentiles::Part LivePercentiles::partOf(const Stretch& stretch, bool whole) {
    const FrameStatistics& statistics = stretch.statistics;
    const std::int64_t period = statistics.period().rounded().count();
    return {PercentileSearch(statistics.deviation().histogram()),
            PercentileSearch(statistics.lateness().histogram()),
            period,
            {stretch.index, whole, statistics.deviation().summary(static_cast<double>(period)),
             statistics.lateness().summary()}};
}

const LivePercentiles::Found* LivePercentiles::foundOf(std::uint32_t stretch) const {
    const auto found = std::ranges::find(m_found, stretch, &Found::stretch);
    return found != m_found.end() ? &*found : nullptr;
}

void LivePercentiles::begin(const RunResult& run, std::optional<std::uint32_t> before) {
    m_walk.emplace(Walk{0, static_cast<std::int64_t>(run.frames.size()), {}});
    for (const Stretch& stretch : run.stretches) {
        const bool now = stretch.index == run.stretches.back().index;
        const Found* const found = foundOf(stretch.index);
        if (now || (stretch.index == before && (found == nullptr || !found->whole)))
            m_walk->parts.push_back(partOf(stretch, !now));
    }
}

bool LivePercentiles::possible(const RunResult& run) {
    if (run.framesNotKept > 0)
        *this = LivePercentiles();
    return run.framesNotKept == 0 && !run.stretches.empty() && !run.frames.empty();
}

void LivePercentiles::step(const RunResult& run, std::int64_t now, std::optional<std::uint32_t> before) {
    if (!possible(run))
        return;
    if (!m_walk) {
        const bool changed = foundOf(run.stretches.back().index) == nullptr;
        const auto held = static_cast<std::int64_t>(run.frames.size());
        if (held <= kAtOnce || (now < m_next && !changed))
            return;
        m_next = now + std::max(kPauseMs, held * 1000 / kFramesASecond);
        begin(run, before);
    }
    walk(run, kFramesASecond / kTurnsASecond);
}

void LivePercentiles::freshen(const RunResult& run, std::optional<std::uint32_t> before) {
    if (static_cast<std::int64_t>(run.frames.size()) <= kAtOnce)
        finishNow(run, before);
}

void LivePercentiles::finishNow(const RunResult& run, std::optional<std::uint32_t> before) {
    if (!possible(run))
        return;
    begin(run, before);
    walk(run, m_walk->end);
}

void LivePercentiles::walk(const RunResult& run, std::int64_t most) {
    const std::int64_t until = std::min(m_walk->end, m_walk->at + most);
    for (; m_walk->at < until; ++m_walk->at) {
        const FrameSample& sample = run.frames[static_cast<std::size_t>(m_walk->at)];
        if (!sample.counts())
            continue;
        for (Part& part : m_walk->parts) {
            if (sample.stretch == part.found.stretch) {
                part.deviation.take(sample.frameTime - part.period);
                part.lateness.take(sample.lateness());
            }
        }
    }
    if (m_walk->at == m_walk->end)
        end();
}

void LivePercentiles::end() {
    std::erase_if(m_found, [](const Found& found) { return !found.whole; });
    for (Part& part : m_walk->parts) {
        part.deviation.applyTo(part.found.frameTime, static_cast<double>(part.period));
        part.lateness.applyTo(part.found.lateness, 0);
        m_found.push_back(part.found);
    }
    m_walk.reset();
}

bool LivePercentiles::applyToStretch(FrameMetrics& metrics, const RunResult& run,
                                     std::uint32_t stretch) const {
    const Found* const found = foundOf(stretch);
    if (found == nullptr || (!found->whole && stretch != run.stretches.back().index))
        return false;
    put(metrics.frameTime, found->frameTime);
    put(metrics.lateness, found->lateness);
    return true;
}

} // namespace jitterscope::ui
