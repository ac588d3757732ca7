// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/run/run_result.h"

#include <string>
#include <string_view>

namespace jitterscope {

/// An `--assert` expression: QUANTITY.STATISTIC OP VALUE, such as `p99<200us`, `lateness.max<=1ms`,
/// `late.fraction<0.01`, `cpu.thread_percent<5`, `drift_ppm<5`.
/// * The default quantity is `error`. Names are those of `run --json`, with or without `_ns`. For `p99_9` one
///   may write `p99.9`.
/// * Operators: `<`, `<=`, `>`, `>=`. parseDuration() reads times; other values are plain numbers.
class Assertion {
public:
    /// Error (Usage): one line that says what is wrong.
    [[nodiscard]] static Result<Assertion> parse(std::string_view text);

    struct Outcome {
        bool holds = false;
        std::string text; ///< "p99<200us does not hold: error.p99 is 312.4 µs"; empty if it holds
    };
    /// If the statistic is absent, the assertion does not hold.
    [[nodiscard]] Outcome check(const RunResult& result) const;
    /// Whether it is about `stopped`, the number of frames that are left out of all other statistics.
    [[nodiscard]] bool asksForStops() const noexcept { return m_figure == "stopped"; }

private:
    enum class Operator { Less, LessOrEqual, Greater, GreaterOrEqual };

    std::string m_text;
    std::string m_figure; // "error.p99"
    Operator m_operator = Operator::Less;
    double m_value = 0;
};

} // namespace jitterscope
