// SPDX-License-Identifier: MIT
// A game loop at 60 Hz that says how late its frames began.
#include "jitterscope/pacer.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>

namespace {

using Microseconds = std::chrono::duration<double, std::micro>;

void update() {} // the game's own work goes here …
void draw() {}   // … and here

} // namespace

int main() {
    constexpr int kFrames = 60;
    Microseconds total{0};
    Microseconds worst{0};
    std::int64_t skipped = 0;

    jitterscope::Pacer pacer(60.0);
    for (int i = 0; i < kFrames; ++i) {
        update();
        draw();
        const jitterscope::PacedFrame frame = pacer.wait();
        const Microseconds late = frame.lateness();
        total += late;
        worst = std::max(worst, late);
        skipped += frame.skipped;
    }
    std::cout << kFrames << " frames, late by " << total.count() / kFrames << " µs on average and "
              << worst.count() << " µs at worst, " << skipped << " skipped\n";
}
