// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/axis.h"
#include "core/picture/picture.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The letters of a chart.
struct ChartLetters {
    TextLook note{.ink = Ink::Muted, .size = 12};
    TextLook tick{.ink = Ink::Muted, .size = 11, .figures = true};
    Ruler ruler = roomFor;

    [[nodiscard]] double line() const; ///< px from one line of notes to the next
    [[nodiscard]] double high() const; ///< px of a box around a note
    /// The text, cut at the end so that it has room.
    [[nodiscard]] std::string cut(std::string text, double room, const TextLook& look) const;
    /// The text in lines that have room, broken between words.
    [[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double room,
                                                   const TextLook& look) const;
    /// How many ticks have room on a y axis of this height.
    [[nodiscard]] int ticksUp(const Axis& y, double height) const;
    /// px that its labels need.
    [[nodiscard]] double labelRoom(const Axis& y, double height) const;
};

} // namespace jitterscope
