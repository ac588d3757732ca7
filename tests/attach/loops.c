// SPDX-License-Identifier: MIT
/* A loop of N frames that waits as it is told: rest, grid, poll, spin, mark. Ends with 7. */
#define _GNU_SOURCE
#include "include/jitterscope/frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const long long kPeriod = 10000000;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void work(long long length) {
    const long long end = now() + length;
    while (now() < end) {
    }
}

int main(int words, char** word) {
    if (words < 3)
        return 2;
    const char* const kind = word[1];
    const int frames = atoi(word[2]);
    long long due = now();
    for (int i = 0; i < frames; ++i) {
        if (strcmp(kind, "mark") == 0)
            jitterscope_frame();
        const long long begin = now();
        work(1000000);
        due += kPeriod;
        if (strcmp(kind, "rest") == 0 || strcmp(kind, "mark") == 0) {
            const struct timespec length = {0, kPeriod - 1000000};
            nanosleep(&length, NULL);
        } else if (strcmp(kind, "grid") == 0) {
            const struct timespec until = {due / 1000000000, due % 1000000000};
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        } else if (strcmp(kind, "poll") == 0) {
            while (now() < due)
                usleep(500);
        } else {
            while (now() - begin < kPeriod) {
            }
        }
    }
    printf("%d frames\n", frames);
    return 7;
}
