// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace jitterscope {

/// From values to px, linear or by decades. Values beyond the ends come to stand on them.
class SvgScale {
public:
    [[nodiscard]] static SvgScale linear(double low, double high, double from, double to) noexcept;
    /// `low` and `high` above 0.
    [[nodiscard]] static SvgScale decades(double low, double high, double from, double to) noexcept;

    [[nodiscard]] double at(double value) const noexcept;
    [[nodiscard]] bool contains(double value) const noexcept;

private:
    /// 0 … 1 inside.
    [[nodiscard]] double part(double value) const noexcept;

    double m_low = 0;
    double m_high = 1;
    double m_from = 0;
    double m_to = 1;
    bool m_decades = false;
};

/// Multiples of 1, 2 or 5 times a power of ten within low … high, `most` or fewer (at least 2).
[[nodiscard]] std::vector<double> roundTicks(double low, double high, int most);

} // namespace jitterscope
