// SPDX-License-Identifier: MIT
#include "core/run/collector.h"

#include "core/machine/disturbance.h"
#include "core/platform/system_time.h"
#include "core/record/anatomy.h"

#include <algorithm>
#include <new>
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
        m_result.facts = readFacts();
        m_throttling = readThrottling(FactReader(""));
    }
}

/// Keeps the newest samples, as many as fit. If memory runs out, it drops a quarter of them, because the rest
/// of the program needs memory too.
template <typename Sample>
void Collector::keep(std::deque<Sample>& kept, const Sample& sample, std::size_t& most,
                     std::int64_t& notKept) {
    try {
        kept.push_back(sample);
    } catch (const std::bad_alloc&) {
        m_memoryShort = true;
        most = std::max<std::size_t>(kept.size() * 3 / 4, 1);
        ++notKept; // this sample
    }
    for (; kept.size() > most; ++notKept)
        kept.pop_front();
}

std::size_t Collector::drain() {
    const std::size_t count = m_runner.frames().drain([this](const FrameSample& sample) { take(sample); });
    m_runner.sleeps().drain([this](const SleepSample& sample) {
        keep(m_result.sleeps, sample, m_mostSleeps, m_result.sleepsNotKept);
        if (m_sink != nullptr)
            m_sink->sleep(sample);
    });
    m_result.lostSleeps = m_runner.sleeps().lost();
    m_result.lostSamples = lostSamples();
    return count;
}

void Collector::beginStretches(const FrameSample& first) {
    while (m_result.stretches.empty() || m_result.stretches.back().index < first.stretch) {
        const CpuCounters now = m_result.stretches.empty() ? m_runner.firstCounters() : m_runner.counters();
        if (!m_result.stretches.empty())
            m_result.stretches.back().cpu = usageBetween(m_stretchCounters, now);
        m_stretchCounters = now;
        const auto index = static_cast<std::uint32_t>(m_result.stretches.size());
        const RunPlan& plan = m_runner.stretchPlans()[index];
        m_result.stretches.push_back({index,
                                      plan,
                                      first.iteration,
                                      first.start,
                                      FrameStatistics(plan.period, plan.effectiveTolerance()),
                                      {},
                                      {},
                                      {}});
        if (index > 0 && m_sink != nullptr)
            m_sink->stretch(index, plan);
    }
}

void Collector::take(const FrameSample& drained) {
    FrameSample sample = drained;
    beginStretches(sample);
    Stretch& stretch = m_result.stretches.back();
    m_result.statistics.setPeriod(stretch.plan.period);
    m_result.statistics.setTolerance(stretch.plan.effectiveTolerance());
    sample.cause = causeOf(sample, stretch.plan.effectiveTolerance());
    m_result.anatomy.add(sample);
    stretch.anatomy.add(sample);
    m_result.statistics.add(sample);
    stretch.statistics.add(sample);
    keep(m_result.frames, sample, m_mostFrames, m_result.framesNotKept);
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
    m_result.end = m_runner.endReason();
    const CpuCounters last = m_runner.counters();
    m_result.cpu = usageBetween(m_runner.firstCounters(), last);
    m_result.settings = m_runner.settings();
    if (!m_result.stretches.empty())
        m_result.stretches.back().cpu = usageBetween(m_stretchCounters, last);
    m_result.metrics = m_result.statistics.metrics();
    for (Stretch& stretch : m_result.stretches)
        stretch.metrics = stretch.statistics.metrics();
    try {
        makeMetricsExact();
    } catch (const std::bad_alloc&) { // the metrics from the histograms stay
        m_memoryShort = true;
    }
    addNotes();
    return std::make_shared<const RunResult>(std::move(m_result));
}

void Collector::makeMetricsExact() {
    if (m_result.framesNotKept > 0)
        return;
    makeExact(m_result.metrics, m_result.frames);
    for (Stretch& stretch : m_result.stretches) {
        if (m_result.stretches.size() > 1)
            makeExact(stretch.metrics, m_result.frames, stretch.index);
        else
            stretch.metrics = m_result.metrics;
    }
}

void Collector::addNotes() {
    const auto note = [this](std::string text) { m_result.notes.push_back(std::move(text)); };
    for (const SettingOutcome& setting : m_result.settings) {
        if (!setting.granted || !setting.reason.empty())
            note(setting.name + " " + setting.asked + " was not granted: " + setting.reason);
    }
    if (!m_result.plan.simulated()) {
        for (const std::string& disturbance : disturbancesOf(machineLoad(m_result.cpu)))
            note("disturbed: " + disturbance);
        const FactReader reader("");
        if (const std::string quota = throttlingText(m_throttling, readThrottling(reader)); !quota.empty())
            note("disturbed: " + quota);
        if (std::string few = affinityText(static_cast<std::int64_t>(usableProcessors(reader).size()),
                                           processorsOnline(reader));
            !few.empty())
            note(std::move(few));
    }
    if (m_result.metrics.stoppedFrames > 0)
        note(std::to_string(m_result.metrics.stoppedFrames) +
             " frames are left out: the process was stopped before them (stop signal, debugger or suspend)");
    if (m_result.lostSamples > 0)
        note(std::to_string(m_result.lostSamples) + " samples are lost because the ring was full");
    if (m_memoryShort)
        note("memory ran out: only the last " + std::to_string(m_result.frames.size()) +
             " frames are kept, and percentiles may be within 1/128 of the deviation");
}

} // namespace jitterscope
