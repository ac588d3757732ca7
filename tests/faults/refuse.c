// SPDX-License-Identifier: MIT
/* Loaded with LD_PRELOAD: from then on the kernel refuses one system call, as a sandbox may, to the program
 * and to all that it starts. Environment: REFUSE_CALL its name, REFUSE_ERROR the errno as a number. What the
 * loader does before is not refused: without mmap() or openat() there, no program starts at all. Ends with 77
 * where no filter may be set, or the call does not exist here. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kNotHere = 77 };

struct call {
    const char* name;
    unsigned number;
};

/* CALL(x) for those that every architecture has. */
#define CALL(name)                                                                                           \
    { #name, SYS_##name }
static const struct call kCalls[] = {
    CALL(brk),
    CALL(chdir),
    CALL(clock_getres),
    CALL(clock_gettime),
    CALL(clock_nanosleep),
    CALL(clone),
    CALL(clone3),
    CALL(close),
    CALL(close_range),
    CALL(dup3),
    CALL(eventfd2),
    CALL(execve),
    CALL(exit),
    CALL(exit_group),
    CALL(faccessat),
    CALL(faccessat2),
    CALL(fallocate),
    CALL(fchmod),
    CALL(fchmodat),
    CALL(fchown),
    CALL(fcntl),
    CALL(fdatasync),
    CALL(flock),
    CALL(fstat),
    CALL(fsync),
    CALL(ftruncate),
    CALL(futex),
    CALL(getcwd),
    CALL(getdents64),
    CALL(geteuid),
    CALL(getpid),
    CALL(getppid),
    CALL(getrandom),
    CALL(getrusage),
    CALL(gettid),
    CALL(getuid),
    CALL(getxattr),
    CALL(ioctl),
    CALL(kill),
    CALL(linkat),
    CALL(lseek),
    CALL(madvise),
    CALL(memfd_create),
    CALL(mkdirat),
    CALL(mlock),
    CALL(mmap),
    CALL(mprotect),
    CALL(mremap),
    CALL(munmap),
    CALL(nanosleep),
    CALL(newfstatat),
    CALL(openat),
    CALL(pipe2),
    CALL(ppoll),
    CALL(prctl),
    CALL(pread64),
    CALL(prlimit64),
    CALL(pselect6),
    CALL(pwrite64),
    CALL(read),
    CALL(readlinkat),
    CALL(renameat),
    CALL(renameat2),
    CALL(rseq),
    CALL(rt_sigaction),
    CALL(rt_sigprocmask),
    CALL(rt_sigreturn),
    CALL(sched_get_priority_max),
    CALL(sched_get_priority_min),
    CALL(sched_getaffinity),
    CALL(sched_getparam),
    CALL(sched_getscheduler),
    CALL(sched_setaffinity),
    CALL(sched_setscheduler),
    CALL(sched_yield),
    CALL(set_robust_list),
    CALL(sigaltstack),
    CALL(socket),
    CALL(connect),
    CALL(statfs),
    CALL(statx),
    CALL(symlinkat),
    CALL(sysinfo),
    CALL(tgkill),
    CALL(timerfd_create),
    CALL(timerfd_settime),
    CALL(umask),
    CALL(uname),
    CALL(unlinkat),
    CALL(utimensat),
    CALL(wait4),
    CALL(waitid),
    CALL(write),
    CALL(writev),
#ifdef __x86_64__
    CALL(access),
    CALL(arch_prctl),
    CALL(chmod),
    CALL(fork),
    CALL(link),
    CALL(mkdir),
    CALL(open),
    CALL(pipe),
    CALL(poll),
    CALL(readlink),
    CALL(rename),
    CALL(rmdir),
    CALL(select),
    CALL(stat),
    CALL(symlink),
    CALL(unlink),
    CALL(vfork),
#endif
};

__attribute__((constructor)) static void refuse(void) {
    const char* const name = getenv("REFUSE_CALL");
    const char* const error = getenv("REFUSE_ERROR");
    if (name == NULL || error == NULL)
        return;
    const struct call* call = kCalls;
    const struct call* const end = kCalls + sizeof(kCalls) / sizeof(kCalls[0]);
    while (call != end && strcmp(call->name, name) != 0)
        ++call;
    if (call == end)
        _exit(kNotHere);
    struct sock_filter lines[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call->number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((unsigned)atoi(error) & SECCOMP_RET_DATA)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof(lines) / sizeof(lines[0]), lines};
    unsetenv("REFUSE_CALL"); /* what it starts has the filter already */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(kNotHere);
}
