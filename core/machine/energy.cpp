// SPDX-License-Identifier: MIT
#include "core/machine/energy.h"

#include <algorithm>

namespace jitterscope {
namespace {

const std::string kPowerCaps = "/sys/class/powercap";

/// `intel-rapl:0` is a package; `intel-rapl:0:1` is a part of it, and counted with it.
bool isPackage(const std::string& name) {
    return name.starts_with("intel-rapl:") && std::ranges::count(name, ':') == 1;
}

} // namespace

EnergyMeter::EnergyMeter(const std::string& root)
    : m_reader(root.ends_with('/') ? root.substr(0, root.size() - 1) : root) {
    for (const std::string& name : m_reader.names(kPowerCaps)) {
        if (isPackage(name))
            m_packages.push_back(kPowerCaps + "/" + name + "/energy_uj");
    }
}

std::optional<double> EnergyMeter::joules() const {
    double sum = 0;
    for (const std::string& package : m_packages) {
        const auto microjoules = m_reader.integer(package);
        if (!microjoules || *microjoules < 0)
            return std::nullopt;
        sum += static_cast<double>(*microjoules) / 1e6;
    }
    return m_packages.empty() ? std::nullopt : std::optional(sum);
}

} // namespace jitterscope
