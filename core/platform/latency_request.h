// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"

#include <memory>

namespace jitterscope {

/// While this object lives, the kernel keeps all processors in idle states that they leave at once. On Linux
/// it holds /dev/cpu_dma_latency open with a request of 0 µs, which the kernel drops with the descriptor, so
/// also when the process is killed. On Windows no program can ask for it. Costs power: idle processors never
/// rest.
class LatencyRequest {
public:
    LatencyRequest();
    ~LatencyRequest();
    LatencyRequest(const LatencyRequest&) = delete;
    LatencyRequest& operator=(const LatencyRequest&) = delete;

    /// Whether the request is held; if not, why.
    [[nodiscard]] const Support& support() const noexcept { return m_support; }

private:
    struct Held;
    std::unique_ptr<Held> m_held;
    Support m_support;
};

/// Whether this process could hold one; changes nothing.
[[nodiscard]] Support latencyRequestSupport();

} // namespace jitterscope
