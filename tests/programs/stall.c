// SPDX-License-Identifier: MIT
/* A plant: about every 300 ms a program that asks SDL for its events stands still for JITTERSCOPE_STALL_MS
 * milliseconds, in a write to a pipe that nobody reads in time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int g_pipe[2];
static long long g_length; /* ns */

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void* read_late(void* unused) {
    static char bytes[8192];
    while (read(g_pipe[0], bytes, 1) == 1) {
        const struct timespec length = {g_length / 1000000000, g_length % 1000000000};
        nanosleep(&length, NULL);
        for (size_t left = sizeof(bytes) - 1; left > 0;) {
            const ssize_t count = read(g_pipe[0], bytes, left);
            if (count <= 0)
                return unused;
            left -= (size_t)count;
        }
    }
    return unused;
}

static int begin(void) {
    const char* const text = getenv("JITTERSCOPE_STALL_MS");
    pthread_t thread;
    g_length = text == NULL ? 0 : 1000000LL * atoi(text);
    if (g_length == 0 || pipe2(g_pipe, O_CLOEXEC) != 0 || fcntl(g_pipe[1], F_SETPIPE_SZ, 4096) < 0)
        return 0;
    return pthread_create(&thread, NULL, read_late, NULL) == 0;
}

static void stand_still(void) {
    static const char bytes[8192];
    static long long last = 0;
    static int ready = -1;
    if (ready < 0)
        ready = begin();
    if (last == 0)
        last = now();
    if (!ready || now() - last < 300000000)
        return;
    if (write(g_pipe[1], bytes, sizeof(bytes)) < 0)
        ready = 0;
    last = now();
}

int SDL_PollEvent(void* event) {
    static int (*next)(void*) = NULL;
    if (next == NULL)
        next = (int (*)(void*))dlsym(RTLD_NEXT, "SDL_PollEvent");
    stand_still();
    return next == NULL ? 0 : next(event);
}
