// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/figure/experiment_figure.h"
#include "ui/charts/figure_card.h"
#include "ui/plot/plot_grid.h"

#include <QCheckBox>
#include <QComboBox>

#include <memory>

namespace jitterscope::ui {

/// A card with an experiment's chart, its key and its switches.
class ExperimentChartCard final : public FigureCard {
    Q_OBJECT
public:
    explicit ExperimentChartCard(const ExperimentFigureEntry& entry, const QString& title,
                                 QWidget* parent = nullptr);

    /// `result` null: nothing is measured yet. `before` is drawn below it, if the chart can do that.
    void show(std::shared_ptr<const ExperimentResult> result, std::shared_ptr<const ExperimentResult> before);
    /// Marks the X that a diagnosis recommends; absent: no mark.
    void setAdvisedX(std::optional<double> x);
    void setEmptyText(const QString& text);
    using Card::show;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void placeKey() override;

private:
    void rebuild();
    void fillPanels();

    const ExperimentFigureEntry& m_entry;
    KeyStrip* m_below; // the key, if the head has no room for it
    QCheckBox* m_log;
    QComboBox* m_panels;
    QString m_none;
    std::optional<double> m_advisedX;
    std::shared_ptr<const ExperimentResult> m_result;
    std::shared_ptr<const ExperimentResult> m_before;
};

} // namespace jitterscope::ui
