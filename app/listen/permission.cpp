// SPDX-License-Identifier: MIT
// A system call of the listener's may be forbidden, and end the program: a filter (seccomp), or a limit of
// the size of files.
#include "app/listen/listener.h"

#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

/// Whether somebody who started this program allows it only some system calls (seccomp). Without /proc that
/// is unknown, and it may be so.
bool mayBeFiltered() noexcept {
    char text[4096];
    const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    const long count = file < 0 ? 0 : syscall(SYS_read, file, text, sizeof(text) - 1);
    if (file >= 0)
        close(file);
    text[count > 0 ? count : 0] = '\0';
    const char* const line = std::strstr(text, "\nSeccomp:");
    return line == nullptr || line[std::strcspn(line, "012")] != '0';
}

/// The system calls of the listener, as far as a loader needs none of them.
void callAll() noexcept {
    timespec cpu;
    syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &cpu);
    syscall(SYS_gettid);
    syscall(SYS_ftruncate, -1, 0L);
    syscall(SYS_fallocate, -1, 0, 0L, 0L);
    syscall(SYS_madvise, nullptr, 0UL, 0);
    syscall(SYS_pread64, -1, nullptr, 0UL, 0L);
    syscall(SYS_fcntl, -1, F_GETFD);
    syscall(SYS_flock, -1, LOCK_SH | LOCK_NB);
    syscall(SYS_fchmod, -1, 0);
    syscall(SYS_prctl, PR_GET_TIMERSLACK, 0, 0, 0, 0);
    syscall(SYS_sched_getaffinity, 0, 0UL, nullptr);
    syscall(SYS_sched_setaffinity, 0, 0UL, nullptr);
    syscall(SYS_sched_getscheduler, 0);
    syscall(SYS_sched_getparam, 0, nullptr);
    syscall(SYS_sched_setscheduler, 0, -1, nullptr);
#ifdef SYS_readlink // as libc has it: newer architectures have only the other one
    syscall(SYS_readlink, "", nullptr, 0UL);
#else
    syscall(SYS_readlinkat, AT_FDCWD, "", nullptr, 0UL);
#endif
    syscall(SYS_exit_group, 0);
}

} // namespace

bool mayListen() noexcept {
    rlimit size{};
    if (getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur < sizeof(Program))
        return false; // SIGXFSZ
    if (!mayBeFiltered())
        return true;
    const long child = syscall(SYS_clone, 0UL, nullptr, nullptr, nullptr, 0UL);
    if (child == 0)
        callAll();
    int status = -1;
    return child > 0 && syscall(SYS_wait4, child, &status, __WALL, nullptr) == child && status == 0;
}

} // namespace jitterscope::listen
