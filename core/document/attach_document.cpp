// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/attach/command_words.h"
#include "core/attach/held_cures.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/base/version.h"
#include "core/document/documents.h"
#include "core/figure/figures.h"
#include "core/files/result_files.h"
#include "core/picture/chart_drawing.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kAxisRoom = 22;  // px below
constexpr double kAboveRoom = 22; // px above, for names

/// A part of the mean frame.
struct FramePart {
    const char* name;
    double length;
    AreaLook look;
};

/// The mean frame as a bar: work, presents, yields, waits, and how late the waits ended. At least 240 by 80
/// px.
Picture loopFramePicture(const HeardLoop::Means& mean, double width, double height) {
    if (mean.frameTime <= 0)
        return {};
    const std::array<FramePart, 5> parts{{{"work", mean.work, {Ink::First, Hatch::Solid}},
                                          {"present", mean.present, {Ink::Violet, Hatch::FallingLines}},
                                          {"yields", mean.yields, {Ink::Muted, Hatch::VerticalLines}},
                                          {"waits", mean.wait, {Ink::First, Hatch::HorizontalLines}},
                                          {"late", mean.overshoot, {Ink::Second, Hatch::RisingLines}}}};
    std::string description = "The mean frame takes " + said::duration(mean.frameTime) + ":";
    Picture picture{width, height, "The mean frame", {}, {}};
    Axis time(AxisScale::Linear, Quantity::Time, {});
    time.setUnitsInLabels();
    time.setRange({0, mean.frameTime});
    const Axis one = Axis::ofNames({{}});
    const ChartSpace space{time, one, {1, kAboveRoom, width - 1, height - kAxisRoom}};
    ChartDrawing(picture, space, {0, 0, width, height}).axes();
    double from = 0;
    double textEnd = 0;
    for (const FramePart& part : parts) {
        if (part.length <= 0)
            continue;
        const double left = space.xAt(from);
        const double wide = std::max(1.0, space.xAt(from + part.length) - left);
        picture.shapes.emplace_back(BoxShape{{left, kAboveRoom}, wide, space.area.height(), part.look});
        const std::string words = std::string(part.name) + " " + said::shortDuration(part.length);
        description += " " + words + ",";
        constexpr TextLook kName{Ink::Text, 11, Anchor::Start, false, false};
        const double room = roomFor(words, kName);
        const double at = std::max(textEnd, std::min(left, width - room));
        if (at + room <= width) {
            picture.text(at, kAboveRoom - 7, words, kName);
            textEnd = at + room + 10;
        }
        from += part.length;
    }
    description.back() = '.';
    picture.description = description;
    return picture;
}

std::string shareOfFrame(double part, double whole) {
    return said::share(part / whole);
}

/// Where its figures come from.
std::string originText(const AttachReport& report, std::string_view doing) {
    if (!doing.empty())
        return "MEASURED IN YOUR PROGRAM, so far · " + std::string(doing);
    return report.cures.empty() ? "MEASURED IN YOUR PROGRAM · nothing in it was changed"
                                : "MEASURED IN YOUR PROGRAM · what was tried is put back";
}

Section attachVerdictSection(const AttachReport& report, std::string_view doing) {
    using Role = Paragraph::Role;
    Section section{.title = "Verdict", .blocks = {}, .id = "program"};
    const auto add = [&section](std::string text, Role role, std::string id) {
        if (!text.empty())
            section.blocks.emplace_back(Paragraph{std::move(text), role, Tone::Plain, std::move(id)});
    };
    add(attachVerdict(report), Role::Lead, "verdict");
    add(loopText(report), Role::Plain, "loop");
    add(loopAdvice(report), Role::Plain, "advice");
    add(meanwhileText(report), Role::Plain, "meanwhile");
    for (const std::string& text : report.notes)
        add(text, Role::Note, "note");
    add(originText(report, doing), Role::Note, "badge");
    return section;
}

Section frameSection(const HeardLoop& loop) {
    const HeardLoop::Means mean = loop.means();
    constexpr double kWide = 640;
    constexpr double kHigh = 84;
    Section section{.title = "Where a frame's time goes", .blocks = {}, .id = "frame"};
    if (Picture picture = loopFramePicture(mean, kWide, kHigh); !picture.empty())
        section.blocks.emplace_back(PictureBlock{
            .picture = std::move(picture),
            .caption = "The mean frame.",
            .id = "frame",
            .resized = [mean](double width, double height) { return loopFramePicture(mean, width, height); },
            .leastWidth = 240,
            .leastHeight = 92});
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
    if (mean.present > 0)
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

Section codeSection(CodeBlock code) {
    Section section{"What to change in it", {}};
    section.blocks.push_back(std::move(code));
    section.blocks.push_back(note("The code was not run in it: its waits are those of a loop at its rate."));
    return section;
}

/// The loops, and the parts of the one that is told of. Another one can be taken where somebody listens.
Section candidatesSection(const AttachReport& report) {
    const bool found = report.answer == AttachAnswer::Found;
    Section section{.title = found ? "Loops that were found" : "Its loops, for --loop",
                    .blocks = {},
                    .folded = found,
                    .id = "loops"};
    RowList list{.figures = {"regular"}, .rows = {}, .what = "loop", .table = true};
    for (std::size_t i = 0; i < report.candidates.size(); ++i) {
        const LoopCandidate& candidate = report.candidates[i];
        const bool chosen = report.loop && i == report.chosen;
        Row row{.figures = {said::share(candidate.regularity)},
                .title = (chosen ? "✓ " : "") + candidateText(report, candidate),
                .soWhat = {}};
        row.id = "loop:" + std::to_string(i);
        if (!chosen)
            row.action = Action{"use:" + row.id, "Use this loop", "Everything here is then about that loop"};
        list.rows.push_back(std::move(row));
    }
    section.blocks.push_back(std::move(list));
    if (report.loop)
        section.blocks.push_back(note("✓: the loop that all of this is about."));
    RowList parts{.figures = {}, .rows = {}, .what = "part", .table = true};
    for (std::size_t i = 0; i < report.stretches.size(); ++i) {
        const LoopStretch& stretch = report.stretches[i];
        Row row{.figures = {},
                .title = (i == report.stretch ? "✓ Part " : "Part ") + std::to_string(i + 1) + ": " +
                         decimalText(stretch.meantHz, 1) + " frames a second are meant, for " +
                         said::shortDuration(static_cast<double>(stretch.length())),
                .soWhat = {}};
        row.id = "part:" + std::to_string(i);
        row.minor = true; // the verdict names them
        if (i != report.stretch)
            row.action = Action{"use:" + row.id, "Use this part", "Everything here is then about that part"};
        parts.rows.push_back(std::move(row));
    }
    if (!parts.rows.empty())
        section.blocks.push_back(std::move(parts));
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

std::vector<Readout> readoutsOf(const HeardLoop& loop) {
    const double share = loop.longShare();
    std::vector<Readout> readouts{{decimalText(loop.rateHz(), 1) + " Hz", "measured",
                                   "Frames a second: frames by the time that they took."},
                                  {said::share(share), "frames long",
                                   std::string("Share of the frames that take longer than ") +
                                       (loop.aimIsMeant() ? "is meant" : "usual") + ". Less is better.",
                                   share > 0.05}};
    if (const auto cpu = loop.cpuPercent())
        readouts.push_back(
            {said::percent(cpu), "CPU, its loop", "Processor time of its thread, in % of one core."});
    return readouts;
}

} // namespace

Section curesSection(const AttachReport& report) {
    Section section{.title = "Cures, tried in the running program", .blocks = {}, .id = "cures"};
    section.key = "with and without in turn · 95 % intervals · everything is put back";
    Table table{.columns = {words("cure"), words("what it did")}};
    for (const CureOutcome& outcome : report.cures) {
        const Cure* const entry = findCure(curesThere(), outcome.id);
        table.rows.push_back({std::string(entry->name), cureText(outcome)});
    }
    if (!table.rows.empty())
        section.blocks.push_back(std::move(table));
    section.blocks.push_back(
        note("With and without in turn, with 95 % intervals of the difference. Everything was put back."));
    if (const std::vector<std::string> helped = helpfulCures(report); !helped.empty()) {
        section.blocks.push_back(plain(helpedText(report) + " Put this before its command line:"));
        section.blocks.push_back(CodeBlock{"sh", commandLine(holdingWords("jitterscope-cli", helped))});
    }
    return section;
}

Document attachDocument(const AttachReport& whole, const Privacy& privacy, std::string_view doing) {
    const AttachReport report = withPrivacy(whole, privacy);
    Document document{"The loop of " + report.program, {}};
    document.sections.push_back(attachVerdictSection(report, doing));
    if (report.loop) {
        document.readouts = readoutsOf(*report.loop);
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
