// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/picture.h"

#include <cstddef>

namespace jitterscope {

/// A part of a picture by its edges, px; y grows from top to bottom.
struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    [[nodiscard]] double width() const noexcept { return right - left; }
    [[nodiscard]] double height() const noexcept { return bottom - top; }
    [[nodiscard]] Point middle() const noexcept { return {(left + right) / 2, (top + bottom) / 2}; }
    [[nodiscard]] bool contains(const Point& at) const noexcept {
        return at.x >= left && at.x <= right && at.y >= top && at.y <= bottom;
    }
    [[nodiscard]] bool contains(const Box& other) const noexcept {
        return contains(Point{other.left, other.top}) && contains(Point{other.right, other.bottom});
    }
    /// What both cover; its size is 0 or less if there is no such place.
    [[nodiscard]] Box within(const Box& other) const noexcept {
        return {left > other.left ? left : other.left, top > other.top ? top : other.top,
                right < other.right ? right : other.right, bottom < other.bottom ? bottom : other.bottom};
    }
    [[nodiscard]] Box moved(double x, double y) const noexcept {
        return {left + x, top + y, right + x, bottom + y};
    }
    /// Each edge moved inwards.
    [[nodiscard]] Box inset(double fromLeft, double fromTop, double fromRight = 0,
                            double fromBottom = 0) const noexcept {
        return {left + fromLeft, top + fromTop, right - fromRight, bottom - fromBottom};
    }
    /// A part of it, in shares of its width and height from its top left corner.
    [[nodiscard]] Box part(double fromX, double toX, double fromY, double toY) const noexcept {
        return {left + fromX * width(), top + fromY * height(), left + toX * width(), top + toY * height()};
    }
    /// A part of its height, of its whole width.
    [[nodiscard]] Box part(double fromY, double toY) const noexcept { return part(0, 1, fromY, toY); }
    /// A strip of this height at its top.
    [[nodiscard]] Box head(double high) const noexcept { return {left, top, right, top + high}; }
    /// One of `count` rows of the same height.
    [[nodiscard]] Box row(std::size_t index, std::size_t count) const noexcept {
        const auto of = static_cast<double>(count > 0 ? count : 1);
        return part(static_cast<double>(index) / of, (static_cast<double>(index) + 1) / of);
    }

    friend bool operator==(const Box&, const Box&) = default;
};

/// A box of this size, by its top left corner.
[[nodiscard]] constexpr Box boxAt(double left, double top, double width, double height) noexcept {
    return {left, top, left + width, top + height};
}

} // namespace jitterscope
