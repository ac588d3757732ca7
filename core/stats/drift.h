// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace jitterscope {

/// Least-squares slope of release against iteration number, on the fly. It takes the residuals, release −
/// iteration · period. Their slope is the error of the period. So no precision is lost over days.
class Drift {
public:
    /// `iteration` counts from the first frame; `residual` in ns.
    void add(std::int64_t iteration, double residual) noexcept;
    /// ns per iteration; absent for fewer than two distinct iterations.
    [[nodiscard]] std::optional<double> slope() const noexcept;
    /// The slope relative to the period, in parts per million.
    [[nodiscard]] std::optional<double> ppm(double periodNanoseconds) const noexcept;

private:
    std::int64_t m_count = 0;
    double m_meanX = 0;
    double m_meanY = 0;
    double m_sumXX = 0;
    double m_sumXY = 0;
};

} // namespace jitterscope
