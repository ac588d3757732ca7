// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPen>
#include <QVector>

#include <cstddef>
#include <string_view>

namespace jitterscope::ui {

/// One colour (after Okabe and Ito's colour-blind-safe set, darkened for light ground) and one dash pattern,
/// so that neither has to be told apart alone.
struct StrategyLook {
    QRgb light; ///< in the light theme
    QRgb dark;
    QVector<qreal> dashes; ///< in pen widths; empty: solid
};

/// Look number `index`. There is one for every number, and no two are alike.
[[nodiscard]] StrategyLook lookNumber(std::size_t index);

/// How a strategy is drawn, everywhere: with the look of its place in the catalogue. So put a new strategy at
/// the catalogue's end: the others keep their looks. An unknown id has a grey one.
[[nodiscard]] StrategyLook strategyLook(std::string_view id);
/// For the current theme.
[[nodiscard]] QColor strategyColour(std::string_view id);
[[nodiscard]] QPen strategyPen(std::string_view id, qreal width = 1.4);

/// Of what is no strategy and has no colour of its own, such as the lines of policies.
[[nodiscard]] QPen seriesPen(std::size_t index, qreal width = 1.4);

} // namespace jitterscope::ui
