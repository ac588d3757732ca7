// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/statistics.h"
#include "ui/charts/reduce.h"
#include "ui/plot/plot_card.h"
#include "ui/plot/ticks.h"
#include "ui/session/baseline.h"

#include <optional>
#include <string>

namespace jitterscope::ui {

class HistogramNotes;

/// How often each frame time came: counts on a log scale, with the target, mean ± σ, p99, and the baseline.
class HistogramChart final : public ChartCard {
    Q_OBJECT
public:
    explicit HistogramChart(QWidget* parent = nullptr);

    /// Its lines, back to front.
    static constexpr const char* kBaseline = "baseline";
    static constexpr const char* kFrames = "frames by ns off the period";

    /// `strategy`: id, for its colour.
    void draw(const FrameStatistics& statistics, const FrameMetrics& metrics, const std::string& strategy,
              const std::optional<Baseline>& baseline);
    void clear();
    /// Why the baseline is not in the picture; empty: it is, or there is none.
    [[nodiscard]] QString whyNoBaseline() const { return m_apart; }

private:
    void setPeriod(double period);
    void setMarks(const FrameMetrics& metrics);
    void setReadout(const Bins& bins);
    void setKey(const FrameMetrics& metrics, const std::optional<Baseline>& baseline, bool drawn);

    HistogramNotes& m_notes;
    double m_period = 0;
    QString m_apart;
    LineLook m_before{Ink::Muted, 1.3, {4, 2}};
    SteadyRange m_x{6, 8};
};

} // namespace jitterscope::ui
