// SPDX-License-Identifier: MIT
#include "core/experiment/point_watch.h"

#include "core/base/said.h"
#include "core/machine/disturbance.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

/// `3, 5–8`: rows counted from 1.
std::string rowList(const std::vector<std::size_t>& rows) {
    std::string list;
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t last = i;
        while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1)
            ++last;
        said::append(list, std::to_string(rows[i] + 1));
        if (last > i)
            list += "–" + std::to_string(rows[last] + 1);
        i = last + 1;
    }
    return list;
}

} // namespace

PointWatch::PointWatch(std::unique_ptr<CpuMeter> meter, unsigned processors)
    : m_meter(std::move(meter)), m_processors(processors), m_last(m_meter->read()) {}

/// Points that take less than the machine's counters can tell apart are judged together.
void PointWatch::rowAdded(std::size_t row) {
    const CpuCounters now = m_meter->read();
    const std::optional<double> others = othersPercent(usageBetween(m_last, now), m_processors);
    if (!others)
        return;
    if (*others >= kDisturbing) {
        for (std::size_t each = m_firstOpen; each <= row; ++each)
            m_disturbed.push_back(each);
        m_most = std::max(m_most, *others);
    }
    m_firstOpen = row + 1;
    m_last = now;
}

std::string PointWatch::note(std::size_t rows) const {
    if (m_disturbed.empty())
        return {};
    const std::string which = m_disturbed.size() == rows ? "all points"
                              : m_disturbed.size() == 1  ? "point " + rowList(m_disturbed)
                                                         : "points " + rowList(m_disturbed);
    return "disturbed: " + which + "; " + othersText(m_most);
}

} // namespace jitterscope
