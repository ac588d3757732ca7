// SPDX-License-Identifier: MIT
#include "core/pacer.h"
#include "core/time/period.h"
#include "jitterscope/pacer.h"

int main() {
    static_assert(Pacer().stride == 1 && kPeriod == 7);
    jitterscope::Pacer pacer(1000.0);
    return pacer.wait().number >= 1 ? 0 : 1;
}
