// SPDX-License-Identifier: MIT
#include "core/run/collector.h"

#include "core/platform/system_time.h"

#include <utility>

namespace jitterscope {

Collector::Collector(Runner& runner, SampleSink* sink) : m_runner(runner), m_sink(sink) {
    m_result.id = runner.runId();
    m_result.plan = runner.stretchPlans().front();
    m_result.statistics = FrameStatistics(m_result.plan.period, m_result.plan.effectiveTolerance());
    m_result.clock = runner.clockFacts();
    m_result.notes = runner.machineLacks();
    if (!m_result.plan.simulated()) {
        m_result.startedUtc = utcNow();
        m_result.machine = readFacts();
    }
}

std::size_t Collector::drain() {
    const std::size_t count = m_runner.frames().drain([this](const FrameSample& sample) { take(sample); });
    m_runner.sleeps().drain([this](const SleepSample& sample) {
        m_result.sleeps.push_back(sample);
        if (m_result.sleeps.size() > kKeptSleeps) {
            m_result.sleeps.pop_front();
            ++m_result.sleepsNotKept;
        }
        if (m_sink != nullptr)
            m_sink->sleep(sample);
    });
    return count;
}

void Collector::take(const FrameSample& drained) {
    FrameSample sample = drained;
    while (m_result.stretches.empty() || m_result.stretches.back().index < sample.stretch) {
        const auto index = static_cast<std::uint32_t>(m_result.stretches.size());
        const RunPlan& plan = m_runner.stretchPlans()[index];
        m_result.stretches.push_back({index,
                                      plan,
                                      sample.iteration,
                                      sample.start,
                                      FrameStatistics(plan.period, plan.effectiveTolerance()),
                                      {}});
    }
    Stretch& stretch = m_result.stretches.back();
    m_result.statistics.setPeriod(stretch.plan.period);
    m_result.statistics.setTolerance(stretch.plan.effectiveTolerance());
    sample.cause = causeOf(sample, stretch.plan.effectiveTolerance(), m_previousWorkEnd);
    m_previousWorkEnd = sample.start + sample.work;
    m_result.statistics.add(sample);
    stretch.statistics.add(sample);
    m_result.frames.push_back(sample);
    if (m_result.frames.size() > kKeptFrames) {
        m_result.frames.pop_front();
        ++m_result.framesNotKept;
    }
    if (m_sink != nullptr)
        m_sink->frame(sample);
}

std::uint64_t Collector::lostSamples() const noexcept {
    return m_runner.frames().lost() + m_runner.sleeps().lost();
}

std::shared_ptr<const RunResult> Collector::finish() {
    m_runner.join();
    while (drain() > 0) {
    }
    m_result.lostSamples = lostSamples();
    m_result.end = m_runner.endReason();
    m_result.cpu = usageBetween(m_runner.firstCounters(), m_runner.counters());
    m_result.settings = m_runner.settings();
    m_result.figures = m_result.statistics.figures();
    const bool allHeld = m_result.framesNotKept == 0;
    if (allHeld)
        makeExact(m_result.figures, m_result.frames);
    for (Stretch& stretch : m_result.stretches) {
        stretch.figures = stretch.statistics.figures();
        if (allHeld && m_result.stretches.size() > 1)
            makeExact(stretch.figures, m_result.frames, stretch.index);
        else if (allHeld)
            stretch.figures = m_result.figures;
    }
    for (const SettingOutcome& setting : m_result.settings) {
        if (!setting.granted || !setting.reason.empty())
            m_result.notes.push_back(setting.name + " " + setting.asked +
                                     " was not granted: " + setting.reason);
    }
    if (m_result.figures.stoppedFrames > 0)
        m_result.notes.push_back(std::to_string(m_result.figures.stoppedFrames) +
                                 " frames are left out: the process stood still before them");
    if (m_result.lostSamples > 0)
        m_result.notes.push_back(std::to_string(m_result.lostSamples) +
                                 " samples found the ring full and are lost");
    return std::make_shared<const RunResult>(std::move(m_result));
}

} // namespace jitterscope
