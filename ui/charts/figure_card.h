// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/chart.h"
#include "ui/plot/plot_card.h"

#include <vector>

namespace jitterscope::ui {

/// A card that shows a figure of core: the same picture as in files, to be zoomed and pointed at.
class FigureCard : public PlotCard {
    Q_OBJECT
public:
    FigureCard(const QString& id, const QString& title, QWidget* parent = nullptr);

    /// Empty: only `none` is shown.
    void setFigure(Figure figure, const QString& none = {});

signals:
    /// The grid has new plots.
    void filled();

protected:
    [[nodiscard]] const Figure& figure() const noexcept { return m_figure; }
    [[nodiscard]] const QVector<KeyItem>& items() const noexcept { return m_items; }
    [[nodiscard]] QVector<KeyItem> keyItems() const override { return m_items; }
    /// The same bytes as the command line writes, unless the user has zoomed or shows one panel.
    [[nodiscard]] QByteArray svg() const override;
    /// Shows m_items as the key.
    virtual void placeKey();

private:
    Figure m_figure;
    QVector<KeyItem> m_items;
};

} // namespace jitterscope::ui
