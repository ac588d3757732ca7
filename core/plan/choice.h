// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"

#include <string>

namespace jitterscope {

/// A catalogue entry by id, with its values in catalogue order.
struct Choice {
    std::string id;
    ParameterValues values;
    friend bool operator==(const Choice&, const Choice&) = default;
};

/// The machine to run on: `here`, or a simulated one.
struct MachineChoice {
    std::string id = "here";
    ParameterValues values;
    std::string file;      ///< path, for `recorded`
    bool realPace = false; ///< a simulated machine at wall-clock pace, as on the Live page
    friend bool operator==(const MachineChoice&, const MachineChoice&) = default;
};

} // namespace jitterscope
