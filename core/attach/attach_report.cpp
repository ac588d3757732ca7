// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"

#include "core/base/parse.h"

#include <algorithm>
#include <array>

namespace jitterscope {

std::string_view attachAnswerId(AttachAnswer answer) noexcept {
    switch (answer) {
    case AttachAnswer::Silent:
        return "silent";
    case AttachAnswer::Elsewhere:
        return "elsewhere";
    case AttachAnswer::NothingWaits:
        return "nothing-waits";
    case AttachAnswer::NoLoop:
        return "no-loop";
    case AttachAnswer::Ambiguous:
        return "ambiguous";
    case AttachAnswer::Found:
        return "found";
    }
    return {};
}

Result<LoopChoice> LoopChoice::parse(std::string_view text) {
    LoopChoice choice;
    if (text == "present") {
        choice.present = true;
        return choice;
    }
    const std::size_t colon = text.rfind(':');
    if (text.empty() || colon == std::string_view::npos || text.size() == 1)
        return Error{ErrorCode::Usage, inQuotes(text) + " is neither present nor THREAD:SITE", ""};
    choice.thread = text.substr(0, colon);
    choice.site = text.substr(colon + 1);
    return choice;
}

bool LoopChoice::takes(const std::vector<HeardProgram>& programs, const LoopCandidate& candidate) const {
    if (present)
        return candidate.boundary == FrameBoundary::Present;
    const HeardProgram& program = programs[candidate.program];
    const HeardThread& heard = program.threads[candidate.thread];
    return (thread.empty() || thread == heard.name || thread == std::to_string(heard.thread)) &&
           (site.empty() || site == program.siteText(candidate.site));
}

void findLoop(AttachReport& report, const std::optional<LoopChoice>& choice,
              std::optional<std::size_t> stretch) {
    report.loop.reset();
    report.chosen = 0;
    report.candidates.clear();
    if (report.programs.empty()) {
        report.answer = AttachAnswer::Silent;
        return;
    }
    const bool heard = std::ranges::any_of(report.programs, [](const HeardProgram& program) {
        return std::ranges::any_of(program.threads,
                                   [](const HeardThread& thread) { return !thread.rows.empty(); });
    });
    report.candidates = findLoops(report.programs);
    report.answer = !heard ? AttachAnswer::NothingWaits : AttachAnswer::NoLoop;
    if (report.candidates.empty())
        return;
    report.answer = ambiguous(report.candidates) ? AttachAnswer::Ambiguous : AttachAnswer::Found;
    if (choice) {
        const auto found = std::ranges::find_if(report.candidates, [&](const LoopCandidate& candidate) {
            return choice->takes(report.programs, candidate);
        });
        if (found == report.candidates.end()) {
            report.answer = AttachAnswer::NoLoop;
            return;
        }
        report.answer = AttachAnswer::Found;
        chooseLoop(report, static_cast<std::size_t>(found - report.candidates.begin()), stretch);
        return;
    }
    // The loop of a driver or of the sound is not the program's. It is only listed, for the user to choose.
    if (report.candidates[0].driver)
        report.answer = AttachAnswer::NoLoop;
    else
        chooseLoop(report, 0, stretch);
}

void chooseLoop(AttachReport& report, std::size_t candidate, std::optional<std::size_t> stretch) {
    report.chosen = candidate;
    report.meanwhile.clear();
    report.othersUsed.reset();
    report.blocked = {};
    report.loop.emplace(report.programs, report.candidates[candidate]);
    report.stretches = stretchesOf(report.programs, report.candidates[candidate]);
    if (!report.stretches.empty()) {
        const auto longest = std::ranges::max_element(report.stretches, {}, &LoopStretch::length);
        const auto usual = static_cast<std::size_t>(longest - report.stretches.begin());
        report.stretch = stretch && *stretch < report.stretches.size() ? *stretch : usual;
        report.loop.emplace(
            loopIn(report.programs, report.candidates[candidate], report.stretches[report.stretch]));
    }
    if (report.loop->frames().size() + 1 < kFewestFrames) {
        report.loop.reset();
        report.answer = AttachAnswer::NoLoop;
    }
}

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
