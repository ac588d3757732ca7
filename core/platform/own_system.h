// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/system_family.h"

namespace jitterscope {

/// The system that this program was built for.
#if defined(_WIN32)
inline constexpr SystemFamily kOwnSystem = SystemFamily::Windows;
#else
inline constexpr SystemFamily kOwnSystem = SystemFamily::Linux;
#endif

} // namespace jitterscope
