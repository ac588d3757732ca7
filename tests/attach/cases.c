// SPDX-License-Identifier: MIT
/* Does what programs do that a listener may break, and prints what came of it. Run alone and listened to it
 * has to print the same. Nothing that is printed depends on how fast the machine is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;
static sigjmp_buf g_back;
static volatile sig_atomic_t g_signals = 0;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void count(int number) {
    (void)number;
    ++g_signals;
}

static void jump(int number) {
    (void)number;
    siglongjmp(g_back, 1);
}

/* One signal after so many ms. */
static void alarmIn(long milliseconds, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    action.sa_handler = handler;
    sigaction(SIGALRM, &action, NULL);
    struct itimerval time = {{0, 0}, {0, milliseconds * 1000}};
    setitimer(ITIMER_REAL, &time, NULL);
}

static void sleepsAreNotEarly(void) {
    int early = 0;
    for (int i = 0; i < 20; ++i) {
        const long long begin = now();
        struct timespec length = {0, 2000000};
        nanosleep(&length, NULL);
        early += now() - begin < 2000000;
        const long long second = now();
        usleep(1500);
        early += now() - second < 1500000;
        struct timespec until = {0, 0};
        const long long due = now() + 2000000;
        until.tv_sec = due / 1000000000;
        until.tv_nsec = due % 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        early += now() < due;
    }
    printf("early sleeps: %d\n", early);
}

static void errnoStays(void) {
    errno = 4711;
    struct timespec length = {0, 1000000};
    nanosleep(&length, NULL);
    usleep(1000);
    poll(NULL, 0, 1);
    sched_yield();
    printf("errno after good calls: %d\n", errno);
    errno = 0;
    struct timespec wrong = {0, 2000000000};
    const int result = nanosleep(&wrong, NULL);
    printf("nanosleep of a wrong time: %d, errno %d\n", result, errno);
    /* Where the kernel reads and writes: what is not there is EFAULT, and no listener may look at it. */
    struct timespec* const nowhere[] = {NULL, (struct timespec*)8, (struct timespec*)-16};
    for (unsigned i = 0; i < sizeof(nowhere) / sizeof(nowhere[0]); ++i) {
        const int slept = nanosleep(nowhere[i], NULL);
        printf("nanosleep of no time: %d, errno %d\n", slept, errno);
        printf("clock_nanosleep of no time: %d\n", clock_nanosleep(CLOCK_MONOTONIC, 0, nowhere[i], NULL));
        errno = 0;
        const long called = syscall(SYS_nanosleep, nowhere[i], NULL);
        printf("syscall of no time: %ld, errno %d\n", called, errno);
    }
    const int unwritten = nanosleep(&length, nowhere[1]); /* nothing is left, so nothing is written */
    printf("nanosleep that leaves nothing: %d\n", unwritten);
    wrong.tv_nsec = -1;
    printf("clock_nanosleep of a negative time: %d\n", clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL));
    errno = 0;
    printf("clock_nanosleep of a wrong clock: %d, errno %d\n", clock_nanosleep(99, 0, &length, NULL), errno);
    errno = 0;
    printf("close of nothing: %d, errno %d\n", close(-1), errno);
}

static void signalsEndSleeps(void) {
    struct timespec same;
    int cut = 0;
    while (cut == 0) { /* on a busy machine the signal may come before the sleep begins */
        alarmIn(10, count);
        same.tv_sec = 0;
        same.tv_nsec = 45000000;
        cut = nanosleep(&same, &same);
    }
    printf("nanosleep that leaves its own time: %d, less: %d\n", cut, same.tv_nsec < 45000000);
    g_signals = 0;
    int alarms = 0;
    for (int i = 0; i < 3; ++i) {
        struct timespec length = {0, 45000000};
        struct timespec left = {0, 0};
        int result = 0;
        long long took = 0;
        int error = 0;
        while (result == 0) {
            ++alarms;
            alarmIn(10, count);
            errno = 0;
            const long long begin = now();
            result = nanosleep(&length, &left);
            error = errno;
            took = now() - begin;
        }
        const long long sum = took + left.tv_sec * 1000000000LL + left.tv_nsec;
        printf("nanosleep and a signal: %d, errno %d, took and left make it up: %d\n", result, error,
               sum >= 44000000);
    }
    struct timespec length = {0, 45000000};
    int result = 0;
    while (result == 0) {
        ++alarms;
        alarmIn(10, count);
        errno = 0;
        result = clock_nanosleep(CLOCK_MONOTONIC, 0, &length, NULL);
    }
    printf("clock_nanosleep and a signal: %d, errno %d\n", result, errno);
    int polled = 0;
    while (polled == 0) {
        ++alarms;
        alarmIn(10, count);
        errno = 0;
        polled = poll(NULL, 0, 1000);
    }
    printf("poll and a signal: %d, errno %d\n", polled, errno);
    printf("each signal came: %d\n", (int)g_signals == alarms);
}

static void handlersJumpOut(void) {
    volatile int jumps = 0;
    for (volatile int i = 0; i < 5; ++i) {
        if (sigsetjmp(g_back, 1) == 0) {
            alarmIn(5, jump);
            struct timespec length = {0, 40000000};
            for (;;)
                nanosleep(&length, NULL);
        }
        ++jumps;
    }
    printf("jumps: %d\n", jumps);
}

static void* sleepForever(void* unused) {
    (void)unused;
    for (;;) {
        struct timespec length = {0, 20000000};
        nanosleep(&length, NULL);
    }
    return NULL;
}

static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t g_condition = PTHREAD_COND_INITIALIZER;
static int g_cleaned = 0;

static void unlock(void* unused) {
    (void)unused;
    ++g_cleaned;
    pthread_mutex_unlock(&g_mutex);
}

static void* waitForever(void* unused) {
    (void)unused;
    pthread_mutex_lock(&g_mutex);
    pthread_cleanup_push(unlock, NULL);
    for (;;)
        pthread_cond_wait(&g_condition, &g_mutex);
    pthread_cleanup_pop(0);
    return NULL;
}

static void cancelledThreadsEnd(void) {
    void* (*bodies[])(void*) = {sleepForever, waitForever};
    for (int i = 0; i < 2; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, bodies[i], NULL);
        usleep(30000);
        pthread_cancel(thread);
        void* result = NULL;
        pthread_join(thread, &result);
        printf("cancelled: %d\n", result == PTHREAD_CANCELED);
    }
    printf("cleaned up: %d\n", g_cleaned);
}

static void conditionsEnd(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 5000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        ++until.tv_sec;
    }
    pthread_mutex_lock(&g_mutex);
    printf("pthread_cond_timedwait: %d\n", pthread_cond_timedwait(&g_condition, &g_mutex, &until));
    pthread_mutex_unlock(&g_mutex);
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    errno = 0;
    const int timed = sem_timedwait(&semaphore, &until);
    printf("sem_timedwait: %d, errno %d\n", timed, errno);
    sem_post(&semaphore);
    printf("sem_wait: %d\n", sem_wait(&semaphore));
    int word = 0;
    struct timespec length = {0, 1000000};
    errno = 0;
    const long futex = syscall(SYS_futex, &word, 0, 0, &length, NULL, 0);
    printf("futex: %ld, errno %d\n", futex, errno);
}

static void filesWait(void) {
    const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec set = {{0, 0}, {0, 2000000}};
    timerfd_settime(timer, 0, &set, NULL);
    unsigned long long expired = 0;
    const int took = (int)read(timer, &expired, sizeof(expired));
    printf("timer: %d, %llu\n", took, expired);
    close(timer);
    int ends[2];
    if (pipe(ends) != 0)
        return;
    struct pollfd file = {ends[0], POLLIN, 0};
    printf("poll of an empty pipe: %d\n", poll(&file, 1, 3));
    if (write(ends[1], "x", 1) != 1)
        return;
    printf("poll of a full one: %d\n", poll(&file, 1, 1000));
    fd_set set2;
    FD_ZERO(&set2);
    FD_SET(ends[0], &set2);
    struct timeval length = {1, 0};
    printf("select: %d\n", select(ends[0] + 1, &set2, NULL, NULL, &length));
    char letter = 0;
    const int letters = (int)read(ends[0], &letter, 1);
    printf("read: %d, %c\n", letters, letter);
    close(ends[0]);
    close(ends[1]);
}

static void* shortLife(void* unused) {
    (void)unused;
    for (int i = 0; i < 5; ++i)
        usleep(500);
    return NULL;
}

static void manyThreads(void) {
    int made = 0;
    for (int round = 0; round < 4; ++round) {
        pthread_t threads[50];
        for (int i = 0; i < 50; ++i)
            made += pthread_create(&threads[i], NULL, shortLife, NULL) == 0;
        for (int i = 0; i < 50; ++i)
            pthread_join(threads[i], NULL);
    }
    printf("threads: %d\n", made);
}

/* What a child inherits of the thread that makes it: the slack, and the class. */
static void settingsOf(const char* whose) {
    printf("%s: slack %d, class %d\n", whose, prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0), sched_getscheduler(0));
    fflush(stdout);
}

static void childrenRun(const char* self) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        settingsOf("child");
        usleep(1000);
        _exit(3);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("fork: %d\n", WEXITSTATUS(status));
    fflush(stdout);
    const pid_t second = vfork();
    if (second == 0)
        _exit(4);
    waitpid(second, &status, 0);
    printf("vfork: %d\n", WEXITSTATUS(status));
    fflush(stdout);
    pid_t third = 0;
    char* words[] = {(char*)self, "exec", NULL};
    posix_spawn(&third, self, NULL, NULL, words, environ);
    waitpid(third, &status, 0);
    printf("spawned: %d\n", WEXITSTATUS(status));
    fflush(stdout);
    const pid_t fourth = fork();
    if (fourth == 0) {
        execl(self, self, "exec", (char*)NULL);
        _exit(9);
    }
    waitpid(fourth, &status, 0);
    printf("exec: %d\n", WEXITSTATUS(status));
}

/* dlsym(RTLD_NEXT) looks behind the library of its caller: here behind the program. */
static void namesAreFound(void) {
    int (*next)(unsigned) = (int (*)(unsigned))dlsym(RTLD_NEXT, "usleep");
    printf("RTLD_NEXT: %d, nothing: %d\n", next != NULL && next(100) == 0,
           dlsym(RTLD_DEFAULT, "no_such_name") != NULL);
    /* What a program has not loaded is not there, whoever listens for it. */
    const char* const others[] = {"SDL_RenderPresent", "glXSwapBuffers", "vkQueuePresentKHR",
                                  "wl_proxy_marshal_flags"};
    for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); ++i)
        printf("%s: %d\n", others[i], dlsym(RTLD_DEFAULT, others[i]) != NULL);
}

/* Sleeps, has a thread that sleeps, and a child that does. */
static void liveOn(const char* after) {
    pthread_t thread;
    int status = 0;
    const int slept = usleep(1000);
    const int started = pthread_create(&thread, NULL, shortLife, NULL);
    if (started == 0)
        pthread_join(thread, NULL);
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        usleep(1000);
        _exit(6);
    }
    waitpid(child, &status, 0);
    printf("%s: %d, %d, %d\n", after, slept, started, WEXITSTATUS(status));
    fflush(stdout);
    _exit(0);
}

static void closesAll(void) {
    for (int file = 3; file < 1024; ++file)
        close(file);
    liveOn("closed all files");
}

static void changesRoot(void) {
    printf("chroot: %d\n", chroot("/proc") == 0 && chdir("/") == 0);
    liveOn("in another root");
}

static void changesUser(void) {
    printf("setuid: %d\n", setuid(65534));
    liveOn("as another user");
}

static void mapsWhereItLikes(void) {
    const size_t length = 1 << 24;
    void* const wanted[] = {(void*)0x100000000, (void*)0x200000000000, (void*)0x60000000};
    for (unsigned i = 0; i < sizeof(wanted) / sizeof(wanted[0]); ++i) {
        char* const place = mmap(wanted[i], length, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (place == wanted[i])
            memset(place, 1, length);
        printf("mapped where it likes: %d\n", place == wanted[i]);
    }
    liveOn("with such memory");
}

/* In children, which end with it. */
static void changesItself(void) {
    void (*const changes[])(void) = {closesAll, changesRoot, changesUser, mapsWhereItLikes};
    for (unsigned i = 0; i < sizeof(changes) / sizeof(changes[0]); ++i) {
        int status = 0;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0)
            changes[i]();
        waitpid(child, &status, 0);
        printf("changed: %d\n", status);
    }
}

int main(int words, char** word) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (words > 1 && strcmp(word[1], "exec") == 0) {
        settingsOf("executed");
        usleep(1000);
        return 5;
    }
    const int rounds = words > 1 ? atoi(word[1]) : 1;
    for (int i = 0; i < rounds; ++i) {
        sleepsAreNotEarly();
        errnoStays();
        signalsEndSleeps();
        handlersJumpOut();
        cancelledThreadsEnd();
        conditionsEnd();
        filesWait();
        manyThreads();
        childrenRun(word[0]);
        namesAreFound();
        changesItself();
    }
    return 7;
}
