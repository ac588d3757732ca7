// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/layers.h"
#include "ui/plot/plot_card.h"
#include "ui/plot/ticks.h"
#include "ui/session/live_traces.h"

namespace jitterscope::ui {

/// What being on time costs: CPU of the measuring thread, the process and the machine, and how often the
/// thread is switched away from.
class CpuChart final : public ChartCard {
    Q_OBJECT
public:
    explicit CpuChart(QWidget* parent = nullptr);

    /// Its lines, back to front.
    static constexpr const char* kSwitches = "switches/s";
    static constexpr const char* kMachine = "machine %";
    static constexpr const char* kProcess = "process %";
    static constexpr const char* kThread = "thread %";

    void draw(const std::deque<CpuPoint>& points);
    void clear();

private:
    void setReadout(const std::deque<CpuPoint>& points);

    ColumnLayer& m_columns;
    SteadyRange m_y{4, 20};
    SteadyRange m_right{4, 20};
};

} // namespace jitterscope::ui
