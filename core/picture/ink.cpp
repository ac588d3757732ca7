// SPDX-License-Identifier: MIT
#include "core/picture/ink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

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
    InkShade{Ink::Amber, "amber", "#9a6200", "#e69f00"},
    InkShade{Ink::Orange, "orange", "#bf4a00", "#ff8a4a"},
    InkShade{Ink::Pink, "pink", "#a0467e", "#e79bc6"},
    InkShade{Ink::Indigo, "indigo", "#4059b5", "#9db2ff"},
    InkShade{Ink::Slate, "slate", "#5c6675", "#b4bdca"},
    InkShade{Ink::Olive, "olive", "#6f6800", "#e5da3c"},
    InkShade{Ink::Green, "green", "#007d5c", "#2fd0a2"},
};

} // namespace

std::span<const InkShade> inkShades() noexcept {
    return kShades;
}

std::string_view inkColour(Ink ink, bool dark) noexcept {
    const InkShade& shade = kShades[static_cast<std::size_t>(ink)];
    return dark ? shade.dark : shade.light;
}

std::string mapColour(double share) {
    constexpr std::array<std::uint32_t, 10> kAnchors{0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                                     0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
    constexpr std::string_view kDigits = "0123456789abcdef";
    const double at = std::clamp(std::isfinite(share) ? share : 0.0, 0.0, 1.0) * (kAnchors.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), kAnchors.size() - 2);
    std::string text = "#";
    for (const unsigned shift : {16U, 8U, 0U}) {
        const double from = kAnchors[low] >> shift & 0xffU;
        const double to = kAnchors[low + 1] >> shift & 0xffU;
        const auto part =
            static_cast<unsigned>(std::lround(from + (to - from) * (at - static_cast<double>(low))));
        text += {kDigits[part >> 4U], kDigits[part & 0xfU]};
    }
    return text;
}

} // namespace jitterscope
