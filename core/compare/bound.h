// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison.h"

#include <string>
#include <string_view>

namespace jitterscope {

/// What B must keep, in terms of A: `p99<=A*1.05`, `late.fraction<=A+0.01`, `error.p50<A`, `p99<=2ms`.
/// * FIGURE OP A, A*FACTOR, A+VALUE, A*FACTOR+VALUE or VALUE; OP is < <= > >=. Figures are those of
///   figureCatalog(), with or without `_ns`; `p99.9` is `p99_9`. A figure without a quantity belongs to the
///   first of these that both runs have: error, frame time, lateness, duration.
/// * It is broken only if the whole 95 % interval lies beyond the bound. So noise seldom breaks a build.
class Bound {
public:
    /// Error (Usage): one line that says what is wrong.
    [[nodiscard]] static Result<Bound> parse(std::string_view text);

    struct Outcome {
        bool holds = false;
        std::string text; ///< `p99<=A*1.05: error.p99 of B is 312.4 µs, the bound 210.0 µs; …`
    };
    /// The bound does not hold if the figure is absent, cannot be compared, or has too few frames for an
    /// interval; nor if a recording is too short against how long its frames stay correlated. Figures that
    /// are one number per run (CPU, the longest frame) are compared without an interval.
    [[nodiscard]] Outcome check(const ComparedRun& a, const ComparedRun& b,
                                const CompareOptions& options = {}) const;

private:
    [[nodiscard]] const FigureEntry* entryFor(const ComparedRun& a, const ComparedRun& b) const;
    /// The bound that follows from A's figure.
    [[nodiscard]] double limitOf(double a) const noexcept { return m_factor * a + m_offset; }
    [[nodiscard]] bool keeps(double excess) const noexcept;

    std::string m_text;
    std::string m_figure; ///< as written, in the catalogue's spelling
    bool m_less = true;   ///< whether B must be less
    bool m_orEqual = false;
    double m_factor = 0; ///< 0: the bound does not depend on A
    double m_offset = 0;
};

/// How far B's figure lies beyond the bound: B's figure − (`factor` · A's + `offset`), with its 95 %
/// interval. No interval: there are too few frames. If their correlation is the reason, `why` says how
/// many frames are needed.
struct Excess {
    double value = 0;
    std::optional<Interval> interval;
    std::string why;
};
[[nodiscard]] std::optional<Excess> excessOver(const FigureEntry& entry, const ComparedRun& a,
                                               const ComparedRun& b, double factor, double offset,
                                               const CompareOptions& options);

} // namespace jitterscope
