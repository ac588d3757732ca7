// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/session/live_traces.h"

namespace jitterscope::ui {

/// What being on time costs: CPU of the measuring thread, the process and the machine, and how often the
/// thread is switched away from.
class CpuChart final : public Chart {
    Q_OBJECT
public:
    explicit CpuChart(QWidget* parent = nullptr);

    void draw(const std::deque<CpuPoint>& points);
    void clear();

private:
    int m_switches;
    int m_machine;
    int m_process;
    int m_thread;
    SteadyRange m_y{4, 20};
    SteadyRange m_right{4, 20};
};

} // namespace jitterscope::ui
