// SPDX-License-Identifier: MIT
#include "core/record/anatomy.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::int64_t kMarginSeen = 1'000; // ns; less is the time between two clock reads, no margin
constexpr std::int64_t kGapSeen = 2'000;    // ns; an undisturbed spin reads the clock far more often

/// Takes up to `most` out of `store`.
std::int64_t draw(std::int64_t& store, std::int64_t most) noexcept {
    const std::int64_t taken = std::clamp<std::int64_t>(store, 0, std::max<std::int64_t>(most, 0));
    store -= taken;
    return taken;
}

} // namespace

std::int64_t LatenessParts::of(Cause cause) const noexcept {
    switch (cause) {
    case Cause::Work:
        return work;
    case Cause::WokeLate:
        return woke;
    case Cause::Margin:
        return margin;
    case Cause::RunQueue:
        return queue;
    case Cause::LostCpu:
        return lost;
    case Cause::Other:
        return other;
    case Cause::OnTime:
    case Cause::Stopped:
        break;
    }
    return 0;
}

LatenessParts& LatenessParts::operator+=(const LatenessParts& parts) noexcept {
    work += parts.work;
    woke += parts.woke;
    margin += parts.margin;
    queue += parts.queue;
    lost += parts.lost;
    other += parts.other;
    lostQueued += parts.lostQueued;
    return *this;
}

LatenessParts partsOf(const FrameSample& sample) noexcept {
    LatenessParts parts;
    const std::int64_t late = sample.lateness();
    if (late <= 0 || sample.has(FrameSample::First)) {
        parts.other = late;
        return parts;
    }
    std::int64_t left = late; // not yet explained
    std::int64_t queuedInWork = sample.queuedInWork;
    std::int64_t queued = sample.queued;

    const std::int64_t overrun = draw(left, sample.behind);
    parts.queue = draw(queuedInWork, overrun);
    parts.work = overrun - parts.queue;

    if (sample.nativeSleeps > 0) {
        const std::int64_t sleepEnd = sample.oversleep - sample.margin; // after the deadline
        const std::int64_t asleep = draw(left, sleepEnd - overrun);
        const std::int64_t waited = draw(queued, asleep); // the thread wakes, then waits in the queue
        parts.queue += waited;
        (sample.margin > kMarginSeen ? parts.margin : parts.woke) = asleep - waited;
    }
    if (sample.largestGap > kGapSeen) {
        parts.lost = draw(left, sample.largestGap);
        parts.lostQueued = draw(queued, parts.lost);
    }
    parts.queue += draw(queued, left > kGapSeen ? left : 0); // lost after the wait
    parts.other = late - parts.work - parts.woke - parts.margin - parts.queue - parts.lost;
    return parts;
}

Cause largestPart(const LatenessParts& parts) noexcept {
    Cause largest = Cause::Other;
    for (const Cause cause : {Cause::Work, Cause::RunQueue, Cause::WokeLate, Cause::Margin, Cause::LostCpu}) {
        if (parts.of(cause) > parts.of(largest))
            largest = cause;
    }
    return largest;
}

Cause causeOf(const FrameSample& sample, Nanoseconds tolerance) noexcept {
    if (sample.has(FrameSample::StoppedGap))
        return Cause::Stopped;
    if (sample.has(FrameSample::First) || sample.lateness() <= tolerance.count())
        return Cause::OnTime;
    return largestPart(partsOf(sample));
}

std::span<const Cause> causesInOrder() noexcept {
    static constexpr std::array kCausesShown{Cause::RunQueue, Cause::Work,   Cause::WokeLate,
                                             Cause::LostCpu,  Cause::Margin, Cause::Other};
    return kCausesShown;
}

void Anatomy::add(const FrameSample& sample) noexcept {
    if (sample.counts())
        add(partsOf(sample), sample.cause, sample.hasQueued);
}

void Anatomy::add(const LatenessParts& parts, Cause cause, bool hasQueued) noexcept {
    ++m_frames;
    m_withQueue += hasQueued ? 1 : 0;
    m_all += parts;
    if (cause == Cause::OnTime)
        return;
    ++m_late;
    m_lateParts += parts;
    ++m_rows[static_cast<std::size_t>(cause)].frames;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i].lateness += parts.of(static_cast<Cause>(i));
}

void LossEvidence::add(const FrameSample& before, std::int64_t lost) noexcept {
    if (before.work > before.lateness())
        work += lost;
    else if (before.cause == Cause::RunQueue)
        runQueue += lost;
    else if (before.cause == Cause::WokeLate || before.cause == Cause::Margin)
        wokeLate += lost;
    else if (before.cause == Cause::LostCpu)
        lostCpu += lost;
    else
        other += lost;
}

} // namespace jitterscope
