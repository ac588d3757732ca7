// SPDX-License-Identifier: MIT
#include "core/platform/latency_request.h"

namespace jitterscope {

struct LatencyRequest::Held {};

LatencyRequest::LatencyRequest() : m_support(latencyRequestSupport()) {}

LatencyRequest::~LatencyRequest() = default;

Support latencyRequestSupport() {
    return {false, "Windows lets no program keep idle processors awake; the power scheme decides it for all"};
}

} // namespace jitterscope
