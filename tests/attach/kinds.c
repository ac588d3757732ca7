// SPDX-License-Identifier: MIT
/* Loops of some seconds, each of a kind of its own: fixed sleeps after uneven work; handoff gives its work to
 * and fro between two threads; relgrid sleeps lengths until points of a grid, with a timer slack; pause,
 * sigtimed and syscall wait in other ways; pipe is paced by another thread; stall stands still in every fifth
 * frame, since nobody reads the pipe that it writes to; yields spins by sched_yield; busy
 * spins without a call; filter allows itself only what its loop needs; filtered starts
 * itself under a filter that ends who calls what a listener needs; refuses starts a command under one that
 * refuses poll() and waiting for children; cuts empties the file that its
 * listener writes; daemon goes to the background. Ends with 7. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const long long kMs = 1000000;

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

static struct timespec ofNs(long long time) {
    const struct timespec spec = {time / 1000000000, time % 1000000000};
    return spec;
}

static void until(long long due) {
    const struct timespec point = ofNs(due);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &point, NULL);
}

static sem_t g_go, g_done;
static void* otherHalf(void* unused) {
    (void)unused;
    for (;;) {
        sem_wait(&g_go);
        work(kMs / 5);
        sem_post(&g_done);
    }
    return NULL;
}

static int g_pipe[2];
static void* pacer(void* unused) {
    (void)unused;
    for (long long due = now();; due += 20 * kMs) {
        until(due);
        if (write(g_pipe[1], "x", 1) != 1)
            break;
    }
    return NULL;
}

/* Empties the full pipe 40 ms later. */
static void* slowReader(void* unused) {
    (void)unused;
    static char bytes[8192];
    while (read(g_pipe[0], bytes, 1) == 1) {
        const struct timespec length = ofNs(40 * kMs);
        nanosleep(&length, NULL);
        for (size_t left = sizeof(bytes) - 1; left > 0;) {
            const ssize_t count = read(g_pipe[0], bytes, left);
            if (count <= 0)
                return NULL;
            left -= (size_t)count;
        }
    }
    return NULL;
}

static void writeToFullPipe(void) {
    static const char bytes[8192];
    if (write(g_pipe[1], bytes, sizeof(bytes)) != sizeof(bytes))
        exit(9);
}

static void onAlarm(int number) {
    (void)number;
}

static void begin(const char* kind) {
    pthread_t thread;
    if (strcmp(kind, "handoff") == 0) {
        sem_init(&g_go, 0, 0);
        sem_init(&g_done, 0, 0);
        pthread_create(&thread, NULL, otherHalf, NULL);
    } else if (strcmp(kind, "pipe") == 0) {
        if (pipe(g_pipe) != 0)
            exit(9);
        pthread_create(&thread, NULL, pacer, NULL);
    } else if (strcmp(kind, "stall") == 0) {
        if (pipe(g_pipe) != 0 || fcntl(g_pipe[1], F_SETPIPE_SZ, 4096) < 0)
            exit(9);
        pthread_create(&thread, NULL, slowReader, NULL);
    } else if (strcmp(kind, "pause") == 0) {
        const struct itimerval often = {{0, 20000}, {0, 20000}};
        signal(SIGALRM, onAlarm);
        setitimer(ITIMER_REAL, &often, NULL);
    } else if (strcmp(kind, "relgrid") == 0) {
        prctl(PR_SET_TIMERSLACK, 8000000UL, 0, 0, 0);
    } else if (strcmp(kind, "daemon") == 0 && daemon(0, 0) != 0) {
        exit(9);
    }
}

/* One frame of 20 ms. */
static void frame(const char* kind, long long due) {
    const struct timespec length = ofNs(20 * kMs);
    if (strcmp(kind, "fixed") == 0) {
        work(rand() % 6 * kMs);
        usleep(16667);
    } else if (strcmp(kind, "handoff") == 0) {
        for (int i = rand() % 8; i >= 0; --i) {
            work(kMs / 5);
            sem_post(&g_go);
            sem_wait(&g_done);
        }
        until(due);
    } else if (strcmp(kind, "relgrid") == 0) {
        const long long left = due - now();
        const struct timespec rest = ofNs(left > 0 ? left : 0);
        if (left > 0)
            nanosleep(&rest, NULL);
    } else if (strcmp(kind, "pause") == 0) {
        pause();
    } else if (strcmp(kind, "sigtimed") == 0) {
        sigset_t signals;
        sigemptyset(&signals);
        sigaddset(&signals, SIGUSR1);
        sigtimedwait(&signals, NULL, &length);
    } else if (strcmp(kind, "syscall") == 0) {
        syscall(SYS_nanosleep, &length, NULL);
    } else if (strcmp(kind, "pipe") == 0) {
        char byte;
        if (read(g_pipe[0], &byte, 1) != 1)
            exit(9);
        work(2 * kMs);
    } else if (strcmp(kind, "stall") == 0) {
        static int count = 0;
        if (++count % 5 == 0)
            writeToFullPipe();
        nanosleep(&length, NULL);
    } else if (strcmp(kind, "yields") == 0) {
        work(3 * kMs);
        while (now() < due)
            sched_yield();
    } else if (strcmp(kind, "busy") == 0) {
        while (now() < due) {
        }
    } else {
        until(due);
    }
}

#define ALLOWED(number)                                                                                      \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* Any other call ends the program. */
static void filter(void) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOWED(SYS_write),
        ALLOWED(SYS_exit_group),
        ALLOWED(SYS_clock_nanosleep),
        ALLOWED(SYS_clock_gettime),
        ALLOWED(SYS_rt_sigreturn),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof(lines) / sizeof(lines[0]), lines};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        exit(8);
}

#define ANSWERED(number, answer)                                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, answer)
static void startUnder(struct sock_filter* lines, unsigned short count, char** command) {
    struct sock_fprog program = {count, lines};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        exit(8);
    execv(command[0], command);
    exit(9);
}

static void startFiltered(char* self, char* frames) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ANSWERED(SYS_fallocate, SECCOMP_RET_KILL_PROCESS),
        ANSWERED(SYS_flock, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    char* command[] = {self, "handoff", frames, NULL};
    startUnder(lines, sizeof(lines) / sizeof(lines[0]), command);
}

static void startRefused(char** command) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ANSWERED(SYS_poll, SECCOMP_RET_ERRNO | EPERM),
        ANSWERED(SYS_ppoll, SECCOMP_RET_ERRNO | EPERM),
        ANSWERED(SYS_wait4, SECCOMP_RET_ERRNO | EPERM),
        ANSWERED(SYS_waitid, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    startUnder(lines, sizeof(lines) / sizeof(lines[0]), command);
}

/* The file is found by the folder that the listener was told. */
static int fileOfListener(void) {
    const char* const folder = getenv("JITTERSCOPE_LISTEN");
    char path[4096];
    snprintf(path, sizeof(path), "%s/%d-0", folder != NULL ? folder : "", (int)getpid());
    return open(path, O_RDWR);
}

int main(int words, char** word) {
    if (words < 3)
        return 2;
    if (strcmp(word[1], "filtered") == 0)
        startFiltered(word[0], word[2]);
    if (strcmp(word[1], "refuses") == 0)
        startRefused(word + 2);
    const int file = strcmp(word[1], "cuts") == 0 ? fileOfListener() : -1;
    begin(word[1]);
    if (strcmp(word[1], "filter") == 0)
        filter();
    long long due = now();
    for (int i = atoi(word[2]); i > 0; --i) {
        due += 20 * kMs;
        frame(word[1], due);
    }
    if (file >= 0 && ftruncate(file, 0) == 0) {
        work(300 * kMs);
        syscall(SYS_exit_group, 7); /* a call that is listened to would write there */
    }
    if (write(1, "lived\n", 6) != 6)
        return 9;
    _exit(7);
}
