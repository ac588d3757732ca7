// SPDX-License-Identifier: MIT
#include "core/picture/chart_letters.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

double ChartLetters::line() const {
    return std::round(note.size * 1.4);
}

double ChartLetters::high() const {
    return std::round(note.size * 1.25);
}

std::string ChartLetters::cut(std::string text, double room, const TextLook& look) const {
    if (ruler(text, look) <= room + 0.5)
        return text;
    while (!text.empty() && ruler(text + "…", look) > room) {
        do
            text.pop_back();
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U);
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0U)
            text.pop_back(); // the first byte of a letter whose others are gone
    }
    return text + "…";
}

std::vector<std::string> ChartLetters::wrapped(std::string_view text, double room,
                                               const TextLook& look) const {
    std::vector<std::string> list;
    while (!text.empty()) {
        std::size_t end = std::min(text.find(' '), text.size());
        while (end < text.size()) {
            const std::size_t next = std::min(text.find(' ', end + 1), text.size());
            if (ruler(text.substr(0, next), look) > room)
                break;
            end = next;
        }
        list.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return list;
}

double ChartLetters::labelRoom(const Axis& y, double height) const {
    const TextLook& look = y.isList() ? note : tick;
    double room = 0;
    for (const LabelledTick& each : y.ticks(ticksUp(y, height)))
        room = std::max(room, ruler(each.label, look));
    return room;
}

int ChartLetters::ticksUp(const Axis& axis, double height) const {
    return std::max(2, static_cast<int>(height / (axis.scale() == AxisScale::Names ? note.size : 34)));
}

} // namespace jitterscope
