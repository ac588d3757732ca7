// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"

#include <memory>
#include <string>

namespace jitterscope {

/// While this object lives, the kernel keeps all processors in idle states that they leave at once: it holds
/// /dev/cpu_dma_latency open with a request of 0 µs. The kernel drops the request with the descriptor, so
/// also when the process is killed. Costs power: idle processors never rest.
class LatencyRequest {
public:
    explicit LatencyRequest(const std::string& device = "/dev/cpu_dma_latency");
    ~LatencyRequest();
    LatencyRequest(const LatencyRequest&) = delete;
    LatencyRequest& operator=(const LatencyRequest&) = delete;

    /// Whether the request is held; if not, why.
    [[nodiscard]] const Support& support() const noexcept { return m_support; }

private:
    int m_descriptor = -1;
    Support m_support;
};

/// Whether this process could hold one; changes nothing.
[[nodiscard]] Support latencyRequestSupport(const std::string& device = "/dev/cpu_dma_latency");

} // namespace jitterscope
