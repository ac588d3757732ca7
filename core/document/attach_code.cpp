// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/diagnosis/snippet.h"
#include "core/document/documents.h"
#include "core/run/resolve.h"

#include <cmath>

namespace jitterscope {
namespace {

/// The period that the loop is meant to keep: that of 60 Hz where 59.8 Hz were measured. A rate that is only
/// measured is known to about a hundredth.
Result<Period> meantPeriod(const HeardLoop& loop) {
    const double measured = std::round(100 * wholeRate(1e9 / loop.aim())) / 100;
    return Period::fromHertz(loop.meantHz().value_or(measured));
}

/// How it waits now, and what is to be put there. Empty: nothing.
std::vector<std::string> changeLines(const AttachReport& report) {
    const HeardLoop& loop = *report.loop;
    if (!loop.wait())
        return {};
    const HeardProgram& program = report.programs[report.candidate()->program];
    const CallEntry* const call = findCall(loop.wait()->call);
    const std::string name(call != nullptr ? call->name : "a wait");
    const std::string where = name + " at " + program.siteText(loop.wait()->site);
    switch (loop.style()) {
    case WaitStyle::Polls:
        return {"Now " + report.program + " polls: " + decimalText(loop.waitsPerFrame(), 0) +
                    " times a frame " + where + ", " +
                    said::shortDuration(static_cast<double>(loop.usualAsked())) + " each.",
                "Keep the deadline instead, and wait once until it, in the place of all of them:"};
    case WaitStyle::FixedSleep:
        if (!loop.sleepPacesIt())
            return {};
        return {"Now " + report.program + " sleeps a fixed " +
                    said::shortDuration(static_cast<double>(loop.wait()->pacing.meant)) + " with " + where +
                    ",",
                "and its work comes on top.",
                "Keep a deadline on a grid instead (due += period), and wait until that:"};
    case WaitStyle::Deadlines:
        return {"Now " + report.program + " keeps its deadlines, and sleeps until them with " + where + ".",
                "Wake a little before each deadline instead, and spin the rest:"};
    case WaitStyle::SleepsRest:
        return {"Now " + report.program + " sleeps what is left of a frame with " + where + ":",
                "what one sleep takes longer, all later frames start later.",
                "Keep a deadline on a grid instead (due += period), and wait until that:"};
    case WaitStyle::Presents:
    case WaitStyle::Events:
    case WaitStyle::Spins:
    case WaitStyle::Unknown:
    case WaitStyle::WorkBound:
    case WaitStyle::Blocked:
    case WaitStyle::Starved:
        break;
    }
    return {};
}

/// The setting of the thread that this cause calls for.
void setUpThread(LoopCause cause, ThreadPlan& thread) {
    if (cause == LoopCause::Others)
        thread.realtime = true;
    else if (cause == LoopCause::Overshoot)
        thread.slack = Nanoseconds{1};
}

} // namespace

std::optional<CodeBlock> loopCode(const AttachReport& report) {
    if (!report.loop || report.answer != AttachAnswer::Found)
        return std::nullopt;
    const std::optional<LoopCause> cause = report.loop->firstCause();
    const bool fixed = report.loop->sleepPacesIt();
    if (!fixed &&
        (!cause || *cause == LoopCause::Work || *cause == LoopCause::Present || *cause == LoopCause::Quota))
        return std::nullopt;
    const std::vector<std::string> lines = changeLines(report);
    const Result<Period> period = meantPeriod(*report.loop);
    if (lines.empty() || !period)
        return std::nullopt;
    const bool python = report.programs[report.candidate()->program].name.starts_with("python");
    const SnippetEntry& entry = *findEntry(snippetCatalog(), python ? "python" : "cpp-header");
    RunPlan plan = standardPlan();
    plan.strategy.id = "adaptive";
    plan.period = period.value();
    if (cause)
        setUpThread(*cause, plan.thread);
    SnippetParts parts = snippetParts(plan);
    parts.plan.strategy.id = entry.way(parts).strategy;
    std::string text;
    for (const std::string& line : lines)
        text += std::string(entry.lead) + line + "\n";
    return CodeBlock{std::string(entry.language), text + entry.text(parts)};
}

} // namespace jitterscope
