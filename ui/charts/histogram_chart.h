// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/statistics.h"
#include "ui/charts/chart.h"
#include "ui/session/baseline.h"

#include <optional>
#include <string>

namespace jitterscope::ui {

/// How often which frame time came: counts on a log scale, the target, mean ± σ, p99, and the baseline.
class HistogramChart final : public Chart {
    Q_OBJECT
public:
    explicit HistogramChart(QWidget* parent = nullptr);

    /// `strategy`: id, for its colour.
    void draw(const FrameStatistics& statistics, const FrameFigures& figures, const std::string& strategy,
              const std::optional<Baseline>& baseline);
    void clear();
    /// Why the baseline is not in the picture; empty: it is, or there is none.
    [[nodiscard]] QString whyNoBaseline() const { return m_apart; }

private:
    struct Marks {
        std::optional<double> mean; ///< ns off the period, as all here
        std::optional<double> sigma;
        std::optional<double> p99;
        double above = 0;
        double below = 0;
    };

    void paintMarks(QPainter& painter);
    [[nodiscard]] QString readout(const QPointF& pixel);
    void setKey(const FrameFigures& figures, const std::optional<Baseline>& baseline, bool drawn);

    int m_baselineLine;
    int m_line;
    double m_period = 0;
    QString m_apart; ///< why a baseline is not drawn
    Marks m_marks;
    SteadyRange m_x{6, 8};
    SteadyRange m_y{4, 40};
    double m_binWidth = 1;
    double m_binLow = 0;
    std::vector<double> m_counts;
};

} // namespace jitterscope::ui
