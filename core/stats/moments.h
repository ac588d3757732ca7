// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace jitterscope {

/// Mean and variance, computed on the fly: B. P. Welford, "Note on a method for calculating corrected sums of
/// squares and products", Technometrics 4 (1962). merge(): Chan, Golub and LeVeque (1979).
class Welford {
public:
    void add(double value) noexcept {
        ++m_count;
        const double delta = value - m_mean;
        m_mean += delta / static_cast<double>(m_count);
        m_squares += delta * (value - m_mean);
    }
    void merge(const Welford& other) noexcept;

    [[nodiscard]] std::int64_t count() const noexcept { return m_count; }
    /// Absent if there are no samples.
    [[nodiscard]] std::optional<double> mean() const noexcept {
        return m_count > 0 ? std::optional(m_mean) : std::nullopt;
    }
    /// With n−1; absent for fewer than two samples.
    [[nodiscard]] std::optional<double> stddev() const noexcept {
        return m_count > 1 ? std::optional(std::sqrt(m_squares / static_cast<double>(m_count - 1)))
                           : std::nullopt;
    }

private:
    std::int64_t m_count = 0;
    double m_mean = 0;
    double m_squares = 0;
};

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
