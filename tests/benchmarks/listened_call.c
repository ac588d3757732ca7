// SPDX-License-Identifier: MIT
// What one call costs that never waits: sem_clockwait of a semaphore that is free. Fewer calls at once than
// the listener's ring holds, and time between for it to be emptied. Prints the best and the mean of the
// rounds, ns a call. The first UNCOUNTED rounds (25 ms each) do not count; with `thread`, another thread
// calls than the one whose loop sleeps.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kRounds = 200, kCalls = 1500 };

static int g_uncounted = 0;
static double g_best = 1e9, g_sum = 0;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static void call(int round) {
    const struct timespec until = {1, 0};
    sem_t free_one;
    sem_init(&free_one, 0, kCalls);
    const double begin = now();
    for (int i = 0; i < kCalls; ++i)
        sem_clockwait(&free_one, CLOCK_MONOTONIC, &until);
    const double each = (now() - begin) / kCalls;
    if (round < g_uncounted)
        return;
    g_best = each < g_best ? each : g_best;
    g_sum += each;
}

static void* callAll(void* unused) {
    for (int round = 0; round < g_uncounted + kRounds; ++round) {
        const struct timespec between = {0, 25000000};
        call(round);
        clock_nanosleep(CLOCK_MONOTONIC, 0, &between, NULL);
    }
    return unused;
}

int main(int count, char** words) {
    const struct timespec between = {0, 25000000}, listened = {3, 0};
    g_uncounted = count > 1 ? atoi(words[1]) : 0;
    const int apart = count > 2;
    pthread_t thread;
    if (apart && pthread_create(&thread, NULL, callAll, NULL) != 0)
        return 1;
    for (int round = 0; round < g_uncounted + kRounds; ++round) {
        if (!apart)
            call(round);
        nanosleep(&between, NULL);
    }
    if (apart)
        pthread_join(thread, NULL);
    printf("%.1f %.1f\n", g_best, g_sum / kRounds);
    fflush(stdout);
    nanosleep(&listened, NULL); // attach has a report to write
    return 0;
}
