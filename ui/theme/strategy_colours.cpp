// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/strategy_colours.h"

#include "core/sleep/sleep_catalog.h"
#include "ui/theme/theme.h"

#include <array>

namespace jitterscope::ui {
namespace {

struct Hue {
    QRgb light;
    QRgb dark;
};

constexpr Hue kBlue{0x0072b2, 0x4cc2ff};
constexpr Hue kAmber{0x9a6200, 0xe69f00};
constexpr Hue kOrange{0xbf4a00, 0xff8a4a};
constexpr Hue kPink{0xa0467e, 0xe79bc6};
constexpr Hue kViolet{0x4059b5, 0x9db2ff};
constexpr Hue kSlate{0x5c6675, 0xb4bdca};
constexpr Hue kOlive{0x6f6800, 0xe5da3c};
constexpr Hue kGreen{0x007d5c, 0x2fd0a2};
constexpr Hue kInk{0x1d2430, 0xe6e9ef};

constexpr std::array kHues{kBlue, kAmber, kOrange, kPink, kViolet, kSlate, kOlive, kGreen};

StrategyLook look(const Hue& hue, const QVector<qreal>& dashes) {
    return {hue.light, hue.dark, dashes};
}

const StrategyLook& unknownLook() {
    static const StrategyLook grey{0x5f697d, 0x98a2b3, {2, 3}};
    return grey;
}

/// Chosen by eye: nine for the strategies of the articles, then the same hues finely dotted for those of
/// other programs. The last has a hue that no other strategy of the standard race has.
const std::vector<StrategyLook>& chosenLooks() {
    static const std::vector<StrategyLook> looks{
        look(kAmber, {6, 2}),  look(kOrange, {2, 2}),       look(kBlue, {}),      look(kPink, {6, 2, 1.5, 2}),
        look(kViolet, {3, 2}), look(kSlate, {1.5, 2}),      look(kOlive, {8, 3}), look(kGreen, {4, 2}),
        look(kInk, {}),        look(kBlue, {1, 2}),         look(kAmber, {1, 2}), look(kOrange, {1, 2}),
        look(kPink, {1, 2}),   look(kViolet, {1, 2}),       look(kSlate, {1, 3}), look(kOlive, {1, 2}),
        look(kGreen, {1, 2}),  look(kViolet, {5, 2, 1, 2}),
    };
    return looks;
}

/// The hues again, round after round: a dash, and one more dot in every round.
StrategyLook furtherLook(std::size_t index) {
    QVector<qreal> dashes{5, 2};
    for (std::size_t dots = 2 + index / kHues.size(); dots > 0; --dots)
        dashes << 1 << 2;
    return look(kHues[index % kHues.size()], dashes);
}

QColor themed(const StrategyLook& look) {
    return QColor(isDark(themePalette(tokens())) ? look.dark : look.light);
}

QPen penOf(const StrategyLook& look, qreal width) {
    QPen pen(themed(look), width);
    if (!look.dashes.isEmpty())
        pen.setDashPattern(look.dashes);
    return pen;
}

} // namespace

StrategyLook lookNumber(std::size_t index) {
    const auto& chosen = chosenLooks();
    return index < chosen.size() ? chosen[index] : furtherLook(index - chosen.size());
}

StrategyLook strategyLook(std::string_view id) {
    const auto strategies = sleepCatalog();
    const SleepEntry* entry = findEntry(strategies, id);
    return entry != nullptr ? lookNumber(static_cast<std::size_t>(entry - strategies.data())) : unknownLook();
}

QColor strategyColour(std::string_view id) {
    return themed(strategyLook(id));
}

QPen strategyPen(std::string_view id, qreal width) {
    return penOf(strategyLook(id), width);
}

QPen seriesPen(std::size_t index, qreal width) {
    return penOf(lookNumber(index), width);
}

} // namespace jitterscope::ui
