// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parameter.h"

namespace jitterscope::ui {

/// Where a value stands along its knob: 0 at the minimum, 1 at the maximum. Wide ranges of times and counts
/// go by decades, choices one by one. A slider and a number in a sentence turn a knob by the same scale.
class KnobScale {
public:
    explicit KnobScale(const ParameterInfo& info);

    /// How many steps a slider has.
    [[nodiscard]] int steps() const noexcept { return m_steps; }
    [[nodiscard]] double shareOf(double value) const;
    /// With two digits, whole for counts and choices; exact at both ends. `share` is kept within 0 … 1.
    [[nodiscard]] double valueAt(double share) const;
    /// The value this many steps further (negative: back), and at least the next value that differs.
    [[nodiscard]] double stepped(double value, int steps) const;

private:
    ParameterInfo m_info;
    double m_least; // where the decades begin; below it there is only the minimum
    bool m_log;
    int m_steps;
};

} // namespace jitterscope::ui
