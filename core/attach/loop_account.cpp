// SPDX-License-Identifier: MIT
#include "core/attach/loop_account.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace jitterscope {
namespace {

constexpr double kToleranceShare = 0.03;    // of the aim
constexpr double kLeastTolerance = 300'000; // ns
constexpr std::size_t kEnoughFrames = 10;   // to know what they have in common

struct Meant {
    double time = 0;           ///< ns
    bool looksAtClock = false; ///< it sleeps less after a longer wait for a processor; otherwise a fixed time
};

/// The frame time that a loop means which sleeps the rest of its frame: work plus the sleep that it asks for.
/// If its work waits in the run queue, a loop that looks at the clock sleeps less, and one that sleeps a
/// fixed time does not. The steadier of the two sums shows which of these it is; a sleep that is always as
/// long makes up for nothing. Time in the run queue after a wake-up is part of the overshoot. A frame that
/// was too late to sleep at all says nothing. Absent: too few frames say something.
std::optional<Meant> meantByItsSleeps(const std::vector<HeardFrame>& all) {
    std::vector<HeardFrame> frames;
    std::ranges::copy_if(all, std::back_inserter(frames),
                         [](const HeardFrame& frame) { return frame.lastAsked > 0; });
    if (frames.size() < kEnoughFrames)
        return std::nullopt;
    // What waits before the last one take longer, a loop that looks at the clock makes up for.
    const auto looking = [](const HeardFrame& frame) { return frame.frameTime - frame.lastLate; };
    const auto fixed = [](const HeardFrame& frame) {
        return frame.frameTime - std::max(frame.overshoot, frame.queued);
    };
    const auto spreadOf = [&](const auto& sum, double middle) {
        return medianOf(frames, [&](const HeardFrame& frame) {
            return std::abs(static_cast<double>(sum(frame)) - middle);
        });
    };
    constexpr double kNearlyAll = 0.95;
    const double usualAsked = medianOf(frames, [](const HeardFrame& frame) { return frame.lastAsked; });
    const auto alike = std::ranges::count_if(frames, [usualAsked](const HeardFrame& frame) {
        return static_cast<double>(frame.lastAsked) == usualAsked;
    });
    const bool same = static_cast<double>(alike) >= kNearlyAll * static_cast<double>(frames.size());
    const double one = medianOf(frames, looking);
    const double other = medianOf(frames, fixed);
    return !same && spreadOf(looking, one) <= spreadOf(fixed, other) ? Meant{one, true} : Meant{other, false};
}

} // namespace

std::string_view loopCauseId(LoopCause cause) noexcept {
    switch (cause) {
    case LoopCause::Quota:
        return "quota";
    case LoopCause::Others:
        return "others";
    case LoopCause::Quantum:
        return "quantum";
    case LoopCause::Overshoot:
        return "overshoot";
    case LoopCause::Work:
        return "work";
    case LoopCause::Present:
        return "present";
    case LoopCause::Unknown:
        break;
    }
    return "unknown";
}

/// Parts of a frame, or how much longer they were than usual; ns.
struct LoopAccount::Parts {
    double work = 0;      ///< on a processor, in presents too
    double queued = 0;    ///< ready to run, but without a processor
    double overshoot = 0; ///< how much longer its waits took than asked; without `queued`
    double present = 0;   ///< HeardFrame::presentBlocked()
    double blocked = 0;   ///< neither in a call that is listened to, nor on a processor, nor ready to run
    double events = 0;    ///< HeardFrame::eventWait
    double asked = 0;     ///< the rest of HeardFrame::wait: what its timed waits would have taken
    double drawing = 0;   ///< HeardFrame::queuedDrawing
    double throttled = 0; ///< HeardFrame::throttled

    /// By how much each part is longer than in `usual`; 0 where it is shorter.
    [[nodiscard]] Parts beyond(const Parts& usual) const noexcept;
    /// All but the last two, which are never usual: most frames do not know them.
    [[nodiscard]] static auto compared() noexcept {
        return std::array{&Parts::work,    &Parts::queued, &Parts::overshoot, &Parts::present,
                          &Parts::blocked, &Parts::events, &Parts::asked};
    }
};

LoopAccount::Parts LoopAccount::Parts::beyond(const Parts& usual) const noexcept {
    Parts more = *this;
    for (double Parts::*const part : compared())
        more.*part = std::max(0.0, this->*part - usual.*part);
    return more;
}

/// Where the time of a frame went, ns.
LoopAccount::Parts LoopAccount::partsOf(const HeardFrame& frame) {
    Parts parts;
    const std::int64_t queued = std::max<std::int64_t>(frame.queued, 0);
    // Without the time in which it waited for a processor, if that is known.
    const std::int64_t work = frame.cpu >= 0 ? std::min(frame.cpu, frame.work() + frame.present)
                                             : std::max<std::int64_t>(0, frame.work() - queued);
    parts.work = static_cast<double>(work);
    parts.queued = static_cast<double>(queued);
    parts.overshoot = static_cast<double>(frame.overshoot - std::min(queued, frame.overshoot));
    parts.present = static_cast<double>(frame.presentBlocked());
    if (frame.cpu >= 0)
        parts.blocked = static_cast<double>(std::max<std::int64_t>(0, frame.work() - frame.cpu - queued));
    parts.events = static_cast<double>(frame.eventWait);
    parts.asked = static_cast<double>(frame.wait - frame.eventWait);
    parts.drawing = static_cast<double>(frame.queuedDrawing);
    parts.throttled = static_cast<double>(frame.throttled);
    return parts;
}

/// The median of each part.
LoopAccount::Parts LoopAccount::usualParts(const std::vector<HeardFrame>& frames) {
    Parts usual;
    for (double Parts::*const part : Parts::compared())
        usual.*part = medianOf(frames, [part](const HeardFrame& frame) { return partsOf(frame).*part; });
    return usual;
}

/// Those that are not long; all, if these are too few to know what is usual.
std::vector<HeardFrame> LoopAccount::framesInTime(const std::vector<HeardFrame>& all) const {
    std::vector<HeardFrame> frames;
    std::ranges::copy_if(all, std::back_inserter(frames), [this](const HeardFrame& frame) {
        return static_cast<double>(frame.frameTime) - m_aim <= m_tolerance;
    });
    return frames.size() < kEnoughFrames ? all : frames;
}

double LoopAccount::toleranceOf(double aim) noexcept {
    return std::max(kLeastTolerance, kToleranceShare * aim);
}

LoopAccount::LoopAccount(const std::vector<HeardFrame>& frames, const Loop& loop) {
    m_aim = loop.medianTime;
    std::optional<Meant> meant = loop.aimsBySleeps ? meantByItsSleeps(frames) : std::optional<Meant>();
    if (loop.deadlines > 0)
        meant = Meant{loop.deadlines, false};
    m_aimIsMeant = meant && (loop.deadlines > 0 || loop.sleepsRest);
    m_aimIsItsOwn = meant && !m_aimIsMeant;
    if (loop.deadlines > 0)
        m_aim = loop.deadlines;
    else if (meant)
        m_aim = std::min(m_aim, meant->time);
    m_tolerance = toleranceOf(m_aim);
    Parts usual = usualParts(meant ? framesInTime(frames) : frames);
    if (meant)
        usual.queued = usual.overshoot = 0; // the median has them in it, but this aim does not
    for (const HeardFrame& frame : frames) {
        const double longer = static_cast<double>(frame.frameTime) - m_aim;
        if (longer <= m_tolerance)
            continue;
        ++m_long;
        const bool madeUp = meant && meant->looksAtClock && sleepsWhatIsLeft(frame, loop);
        charge(longer, madeUp ? afterItsSleep(frame) : partsOf(frame).beyond(usual), loop);
    }
}

/// Whether it has made up for work and waits before its sleep, by a shorter sleep.
bool LoopAccount::sleepsWhatIsLeft(const HeardFrame& frame, const Loop& loop) const {
    const double rounded = std::max(m_tolerance, static_cast<double>(loop.quantum));
    return frame.lastAsked > 0 && static_cast<double>(frame.frameTime - frame.lastLate) <= m_aim + rounded;
}

/// What can then still make a frame long: that it wakes late, and that it asks for too much.
LoopAccount::Parts LoopAccount::afterItsSleep(const HeardFrame& frame) const {
    const std::int64_t queued = std::clamp<std::int64_t>(frame.queued, 0, frame.lastLate);
    Parts more;
    more.overshoot = static_cast<double>(frame.lastLate - queued);
    more.queued = static_cast<double>(queued);
    more.throttled = static_cast<double>(frame.throttled);
    more.asked = std::max(0.0, static_cast<double>(frame.frameTime - frame.lastLate) - m_aim);
    return more;
}

/// Says what made a frame `rest` ns longer than the aim; `more`: how much longer its parts were than usual.
void LoopAccount::charge(double rest, const Parts& more, const Loop& loop) {
    const auto take = [&](LoopCause cause, double cost) {
        const double part = std::clamp(cost, 0.0, rest);
        m_costs[static_cast<std::size_t>(cause)] += part;
        rest -= part;
        return part;
    };
    // Without either of these two the frame would be as much shorter, so they share what both explain. The
    // scheduler's count comes before the waits, because it is part of what they took longer. Then come the
    // figures of single calls. A poll's last sleep is the quantum to which a frame is rounded.
    const double share = std::min(1.0, rest / std::max(more.queued + more.work, 1.0));
    take(LoopCause::Work, more.work * share);
    // Who stands still for a quota is ready to run, or wakes late for it, or seems to be blocked.
    const double queuedForQuota = std::min(more.queued * share, more.throttled);
    const double lateForQuota = std::min(more.overshoot, more.throttled - queuedForQuota);
    const double stillForQuota =
        std::min(more.present + more.blocked, more.throttled - queuedForQuota - lateForQuota);
    take(LoopCause::Quota, queuedForQuota + lateForQuota + stillForQuota);
    take(LoopCause::Others, more.queued * share - queuedForQuota);
    take(LoopCause::Overshoot, more.overshoot - lateForQuota);
    // A present, another call of the graphics library, or a wait for the display server waits for what draws
    // or shows the frame, and that waits for a processor.
    const double waitsForThem = more.present + more.blocked + more.events - stillForQuota;
    m_othersInPresents += take(LoopCause::Others, std::min(waitsForThem, more.drawing));
    take(LoopCause::Present, more.present - std::min(more.present, more.drawing + stillForQuota));
    const auto quantum = static_cast<double>(loop.quantum);
    take(LoopCause::Quantum, loop.polls ? quantum : std::min(more.asked, quantum));
    const double later = std::clamp(more.events - std::min(more.events, more.drawing), 0.0, rest);
    m_laterWakes += later;
    m_longerAsked += std::clamp(more.asked, 0.0, rest - later);
    take(LoopCause::Unknown, rest);
}

} // namespace jitterscope
