// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/session/live_traces.h"

#include <string>

namespace jitterscope::ui {

/// What the estimator sees: the native sleeps that it learns from, against what it keeps back (mean + X·σ).
class EstimatorChart final : public Chart {
    Q_OBJECT
public:
    explicit EstimatorChart(QWidget* parent = nullptr);

    void draw(const LiveTraces& traces, const std::string& strategy);
    void clear();

private:
    void paintMarks(QPainter& painter);

    int m_line;
    SteadyRange m_y{4, 6};
    QList<QPointF> m_dots;
    QList<QPointF> m_extremes;
};

} // namespace jitterscope::ui
