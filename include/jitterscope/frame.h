// SPDX-License-Identifier: MIT
/* Call jitterscope_frame() at the beginning of each frame, in C or C++. `jitterscope-cli attach` then knows where
 * your frames begin. Call it in the thread that runs the loop. It returns no error, and does nothing if nobody
 * listens. It needs no library. With GCC and Clang on ELF systems; elsewhere it is empty. */
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
