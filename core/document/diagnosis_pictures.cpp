// SPDX-License-Identifier: MIT
#include "core/document/diagnosis_pictures.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/diagnosis/words.h"
#include "core/picture/chart.h"
#include "core/picture/ticks.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace jitterscope {

namespace {

constexpr double kSide = 24;
constexpr double kBandTop = 58;
constexpr double kBandBottom = 86;
constexpr double kBandMiddle = (kBandTop + kBandBottom) / 2;
constexpr double kLabelRoom = 96; // px between the middles of two labels
constexpr TextLook kCaption{Ink::Muted, 12, Anchor::Middle};
constexpr TextLook kTick{Ink::Muted, 11, Anchor::Middle, false, true};

/// The least share of the scale. Usually 0.01 %; less where a job allows so little that the limit would stand
/// at the edge.
double leastShare(double allowed) {
    return portable::pow(10, std::min(-4.0, std::floor(portable::log10(std::max(allowed, 1e-9))) - 1));
}

/// Where the texts of the marks stand: above them, but never on each other.
std::vector<double> labelPlaces(const std::vector<ShareMark>& marks, const Scale& scale, double width) {
    std::vector<double> places;
    for (const ShareMark& mark : marks)
        places.push_back(std::clamp(scale.at(mark.share.value), kLabelRoom / 2, width - kLabelRoom / 2));
    if (places.size() < 2)
        return places;
    double& left = places[0] <= places[1] ? places[0] : places[1];
    double& right = places[0] <= places[1] ? places[1] : places[0];
    if (right - left < kLabelRoom) {
        const double middle = std::clamp((left + right) / 2, kLabelRoom, width - kLabelRoom);
        left = middle - kLabelRoom / 2;
        right = middle + kLabelRoom / 2;
    }
    return places;
}

void drawMark(Picture& picture, const Scale& scale, const ShareMark& mark, double label, double limit) {
    const double x = scale.at(mark.share.value);
    const Interval& interval = mark.share.interval;
    const StrokeLook look{mark.ink, 1.5, {}};
    constexpr double kCap = 5;
    picture.line(scale.at(interval.low), kBandMiddle, scale.at(interval.high), kBandMiddle, look);
    for (const double end : {interval.low, interval.high}) {
        if (scale.contains(end)) // an interval that goes on beyond the scale has no end there
            picture.line(scale.at(end), kBandMiddle - kCap, scale.at(end), kBandMiddle + kCap, look);
    }
    if (mark.diamond)
        picture.diamond(x, kBandMiddle, 6.5, mark.ink);
    else
        picture.circle(x, kBandMiddle, 5, mark.ink);
    const std::string share = said::share(mark.share.value);
    const TextLook large{mark.ink, 13, Anchor::Middle, true, true};
    const double half = std::max(roomFor(mark.name, kCaption), roomFor(share, large)) / 2;
    if (std::abs(label - limit) < half) // the limit's line goes behind the words
        picture.rect(limit - 1, 22, 2, 31, Ink::Card);
    picture.text(label, 34, mark.name, kCaption);
    picture.text(label, 50, share, large);
}

void drawBands(Picture& picture, const Scale& scale, double allowed) {
    const double limit = scale.at(allowed);
    const double right = picture.width - kSide;
    constexpr double kFaint = 0.14;
    picture.rect(kSide, kBandTop, limit - kSide, kBandBottom - kBandTop, Ink::Good, kFaint);
    picture.rect(limit, kBandTop, right - limit, kBandBottom - kBandTop, Ink::Late, kFaint);
    picture.line(limit, 20, limit, kBandBottom + 6, {Ink::Text, 1.2, "4 3"});
    // The words stand on both sides of the limit, where no mark can hide them.
    constexpr double kGap = 8;
    constexpr double kRoom = 60; // px for the word on the right
    picture.text(limit - kGap, 14, "← fit", {Ink::Good, 12, Anchor::End});
    picture.text(std::min(limit + kGap, picture.width - kRoom), 14, "unfit →", {Ink::Late, 12});
}

/// As many decades as have room for their labels.
void drawDecades(Picture& picture, const Scale& scale, double low) {
    constexpr double kGap = 8;
    const double label = roomFor(said::share(low), kTick);
    const int most = static_cast<int>((picture.width - 2 * kSide) / (label + kGap));
    for (const double share : decadeTicks(low, 1, most)) {
        const double x = scale.at(share);
        picture.line(x, kBandBottom, x, kBandBottom + 4, {Ink::Border, 1, {}});
        const std::string words = said::share(share);
        const double half = roomFor(words, kTick) / 2;
        picture.text(std::clamp(x, half, picture.width - half), kBandBottom + 17, words, kTick);
    }
}

void drawCaption(Picture& picture, const VerdictScale& scale) {
    const std::string allowed = " · allowed: " + said::share(scale.allowed);
    std::string words = scale.frames + " late, with 95 % intervals" + allowed;
    if (roomFor(words, kCaption) > picture.width)
        words = scale.frames + " late" + allowed;
    picture.text(picture.width / 2, 121, words, kCaption);
}

std::string describe(const VerdictScale& scale) {
    std::string text =
        "Log scale of the share of late " + scale.frames + ". Allowed: " + said::share(scale.allowed) + ".";
    for (const ShareMark& mark : scale.marks)
        text += " " + mark.name + ": " + said::share(mark.share.value) + ", between " +
                said::share(mark.share.interval.low) + " and " + said::share(mark.share.interval.high) + ".";
    return text;
}

} // namespace

Tone toneOf(Fitness fitness) noexcept {
    switch (fitness) {
    case Fitness::Fit:
        return Tone::Good;
    case Fitness::Marginal:
        return Tone::Careful;
    case Fitness::Unfit:
        return Tone::Bad;
    case Fitness::NotEnoughData:
        break;
    }
    return Tone::Unknown;
}

VerdictScale verdictScale(const Diagnosis& diagnosis) {
    const Target& target = diagnosis.plan.target;
    VerdictScale scale{diagnosis.verdict.sentence, std::string(target.frames()), target.allowed, {}};
    if (diagnosis.verdict.late)
        scale.marks.push_back({*diagnosis.verdict.late, "now", toneInk(toneOf(diagnosis.verdict.fitness))});
    const std::optional<Candidate>& pick = diagnosis.recommendation.pick;
    const std::optional<Share> cured = pick && !pick->now ? pick->evidence.lateShare() : std::nullopt;
    if (cured)
        scale.marks.push_back({*cured, diagnosis.cured.empty() ? "recommended" : "with the cure",
                               toneInk(toneOf(pick->fitness(target))), true});
    return scale;
}

Picture verdictPicture(const VerdictScale& scale, double width) {
    const double low = leastShare(scale.allowed);
    const Scale shares = Scale::decades(low, 1, kSide, width - kSide);
    const std::vector<double> labels = labelPlaces(scale.marks, shares, width);
    Picture picture{width, 128, scale.sentence, describe(scale), {}};
    drawBands(picture, shares, scale.allowed);
    drawDecades(picture, shares, low);
    for (std::size_t i = 0; i < scale.marks.size(); ++i)
        drawMark(picture, shares, scale.marks[i], labels[i], shares.at(scale.allowed));
    drawCaption(picture, scale);
    return picture;
}

namespace {

struct TrialRow {
    const TrialOutcome* trial = nullptr;
    Share points; ///< difference of late frames, in points
};

std::vector<TrialRow> rowsOf(const Diagnosis& diagnosis) {
    std::vector<TrialRow> rows;
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (!trial.measured() || !trial.late)
            continue;
        const Interval& interval = trial.late->interval;
        rows.push_back({&trial, {100 * trial.late->value, {100 * interval.low, 100 * interval.high}}});
    }
    return rows;
}

/// Fewer late frames are better.
Ink inkOf(const Share& difference) noexcept {
    return !difference.shown() ? Ink::Muted : difference.below() ? Ink::Good : Ink::Late;
}

void drawDifference(Picture& picture, const Scale& scale, const Share& points, double y) {
    const Ink ink = inkOf(points);
    picture.line(scale.at(points.interval.low), y, scale.at(points.interval.high), y, {ink, 2, {}});
    picture.circle(scale.at(points.value), y, 4.5, ink, !points.shown());
}

void drawZero(Picture& picture, const Scale& scale, double top, double bottom) {
    picture.line(scale.at(0), top, scale.at(0), bottom, {Ink::Border, 1.5, {}});
}

/// The difference with its interval, or that none is shown.
std::string pointsText(const Share& points) {
    if (!points.shown())
        return "no difference shown";
    return said::difference(points.value, points.interval.low, points.interval.high, 2);
}

} // namespace

Interval trialRange(const Diagnosis& diagnosis) {
    Interval range{0, 0};
    for (const TrialRow& row : rowsOf(diagnosis)) {
        range.low = std::min(range.low, row.points.interval.low);
        range.high = std::max(range.high, row.points.interval.high);
    }
    constexpr double kLeast = 0.02; // points
    const double margin = 0.08 * std::max(range.high - range.low, kLeast);
    return {range.low - margin, range.high + margin};
}

Picture differencePicture(const Share& points, const Interval& range, double width, double height) {
    constexpr double kEdge = 6;
    const Scale scale = Scale::linear(range.low, range.high, kEdge, width - kEdge);
    Picture picture{width, height, "Change in points: " + pointsText(points), {}, {}};
    drawZero(picture, scale, 0, height);
    drawDifference(picture, scale, points, height / 2);
    return picture;
}

Figure trialsFigure(const Diagnosis& diagnosis) {
    const std::vector<TrialRow> rows = rowsOf(diagnosis);
    if (rows.empty())
        return {};
    Figure figure{.id = "trials",
                  .title = "Trials",
                  .description = "Change of the late frames in points, with 95 % intervals."};
    std::vector<std::string> names;
    std::vector<ChartSeries> series; // one of each colour
    for (const auto& [ink, name] :
         {std::pair(Ink::Good, "fewer late"), {Ink::Late, "more late"}, {Ink::Muted, "no difference shown"}})
        series.push_back(
            {.name = name, .look = {.ink = ink, .width = 2}, .line = false, .hollow = ink == Ink::Muted});
    for (const auto& [trial, points] : rows) {
        figure.description += " " + trial->name + ": " + pointsText(points) + ".";
        const auto of =
            std::ranges::find(series, inkOf(points), [](const auto& each) { return each.look.ink; });
        of->points.push_back({.x = points.value,
                              .y = static_cast<double>(names.size()) + 0.5,
                              .xSpan = Range{points.interval.low, points.interval.high},
                              .note = pointsText(points)});
        names.push_back(trial->name);
    }
    std::erase_if(series, [](const ChartSeries& each) { return each.points.empty(); });
    for (const ChartSeries& each : series)
        figure.key.push_back({each.name, each.look});
    Axis change(AxisScale::Linear, Quantity::Number,
                "change in late " + std::string(diagnosis.plan.target.frames()) + ", points");
    const Interval range = trialRange(diagnosis);
    change.setRange({range.low, range.high});
    figure.panels.push_back({.x = std::move(change),
                             .y = Axis::ofNames(std::move(names), {}, true),
                             .references = {{.kind = Reference::Vertical, .at = 0}},
                             .series = std::move(series)});
    return figure;
}

} // namespace jitterscope
