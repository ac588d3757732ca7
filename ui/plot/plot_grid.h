// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/box.h"

#include <QRect>
#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

namespace jitterscope::ui {

class Plot;

/// Plots side by side, as far as there is room; or one of them alone.
class PlotGrid final : public QWidget {
    Q_OBJECT
public:
    explicit PlotGrid(QWidget* parent = nullptr);

    void setPlots(std::vector<std::unique_ptr<Plot>> plots);
    [[nodiscard]] const std::vector<Plot*>& plots() const noexcept { return m_plots; }
    /// True: plots stand one below the other.
    void setStacked(bool stacked);
    /// −1: all of them; otherwise only this one.
    void showOnly(int plot);
    [[nodiscard]] std::vector<Plot*> shown() const;
    /// A text that is shown if there are no plots.
    void setEmptyText(const QString& text);

    [[nodiscard]] bool zoomed() const;
    void resetZoom();
    /// Draws what is shown into `area`, arranged for its size.
    void drawInto(Picture& picture, const Box& area) const;

    [[nodiscard]] QSize sizeHint() const override { return {480, 300}; }
    /// Each plot can be read.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    [[nodiscard]] int rowsFor(std::size_t plots, int width) const;
    [[nodiscard]] std::vector<QRect> places(std::size_t count, const QRect& area) const;

    std::vector<Plot*> m_plots; // children
    QString m_empty;
    int m_only = -1;
    bool m_stacked = false;
};

} // namespace jitterscope::ui
