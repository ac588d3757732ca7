// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/estimator_view.h"
#include "ui/plot/plot_card.h"

#include <memory>
#include <string>
#include <vector>

class QButtonGroup;

namespace jitterscope::ui {

/// What the estimator sees, in several views (see EstimatorView): the native sleeps that it learns from over
/// time, against what it keeps back; the distribution of oversleeps that it has learned; and what other
/// margins would cost. The last two have something to show for strategies that learn a distribution.
class EstimatorChart final : public ChartCard {
    Q_OBJECT
public:
    explicit EstimatorChart(QWidget* parent = nullptr);

    /// `learned`: null if the strategy learns no distribution, or has none yet.
    void draw(const LiveTraces& traces, const std::string& strategy, const LearnedLatency* learned = nullptr);
    void clear();
    /// `time`, `distribution` or `cost`. Another text changes nothing.
    void setViewId(const QString& id);
    [[nodiscard]] QString viewId() const;

signals:
    /// Another view is shown: call draw() again.
    void viewChanged();

private:
    [[nodiscard]] QWidget* makeSwitch();
    [[nodiscard]] EstimatorView& view() const { return *m_views[m_at]; }
    void lookAt(std::size_t view);

    std::vector<std::unique_ptr<EstimatorView>> m_views;
    std::size_t m_at = 0;
    QButtonGroup* m_switch = nullptr;
    bool m_drawn = false; // the picture shows something
    int m_absent = 0;     // draws in a row that had nothing to show
};

} // namespace jitterscope::ui
