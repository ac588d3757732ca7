// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"
#include "core/meter/cpu_meter.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// Notes which points of an experiment were measured while other programs kept the processors busy. Used on
/// the job's thread.
class PointWatch final : public RowObserver {
public:
    /// `meter`: of the machine and this process.
    PointWatch(std::unique_ptr<CpuMeter> meter, unsigned processors);

    void rowAdded(std::size_t row) override;
    /// One sentence that names the points, counted from 1; empty: none was disturbed.
    [[nodiscard]] std::string note(std::size_t rows) const;

private:
    std::unique_ptr<CpuMeter> m_meter;
    unsigned m_processors;
    CpuCounters m_last;
    std::size_t m_firstOpen = 0; // of the rows since m_last
    std::vector<std::size_t> m_disturbed;
    double m_most = 0; // %
};

} // namespace jitterscope
