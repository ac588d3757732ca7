// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figures/panel.h"

#include <QColor>

#include <optional>

namespace jitterscope::ui {

struct Bar {
    QString name;
    QColor colour;
    double value = 0; ///< not finite: the name alone
    std::optional<Range> whisker = {};
    std::optional<double> mark = {};   ///< a second value, as a small line
    std::optional<double> before = {}; ///< of an earlier result: a dashed edge
    QString note = {};
};

/// Horizontal bars, one a row, with names left and values beside them.
class BarPanel final : public Panel {
public:
    BarPanel(QString title, Axis x, std::vector<Bar> bars);

    [[nodiscard]] QString textOf(const Hit& hit) const override;

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;

private:
    void paintBar(QPainter& painter, const Frame& frame, const QRectF& row, const Bar& bar) const;

    Axis m_x;
    std::vector<Bar> m_bars;
};

} // namespace jitterscope::ui
