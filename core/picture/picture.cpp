// SPDX-License-Identifier: MIT
#include "core/picture/picture.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

void Picture::rect(double x, double y, double wide, double high, Ink fill, double opacity, double radius) {
    shapes.emplace_back(RectShape{{x, y}, wide, high, fill, opacity, radius});
}

void Picture::shade(double x, double y, double wide, double high, double share) {
    const double left = std::floor(x);
    const double top = std::floor(y);
    shapes.emplace_back(
        ShadeShape{{left, top}, std::ceil(x + wide) - left, std::ceil(y + high) - top, share});
}

void Picture::line(double x0, double y0, double x1, double y1, const StrokeLook& look) {
    shapes.emplace_back(LineShape{{x0, y0}, {x1, y1}, look});
}

void Picture::circle(double x, double y, double radius, Ink ink, bool hollow, double opacity) {
    shapes.emplace_back(CircleShape{{x, y}, radius, ink, hollow, opacity});
}

void Picture::diamond(double x, double y, double radius, Ink ink) {
    shapes.emplace_back(DiamondShape{{x, y}, radius, ink});
}

void Picture::fill(Path path, Ink ink, double opacity) {
    shapes.emplace_back(FillShape{std::move(path), ink, opacity});
}

void Picture::stroke(Path path, const StrokeLook& look) {
    shapes.emplace_back(StrokeShape{std::move(path), look});
}

void Picture::text(double x, double y, std::string_view words, const TextLook& look) {
    shapes.emplace_back(TextShape{{x, y}, std::string(words), look});
}

Outline edgeOf(const BoxShape& box) {
    const auto& [x, y] = box.corner;
    return {{{x, y}, {x + box.width, y}, {x + box.width, y + box.height}, {x, y + box.height}}, true};
}

double roomFor(std::string_view text, const TextLook& look) {
    // Digits of fixed pitch are 0.6 of their size wide; the mean letter of a sans serif is narrower.
    const double letter = look.figures ? 0.61 : look.bold ? 0.6 : 0.56;
    const auto letters = std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; });
    return static_cast<double>(letters) * letter * look.size;
}

} // namespace jitterscope
