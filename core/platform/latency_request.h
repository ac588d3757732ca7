// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"

#include <memory>

namespace jitterscope {

/// While this object lives, the kernel keeps all processors in idle states that they leave at once. On Linux
/// it holds /dev/cpu_dma_latency open with a request of 0 µs. The kernel drops the request with the
/// descriptor, also when the process is killed. On Windows no program can ask for it. It costs power, since
/// idle processors never rest.
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

/// Whether this process could hold such a request. Changes nothing.
[[nodiscard]] Support latencyRequestSupport();

} // namespace jitterscope
