// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptive/learned_latency.h"
#include "ui/plot/key.h"
#include "ui/plot/plot.h"
#include "ui/session/live_traces.h"

#include <QCoreApplication>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace jitterscope::ui {

/// What a view of the estimator is drawn from.
struct EstimatorInput {
    const LiveTraces& traces;
    const std::string& strategy;   ///< id
    const LearnedLatency* learned; ///< null: the strategy has none, or none yet
};

/// One way to look at what a strategy learns from its sleeps. It has the plot to itself from open() until
/// the next view is opened.
///
/// To add one: write estimator_NAME.cpp with a make function, declare it below, and add a line to
/// estimatorViews() and one to ui/CMakeLists.txt. Switch, settings and tests use that list.
class EstimatorView {
    Q_DECLARE_TR_FUNCTIONS(EstimatorView)
public:
    virtual ~EstimatorView() = default;

    [[nodiscard]] virtual const char* id() const = 0; ///< in settings, and in the button's name
    [[nodiscard]] virtual QString button() const = 0;
    [[nodiscard]] virtual QString says() const = 0; ///< the button's tooltip and its name for screen readers
    [[nodiscard]] virtual QString explanation() const = 0;

    /// Puts axes, lines and layers on an empty plot.
    virtual void open(Plot& plot) = 0;
    /// For another run: forgets what the view keeps from one draw to the next.
    virtual void forget() = 0;
    /// Fills lines and layers. False: there is nothing to show, and the plot is as it was.
    [[nodiscard]] virtual bool draw(Plot& plot, const EstimatorInput& input) = 0;
    /// The key of the last draw.
    [[nodiscard]] virtual QVector<KeyItem> key() const = 0;
    /// Shown before the first draw.
    [[nodiscard]] virtual QString emptyText() const = 0;
    /// Shown when draw() has returned false.
    [[nodiscard]] virtual QString nothingText(const std::string& strategy) const = 0;
    /// True: draw() may return false for a moment only. The last picture is then kept for about two seconds.
    [[nodiscard]] virtual bool flickers(const std::string& strategy) const = 0;
};

[[nodiscard]] std::unique_ptr<EstimatorView> makeEstimatorTime();
[[nodiscard]] std::unique_ptr<EstimatorView> makeEstimatorDistribution();
[[nodiscard]] std::unique_ptr<EstimatorView> makeEstimatorCost();

/// One of each, in the order of the switch.
[[nodiscard]] std::vector<std::unique_ptr<EstimatorView>> estimatorViews();

/// What the views of a learned distribution say if there is none.
[[nodiscard]] QString nothingLearned(const std::string& strategy);

} // namespace jitterscope::ui
