// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/reduce.h"
#include "ui/plot/plot_card.h"
#include "ui/plot/ticks.h"
#include "ui/session/live_traces.h"

#include <string>

namespace jitterscope::ui {

class StripMarks;

/// The frame times of the last seconds: shortest and longest of each column, late frames, lost iterations,
/// and changes of settings.
class StripChart final : public ChartCard {
    Q_OBJECT
public:
    explicit StripChart(QWidget* parent = nullptr);

    /// Its line.
    static constexpr const char* kFrameTime = "ns off the period by seconds ago";

    void draw(const LiveTraces& traces, const Period& period, Nanoseconds tolerance,
              const std::string& strategy);
    void clear();

signals:
    /// The user clicked on this late frame.
    void picked(const jitterscope::FrameSample& sample);

private:
    StripMarks& m_marks;
    double m_period = 0;
    SteadyRange m_y{4, 25};
};

} // namespace jitterscope::ui
