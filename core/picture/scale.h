// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope {

/// From values to px, linear or by decades. Values beyond the ends come to stand on them.
class Scale {
public:
    [[nodiscard]] static Scale linear(double low, double high, double from, double to) noexcept;
    /// `low` and `high` above 0.
    [[nodiscard]] static Scale decades(double low, double high, double from, double to) noexcept;

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

} // namespace jitterscope
