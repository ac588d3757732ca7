// SPDX-License-Identifier: MIT
// What adaptive_wait_c.cpp needs of a C++ library, where there is none for the C library in use: memory and a
// clock.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

char nothrow_tag;
extern char _ZSt7nothrow __attribute__((alias("nothrow_tag")));

// operator new(unsigned long, std::nothrow_t const&), operator delete, std::chrono::steady_clock::now()
void* _ZnwmRKSt9nothrow_t(unsigned long size, const void* tag) {
    (void)tag;
    return malloc(size);
}
void _ZdlPvm(void* memory, unsigned long size) {
    (void)size;
    free(memory);
}
void __cxa_pure_virtual(void) {
    abort();
}
long _ZNSt6chrono3_V212steady_clock3nowEv(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}
