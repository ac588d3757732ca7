// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPen>
#include <QVector>

#include <cstddef>
#include <string_view>

namespace jitterscope::ui {

/// One colour (after the colour-blind-safe set of Okabe and Ito, darkened for a light ground) and one dash
/// pattern, so that nobody has to tell lines apart by colour alone.
struct StrategyLook {
    QRgb light; ///< in the light theme
    QRgb dark;
    QVector<qreal> dashes; ///< in pen widths; empty: solid
};

/// The look with this number. Every number has one, and no two are alike.
[[nodiscard]] StrategyLook lookNumber(std::size_t index);

/// How a strategy is drawn, everywhere. Its place in the catalogue is the number of its look, so add new
/// strategies at the end: the others then keep their looks. An unknown id is grey.
[[nodiscard]] StrategyLook strategyLook(std::string_view id);
/// For the current theme.
[[nodiscard]] QColor strategyColour(std::string_view id);
[[nodiscard]] QPen strategyPen(std::string_view id, qreal width = 1.4);

/// For lines that are not of strategies and have no colours of their own, such as those of policies.
[[nodiscard]] QPen seriesPen(std::size_t index, qreal width = 1.4);

} // namespace jitterscope::ui
