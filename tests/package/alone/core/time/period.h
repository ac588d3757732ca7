// SPDX-License-Identifier: MIT
#pragma once

/// Another one, which the library's headers must not take for theirs.
inline constexpr int kPeriod = 7;
