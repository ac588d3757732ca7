// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/platform/linux/descriptor.h"

#include <string>

namespace jitterscope {

/// Holds a request of 0 µs in `device` for as long as the descriptor is open. Not available in `support`: why
/// it could not. Inside platform/linux, and for its test.
[[nodiscard]] Descriptor holdLatency(const std::string& device, Support& support);
/// Whether that could be; asks for nothing.
[[nodiscard]] Support latencySupport(const std::string& device);

} // namespace jitterscope
