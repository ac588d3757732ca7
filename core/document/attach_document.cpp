// SPDX-License-Identifier: MIT
#include "core/document/attach_document.h"

#include "core/attach/attach_words.h"
#include "core/attach/command_words.h"
#include "core/attach/held_cures.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/version.h"
#include "core/document/attach_code.h"
#include "core/document/attach_pictures.h"
#include "core/figure/loop_figures.h"
#include "core/files/attach_files.h"

namespace jitterscope {
namespace {

std::string shareOfFrame(double part, double whole) {
    return decimalText(100 * part / whole, 1) + " %";
}

Section attachVerdictSection(const AttachReport& report) {
    Section section{"Verdict", {}};
    section.blocks.push_back(Paragraph{attachVerdict(report), Paragraph::Role::Lead});
    if (const std::string loop = loopText(report); !loop.empty())
        section.blocks.push_back(plain(loop));
    if (const std::string advice = loopAdvice(report); !advice.empty())
        section.blocks.push_back(plain(advice));
    if (const std::string others = meanwhileText(report); !others.empty())
        section.blocks.push_back(plain(others));
    for (const std::string& text : report.notes)
        section.blocks.push_back(note(text));
    return section;
}

Section frameSection(const HeardLoop& loop) {
    const HeardLoop::Means mean = loop.means();
    constexpr double kWide = 640;
    Section section{"Where a frame's time goes", {}};
    addPicture(section, loopFramePicture(loop, kWide, 84), "The mean frame.", "frame");
    for (Figure figure : {loopTimesFigure(loop), loopHistogramFigure(loop)}) {
        if (!figure.empty())
            section.blocks.push_back(FigureBlock{std::move(figure)});
    }
    Table table{.columns = {words("what"), numbers("mean"), numbers("of the frame")}};
    const auto add = [&](const char* what, double time) {
        table.rows.push_back({what, said::duration(time), shareOfFrame(time, mean.frameTime)});
    };
    add("work: it computes, spins, or is blocked in a call that is not listened to", mean.work);
    add("waits, as long as they were asked to", mean.wait);
    add("waits that ended late", mean.overshoot);
    add("presents", mean.present);
    if (mean.yields > 0)
        add("sched_yield()", mean.yields);
    add("a frame", mean.frameTime);
    section.blocks.push_back(std::move(table));
    section.blocks.push_back(note(
        mean.queued ? "Of this, its thread was ready and waited for a processor for " +
                          said::duration(*mean.queued) + "."
                    : std::string("How long its thread was ready and waited for a processor is not known.")));
    return section;
}

Section causesSection(const HeardLoop& loop) {
    Section section{"What makes its long frames long", {}};
    Table table{.columns = {words("cause"), numbers("of the extra time")}};
    for (std::size_t i = 0; i < kLoopCauses; ++i) {
        const auto cause = static_cast<LoopCause>(i);
        if (loop.costOf(cause) > 0)
            table.rows.push_back(
                {std::string(loopCauseName(cause)), shareOfFrame(loop.costOf(cause), loop.cost())});
    }
    section.blocks.push_back(std::move(table));
    if (Figure figure = loopCausesFigure(loop); !figure.empty())
        section.blocks.push_back(FigureBlock{std::move(figure)});
    section.blocks.push_back(note(std::to_string(loop.longFrames()) + " of " +
                                  std::to_string(loop.frames().size()) + " frames take more than " +
                                  said::duration(loop.aim() + loop.tolerance()) + "."));
    return section;
}

Section curesSection(const AttachReport& report) {
    Section section{"Cures, tried in the running program", {}};
    Table table{.columns = {words("cure"), words("what it did")}};
    for (const CureOutcome& outcome : report.cures) {
        const CureEntry* const entry = findEntry(cureCatalog(), outcome.id);
        table.rows.push_back({std::string(entry->name), cureText(outcome)});
    }
    section.blocks.push_back(std::move(table));
    section.blocks.push_back(
        note("With and without in turn, with 95 % intervals of the difference. Everything was put back."));
    if (const std::vector<std::string> helped = helpfulCures(report); !helped.empty()) {
        section.blocks.push_back(plain("To keep what helped, put this before its command line:"));
        section.blocks.push_back(CodeBlock{"sh", commandLine(holdingWords("jitterscope-cli", helped))});
    }
    return section;
}

Section codeSection(CodeBlock code) {
    Section section{"What to change in it", {}};
    section.blocks.push_back(std::move(code));
    section.blocks.push_back(note("The code was not run in it: its waits are those of a loop at its rate."));
    return section;
}

Section candidatesSection(const AttachReport& report) {
    Section section{report.answer == AttachAnswer::Found ? "Loops that were found" : "Its loops, for --loop",
                    {},
                    report.answer == AttachAnswer::Found};
    Table table{.columns = {words("loop"), numbers("regular")}};
    for (const LoopCandidate& candidate : report.candidates)
        table.rows.push_back(
            {candidateText(report, candidate), decimalText(100 * candidate.regularity, 0) + " %"});
    section.blocks.push_back(std::move(table));
    return section;
}

std::string measuredText(const AttachReport& report, const Privacy& privacy) {
    std::string text = "Jitterscope " + std::string(version()) + " listened to its waits and presents. ";
    if (report.loop && report.loop->startUpLeftOut())
        text += "Its first second is left out, since programs load then. ";
    if (privacy.redacted)
        return text + "Left out on request: " + leftOutText() + ".";
    return text + "This report names the program" +
           (report.meanwhile.empty() ? "," : " and others that ran meanwhile,") +
           " and nothing else of the machine or its user.";
}

} // namespace

Document attachDocument(const AttachReport& whole, const Privacy& privacy) {
    const AttachReport report = withPrivacy(whole, privacy);
    Document document{"The loop of " + report.program, {}};
    document.sections.push_back(attachVerdictSection(report));
    if (report.loop) {
        document.sections.push_back(frameSection(*report.loop));
        if (report.loop->longFrames() > 0)
            document.sections.push_back(causesSection(*report.loop));
    }
    if (std::optional<CodeBlock> code = loopCode(report))
        document.sections.push_back(codeSection(*std::move(code)));
    if (!report.cures.empty())
        document.sections.push_back(curesSection(report));
    if (!report.candidates.empty())
        document.sections.push_back(candidatesSection(report));
    document.sections.push_back(
        {.title = "How it was measured", .blocks = {note(measuredText(report, privacy))}, .aside = true});
    return document;
}

} // namespace jitterscope
