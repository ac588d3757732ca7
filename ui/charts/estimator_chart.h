// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sleep/learned_latency.h"
#include "ui/charts/chart.h"
#include "ui/charts/learned_curves.h"
#include "ui/session/live_traces.h"

#include <optional>
#include <string>
#include <vector>

class QButtonGroup;

namespace jitterscope::ui {

/// What the estimator sees, in three views: the native sleeps that it learns from over time, against what it
/// keeps back (mean + X·σ); the distribution of oversleeps that it has learned; and what other margins would
/// cost. The last two have something to show for strategies that learn a distribution.
class EstimatorChart final : public Chart {
    Q_OBJECT
public:
    enum class View { Time, Distribution, Cost };

    explicit EstimatorChart(QWidget* parent = nullptr);

    /// `learned`: null where the strategy has none, or none yet.
    void draw(const LiveTraces& traces, const std::string& strategy, const LearnedLatency* learned = nullptr);
    void clear();
    [[nodiscard]] View view() const noexcept { return m_view; }
    void setView(View view);
    /// `time`, `distribution`, `cost`; of anything else nothing changes.
    void setViewId(const QString& id);
    [[nodiscard]] QString viewId() const;

signals:
    /// The user wants to see something else; to be drawn again.
    void viewChanged();

private:
    [[nodiscard]] QWidget* makeSwitch();
    void lookAt(View view);
    void drawTime(const LiveTraces& traces, const std::string& strategy);
    void drawDistribution(const LearnedLatency& learned);
    void drawCost(const LearnedLatency& learned);
    void sayNothingLearned(const std::string& strategy);
    void paintMarks(QPainter& painter);
    void paintDots(QPainter& painter);
    void paintMargin(QPainter& painter);
    void paintOperating(QPainter& painter);
    void paintBeyond(QPainter& painter);
    [[nodiscard]] QString readout(const QPointF& pixel) const;

    View m_view = View::Time;
    QButtonGroup* m_switch = nullptr;
    int m_line;  // what is kept back, over time
    int m_early; // oversleeps within the margin
    int m_late;  // and beyond it
    int m_cost;  // CPU by late frames
    SteadyRange m_y{4, 6};
    SteadyRange m_oversleeps{5, 10};
    SteadyRange m_cpu{4, 10};
    QList<QPointF> m_dots;
    QList<QPointF> m_extremes;
    std::optional<LearnedLatency> m_learned; // as drawn
    std::vector<CostPoint> m_curve;
    int m_absent = 0; // draws in a row without a picture
};

} // namespace jitterscope::ui
