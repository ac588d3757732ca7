// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPen>

#include <string_view>

namespace jitterscope::ui {

/// strategyLook() (core/figure) in the current theme.
[[nodiscard]] QColor strategyColour(std::string_view id);
[[nodiscard]] QPen strategyPen(std::string_view id, qreal width = 1.4);

} // namespace jitterscope::ui
