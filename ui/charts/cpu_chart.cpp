// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/cpu_chart.h"

#include "ui/format/format.h"
#include "ui/plot/plot.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kSpan = 30;   // seconds
constexpr double kWhole = 100; // %: one core, or all of the machine
constexpr std::array kLines{CpuChart::kSwitches, CpuChart::kMachine, CpuChart::kProcess, CpuChart::kThread};

const std::array<LineLook, 4>& looks() {
    static const std::array list{LineLook{Ink::Good, 1.2, {1, 2}}, LineLook{Ink::Muted, 1.3},
                                 LineLook{Ink::First, 1.4}, LineLook{Ink::Second, 1.8}};
    return list;
}

QString switchesText(const CpuPoint& point) {
    return point.switchesPerSecond ? format::count(std::llround(*point.switchesPerSecond)) : format::absent();
}

} // namespace

CpuChart::CpuChart(QWidget* parent)
    : ChartCard(
          QStringLiteral("cpu_chart"), tr("CPU usage"),
          tr("CPU time per wall time. Thread and process in % of one core, machine in % of all. Less is "
             "better: what is not spun away is left for work, or for the battery."),
          parent),
      m_columns(plot().add(std::make_unique<ColumnLayer>())) {
    for (std::size_t i = 0; i < kLines.size(); ++i)
        plot().addLine(QLatin1String(kLines[i]), {.look = looks()[i], .onRight = kLines[i] == kSwitches});
    Axis x(AxisScale::Linear, Quantity::Number, tr("seconds ago").toStdString());
    x.setTooltip(tr("Seconds before now.").toStdString());
    Axis y(AxisScale::Linear, Quantity::Percent, {});
    y.setTooltip(tr("CPU time in % of one core; of the machine, in % of all.").toStdString());
    plot().setAxes(std::move(x), std::move(y));
    clear();
}

void CpuChart::clear() {
    for (const char* line : kLines)
        plot().setLine(QLatin1String(line), {});
    m_columns.clear();
    m_y.reset();
    m_right.reset();
    plot().setRightScale({}, {});
    key().setItems({});
    plot().setEmptyText(tr("What being on time costs."));
}

void CpuChart::draw(const std::deque<CpuPoint>& points) {
    if (points.empty())
        return;
    plot().setEmptyText({});
    std::array<QList<QPointF>, 4> lines;
    double top = 2;
    double switches = 10;
    const double now = points.back().at;
    for (const CpuPoint& point : points) {
        const double x = point.at - now;
        const auto add = [&](std::size_t line, const std::optional<double>& value, double& most) {
            if (value && x >= -kSpan) {
                lines[line].append({x, *value});
                most = std::max(most, *value);
            }
        };
        add(0, point.switchesPerSecond, switches);
        add(1, point.usage.machinePercent, top);
        add(2, point.usage.processPercent, top);
        add(3, point.usage.threadPercent, top);
    }
    const double room = m_y.follow({0, top * 1.05}).high;
    const Range y{0, top <= kWhole ? std::min(room, kWhole) : room}; // only several threads can use more
    const double factor = niceStep(m_right.follow({0, switches * 1.05}).high / y.high);
    plot().setRightScale(lines[0].isEmpty() ? std::optional<double>() : factor, tr("switches/s"));
    for (std::size_t i = 0; i < kLines.size(); ++i)
        plot().setLine(QLatin1String(kLines[i]), lines[i]);
    plot().setRange(secondsAgo(now, kSpan), y);
    setReadout(points);
    key().setItems(
        {{switchesText(points.back()) + tr(" switches/s"), looks()[0], false,
          tr("Context switches of the measuring thread; scale on the right. At least one for each native "
             "sleep.")},
         {tr("machine"), looks()[1], false, tr("All processors together, everything that runs, % of all.")},
         {tr("process"), looks()[2], false, tr("This whole program, the window included, % of one core.")},
         {tr("this thread"), looks()[3], false,
          tr("The measuring thread, % of one core. 100 % is spinning all the time.")}});
    keepWholeKey();
}

void CpuChart::setReadout(const std::deque<CpuPoint>& points) {
    const double now = points.back().at;
    std::vector<CpuPoint> seen;
    std::vector<double> at;
    for (const CpuPoint& point : points) {
        if (point.at - now < -kSpan)
            continue;
        seen.push_back(point);
        at.push_back(point.at - now);
    }
    m_columns.setAround(at, [seen = std::move(seen), now](std::size_t column) {
        const CpuPoint& point = seen.at(column);
        return tr("%1 s ago\nthis thread: %2\nprocess: %3\nmachine: %4\nswitches/s: %5")
            .arg(format::number(now - point.at, 1), format::percent(point.usage.threadPercent),
                 format::percent(point.usage.processPercent), format::percent(point.usage.machinePercent),
                 switchesText(point));
    });
    plot().layersChanged();
}

} // namespace jitterscope::ui
