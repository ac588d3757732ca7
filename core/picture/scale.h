// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope {

/// Maps values to px, linearly or by decades. A value beyond an end is put on that end.
class Scale {
public:
    [[nodiscard]] static Scale linear(double low, double high, double from, double to) noexcept;
    /// `low` and `high` above 0.
    [[nodiscard]] static Scale decades(double low, double high, double from, double to) noexcept;

    [[nodiscard]] double at(double value) const noexcept;
    [[nodiscard]] bool contains(double value) const noexcept;

private:
    /// Where the value lies: 0 … 1 inside the scale.
    [[nodiscard]] double part(double value) const noexcept;

    double m_low = 0;
    double m_high = 1;
    double m_from = 0;
    double m_to = 1;
    bool m_decades = false;
};

} // namespace jitterscope
