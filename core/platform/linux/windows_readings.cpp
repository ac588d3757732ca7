// SPDX-License-Identifier: MIT
#include "core/platform/windows_readings.h"

namespace jitterscope {

std::optional<WindowsReadings> windowsReadings() {
    return std::nullopt;
}

std::optional<WindowsTimes> windowsTimes() {
    return std::nullopt;
}

} // namespace jitterscope
