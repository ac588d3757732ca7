// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/cpu_chart.h"

#include "ui/format/format.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

constexpr double kSpan = 30; // seconds

} // namespace

CpuChart::CpuChart(QWidget* parent)
    : Chart(QStringLiteral("cpu_chart"), tr("CPU usage"),
            tr("CPU time per wall time. Thread and process in % of one core, machine in % of all. Less is "
               "better: what is "
               "not spun away is left for work, or for the battery."),
            parent) {
    m_switches = plot().addLine({});
    m_machine = plot().addLine({});
    m_process = plot().addLine({});
    m_thread = plot().addLine({});
    nameLine(m_switches, QStringLiteral("switches/s (scaled)"));
    nameLine(m_machine, QStringLiteral("machine %"));
    nameLine(m_process, QStringLiteral("process %"));
    nameLine(m_thread, QStringLiteral("thread %"));
    plot().setAxes({numberTicks(), [](Range) { return tr("seconds ago"); }, tr("Seconds before now.")},
                   {numberTicks(1, QStringLiteral(" %")),
                    {},
                    tr("CPU time in % of one core; of the machine, in % of all.")});
    clear();
}

void CpuChart::clear() {
    for (const int line : {m_switches, m_machine, m_process, m_thread})
        plot().setLine(line, {});
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
    const Tokens& c = tokens();
    const QPen pens[] = {QPen(c.good, 1.2, Qt::DotLine), QPen(c.muted, 1.3), QPen(c.first, 1.4),
                         QPen(c.second, 1.8)};
    QList<QPointF> lines[4];
    double top = 2;
    double switches = 10;
    const double now = points.back().at;
    for (const CpuPoint& point : points) {
        const double x = point.at - now;
        const auto add = [&](int line, const std::optional<double>& value, double& most) {
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
    const Range y{0, m_y.follow({0, top * 1.05}).high};
    const double factor = niceStep(m_right.follow({0, switches * 1.05}).high / y.high);
    for (QPointF& point : lines[0])
        point.setY(point.y() / factor);
    const int ids[] = {m_switches, m_machine, m_process, m_thread};
    for (int i = 0; i < 4; ++i) {
        plot().setLinePen(ids[i], pens[i]);
        plot().setLine(ids[i], lines[i]);
    }
    plot().setRightScale(lines[0].isEmpty() ? std::optional<double>() : factor, tr("switches/s"));
    plot().setRange(secondsAgo(now, kSpan), y);
    const CpuPoint& last = points.back();
    const QString rate =
        last.switchesPerSecond ? format::count(std::llround(*last.switchesPerSecond)) : format::absent();
    key().setItems(
        {{rate + tr(" switches/s"), pens[0], false,
          tr("Context switches of the measuring thread; scale on the right. At least one for each native "
             "sleep.")},
         {tr("machine"), pens[1], false, tr("All processors together, everything that runs, % of all.")},
         {tr("process"), pens[2], false, tr("This whole program, the window included, % of one core.")},
         {tr("this thread"), pens[3], false,
          tr("The measuring thread, % of one core. 100 % is spinning all the time.")}});
}

} // namespace jitterscope::ui
