// SPDX-License-Identifier: MIT
#include "app/cli/interrupt.h"

#include <csignal>

namespace jitterscope::cli {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

extern "C" void noteSignal(int number) {
    g_interrupted = 1;
    std::signal(number, SIG_DFL);
}

} // namespace

void noteInterrupts() noexcept {
    std::signal(SIGINT, noteSignal);
    std::signal(SIGTERM, noteSignal);
}

bool interrupted() noexcept {
    return g_interrupted != 0;
}

} // namespace jitterscope::cli
