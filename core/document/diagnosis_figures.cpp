// SPDX-License-Identifier: MIT
#include "core/document/diagnosis_figures.h"

#include "core/base/parse.h"
#include "core/diagnosis/words.h"
#include "core/picture/scale.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace jitterscope {
namespace {

constexpr double kWidth = 640;
constexpr StrokeLook kWhisker{Ink::Text, 1.5, {}};

// --- verdict ---

constexpr double kBandLeft = 24;
constexpr double kBandRight = kWidth - 24;
constexpr double kBandTop = 58;
constexpr double kBandBottom = 86;
constexpr double kBandMiddle = (kBandTop + kBandBottom) / 2;
constexpr double kLabelRoom = 96; // px between the middles of two labels

/// A share with its place on the verdict's scale.
struct Mark {
    Share share;
    std::string name; ///< `now`
    Ink ink = Ink::Text;
    bool diamond = false;
    double label = 0; ///< x of its texts
};

Ink inkOf(Fitness fitness) noexcept {
    switch (fitness) {
    case Fitness::Fit:
        return Ink::Good;
    case Fitness::Marginal:
        return Ink::Second;
    case Fitness::Unfit:
        return Ink::Late;
    case Fitness::NotEnoughData:
        break;
    }
    return Ink::Muted;
}

std::vector<Mark> marksOf(const Diagnosis& diagnosis) {
    std::vector<Mark> marks;
    if (diagnosis.verdict.late)
        marks.push_back({*diagnosis.verdict.late, "now", inkOf(diagnosis.verdict.fitness)});
    const std::optional<Candidate>& pick = diagnosis.recommendation.pick;
    const std::optional<Share> cured = pick && !pick->now ? pick->evidence.lateShare() : std::nullopt;
    if (cured)
        marks.push_back({*cured, diagnosis.cured.empty() ? "recommended" : "with the cure",
                         inkOf(pick->fitness(diagnosis.plan.target)), true});
    return marks;
}

/// Labels stand above their marks, but never on each other.
void placeLabels(std::vector<Mark>& marks, const SvgScale& scale) {
    for (Mark& mark : marks)
        mark.label = std::clamp(scale.at(mark.share.value), kLabelRoom / 2, kWidth - kLabelRoom / 2);
    if (marks.size() < 2)
        return;
    Mark& left = marks[0].label <= marks[1].label ? marks[0] : marks[1];
    Mark& right = &left == marks.data() ? marks[1] : marks[0];
    const double missing = kLabelRoom - (right.label - left.label);
    if (missing <= 0)
        return;
    const double middle = std::clamp((left.label + right.label) / 2, kLabelRoom, kWidth - kLabelRoom);
    left.label = middle - kLabelRoom / 2;
    right.label = middle + kLabelRoom / 2;
}

void drawMark(SvgWriter& svg, const SvgScale& scale, const Mark& mark) {
    const double x = scale.at(mark.share.value);
    const double low = scale.at(mark.share.interval.low);
    const double high = scale.at(mark.share.interval.high);
    StrokeLook look = kWhisker;
    look.ink = mark.ink;
    constexpr double kCap = 5;
    svg.line(low, kBandMiddle, high, kBandMiddle, look);
    for (const double end : {mark.share.interval.low, mark.share.interval.high}) {
        if (scale.contains(end)) // an interval that goes on beyond the scale has no end there
            svg.line(scale.at(end), kBandMiddle - kCap, scale.at(end), kBandMiddle + kCap, look);
    }
    if (mark.diamond)
        svg.diamond(x, kBandMiddle, 6.5, mark.ink);
    else
        svg.circle(x, kBandMiddle, 5, mark.ink);
    svg.text(mark.label, 34, mark.name, {Ink::Muted, 12, Anchor::Middle});
    svg.text(mark.label, 50, sharePercent(mark.share.value), {mark.ink, 13, Anchor::Middle, true, true});
}

void drawBands(SvgWriter& svg, const SvgScale& scale, double allowed) {
    const double limit = scale.at(allowed);
    constexpr double kFaint = 0.14;
    svg.rect(kBandLeft, kBandTop, limit - kBandLeft, kBandBottom - kBandTop, Ink::Good, kFaint);
    svg.rect(limit, kBandTop, kBandRight - limit, kBandBottom - kBandTop, Ink::Late, kFaint);
    svg.line(limit, 20, limit, kBandBottom + 6, {Ink::Text, 1.2, "4 3"});
    // The words stand on both sides of the limit, where no mark can hide them.
    constexpr double kGap = 8;
    constexpr double kRoom = 60; // px for the word on the right
    svg.text(limit - kGap, 14, "← fit", {Ink::Good, 12, Anchor::End});
    svg.text(std::min(limit + kGap, kWidth - kRoom), 14, "unfit →", {Ink::Late, 12, Anchor::Start});
}

void drawDecades(SvgWriter& svg, const SvgScale& scale, double low) {
    for (double share = low; share < 1.5; share *= 10) {
        const double x = scale.at(share);
        svg.line(x, kBandBottom, x, kBandBottom + 4, {Ink::Border, 1, {}});
        svg.text(x, kBandBottom + 17, sharePercent(share), {Ink::Muted, 11, Anchor::Middle, false, true});
    }
}

std::string describe(const Mark& mark) {
    return " " + mark.name + ": " + sharePercent(mark.share.value) + ", between " +
           sharePercent(mark.share.interval.low) + " and " + sharePercent(mark.share.interval.high) + ".";
}

// --- trials ---

constexpr double kPlotLeft = 176;
constexpr double kPlotRight = 440;
constexpr double kRow = 26;

struct TrialRow {
    const TrialOutcome* trial = nullptr;
    Share points; ///< difference of late frames, in points
    bool shown = false;
};

std::vector<TrialRow> rowsOf(const Diagnosis& diagnosis) {
    std::vector<TrialRow> rows;
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (!trial.measured() || !trial.late)
            continue;
        const Interval& interval = trial.late->interval;
        rows.push_back({&trial,
                        {100 * trial.late->value, {100 * interval.low, 100 * interval.high}},
                        interval.low > 0 || interval.high < 0});
    }
    return rows;
}

/// From below the lowest end to above the highest, 0 among them.
Interval rangeOf(const std::vector<TrialRow>& rows) {
    Interval range{0, 0};
    for (const TrialRow& row : rows) {
        range.low = std::min(range.low, row.points.interval.low);
        range.high = std::max(range.high, row.points.interval.high);
    }
    constexpr double kLeast = 0.02; // points
    const double margin = 0.08 * std::max(range.high - range.low, kLeast);
    return {range.low - margin, range.high + margin};
}

std::string plainNumber(double value, int decimals) {
    std::string text = decimalText(std::abs(value), decimals);
    const bool zero = text.find_first_not_of("0.") == std::string::npos;
    return (zero ? "" : value < 0 ? "−" : "+") + text;
}

std::string tickText(double value) {
    const std::string text = plainNumberText(std::round(std::abs(value) * 1e6) / 1e6);
    return (value < 0 && text != "0" ? "−" : value > 0 ? "+" : "") + text;
}

void drawTrial(SvgWriter& svg, const SvgScale& scale, const TrialRow& row, double y) {
    const Interval& interval = row.points.interval;
    const Ink ink = !row.shown ? Ink::Muted : row.points.value < 0 ? Ink::Good : Ink::Late;
    svg.text(8, y + 4, row.trial->name, {Ink::Text, 12});
    svg.line(scale.at(interval.low), y, scale.at(interval.high), y, {ink, 2, {}});
    svg.circle(scale.at(row.points.value), y, 4.5, ink, !row.shown);
    const std::string words = row.shown
                                  ? plainNumber(row.points.value, 2) + " (" + plainNumber(interval.low, 2) +
                                        " … " + plainNumber(interval.high, 2) + ")"
                                  : "no difference shown";
    svg.text(kPlotRight + 16, y + 4, words, {ink, 11, Anchor::Start, false, row.shown});
}

void drawTrialAxis(SvgWriter& svg, const SvgScale& scale, const Interval& range, double bottom) {
    constexpr int kMostTicks = 6;
    for (const double tick : roundTicks(range.low, range.high, kMostTicks)) {
        const double x = scale.at(tick);
        svg.line(x, 26, x, bottom, {Ink::Hairline, 1, {}});
        svg.text(x, bottom + 14, tickText(tick), {Ink::Muted, 11, Anchor::Middle, false, true});
    }
    const double zero = scale.at(0);
    svg.line(zero, 26, zero, bottom, {Ink::Border, 1.5, {}});
}

} // namespace

std::string verdictFigure(const Diagnosis& diagnosis, SvgTheme theme) {
    const double allowed = diagnosis.plan.target.allowed;
    // Usually from 0.01 %; further down where a job allows so little that the limit would stand at the edge.
    const double low = std::pow(10, std::min(-4.0, std::floor(std::log10(std::max(allowed, 1e-9))) - 1));
    const SvgScale scale = SvgScale::decades(low, 1, kBandLeft, kBandRight);
    std::vector<Mark> marks = marksOf(diagnosis);
    placeLabels(marks, scale);
    std::string description = "Log scale of the share of late " +
                              std::string(diagnosis.plan.target.frames()) +
                              ". Allowed: " + sharePercent(allowed) + ".";
    for (const Mark& mark : marks)
        description += describe(mark);
    SvgWriter svg(kWidth, 128, theme, diagnosis.verdict.sentence, description);
    drawBands(svg, scale, allowed);
    drawDecades(svg, scale, low);
    for (const Mark& mark : marks)
        drawMark(svg, scale, mark);
    svg.text(kWidth / 2, 121,
             std::string(diagnosis.plan.target.frames()) +
                 " late, with 95 % intervals · allowed: " + sharePercent(allowed),
             {Ink::Muted, 12, Anchor::Middle});
    return svg.finish();
}

std::string trialsFigure(const Diagnosis& diagnosis, SvgTheme theme) {
    const std::vector<TrialRow> rows = rowsOf(diagnosis);
    if (rows.empty())
        return {};
    const Interval range = rangeOf(rows);
    const SvgScale scale = SvgScale::linear(range.low, range.high, kPlotLeft, kPlotRight);
    const double bottom = 30 + kRow * static_cast<double>(rows.size());
    std::string description = "Change of the late frames in points, with 95 % intervals.";
    for (const TrialRow& row : rows)
        description += " " + row.trial->name + ": " +
                       (row.shown ? plainNumber(row.points.value, 2) : "no difference shown") + ".";
    SvgWriter svg(kWidth, bottom + 24, theme, "Trials", description);
    svg.text(kPlotLeft, 16, "change in late " + std::string(diagnosis.plan.target.frames()) + ", points",
             {Ink::Muted, 12});
    svg.text(kWidth - 8, 16, "filled: shown · hollow: not shown", {Ink::Muted, 11, Anchor::End});
    drawTrialAxis(svg, scale, range, bottom);
    double y = 30 + kRow / 2;
    for (const TrialRow& row : rows) {
        drawTrial(svg, scale, row, y);
        y += kRow;
    }
    return svg.finish();
}

} // namespace jitterscope
