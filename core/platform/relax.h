// SPDX-License-Identifier: MIT
#pragma once

namespace jitterscope {

/// The processor's pause instruction, if it has one.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
}

/// Gives the processor to another thread that is ready to run; returns at once if there is none.
void yieldProcessor() noexcept;

} // namespace jitterscope
