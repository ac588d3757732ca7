// SPDX-License-Identifier: MIT
/* A plant: each present of SDL computes for JITTERSCOPE_PLANT_US microseconds before it shows the frame.
 * Preloaded behind the listener, it is a part of the present that is listened to, as a renderer that computes
 * is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static long long thread_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void compute(void) {
    static long long length = -1;
    if (length < 0) {
        const char* const text = getenv("JITTERSCOPE_PLANT_US");
        length = text == NULL ? 0 : 1000LL * atoi(text);
    }
    const long long end = thread_time() + length;
    while (thread_time() < end) {
    }
}

/* Python loads SDL for its own modules alone, where RTLD_NEXT does not look. */
static void* next_of(const char* name) {
    void* const found = dlsym(RTLD_NEXT, name);
    void* const library = found == NULL ? dlopen("libSDL2-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD) : NULL;
    return library == NULL ? found : dlsym(library, name);
}

int SDL_UpdateWindowSurface(void* window) {
    int (*next)(void*) = (int (*)(void*))next_of("SDL_UpdateWindowSurface");
    compute();
    return next(window);
}

int SDL_UpdateWindowSurfaceRects(void* window, const void* rectangles, int count) {
    int (*next)(void*, const void*, int) =
        (int (*)(void*, const void*, int))next_of("SDL_UpdateWindowSurfaceRects");
    compute();
    return next(window, rectangles, count);
}
