// SPDX-License-Identifier: MIT
/* A loop of N frames that waits as it is told: rest, grid, poll, spin, mark; two, poll-none, poll-file,
 * select-none nap first and then wait in another way; an exec starts itself anew that way when its timer
 * slack is a cure's; jump leaves its sleeps by a handler; yields works between two of them; timers waits for
 * a new timer each time, whose number a pipe has afterwards. Ends with 7. */
#define _GNU_SOURCE
#include "include/jitterscope/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
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

/* A nap at one place, and the rest of the frame at another. */
static void waitTwice(const char* kind, int pipeEnd) {
    usleep(500);
    const struct timespec length = {0, 5000000};
    struct timeval time = {0, 5000};
    struct pollfd file = {pipeEnd, POLLIN, 0};
    if (strcmp(kind, "two") == 0)
        nanosleep(&length, NULL);
    else if (strcmp(kind, "poll-none") == 0)
        poll(NULL, 0, 5);
    else if (strcmp(kind, "poll-file") == 0)
        poll(&file, 1, 5);
    else if (select(0, NULL, NULL, NULL, &time) != 0 || time.tv_usec != 0)
        exit(9); /* what is left of a select that ended in time is nothing */
}

/* For two milliseconds, by the clock that can be set, and by the other; then reads a file of the same number.
 */
static void waitForTimer(int frame) {
    const clockid_t clock = frame % 2 == 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    struct itimerspec set = {{0, 0}, {0, 0}};
    clock_gettime(clock, &set.it_value);
    const long long end = set.it_value.tv_sec * 1000000000LL + set.it_value.tv_nsec + 2000000;
    set.it_value.tv_sec = end / 1000000000;
    set.it_value.tv_nsec = end % 1000000000;
    const int timer = timerfd_create(clock, 0);
    unsigned long long expired = 0;
    if (timer < 0 || timerfd_settime(timer, TFD_TIMER_ABSTIME, &set, NULL) != 0 ||
        read(timer, &expired, sizeof(expired)) != sizeof(expired) || close(timer) != 0)
        exit(9);
    const int other = open("/dev/zero", O_RDONLY);
    if (other != timer || read(other, &expired, sizeof(expired)) != sizeof(expired))
        exit(9);
    close(other);
}

/* Sleeps until a cure has set its slack, and starts itself in its place, which says what it has got. Before,
 * a child of vfork does the same: its parent keeps the cure. */
static void startAgain(const char* kind, char* self, int frames) {
    char* const words[] = {self, "executed", NULL};
    for (int i = 0; i < frames && prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0) != 1; ++i) {
        const struct timespec length = {0, 5000000};
        nanosleep(&length, NULL);
    }
    const pid_t child = vfork();
    if (child == 0) {
        execv(self, words);
        _exit(9);
    }
    waitpid(child, NULL, 0);
    printf("slack kept: %d\n", prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0));
    fflush(stdout);
    if (strcmp(kind, "execve") == 0)
        execve(self, words, environ);
    else if (strcmp(kind, "execv") == 0)
        execv(self, words);
    else if (strcmp(kind, "execvp") == 0)
        execvp(self, words);
    else if (strcmp(kind, "execvpe") == 0)
        execvpe(self, words, environ);
    else if (strcmp(kind, "execl") == 0)
        execl(self, self, "executed", (char*)NULL);
    else if (strcmp(kind, "execlp") == 0)
        execlp(self, self, "executed", (char*)NULL);
    else if (strcmp(kind, "execle") == 0)
        execle(self, self, "executed", (char*)NULL, environ);
    else
        fexecve(open(self, O_RDONLY | O_CLOEXEC), words, environ);
}

/* For 5 ms, since nobody signals it. */
static void waitForCondition(const char* kind) {
    const clockid_t clock = strcmp(kind, "condition") == 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, clock);
    pthread_cond_t condition;
    pthread_cond_init(&condition, &attributes);
    struct timespec until;
    clock_gettime(clock, &until);
    const long long end = until.tv_sec * 1000000000LL + until.tv_nsec + 5000000;
    until.tv_sec = end / 1000000000;
    until.tv_nsec = end % 1000000000;
    pthread_mutex_lock(&mutex);
    if (pthread_cond_timedwait(&condition, &mutex, &until) != ETIMEDOUT)
        exit(11);
    pthread_mutex_unlock(&mutex);
}

static sigjmp_buf g_back;

static void jump(int number) {
    (void)number;
    siglongjmp(g_back, 1);
}

/* Sleeps, and twenty times a second a signal's handler jumps out of the sleep: old interpreters do so. */
static void jumpOut(int frames) {
    signal(SIGALRM, jump);
    const struct itimerval often = {{0, 50003}, {0, 50003}};
    setitimer(ITIMER_REAL, &often, NULL);
    for (volatile int i = 0; i < frames; ++i) {
        const struct timespec length = {0, 9000000};
        if (sigsetjmp(g_back, 1) == 0)
            nanosleep(&length, NULL);
    }
    const struct itimerval never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &never, NULL);
    usleep(500);
    int before = 0;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    printf("may be cancelled: %d\n", before == PTHREAD_CANCEL_ENABLE);
}

int main(int words, char** word) {
    if (words == 2 && strcmp(word[1], "executed") == 0) {
        printf("slack: %d\n", prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0));
        return 7;
    }
    if (words < 3)
        return 2;
    const char* const kind = word[1];
    const int frames = atoi(word[2]);
    int ends[2];
    if (pipe(ends) != 0)
        return 3;
    if (strstr(kind, "exec") != NULL) {
        startAgain(kind, word[0], frames);
        return 10;
    }
    if (strcmp(kind, "jump") == 0) {
        jumpOut(frames);
        return 7;
    }
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
        } else if (strcmp(kind, "wall") == 0) {
            prctl(PR_SET_TIMERSLACK, 4000000UL, 0, 0, 0);
            struct timespec until;
            clock_gettime(CLOCK_REALTIME, &until);
            const long long end = until.tv_sec * 1000000000LL + until.tv_nsec + kPeriod;
            until.tv_sec = end / 1000000000;
            until.tv_nsec = end % 1000000000;
            clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, NULL);
        } else if (strstr(kind, "condition") != NULL) {
            waitForCondition(kind);
        } else if (strcmp(kind, "timers") == 0) {
            waitForTimer(i);
        } else if (strcmp(kind, "yields") == 0) {
            sched_yield();
            work(3000000);
            sched_yield();
            usleep(2000);
        } else if (strcmp(kind, "two") == 0 || strchr(kind, '-') != NULL) {
            waitTwice(kind, ends[0]);
        } else {
            while (now() - begin < kPeriod) {
            }
        }
    }
    printf("%d frames\n", frames);
    return 7;
}
