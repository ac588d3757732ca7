// SPDX-License-Identifier: MIT
/* jitterscope_frame() at the beginning of each frame, in C or C++: `jitterscope-cli attach` then knows where your
 * frames begin. It does nothing where nobody listens, and needs no library. GCC and Clang, ELF systems; empty
 * elsewhere. */
#ifndef JITTERSCOPE_FRAME_H
#define JITTERSCOPE_FRAME_H
#if defined(__ELF__) && defined(__GNUC__)
#ifdef __cplusplus
extern "C"
#else
extern
#endif
    void
    jitterscope_frame_begins(void) __attribute__((weak));
static inline void jitterscope_frame(void) {
    if (jitterscope_frame_begins) jitterscope_frame_begins();
}
#else
static inline void jitterscope_frame(void) {}
#endif
#endif
