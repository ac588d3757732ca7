// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace jitterscope {

/// While it lives, the machine neither suspends nor becomes idle by itself.
class AwakeHold {
public:
    virtual ~AwakeHold() = default;
};

/// Asks whoever was named with setAwakeMaker() for a hold. Whatever measures this machine does so
/// (Runner, experiments, labs, diagnoses), on the measuring thread before its first frame. May take half a
/// second (system_bus.h). Null: nobody was named, or the system does not grant it.
[[nodiscard]] std::unique_ptr<AwakeHold> keepAwake();

/// For the whole process; null, as at first: nobody. For main(): the library alone asks no service.
using AwakeMaker = std::unique_ptr<AwakeHold> (*)();
void setAwakeMaker(AwakeMaker maker) noexcept;

} // namespace jitterscope
