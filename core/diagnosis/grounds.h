// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One figure that supports a statement, as text: `late frames` – `8 of 800`.
struct Ground {
    std::string name;
    std::string value;
};

/// The figures that support a statement of a diagnosis. With these, window and report can show the evidence
/// of every statement.
struct StatementGrounds {
    /// `verdict`, `finding:ID`, `suspect:ID`, `cause:ID`, `trial:ID`, `recommendation`, `x`, `disturbance`
    std::string id;
    std::string statement; ///< its text
    std::vector<Ground> grounds;
};

/// All statements of a concluded diagnosis, in the order of a report. They have only measured values.
[[nodiscard]] std::vector<StatementGrounds> groundsOf(const Diagnosis& diagnosis);

/// The figures of one statement; empty: the statement was not made.
[[nodiscard]] std::vector<Ground> groundsOf(const Diagnosis& diagnosis, std::string_view id);

} // namespace jitterscope
