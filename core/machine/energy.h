// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/fact_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// The energy that the processor packages have taken, as they tell it (RAPL, /sys/class/powercap). On many
/// systems only root may read it, and virtual machines have none.
class EnergyMeter {
public:
    /// `root`: "/" is the real machine; tests pass recorded trees.
    explicit EnergyMeter(const std::string& root = "/");

    /// J since some moment, summed over the packages; wraps around within hours. Absent: not told.
    [[nodiscard]] std::optional<double> joules() const;

private:
    FactReader m_reader;
    std::vector<std::string> m_packages;
};

} // namespace jitterscope
