// SPDX-License-Identifier: MIT
// A loop at 60 Hz with one copied header, without the library: it says how late its frames began, and what is
// spent on that.
#include "jitterscope/adaptive_wait.hpp"

#include <algorithm>
#include <chrono>
#include <iostream>

namespace {

using namespace std::chrono_literals;
using Microseconds = std::chrono::duration<double, std::micro>;

void frame() {} // the program's own work goes here

} // namespace

int main() {
    constexpr int kFrames = 60;
    Microseconds total{0};
    Microseconds worst{0};

    jitterscope::PreciseWait wait;
    auto due = std::chrono::steady_clock::now();
    for (int i = 0; i < kFrames; ++i) {
        frame();
        due += 16'666'667ns;
        const Microseconds late = wait.until(due) - due;
        total += late;
        worst = std::max(worst, late);
    }
    std::cout << kFrames << " frames, late by " << total.count() / kFrames << " µs on average and "
              << worst.count() << " µs at worst; wakes " << Microseconds(wait.margin()).count()
              << " µs before the deadline\n";
}
