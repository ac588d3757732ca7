// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_strategy.h"

#include <cmath>
#include <cstdint>

namespace jitterscope {

/// The articles' estimator: mean + X·σ by Welford's method, in ns. It starts with one assumed sample of
/// `start` and no variance, as printed in article 1. With `forget` > 0 the sample count stops at `forget`, so
/// that older samples fade exponentially. One thread; no allocation.
class SleepEstimator {
public:
    void configure(double x, double start, std::int64_t forget) noexcept {
        m_x = x;
        m_forget = forget;
        if (m_count == 1) // nothing learned yet: the start value is still the estimate
            m_mean = start;
    }

    void add(double observed) noexcept {
        if (m_forget > 0 && m_count >= m_forget) {
            m_squares *= static_cast<double>(m_forget - 1) / static_cast<double>(m_forget);
            m_count = m_forget - 1;
        }
        ++m_count;
        const double delta = observed - m_mean;
        m_mean += delta / static_cast<double>(m_count);
        m_squares += delta * (observed - m_mean);
    }

    [[nodiscard]] double stddev() const noexcept {
        return m_count > 1 ? std::sqrt(m_squares / static_cast<double>(m_count - 1)) : 0;
    }
    /// mean + X·σ in ns, limited to 1e15 so that no integer overflows.
    [[nodiscard]] double margin() const noexcept { return std::fmin(m_mean + m_x * stddev(), 1e15); }
    [[nodiscard]] Estimate estimate() const noexcept {
        return {true, Nanoseconds(static_cast<std::int64_t>(margin())), m_mean, stddev(), m_count};
    }

private:
    double m_x = 1;
    std::int64_t m_forget = 0;
    double m_mean = 5e6;
    double m_squares = 0;
    std::int64_t m_count = 1;
};

} // namespace jitterscope
