// SPDX-License-Identifier: MIT
#include "tests/one_header/twice_other.h"

std::chrono::nanoseconds otherFile(const jitterscope::PreciseWait& wait) {
    jitterscope::PreciseWait own;
    own.until(std::chrono::steady_clock::now() + std::chrono::milliseconds(2));
    return wait.margin();
}
