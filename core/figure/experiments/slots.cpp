// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/figure/experiments/experiments.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
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
double slotLength(const std::vector<Slot>& list) {
    double period = 0;
    for (std::size_t i = 1; i < list.size(); ++i) {
        const double step = list[i].at - list[i - 1].at;
        if (step > 0 && (period == 0 || step < period))
            period = step;
    }
    return period > 0 ? period : 1e6;
}

/// Rows of a timeline, from the top.
enum SlotRow { kWork, kCells, kSync, kCounted };

std::string slotText(const Slot& slot) {
    std::vector<std::string> lines{
        said::say("slot %1, from %2", {std::to_string(slot.iteration), said::duration(slot.at)})};
    if (slot.lost)
        lines.emplace_back("lost: its work was never done");
    if (slot.start)
        lines.push_back(said::say("started at %1, %2 after its slot",
                                  {said::duration(*slot.start), said::duration(*slot.start - slot.at)}));
    if (slot.work)
        lines.push_back("worked " + said::duration(*slot.work));
    if (slot.inSync && slot.counted)
        lines.push_back(said::say("picture %1 in sync, %2 counted",
                                  {std::to_string(*slot.inSync), std::to_string(*slot.counted)}));
    return said::joined(lines, "\n");
}

/// Adds the work where it really was, the slot below it, and the pictures that two animations show.
void addBoxes(std::vector<TimelineBox>& boxes, const Slot& slot, double period) {
    using Fill = TimelineBox::Fill;
    const double end = slot.at + period;
    boxes.push_back({.row = kCells,
                     .from = slot.at,
                     .to = end,
                     .fill = slot.lost ? Fill::Hatched : Fill::Tinted,
                     .ink = slot.lost ? Ink::Late : Ink::First,
                     .edged = true,
                     .text = slot.lost ? "" : std::to_string(slot.iteration)});
    if (slot.start && slot.work)
        boxes.push_back({.row = kWork,
                         .from = *slot.start,
                         .to = *slot.start + *slot.work,
                         .fill = Fill::Solid,
                         .ink = *slot.work > period ? Ink::Second : Ink::First,
                         .slim = true});
    const bool apart = slot.inSync && slot.counted && *slot.inSync != *slot.counted;
    if (slot.inSync)
        boxes.push_back({.row = kSync, .from = slot.at, .to = end, .text = std::to_string(*slot.inSync)});
    if (slot.counted)
        boxes.push_back({.row = kCounted,
                         .from = slot.at,
                         .to = end,
                         .text = std::to_string(*slot.counted),
                         .textInk = apart ? Ink::Late : Ink::Text});
}

/// `end`: the end of the time axis, ns; the same for all, so that timelines can be compared.
Chart slotsChart(std::string title, const std::vector<Slot>& list, double period, double end) {
    Chart chart{.title = std::move(title)};
    for (const Slot& slot : list) {
        addBoxes(chart.boxes, slot, period);
        chart.stretches.push_back({slot.at, slot.at + period, slotText(slot)});
    }
    chart.x = Axis(AxisScale::Linear, Quantity::Time, {});
    chart.x.setUnitsInLabels();
    chart.x.setRange({0, std::max(end, period)});
    chart.y = Axis::ofNames({"work", "slot", "in sync", "counted"}, {}, true);
    chart.y.setFixed();
    return chart;
}

Figure makeSlots(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    double end = 0;
    double period = 0;
    std::vector<std::pair<std::string, std::vector<Slot>>> lines;
    for (const std::string& policy : points.words("policy")) {
        lines.emplace_back(policy, slotsOf(points, policy));
        period = std::max(period, slotLength(lines.back().second));
        for (const Slot& slot : lines.back().second)
            end = std::max(end, slot.at);
    }
    Figure figure;
    figure.stacked = true;
    for (const auto& [policy, list] : lines)
        figure.panels.push_back(slotsChart(
            said::say("%1: %2 of %3 slots lost",
                      {policyLabel(policy), std::to_string(std::ranges::count_if(list, &Slot::lost)),
                       std::to_string(list.size())}),
            list, period, end + period));
    figure.key = {{"run", LineLook{Ink::First, 4}},
                  {"lost", LineLook{Ink::Late, 4}},
                  {"work longer than a slot", LineLook{Ink::Second, 4}}};
    return figure;
}

} // namespace

ExperimentFigureEntry slotsFigure() {
    return {.id = "slots", .make = makeSlots};
}

} // namespace jitterscope
