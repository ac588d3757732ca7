// SPDX-License-Identifier: MIT
/* Preloaded behind the listener: counts the waits of libc that reach it, and says how many when the program
 * ends. What the listener has waited itself does not. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static int g_usleep = 0;
static int g_nanosleep = 0;
static int g_poll = 0;
static int g_select = 0;

int usleep(useconds_t length) {
    ++g_usleep;
    int (*next)(useconds_t) = (int (*)(useconds_t))dlsym(RTLD_NEXT, "usleep");
    return next(length);
}

int nanosleep(const struct timespec* length, struct timespec* left) {
    ++g_nanosleep;
    int (*next)(const struct timespec*, struct timespec*) =
        (int (*)(const struct timespec*, struct timespec*))dlsym(RTLD_NEXT, "nanosleep");
    return next(length, left);
}

int poll(struct pollfd* files, nfds_t count, int length) {
    ++g_poll;
    int (*next)(struct pollfd*, nfds_t, int) = (int (*)(struct pollfd*, nfds_t, int))dlsym(RTLD_NEXT, "poll");
    return next(files, count, length);
}

int select(int count, fd_set* to_read, fd_set* to_write, fd_set* failed, struct timeval* length) {
    ++g_select;
    int (*next)(int, fd_set*, fd_set*, fd_set*, struct timeval*) =
        (int (*)(int, fd_set*, fd_set*, fd_set*, struct timeval*))dlsym(RTLD_NEXT, "select");
    return next(count, to_read, to_write, failed, length);
}

__attribute__((destructor)) static void say(void) {
    printf("usleep %d, nanosleep %d, poll %d, select %d\n", g_usleep, g_nanosleep, g_poll, g_select);
    fflush(stdout);
}
