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

std::unique_ptr<LivePercentiles::Part> LivePercentiles::partOf(const FrameStatistics& statistics) {
    const std::int64_t period = statistics.period().rounded().count();
    Part part{PercentileSearch(statistics.deviation().histogram()),
              PercentileSearch(statistics.lateness().histogram()),
              period,
              {statistics.deviation().summary(static_cast<double>(period)), statistics.lateness().summary()}};
    return std::make_unique<Part>(std::move(part));
}

void LivePercentiles::begin(const RunResult& run) {
    const Stretch& stretch = run.stretches.back();
    m_walk.emplace(
        Walk{stretch.index, 0, static_cast<std::int64_t>(run.frames.size()), partOf(stretch.statistics)});
}

bool LivePercentiles::possible(const RunResult& run) {
    if (run.framesNotKept > 0)
        *this = LivePercentiles();
    return run.framesNotKept == 0 && !run.stretches.empty() && !run.frames.empty();
}

void LivePercentiles::step(const RunResult& run, std::int64_t now) {
    if (!possible(run))
        return;
    if (!m_walk) {
        const bool changed = run.stretches.back().index != m_stretch;
        const auto held = static_cast<std::int64_t>(run.frames.size());
        if (held <= kAtOnce || (now < m_next && !changed))
            return;
        m_next = now + std::max(kPauseMs, held * 1000 / kFramesASecond);
        begin(run);
    }
    walk(run, kFramesASecond / kTurnsASecond);
}

void LivePercentiles::freshen(const RunResult& run) {
    if (static_cast<std::int64_t>(run.frames.size()) <= kAtOnce)
        finishNow(run);
}

void LivePercentiles::finishNow(const RunResult& run) {
    if (!possible(run))
        return;
    begin(run);
    walk(run, m_walk->end);
}

void LivePercentiles::walk(const RunResult& run, std::int64_t most) {
    const std::int64_t until = std::min(m_walk->end, m_walk->at + most);
    for (; m_walk->at < until; ++m_walk->at) {
        const FrameSample& sample = run.frames[static_cast<std::size_t>(m_walk->at)];
        if (!sample.counts())
            continue;
        if (sample.stretch == m_walk->stretch) {
            m_walk->now->deviation.take(sample.frameTime - m_walk->now->period);
            m_walk->now->lateness.take(sample.lateness());
        }
    }
    if (m_walk->at == m_walk->end)
        end();
}

LivePercentiles::Found LivePercentiles::finish(Part& part) {
    part.deviation.applyTo(part.found.frameTime, static_cast<double>(part.period));
    part.lateness.applyTo(part.found.lateness, 0);
    return part.found;
}

void LivePercentiles::end() {
    m_stretch = m_walk->stretch;
    m_now = finish(*m_walk->now);
    m_walk.reset();
}

bool LivePercentiles::applyToStretch(FrameMetrics& metrics, std::uint32_t stretch) const {
    if (!m_now || stretch != m_stretch)
        return false;
    put(metrics.frameTime, m_now->frameTime);
    put(metrics.lateness, m_now->lateness);
    return true;
}

} // namespace jitterscope::ui
