// SPDX-License-Identifier: MIT
#include "core/attach/cure_trial.h"

#include "core/attach/listen_record.h"

#include <cerrno>
#include <cmath>
#include <system_error>
#include <utility>

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
                   ? "its frames are rounded up to whole polls, and a poll that ends in time is a poll all "
                     "the same"
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

namespace {

/// The figures of the frames of one block.
struct BlockFigures {
    double spread = 0;
    double longShare = 0;
    double cpu = 0; // % of a core; negative: not known
    double rate = 0;
    std::optional<double> lateness; // mean, ns
};

std::optional<BlockFigures> figuresOf(std::span<const HeardFrame> frames, const TrialBlock& block,
                                      double limit) {
    double count = 0, sum = 0, squares = 0, longer = 0, cpu = 0, cpuTime = 0, late = 0, due = 0;
    for (const HeardFrame& frame : frames) {
        if (frame.start < block.begin + kSettle || frame.start + frame.frameTime > block.end)
            continue;
        const auto time = static_cast<double>(frame.frameTime);
        ++count;
        sum += time;
        squares += time * time;
        longer += time > limit ? 1 : 0;
        if (frame.due != 0) {
            late += static_cast<double>(frame.start - frame.due);
            ++due;
        }
        if (frame.cpu >= 0) {
            cpu += static_cast<double>(frame.cpu);
            cpuTime += time;
        }
    }
    if (count < static_cast<double>(kFewestFramesOfBlock))
        return std::nullopt;
    const double mean = sum / count;
    return BlockFigures{std::sqrt(std::max(0.0, (squares - sum * mean) / (count - 1))), longer / count,
                        cpuTime > 0 ? 100 * cpu / cpuTime : -1, 1e9 / mean,
                        due > 0 ? std::optional(late / due) : std::nullopt};
}

} // namespace

CureOutcome judgeCure(std::string id, std::span<const HeardFrame> without, std::span<const HeardFrame> with,
                      std::span<const TrialBlock> blocks, double limit, std::optional<double> meantHz) {
    CureOutcome outcome;
    outcome.id = std::move(id);
    std::vector<double> spreads, longer, cpu, lateness, offRate;
    for (std::size_t i = 0; i + 1 < blocks.size(); i += 2) {
        const bool curedFirst = blocks[i].cured;
        const auto off = figuresOf(without, blocks[curedFirst ? i + 1 : i], limit);
        const auto on = figuresOf(with, blocks[curedFirst ? i : i + 1], limit);
        if (!off || !on)
            continue;
        ++outcome.pairs;
        spreads.push_back(on->spread - off->spread);
        longer.push_back(on->longShare - off->longShare);
        if (off->cpu >= 0 && on->cpu >= 0)
            cpu.push_back(on->cpu - off->cpu);
        if (off->lateness && on->lateness)
            lateness.push_back(*on->lateness - *off->lateness);
        if (meantHz)
            offRate.push_back(std::abs(on->rate - *meantHz) - std::abs(off->rate - *meantHz));
        outcome.spreadWithout += off->spread;
        outcome.longWithout += off->longShare;
        outcome.rateWithout += off->rate;
        outcome.rateWith += on->rate;
    }
    if (outcome.pairs == 0)
        return outcome;
    for (double* const sum :
         {&outcome.spreadWithout, &outcome.longWithout, &outcome.rateWithout, &outcome.rateWith})
        *sum /= static_cast<double>(outcome.pairs);
    outcome.spread = meanDifference(spreads);
    outcome.longShare = meanDifference(longer);
    outcome.cpu = meanDifference(cpu);
    outcome.lateness = meanDifference(lateness);
    outcome.offRate = meanDifference(offRate);
    return outcome;
}

} // namespace jitterscope
