// SPDX-License-Identifier: MIT
#include "core/document/attach_pictures.h"

#include "core/base/said.h"
#include "core/picture/scale.h"
#include "core/picture/ticks.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr double kMillisecond = 1e6; // ns
constexpr double kAxisRoom = 22;     // px below
constexpr double kAboveRoom = 22;    // px above, for names
constexpr TextLook kAxisText{Ink::Muted, 11, Anchor::Middle, false, true};

/// Ticks in ms along the bottom.
void drawMilliseconds(Picture& picture, const Scale& x, double low, double high, double bottom) {
    const std::vector<double> ticks = roundTicks(low / kMillisecond, high / kMillisecond,
                                                 std::max(2, static_cast<int>(picture.width / 90)));
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double at = x.at(ticks[i] * kMillisecond);
        picture.line(at, bottom, at, bottom + 4, {Ink::Border, 1, {}});
        const std::string words = tickText(ticks[i]) + (i + 1 == ticks.size() ? " ms" : "");
        TextLook look = kAxisText;
        if (at < roomFor(words, look) / 2)
            look.anchor = Anchor::Start;
        if (look.anchor == Anchor::Start || at + roomFor(words, look) / 2 <= picture.width)
            picture.text(at, bottom + 17, words, look);
    }
}

/// A part of the mean frame.
struct FramePart {
    const char* name;
    double length;
    AreaLook look;
};

} // namespace

Picture loopFramePicture(const HeardLoop& loop, double width, double height) {
    if (loop.frames().empty())
        return {};
    const HeardLoop::Means mean = loop.means();
    const std::array<FramePart, 5> parts{{{"work", mean.work, {Ink::First, Hatch::Solid}},
                                          {"present", mean.present, {Ink::Violet, Hatch::FallingLines}},
                                          {"yields", mean.yields, {Ink::Muted, Hatch::VerticalLines}},
                                          {"waits", mean.wait, {Ink::First, Hatch::HorizontalLines}},
                                          {"late", mean.overshoot, {Ink::Second, Hatch::RisingLines}}}};
    std::string description = "The mean frame takes " + said::duration(mean.frameTime) + ":";
    Picture picture{width, height, "The mean frame", {}, {}};
    const double bottom = height - kAxisRoom;
    const Scale x = Scale::linear(0, mean.frameTime, 1, width - 1);
    double from = 0;
    double textEnd = 0;
    for (const FramePart& part : parts) {
        if (part.length <= 0)
            continue;
        const double left = x.at(from);
        const double wide = std::max(1.0, x.at(from + part.length) - left);
        picture.shapes.emplace_back(BoxShape{{left, kAboveRoom}, wide, bottom - kAboveRoom, part.look});
        const std::string words = std::string(part.name) + " " + said::shortDuration(part.length);
        description += " " + words + ",";
        constexpr TextLook kName{Ink::Text, 11, Anchor::Start, false, false};
        const double room = roomFor(words, kName);
        const double at = std::max(textEnd, std::min(left, width - room));
        if (at + room <= width) {
            picture.text(at, kAboveRoom - 7, words, kName);
            textEnd = at + room + 10;
        }
        from += part.length;
    }
    description.back() = '.';
    picture.description = description;
    drawMilliseconds(picture, x, 0, mean.frameTime, bottom);
    return picture;
}

} // namespace jitterscope
