// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"

#include <string>

namespace jitterscope {

/// A catalogue entry by id, and its values in the catalogue's order.
struct Choice {
    std::string id;
    ParameterValues values;
    friend bool operator==(const Choice&, const Choice&) = default;
};

/// The machine to run on: `here`, or a simulated one.
struct MachineChoice {
    std::string id = "here";
    ParameterValues values;
    std::string file;      ///< of `recorded`
    bool realPace = false; ///< a simulated machine at the pace of the wall clock, as the Live page shows it
    friend bool operator==(const MachineChoice&, const MachineChoice&) = default;
};

} // namespace jitterscope
