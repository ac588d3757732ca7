// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace jitterscope {

/// While it lives, the machine neither suspends nor becomes idle by itself.
class AwakeHold {
public:
    virtual ~AwakeHold() = default;
};

/// Calls the maker that setAwakeMaker() has set. Everything that measures this machine does so (Runner,
/// experiments, labs, diagnoses), on the measuring thread before its first frame. May take half a second
/// (system_bus.h). Null: no maker is set, or the system does not grant it.
[[nodiscard]] std::unique_ptr<AwakeHold> keepAwake();

/// Sets the maker for the whole process. At first it is null: the library asks no service. For main().
using AwakeMaker = std::unique_ptr<AwakeHold> (*)();
void setAwakeMaker(AwakeMaker maker) noexcept;

} // namespace jitterscope
