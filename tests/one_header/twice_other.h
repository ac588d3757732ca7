// SPDX-License-Identifier: MIT
#pragma once

#include "jitterscope/adaptive_wait.hpp"

/// Its margin, seen from the other file.
std::chrono::nanoseconds otherFile(const jitterscope::PreciseWait& wait);
