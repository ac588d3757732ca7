// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/diagnosis.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// One figure that a statement rests on, as it is said: `late frames` – `8 of 800`.
struct Ground {
    std::string name;
    std::string value;
};

/// What a statement of a diagnosis rests on, so that every one can be opened to its evidence, in the window
/// and in a report alike.
struct StatementGrounds {
    std::string id; ///< `verdict`, `finding:ID`, `suspect:ID`, `cause:ID`, `trial:ID`, `recommendation`, `x`,
                    ///< `disturbance`
    std::string statement; ///< what was said
    std::vector<Ground> grounds;
};

/// All statements of a concluded diagnosis, in the order of a report. Only measured values: nothing is
/// concluded here.
[[nodiscard]] std::vector<StatementGrounds> groundsOf(const Diagnosis& diagnosis);

/// Those of one statement; empty: it was not made.
[[nodiscard]] std::vector<Ground> groundsOf(const Diagnosis& diagnosis, std::string_view id);

} // namespace jitterscope
