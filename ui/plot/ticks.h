// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/ticks.h"

namespace jitterscope::ui {

/// A time axis in seconds that ends now (0). It is as long as the run so far (`elapsed`, s), in steps of ten
/// seconds, and at most `most`.
[[nodiscard]] Range secondsAgo(double elapsed, double most);

/// A range that follows what it is given, but steadily. It grows at once, to whole steps. It shrinks only
/// after it has been more than twice as wide as needed for more than `patience` updates.
class SteadyRange {
public:
    explicit SteadyRange(int most = 5, int patience = 10) : m_most(most), m_patience(patience) {}
    Range follow(Range wanted);
    void reset() { m_set = false; }

private:
    int m_most;
    int m_patience;
    int m_loose = 0;
    bool m_set = false;
    Range m_range;
};

} // namespace jitterscope::ui
