// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_card.h"

#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"

namespace jitterscope::ui {

ChartCard::ChartCard(const QString& id, const QString& title, const QString& explanation, QWidget* parent)
    : PlotCard(id, title, parent), m_plot(new Plot) {
    setObjectName(id);
    m_plot->setObjectName(id + QStringLiteral("_plot"));
    m_plot->setAccessibleName(title);
    std::vector<std::unique_ptr<Plot>> plots;
    plots.emplace_back(m_plot);
    grid().setPlots(std::move(plots));
    setContent(&grid());
    setExplanation(explanation);
}

void ChartCard::setExplanation(const QString& text) {
    setToolTip(text);
    m_plot->setExplanation(text);
}

} // namespace jitterscope::ui
