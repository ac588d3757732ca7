// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/slots.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/plot/layers/timeline.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

/// One slot of a loop: run or lost. Times in ns from the first slot.
struct Slot {
    std::int64_t iteration = 0;
    bool lost = false;
    double at = 0;
    std::optional<double> start = {};         ///< when its work began
    std::optional<double> work = {};          ///< how long it worked
    std::optional<std::int64_t> inSync = {};  ///< picture of an animation by iteration number
    std::optional<std::int64_t> counted = {}; ///< picture by counting calls
};

std::optional<std::int64_t> wholeOf(std::optional<double> value) {
    constexpr double kLargest = 1LL << 53; // above this, not every whole number has a double
    if (!value || !(std::abs(*value) <= kLargest))
        return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

std::vector<Slot> slotsOf(const Points& points, std::string_view policy) {
    std::vector<Slot> list;
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "policy") != policy)
            continue;
        list.push_back({.iteration = wholeOf(points.maybe(row, "iteration")).value_or(0),
                        .lost = points.word(row, "state") == "lost",
                        .at = points.maybe(row, "slot_ns").value_or(0),
                        .start = points.maybe(row, "start_ns"),
                        .work = points.maybe(row, "work_ns"),
                        .inSync = wholeOf(points.maybe(row, "picture_in_sync")),
                        .counted = wholeOf(points.maybe(row, "picture_counted"))});
    }
    return list;
}

/// The length of a slot, ns: the smallest distance between two.
double periodOf(const std::vector<Slot>& list) {
    double period = 0;
    for (std::size_t i = 1; i < list.size(); ++i) {
        const double step = list[i].at - list[i - 1].at;
        if (step > 0 && (period == 0 || step < period))
            period = step;
    }
    return period > 0 ? period : 1e6;
}

/// Rows of a timeline, from the top.
enum Row { kWork, kCells, kSync, kCounted };

QStringList rowNames() {
    return {say("work"), say("slot"), say("in sync"), say("counted")};
}

QString textOf(const Slot& slot) {
    QStringList lines{say("slot %1, from %2").arg(slot.iteration).arg(format::duration(slot.at))};
    if (slot.lost)
        lines << say("lost: its work was never done");
    if (slot.start)
        lines << say("started at %1, %2 after its slot")
                     .arg(format::duration(*slot.start), format::duration(*slot.start - slot.at));
    if (slot.work)
        lines << say("worked %1").arg(format::duration(*slot.work));
    if (slot.inSync && slot.counted)
        lines << say("picture %1 in sync, %2 counted").arg(*slot.inSync).arg(*slot.counted);
    return lines.join(QLatin1Char('\n'));
}

/// Adds the work where it really was, the slot below it, and the pictures that two animations show.
void addBoxes(std::vector<TimelineBox>& boxes, const Slot& slot, double period) {
    const Tokens& c = tokens();
    const double end = slot.at + period;
    boxes.push_back(
        {.row = kCells,
         .from = slot.at,
         .to = end,
         .edge = QPen(slot.lost ? c.late : c.first, 1),
         .fill = slot.lost ? QBrush(c.late, Qt::BDiagPattern) : QBrush(mixed(c.first, c.card, 0.3)),
         .text = slot.lost ? QString() : QString::number(slot.iteration),
         .textColour = c.text});
    if (slot.start && slot.work)
        boxes.push_back({.row = kWork,
                         .from = *slot.start,
                         .to = *slot.start + *slot.work,
                         .fill = *slot.work > period ? c.second : c.first,
                         .slim = true});
    const bool apart = slot.inSync && slot.counted && *slot.inSync != *slot.counted;
    if (slot.inSync)
        boxes.push_back({.row = kSync,
                         .from = slot.at,
                         .to = end,
                         .text = QString::number(*slot.inSync),
                         .textColour = c.text});
    if (slot.counted)
        boxes.push_back({.row = kCounted,
                         .from = slot.at,
                         .to = end,
                         .text = QString::number(*slot.counted),
                         .textColour = apart ? c.late : c.text});
}

/// `end`: the end of the time axis, ns; the same for all, so that timelines can be compared.
void showSlots(Plot& plot, const std::vector<Slot>& list, double period, double end) {
    std::vector<TimelineBox> boxes;
    std::vector<TimelineStretch> stretches;
    for (const Slot& slot : list) {
        addBoxes(boxes, slot, period);
        stretches.push_back({slot.at, slot.at + period, textOf(slot)});
    }
    Axis time(Scale::Linear, Quantity::Time, {});
    time.setUnitsInLabels();
    time.setRange({0, std::max(end, period)});
    Axis rows = Axis::ofNames(rowNames(), {}, true);
    rows.setFixed();
    plot.setAxes(std::move(time), std::move(rows));
    plot.add(std::make_unique<TimelineLayer>(std::move(boxes), std::move(stretches)));
}

ExperimentChart makeSlots(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    double end = 0;
    double period = 0;
    std::vector<std::pair<std::string, std::vector<Slot>>> lines;
    for (const std::string& policy : points.words("policy")) {
        lines.emplace_back(policy, slotsOf(points, policy));
        period = std::max(period, periodOf(lines.back().second));
        for (const Slot& slot : lines.back().second)
            end = std::max(end, slot.at);
    }
    ExperimentChart chart;
    chart.stacked = true;
    for (const auto& [policy, list] : lines) {
        const auto lost = std::count_if(list.begin(), list.end(), [](const Slot& s) { return s.lost; });
        const QString title =
            say("%1: %2 of %3 slots lost").arg(format::policyLabel(policy)).arg(lost).arg(list.size());
        showSlots(chart.add(title), list, period, end + period);
    }
    const Tokens& c = tokens();
    chart.key = {keyLine(say("run"), QPen(c.first, 4)), keyLine(say("lost"), QPen(c.late, 4)),
                 keyLine(say("work longer than a slot"), QPen(c.second, 4))};
    return chart;
}

} // namespace

ExperimentChartEntry slotsChart() {
    return {.id = "slots", .make = makeSlots, .sketch = sketch::timeline};
}

} // namespace jitterscope::ui
