// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/slots.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/charts/figures/timeline_panel.h"
#include "ui/format/plan_text.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>

namespace jitterscope::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("SlotsFigure", text);
}

std::optional<std::int64_t> wholeOf(std::optional<double> value) {
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
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

/// Length of a slot, ns: the smallest distance of two.
double periodOf(const std::vector<Slot>& list) {
    double period = 0;
    for (std::size_t i = 1; i < list.size(); ++i) {
        const double step = list[i].at - list[i - 1].at;
        if (step > 0 && (period == 0 || step < period))
            period = step;
    }
    return period > 0 ? period : 1e6;
}

Figure make(const FigureInput& input) {
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
    Figure figure;
    figure.stacked = true;
    for (auto& [policy, list] : lines) {
        const auto lost = std::count_if(list.begin(), list.end(), [](const Slot& s) { return s.lost; });
        const QString title =
            say("%1: %2 of %3 slots lost").arg(format::policyLabel(policy)).arg(lost).arg(list.size());
        figure.panels.push_back(
            std::make_unique<TimelinePanel>(title, std::move(list), period, end + period));
    }
    const Tokens& c = tokens();
    figure.key = {keyLine(say("run"), QPen(c.first, 4)), keyLine(say("lost"), QPen(c.late, 4)),
                  keyLine(say("work longer than a slot"), QPen(c.second, 4))};
    return figure;
}

} // namespace

FigureEntry slotsFigure() {
    return {.id = "slots", .make = make, .sketch = sketch::timeline};
}

} // namespace jitterscope::ui
