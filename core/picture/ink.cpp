// SPDX-License-Identifier: MIT
#include "core/picture/ink.h"

#include <array>

namespace jitterscope {
namespace {

// Inks of texts have a contrast of at least 4.5 : 1 on the card.
constexpr std::array kShades{
    InkShade{Ink::Card, "card", "#ffffff", "#1f242c"},
    InkShade{Ink::Hairline, "hairline", "#e1e5ea", "#2e3540"},
    InkShade{Ink::Border, "border", "#b9c1cc", "#4a5362"},
    InkShade{Ink::Text, "text", "#1d2430", "#e6e9ef"},
    InkShade{Ink::Muted, "muted", "#5f697d", "#98a2b3"},
    InkShade{Ink::First, "first", "#0072b2", "#4cc2ff"},
    InkShade{Ink::Second, "second", "#ae4f08", "#f0b429"},
    InkShade{Ink::Late, "late", "#c2361b", "#ff6b6b"},
    InkShade{Ink::Good, "good", "#0a7350", "#3ddc97"},
    InkShade{Ink::Violet, "violet", "#9b3d79", "#d88cb8"},
};

} // namespace

std::span<const InkShade> inkShades() noexcept {
    return kShades;
}

std::string_view inkColour(Ink ink, bool dark) noexcept {
    const InkShade& shade = kShades[static_cast<std::size_t>(ink)];
    return dark ? shade.dark : shade.light;
}

} // namespace jitterscope
