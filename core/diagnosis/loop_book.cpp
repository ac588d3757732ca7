// SPDX-License-Identifier: MIT
#include "core/diagnosis/loop_book.h"

#include "core/run/resolve.h"
#include "core/stats/interval.h"

#include <algorithm>
#include <vector>

namespace jitterscope {
namespace {

/// Time in the run queue during a spin counts as run queue, not as a lost processor.
void bookQueueAsQueue(LatenessParts& parts) noexcept {
    parts.queue += parts.lostQueued;
    parts.lost -= parts.lostQueued;
    parts.lostQueued = 0;
}

void bookSpin(LoopEvidence& evidence, const FrameSample& sample) {
    constexpr std::int64_t kGap = 2'000; // ns; an undisturbed spin reads the clock far more often
    evidence.spinSeconds += static_cast<double>(sample.spin) / 1e9;
    if (sample.largestGap > kGap && evidence.gaps.size() < LoopEvidence::kMostLateFrames)
        evidence.gaps.push_back(sample.largestGap);
}

} // namespace

BookedSlot bookedFrame(const WorkedFrame& before, const FrameSample& sample) noexcept {
    FrameSample frame = sample;
    // Work is wall time. Time in the queue counts only as far as it made the work longer.
    frame.queuedInWork = std::min(sample.queuedInWork, before.stretch());
    BookedSlot slot{partsOf(frame), sample.margin, sample.hasQueued};
    const std::int64_t taken =
        std::clamp<std::int64_t>(before.stretch() - frame.queuedInWork, 0, slot.parts.work);
    slot.parts.work -= taken;
    slot.parts.lost += taken;
    bookQueueAsQueue(slot.parts);
    return slot;
}

BookedSlot bookedLoss(const WorkedFrame& before, const FrameSample& after, std::int64_t slots,
                      const Period& period) noexcept {
    const std::int64_t early = slots * period.rounded().count();
    // The time that a punctual frame has for its work.
    const std::int64_t time = after.deadline - early - before.sample.deadline;
    const std::int64_t overrun = std::max<std::int64_t>(after.behind + early, 0);
    BookedSlot slot;
    slot.hasQueued = after.hasQueued;
    if (before.alone > time) {
        slot.parts.work = overrun;
        return slot;
    }
    if (before.sample.lateness() >= before.stretch())
        return before.booked;
    slot.parts.queue = std::min({after.queuedInWork, before.stretch(), overrun});
    slot.parts.lost = overrun - slot.parts.queue;
    return slot;
}

LoopBook::LoopBook(const RunPlan& plan) : m_work(makeWork(resolveParts(plan).value())) {
    m_evidence.plan = plan;
    m_evidence.statistics = FrameStatistics(plan.period, plan.effectiveTolerance());
}

/// A lost slot is always late, even if the loop was ready soon after it: its frame never came.
void LoopBook::book(const BookedSlot& slot, LoopBlock& block, bool lost) {
    const bool late = lost || slot.parts.total() > m_evidence.plan.effectiveTolerance().count();
    const Cause cause = late ? largestPart(slot.parts) : Cause::OnTime;
    m_evidence.anatomy.add(slot.parts, cause, slot.hasQueued);
    block.costs.add(slot.parts, slot.margin, m_evidence.timerDelay());
    ++block.late.trials;
    if (!late)
        return;
    ++block.late.hits;
    m_evidence.late.add(slot.parts, slot.margin, m_evidence.timerDelay());
    m_evidence.workFrames += slot.parts.work > 0 ? 1 : 0;
    if (m_evidence.lateFrames.size() < LoopEvidence::kMostLateFrames)
        m_evidence.lateFrames.push_back({cause, slot.parts});
}

void LoopBook::bookLosses(const WorkedFrame& before, const FrameSample& after, LoopBlock& block) {
    for (std::int64_t slots = after.lost; slots > 0; --slots)
        book(bookedLoss(before, after, slots, m_evidence.plan.period), block, true);
    m_evidence.lost += after.lost;
}

void LoopBook::add(const std::deque<FrameSample>& frames, const CpuUsage& usage) {
    LoopBlock block;
    std::vector<double> lateness;
    double work = 0; // ns of processor time
    WorkedFrame before;
    for (const FrameSample& sample : frames) {
        work += static_cast<double>(before.sample.work - std::min(sample.queuedInWork, before.sample.work));
        m_sleeps += sample.nativeSleeps;
        bookSpin(m_evidence, sample);
        m_evidence.statistics.add(sample);
        const BookedSlot booked = bookedFrame(before, sample);
        if (sample.counts()) {
            m_counted.push_back(sample);
            bookLosses(before, sample, block);
            book(booked, block, false);
            lateness.push_back(static_cast<double>(sample.lateness()));
        }
        before = {sample, booked,
                  std::min<std::int64_t>(m_work->amount(sample.iteration).count(), sample.work)};
        m_evidence.overruns +=
            sample.counts() && before.alone > m_evidence.plan.period.rounded().count() ? 1 : 0;
        m_evidence.longestWork = std::max(m_evidence.longestWork, sample.work);
        m_evidence.longestWorkAlone = std::max(m_evidence.longestWorkAlone, before.alone);
    }
    // The last frame's time in the queue is not known, because it would be read with the next frame.
    work += static_cast<double>(before.sample.work);
    if (!lateness.empty())
        block.medianLateness = medianOf(lateness);
    const auto wall = static_cast<double>(usage.wall.count());
    if (usage.threadPercent && wall > 0)
        block.cpuPercent = std::max(0.0, *usage.threadPercent - 100 * work / wall);
    m_evidence.busyPercent = std::max(m_evidence.busyPercent, usage.threadPercent.value_or(0));
    m_evidence.all += block.costs;
    m_evidence.blocks.push_back(block);
}

LoopEvidence LoopBook::evidence() const {
    LoopEvidence evidence = m_evidence;
    evidence.metrics = evidence.statistics.metrics();
    makeExact(evidence.metrics, m_counted);
    if (evidence.metrics.frames > 0)
        evidence.sleepsPerFrame =
            static_cast<double>(m_sleeps) / static_cast<double>(evidence.metrics.frames);
    return evidence;
}

} // namespace jitterscope
