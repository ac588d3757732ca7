// SPDX-License-Identifier: MIT
#include "core/attach/cure_limits.h"

#include "core/attach/listen_record.h"

#include <cerrno>
#include <system_error>

namespace jitterscope {
namespace {

using listen::Lease;

/// Why the exact wait cannot be in this loop; empty: it can.
std::string_view reasonAgainstExact(const HeardLoop& loop) {
    if (!loop.wait())
        return "it does not sleep for a time";
    if (!loop.wait()->timeAlone)
        return "what it waits for may come before its time: a file, a timer or another thread";
    if (loop.wait()->asked > Lease::kLongestExact)
        return "it sleeps for more than 50 ms, and such sleeps are left alone";
    return {};
}

/// Why this cure cannot help this loop; empty: it may help.
std::string_view reasonAgainst(const Cure& cure, const HeardLoop& loop) {
    const std::optional<LoopCause> cause = loop.firstCause();
    if (loop.style() == WaitStyle::WorkBound)
        return "its work fills the frame, and no way of waiting makes that shorter";
    // To sleep until a grid, and not a fixed time, changes what the loop does with all of these.
    if (loop.sleepPacesIt() && cure.applyThere == CureBit::Exact && reasonAgainstExact(loop).empty() &&
        cause != LoopCause::Quota)
        return {};
    if (cause == LoopCause::Work)
        return "its work makes the frames long";
    if (cause == LoopCause::Quota)
        return "its control group's quota makes it stand still";
    if (cause == LoopCause::Present && cure.applyThere != CureBit::Realtime)
        return "the present makes the frames long";
    if (cause == LoopCause::Others &&
        (cure.applyThere == CureBit::Slack || cure.applyThere == CureBit::Outside ||
         cure.applyThere == CureBit::Exact))
        return "the thread is ready in time, and waits for a processor that others use";
    if (cause == LoopCause::Quantum && cure.applyThere != CureBit::Realtime)
        return loop.style() == WaitStyle::Polls
                   ? "its frames are rounded up to whole polls, and a poll that ends in time "
                     "is a poll all the same"
                   : "its frames are rounded to the whole milliseconds that it asks for";
    return cure.applyThere == CureBit::Exact ? reasonAgainstExact(loop) : std::string_view();
}

} // namespace

Support canHelp(const Cure& cure, const HeardLoop& loop) {
    const std::string_view reason = reasonAgainst(cure, loop);
    return {reason.empty(), std::string(reason)};
}

Support canHold(const Cure& cure, const HeardLoop& loop, std::size_t processors) {
    std::string_view reason;
    if (cure.applyThere == CureBit::Exact)
        reason = reasonAgainstExact(loop);
    if (cure.applyThere == CureBit::Realtime && processors <= kFewProcessors &&
        loop.cpuPercent().value_or(0) > 100 * kSpinsAlways)
        reason = kTakesAProcessor;
    return {reason.empty(), std::string(reason)};
}

std::string refusalText(const Cure& cure, int error) {
    if (error == EALREADY)
        return cure.applyThere == CureBit::Realtime ? "its thread has a real-time class of its own"
               : cure.applyThere == CureBit::Pin    ? "its thread may run on one processor alone"
                                                    : "its thread has no more timer slack than that";
    const std::string text =
        "the system refuses it: " + std::error_code(error, std::generic_category()).message();
    return cure.applyThere == CureBit::Realtime && error == EPERM
               ? text + "; CAP_SYS_NICE or an rtprio limit is needed"
               : text;
}

} // namespace jitterscope
