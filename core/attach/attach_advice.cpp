// SPDX-License-Identifier: MIT
// What to change in another program's loop, and what the cures did that were tried in it.
#include "core/attach/attach_report.h"
#include "core/base/parse.h"
#include "core/base/said.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// What to change. If the advice names a cure that was tried in this program, other words say what it did.
struct Advice {
    std::string words;
    std::string_view cure = {}; ///< the cure that the advice names; empty: none
    std::string cured = {};     ///< the words if that cure helped
    std::string otherwise = {}; ///< the words if that cure did not help
};

Advice othersAdvice(const AttachReport& report) {
    switch (rivalsOf(report)) {
    case Rivals::OwnThreads:
        return {"Have fewer of its threads compute at a time, or give this one the real-time class.",
                "realtime", "Give this thread the real-time class: its own others take its processor.",
                "Have fewer of its threads compute at a time."};
    case Rivals::Unknown:
        return {"Give its thread the real-time class.", "realtime", "Give its thread the real-time class.",
                "Look at what else the machine does: programs hardly ran beside it."};
    case Rivals::OtherPrograms:
        break;
    }
    if (2 * report.loop->othersInPresents() > report.loop->costOf(LoopCause::Others))
        return {"End what else computes: what draws or shows its frames waits for a processor."};
    return {"Give its thread the real-time class, or end what else computes.", "realtime",
            "Give its thread the real-time class.", "End what else computes."};
}

Advice adviceFor(const AttachReport& report, LoopCause cause) {
    const HeardLoop& loop = *report.loop;
    switch (cause) {
    case LoopCause::Quota:
        return {"Grant it more processor time (a container: --cpus; a service: CPUQuota=), or none of this "
                "limit. Ending other programs changes nothing."};
    case LoopCause::Work:
        return {"Make its work shorter, or aim at a lower rate: waiting otherwise changes nothing."};
    case LoopCause::Others:
        return othersAdvice(report);
    case LoopCause::Quantum: {
        const auto step = static_cast<double>(loop.quantum());
        if (loop.style() != WaitStyle::Polls)
            return {"Sleep until the deadline to the nanosecond, and not for whole milliseconds."};
        return {"Sleep once until the deadline, and not in steps of " + said::shortDuration(step) +
                ": a frame is then " + said::shortDuration(step / 2) + " shorter on average."};
    }
    case LoopCause::Overshoot:
        if (loop.cadence() != Cadence::Grid)
            return {"Wait for deadlines on a grid (deadline += period) with an absolute sleep: a wait that "
                    "ends late then makes the next one shorter."};
        return {"Set the thread's timer slack to 1 ns, and wake a little before the deadline.", "slack",
                "Set the thread's timer slack to 1 ns.", "Wake a little before the deadline."};
    case LoopCause::Present:
    case LoopCause::Unknown:
        break;
    }
    return {"Look at what the display and its driver do: the wait is theirs."};
}

/// Of a loop that sleeps a fixed time.
Advice fixedSleepAdvice() {
    return {
        "Sleep until a deadline (deadline += period), and not for a fixed time: its work then makes no frame "
        "longer. The lab drift shows the difference."};
}

/// Of a loop whose frames are long because it is blocked.
Advice stallAdvice(const BlockedCall& in) {
    if (in.call == "futex")
        return {"Shorten what the other thread does while the loop waits for it: it holds a lock, or has to "
                "finish."};
    if (in.call == "a page of memory")
        return {"Read what its frames need before they need it: pages of its memory come from a file."};
    return {"Do this in another thread, or while no frame is due."};
}

/// What this cure did. Null: it was not tried, or there were too few frames to tell.
const CureOutcome* triedCure(const AttachReport& report, std::string_view id) {
    const auto found = std::ranges::find(report.cures, id, &CureOutcome::id);
    return found != report.cures.end() && found->support.available && found->spread ? &*found : nullptr;
}

std::string cameOut(const CureOutcome& outcome) {
    return outcome.nearer()   ? "nearer to the rate that is meant"
           : outcome.helped() ? "steadier frames"
           : outcome.harmed() ? "less steady frames"
                              : "no difference shown";
}

std::string triedText(const CureOutcome& outcome) {
    const Cure* const cure = findCure(curesThere(), outcome.id);
    return std::string(cure != nullptr ? cure->name : "A cure") +
           ", tried in this program: " + cameOut(outcome) + ".";
}

std::string differenceText(const Share& difference, double scale, int decimals, std::string_view unit) {
    return said::difference(difference.value * scale, difference.interval.low * scale,
                            difference.interval.high * scale, decimals) +
           " " + std::string(unit);
}

} // namespace

std::string loopAdvice(const AttachReport& report) {
    if (!report.loop || report.answer != AttachAnswer::Found)
        return {};
    const std::optional<LoopCause> cause = report.loop->firstCause();
    const SeenBlocked* const stall = stallOf(report);
    if (!cause && stall == nullptr && !report.loop->sleepPacesIt())
        return {};
    const Advice advice = report.loop->sleepPacesIt() ? fixedSleepAdvice()
                          : cause                     ? adviceFor(report, *cause)
                          : stall != nullptr          ? stallAdvice(stall->in)
                                                      : Advice();
    const CureOutcome* const named = triedCure(report, advice.cure);
    std::string text = named == nullptr ? advice.words : named->helped() ? advice.cured : advice.otherwise;
    for (const CureOutcome& outcome : report.cures) {
        if (triedCure(report, outcome.id) != nullptr && (outcome.helped() || outcome.id == advice.cure))
            text += " " + triedText(outcome);
    }
    return text;
}

std::string cureText(const CureOutcome& outcome) {
    if (!outcome.support.available)
        return "not tried: " + outcome.support.reason;
    if (!outcome.spread)
        return "too few frames to tell";
    std::string text = cameOut(outcome) + ": spread of the frame time " +
                       said::shortDuration(outcome.spreadWithout) + ", " +
                       differenceText(*outcome.spread, 1e-6, 3, "ms");
    if (outcome.longShare)
        text += "; long frames " + said::percent(100 * outcome.longWithout) + ", " +
                differenceText(*outcome.longShare, 100, 1, "points");
    if (outcome.lateness)
        text += "; lateness " + differenceText(*outcome.lateness, 1e-6, 3, "ms");
    if (outcome.cpu)
        text += "; CPU " + differenceText(*outcome.cpu, 1, 1, "points");
    if (outcome.rateChanged())
        text += "; it runs at " + decimalText(outcome.rateWith, 1) + " instead of " +
                decimalText(outcome.rateWithout, 1) + " frames a second";
    return text;
}

} // namespace jitterscope
