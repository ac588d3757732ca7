// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPen>
#include <QString>
#include <QVector>

#include <string_view>

namespace jitterscope::ui {

/// How a strategy is drawn, everywhere: one colour (after Okabe and Ito's colour-blind-safe set, darkened for
/// light ground) and one dash pattern, so that neither has to be told apart alone.
struct StrategyLook {
    std::string_view id;
    QRgb light;
    QRgb dark;
    QVector<qreal> dashes; ///< in pen widths; empty: solid
};

[[nodiscard]] const std::vector<StrategyLook>& strategyLooks();
/// The look of a strategy; of an unknown id the last one.
[[nodiscard]] const StrategyLook& strategyLook(std::string_view id);
/// For the current theme.
[[nodiscard]] QColor strategyColour(std::string_view id);
[[nodiscard]] QPen strategyPen(std::string_view id, qreal width = 1.4);

} // namespace jitterscope::ui
