// SPDX-License-Identifier: MIT
/* Sleeps 5 ms at a time until a cure has changed its thread (SLACK, CLASS or MASK), does what it is told, and
 * sleeps on until the cure is over. Then it says what it has. WHAT: nothing; threads, c11, clone, raw,
 * spawn, spawnp, system, popen start something that inherits; computes calls nothing until the cure is over;
 * own-… sets something itself; before-… did so before; drops gives up its rights; gives-up does it by the
 * kernel's own call; filter allows itself only some system calls. Ends with 7; 8: there was no cure. */
#define _GNU_SOURCE
#include <dirent.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

struct settings {
    int slack, policy, priority, processors;
};
static struct settings g_before;
static const char* g_kind;

static struct settings settingsNow(void) {
    struct settings now;
    struct sched_param priority;
    cpu_set_t processors;
    now.slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    now.policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    sched_getparam(0, &priority);
    now.priority = priority.sched_priority;
    sched_getaffinity(0, sizeof(processors), &processors);
    now.processors = CPU_COUNT(&processors);
    return now;
}

static void say(const char* who) {
    const struct settings now = settingsNow();
    printf("%s: slack %d, class %d at %d, processors %d\n", who, now.slack, now.policy, now.priority,
           now.processors);
    fflush(stdout);
}

static int isCured(void) {
    const struct settings now = settingsNow();
    return strcmp(g_kind, "slack") == 0   ? now.slack == 1
           : strcmp(g_kind, "class") == 0 ? now.policy == SCHED_FIFO && now.priority == 1
                                          : now.processors == 1 && g_before.processors > 1;
}

static void nap(void) {
    const struct timespec length = {0, 5000000};
    nanosleep(&length, NULL);
}

static int differs(void) {
    const struct settings now = settingsNow();
    return memcmp(&now, &g_before, sizeof(now)) != 0;
}

static int g_different = 0;
static void* worker(void* unused) {
    __atomic_fetch_add(&g_different, differs(), __ATOMIC_SEQ_CST);
    return unused;
}
static int standardWorker(void* unused) {
    worker(unused);
    return 0;
}

static void startThreads(void) {
    pthread_t threads[64];
    for (int i = 0; i < 64; ++i) {
        if (pthread_create(&threads[i], NULL, worker, NULL) != 0)
            exit(9);
        nap(); /* the cure is back */
    }
    for (int i = 0; i < 64; ++i)
        pthread_join(threads[i], NULL);
    printf("different: %d of 64\n", g_different);
}

static void startChild(const char* how, char* self) {
    char line[4096];
    char* words[] = {self, "say", "child", NULL};
    int status = 0;
    pid_t child = 0;
    snprintf(line, sizeof(line), "'%s' say child", self);
    if (strcmp(how, "spawn") == 0)
        posix_spawn(&child, self, NULL, NULL, words, environ);
    else if (strcmp(how, "spawnp") == 0)
        posix_spawnp(&child, self, NULL, NULL, words, environ);
    else if (strcmp(how, "system") == 0)
        status = system(line);
    else
        pclose(popen(line, "w"));
    if (child != 0)
        waitpid(child, &status, 0);
    if (status != 0)
        exit(9);
}

static char g_stack[65536];

static void filterItself(void) {
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setscheduler, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(lines) / sizeof(lines[0]), lines};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0)
        exit(9);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Nothing here is listened to. */
static void compute(void) {
    const long long begin = now();
    while (isCured() && now() - begin < 8000000000LL) {
    }
    printf("computed until it was over: %d\n", !isCured());
}

static void oneProcessor(unsigned which) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(which, &set);
    if (sched_setaffinity(0, sizeof(set), &set) != 0)
        exit(9);
}

static void sayThreads(void) {
    int count = 0;
    DIR* const tasks = opendir("/proc/self/task");
    while (tasks != NULL && readdir(tasks) != NULL)
        ++count;
    printf("threads: %d\n", count - 2); /* without . and .. */
}

static void act(const char* what, char* self) {
    const struct sched_param three = {3};
    if (strcmp(what, "threads") == 0) {
        startThreads();
    } else if (strcmp(what, "c11") == 0) {
        thrd_t thread;
        thrd_create(&thread, standardWorker, NULL);
        thrd_join(thread, NULL);
        printf("different: %d of 1\n", g_different);
    } else if (strcmp(what, "clone") == 0) {
        const pid_t child = clone(standardWorker, g_stack + sizeof(g_stack), CLONE_VM | SIGCHLD, NULL);
        waitpid(child, NULL, 0);
        printf("different: %d of 1\n", g_different);
    } else if (strcmp(what, "raw") == 0) {
        const long child = syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
        if (child == 0)
            _exit(differs());
        int status = 0;
        waitpid((pid_t)child, &status, 0);
        printf("different: %d of 1\n", WEXITSTATUS(status));
    } else if (strcmp(what, "spawn") == 0 || strcmp(what, "spawnp") == 0 || strcmp(what, "system") == 0 ||
               strcmp(what, "popen") == 0) {
        startChild(what, self);
    } else if (strcmp(what, "computes") == 0) {
        compute();
    } else if (strcmp(what, "own-class") == 0) {
        sched_setscheduler(0, SCHED_RR, &three);
    } else if (strcmp(what, "own-slack") == 0) {
        syscall(SYS_prctl, PR_SET_TIMERSLACK, 777000UL, 0, 0, 0); /* unseen */
    } else if (strcmp(what, "own-slack-1") == 0) {
        prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
    } else if (strcmp(what, "own-mask") == 0) {
        oneProcessor(0);
    } else if (strcmp(what, "filter") == 0) {
        filterItself();
    } else if ((strcmp(what, "drops") == 0 && setuid(65534) != 0) ||
               (strcmp(what, "gives-up") == 0 && syscall(SYS_setuid, 65534) != 0)) {
        exit(9);
    }
    if (strcmp(what, "drops") == 0)
        sayThreads();
}

static void actBefore(const char* what) {
    const struct sched_param ten = {10};
    if (strcmp(what, "before-slack") == 0)
        prctl(PR_SET_TIMERSLACK, 8000000UL, 0, 0, 0);
    else if (strcmp(what, "before-class") == 0 && sched_setscheduler(0, SCHED_FIFO, &ten) != 0)
        exit(8);
    else if (strcmp(what, "before-mask") == 0)
        oneProcessor(0);
}

int main(int words, char** word) {
    if (words < 3)
        return 2;
    if (strcmp(word[1], "say") == 0) {
        say(word[2]);
        return 0;
    }
    g_kind = word[1];
    actBefore(word[2]);
    g_before = settingsNow();
    say("before");
    for (int i = 0; i < 300 && !isCured(); ++i)
        nap();
    const int cured = isCured();
    if (cured)
        act(word[2], word[0]);
    for (int i = 0; i < 120; ++i)
        nap();
    say("after");
    return cured ? 7 : 8;
}
