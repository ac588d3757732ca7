// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/strategy_colours.h"

#include "ui/theme/theme.h"

#include <algorithm>

namespace jitterscope::ui {

const std::vector<StrategyLook>& strategyLooks() {
    static const std::vector<StrategyLook> looks{
        {"precise-sleep", 0x0072b2, 0x4cc2ff, {}},
        {"system-sleep", 0x9a6200, 0xe69f00, {6, 2}},
        {"spin", 0xbf4a00, 0xff8a4a, {2, 2}},
        {"timer-sleep", 0xa0467e, 0xe79bc6, {6, 2, 1.5, 2}},
        {"hires-timer", 0x4059b5, 0x9db2ff, {3, 2}},
        {"sliced-sleep", 0x5c6675, 0xb4bdca, {1.5, 2}},
        {"remaining-sleep", 0x6f6800, 0xe5da3c, {8, 3}},
        {"absolute-sleep", 0x007d5c, 0x2fd0a2, {4, 2}},
        {"adaptive", 0x1d2430, 0xe6e9ef, {}},
        // No eye tells seventeen hues apart: the strategies of other programs take those above, finely
        // dotted.
        {"fixed-margin", 0x0072b2, 0x4cc2ff, {1, 2}},
        {"delay-precise", 0x9a6200, 0xe69f00, {1, 2}},
        {"quarter-granularity", 0xbf4a00, 0xff8a4a, {1, 2}},
        {"fixed-millisecond", 0xa0467e, 0xe79bc6, {1, 2}},
        {"peak-decay", 0x4059b5, 0x9db2ff, {1, 2}},
        {"last-overshoot", 0x5c6675, 0xb4bdca, {1, 3}},
        {"halving", 0x6f6800, 0xe5da3c, {1, 2}},
        {"stepped-peak", 0x007d5c, 0x2fd0a2, {1, 2}},
        {"", 0x5f697d, 0x98a2b3, {2, 3}},
    };
    return looks;
}

const StrategyLook& strategyLook(std::string_view id) {
    const auto& looks = strategyLooks();
    const auto found =
        std::find_if(looks.begin(), looks.end(), [id](const auto& look) { return look.id == id; });
    return found != looks.end() ? *found : looks.back();
}

QColor strategyColour(std::string_view id) {
    const StrategyLook& look = strategyLook(id);
    return QColor(isDark(themePalette(tokens())) ? look.dark : look.light);
}

QPen strategyPen(std::string_view id, qreal width) {
    QPen pen(strategyColour(id), width);
    if (const auto& dashes = strategyLook(id).dashes; !dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

} // namespace jitterscope::ui
