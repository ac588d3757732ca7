// SPDX-License-Identifier: MIT
#include "core/attach/loop_reasons.h"

#include <algorithm>

namespace jitterscope {

Rivals rivalsOf(const AttachReport& report) {
    constexpr double kEnough = 0.5e9; // ns of long frames: processes are counted in ticks of 10 ms
    const HeardLoop& loop = *report.loop;
    double longTime = 0;
    for (const HeardFrame& frame : loop.frames()) {
        const auto time = static_cast<double>(frame.frameTime);
        longTime += time > loop.aim() + loop.tolerance() ? time : 0;
    }
    const double needed = loop.costOf(LoopCause::Others) / 2 / std::max(longTime, 1.0);
    if (!report.othersUsed || longTime < kEnough || *report.othersUsed >= needed)
        return Rivals::OtherPrograms;
    const std::optional<double> whole = report.programs[report.candidate()->program].processors;
    const double own = whole.value_or(0) - loop.cpuPercent().value_or(0) / 100;
    return own >= needed ? Rivals::OwnThreads : Rivals::Unknown;
}

double unheardPart(const HeardLoop& loop) {
    return (loop.costOf(LoopCause::Unknown) - loop.laterWakes() - loop.longerAsked()) / loop.cost();
}

const SeenBlocked* seenBlocked(const AttachReport& report) {
    constexpr std::size_t kFewestLooks = 5;
    const SeenAll& seen = report.blocked;
    const bool most = !seen.calls.empty() && seen.calls[0].looks >= kFewestLooks &&
                      static_cast<double>(seen.calls[0].looks) >= kMostOfIt * static_cast<double>(seen.looks);
    return most ? &seen.calls[0] : nullptr;
}

const SeenBlocked* stallOf(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    const bool stalls = loop.longFrames() > 0 && !loop.firstCause() && unheardPart(loop) >= kMostOfIt;
    return stalls ? seenBlocked(report) : nullptr;
}

} // namespace jitterscope
