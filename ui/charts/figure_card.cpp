// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure_card.h"

#include "core/picture/chart.h"
#include "core/picture/picture.h"
#include "ui/format/outside_text.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_grid.h"
#include "ui/plot/show_chart.h"

#include <algorithm>

namespace jitterscope::ui {

FigureCard::FigureCard(const QString& id, const QString& title, QWidget* parent)
    : PlotCard(id, title, parent) {
    key().setToolTip(tr("What the colours and marks mean"));
}

void FigureCard::setFigure(Figure figure, const QString& none) {
    m_figure = std::move(figure);
    setToolTip(format::text(m_figure.description));
    grid().setEmptyText(none);
    m_items = ui::keyItems(m_figure.key);
    std::vector<std::unique_ptr<Plot>> plots;
    for (const Chart& panel : m_figure.panels) {
        Plot& plot = *plots.emplace_back(std::make_unique<Plot>());
        showChart(plot, panel);
        plot.setAccessibleName(panel.title.empty() ? title() : title() + QStringLiteral(", ") + plot.title());
        plot.setExplanation(tr("Point at something for its numbers. Wheel zooms, drag pans, double-click "
                               "resets; left and right step from point to point."));
    }
    grid().setStacked(m_figure.stacked);
    grid().setPlots(std::move(plots));
    placeKey();
    emit filled();
}

void FigureCard::placeKey() {
    key().setItems(m_items);
}

QByteArray FigureCard::svg() const {
    Figure shown = m_figure;
    shown.panels.clear();
    const std::vector<Plot*> now = grid().shown();
    for (std::size_t i = 0; i < grid().plots().size(); ++i) {
        const Plot* const plot = grid().plots()[i];
        if (!std::ranges::count(now, plot))
            continue;
        Chart& panel = shown.panels.emplace_back(m_figure.panels[i]);
        panel.x = plot->x(); // as it is zoomed
        panel.y = plot->y();
    }
    return QByteArray::fromStdString(svgText(figurePicture(shown)));
}

} // namespace jitterscope::ui
