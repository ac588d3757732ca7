// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/plot_card.h"

namespace jitterscope::ui {

class Plot;

/// A card with one plot, as the pages that measure live have them.
///
/// To add one: derive, add lines and layers to plot() in the constructor, and write a draw() that takes
/// values and fills them with at most about 600 points. Add both files to ui/CMakeLists.txt and the chart to
/// its page.
class ChartCard : public PlotCard {
    Q_OBJECT
public:
    ChartCard(const QString& id, const QString& title, const QString& explanation, QWidget* parent = nullptr);

    [[nodiscard]] Plot& plot() const { return *m_plot; }
    /// Sets the tooltip: what the chart shows, and which way is good.
    void setExplanation(const QString& text);

private:
    Plot* m_plot;
};

} // namespace jitterscope::ui
