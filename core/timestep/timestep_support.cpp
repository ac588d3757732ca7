// SPDX-License-Identifier: MIT
#include "core/timestep/timestep_support.h"

#include "core/base/form_parameter.h"

#include <algorithm>

namespace jitterscope {

Updates RefreshTimestep::advance(Nanoseconds elapsed) {
    m_elapsed += elapsed;
    const std::int64_t until = m_refresh.slotAt(m_elapsed);
    Updates updates{until - m_released, m_refresh.at(until) - m_refresh.at(m_released), {}};
    if (updates.refreshes > 0)
        share(updates);
    m_released = until;
    return updates;
}

void RefreshTimestep::split(Updates& updates) const {
    const std::int64_t until = m_released + updates.refreshes;
    for (std::int64_t from = m_released; from < until; from += m_longest)
        updates.steps.push_back(m_refresh.at(std::min(from + m_longest, until)) - m_refresh.at(from));
}

ParameterInfo longestParameter() {
    return {.name = "longest",
            .label = "Longest step, refreshes",
            .unit = Unit::Count,
            .minimum = 1,
            .maximum = 1000,
            .standard = 4,
            .meaning = "A longer time is split into steps of this many refresh periods. 4 is "
                       "the article's quarter of the refresh rate; 1 is a fixed step."};
}

ParameterInfo thresholdParameter() {
    return {.name = "threshold",
            .label = "Threshold",
            .unit = Unit::Time,
            .minimum = 1e6,
            .maximum = 60e9,
            .standard = 100e6,
            .meaning = "The remedy is applied to more time than this at once.",
            .onlyWith = "form=mended"};
}

ParameterInfo thresholdForm() {
    return formParameter("printed: the threshold is the refresh rate / 6 in seconds, 10 s at "
                         "60 Hz, which hardly ever comes. mended: `threshold`.");
}

Nanoseconds thresholdOf(const ParameterValues& values, const Period& refresh) {
    return values["form"] == 0 ? printedThreshold(refresh) : Nanoseconds(values.whole("threshold"));
}

} // namespace jitterscope
