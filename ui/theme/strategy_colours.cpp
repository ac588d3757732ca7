// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/strategy_colours.h"

#include "core/figure/experiment_figure.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {

QColor strategyColour(std::string_view id) {
    return inked(strategyLook(id).ink, paintsDark());
}

QPen strategyPen(std::string_view id, qreal width) {
    return penOf(strategyLook(id, width));
}

} // namespace jitterscope::ui
