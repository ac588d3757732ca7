// SPDX-License-Identifier: MIT
// Loaded with LD_PRELOAD: makes the n-th call of one kind fail, on the way that files take. Environment:
//   FAULT_CALL   write, pwrite, open, fsync, link, rename, flock, chmod, chown, unlink
//   FAULT_NTH    which one, from 1; 0: none fails
//   FAULT_KIND   EIO, ENOSPC, EINTR, short (half of a write), kill (SIGKILL in its place)
//   FAULT_SLEEP  ENOSYS, EINVAL, EPERM: every sleep of the system's is refused with this, as a sandbox may
//   FAULT_CLOCK  "realtime 3600 500", "monotonic -5 500": the clock jumps by so many seconds at the 500th
//   look FAULT_SIGNAL a signal's number: it comes right at the begin of main(), before there are handlers
//   FAULT_COUNT  a file that gets "write 12" for each kind at the end
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <iterator>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

enum Call { Write, Pwrite, Open, Fsync, Link, Rename, Flock, Chmod, Chown, Unlink, CallCount };
constexpr const char* kNames[CallCount] = {"write",  "pwrite", "open",  "fsync", "link",
                                           "rename", "flock",  "chmod", "chown", "unlink"};
std::atomic<int> g_counts[CallCount];

struct Plan {
    int call = -1;
    int nth = 0;
    int error = 0;
    bool shortWrite = false;
    bool kill = false;

    Plan() {
        const char* const name = std::getenv("FAULT_CALL");
        const char* const which = std::getenv("FAULT_NTH");
        const char* const kind = std::getenv("FAULT_KIND");
        if (name == nullptr || which == nullptr || kind == nullptr)
            return;
        for (int i = 0; i < CallCount; ++i) {
            if (std::strcmp(name, kNames[i]) == 0)
                call = i;
        }
        nth = std::atoi(which);
        shortWrite = std::strcmp(kind, "short") == 0;
        kill = std::strcmp(kind, "kill") == 0;
        error = std::strcmp(kind, "ENOSPC") == 0 ? ENOSPC : std::strcmp(kind, "EINTR") == 0 ? EINTR : EIO;
    }
};

const Plan& plan() {
    static const Plan value;
    return value;
}

enum class Fate { Passes, Fails, Half };

Fate fateOf(Call call) {
    const int number = ++g_counts[call];
    if (plan().call != call || plan().nth != number)
        return Fate::Passes;
    if (plan().kill)
        ::raise(SIGKILL);
    if (plan().shortWrite)
        return Fate::Half;
    errno = plan().error;
    return Fate::Fails;
}

/// 0: sleeps are granted.
int refusedSleep() {
    const char* const kind = std::getenv("FAULT_SLEEP");
    if (kind == nullptr)
        return 0;
    return std::strcmp(kind, "ENOSYS") == 0 ? ENOSYS : std::strcmp(kind, "EPERM") == 0 ? EPERM : EINVAL;
}

/// The function that this one stands in front of.
template <typename Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// A clock that jumps.
struct Jump {
    clockid_t clock = -1;
    int nth = 0;
    long long seconds = 0;
    std::atomic<int> looks{0};

    Jump() {
        const char* const text = std::getenv("FAULT_CLOCK");
        char name[16] = "";
        if (text != nullptr && std::sscanf(text, "%15s %lld %d", name, &seconds, &nth) == 3)
            clock = std::strcmp(name, "realtime") == 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    }
    /// How far it is ahead.
    [[nodiscard]] long long ahead(clockid_t asked) const {
        return asked == clock && looks.load(std::memory_order_relaxed) >= nth ? seconds : 0;
    }
};

Jump& jump() {
    static Jump value;
    return value;
}

struct Report {
    ~Report() {
        const char* const path = std::getenv("FAULT_COUNT");
        std::FILE* const file = path != nullptr ? std::fopen(path, "w") : nullptr;
        if (file == nullptr)
            return;
        int counts[CallCount];
        for (int i = 0; i < CallCount; ++i)
            counts[i] = g_counts[i];
        for (int i = 0; i < CallCount; ++i)
            std::fprintf(file, "%s %d\n", kNames[i], counts[i]);
        std::fclose(file);
    }
} g_report;

} // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t length) {
    static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
    switch (fateOf(Write)) {
    case Fate::Fails:
        return -1;
    case Fate::Half:
        return real(descriptor, bytes, (length + 1) / 2);
    default:
        return real(descriptor, bytes, length);
    }
}

ssize_t pwrite(int descriptor, const void* bytes, size_t length, off_t offset) {
    static auto* const real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    switch (fateOf(Pwrite)) {
    case Fate::Fails:
        return -1;
    case Fate::Half:
        return real(descriptor, bytes, (length + 1) / 2, offset);
    default:
        return real(descriptor, bytes, length, offset);
    }
}

int openat(int folder, const char* path, int flags, ...) {
    static auto* const real = next<int(int, const char*, int, ...)>("openat");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fateOf(Open) == Fate::Passes ? real(folder, path, flags, mode) : -1;
}

int fsync(int descriptor) {
    static auto* const real = next<int(int)>("fsync");
    return fateOf(Fsync) == Fate::Passes ? real(descriptor) : -1;
}

int linkat(int from, const char* path, int to, const char* name, int flags) {
    static auto* const real = next<int(int, const char*, int, const char*, int)>("linkat");
    return fateOf(Link) == Fate::Passes ? real(from, path, to, name, flags) : -1;
}

int renameat(int from, const char* path, int to, const char* name) {
    static auto* const real = next<int(int, const char*, int, const char*)>("renameat");
    return fateOf(Rename) == Fate::Passes ? real(from, path, to, name) : -1;
}

int flock(int descriptor, int operation) {
    static auto* const real = next<int(int, int)>("flock");
    return fateOf(Flock) == Fate::Passes ? real(descriptor, operation) : -1;
}

int fchmod(int descriptor, mode_t mode) {
    static auto* const real = next<int(int, mode_t)>("fchmod");
    return fateOf(Chmod) == Fate::Passes ? real(descriptor, mode) : -1;
}

int fchown(int descriptor, uid_t user, gid_t group) {
    static auto* const real = next<int(int, uid_t, gid_t)>("fchown");
    return fateOf(Chown) == Fate::Passes ? real(descriptor, user, group) : -1;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
    static auto* const real = next<int(clockid_t, int, const timespec*, timespec*)>("clock_nanosleep");
    if (const int error = refusedSleep(); error != 0)
        return error;
    timespec kernels = *time;
    if ((flags & TIMER_ABSTIME) != 0)
        kernels.tv_sec = std::max<time_t>(kernels.tv_sec - static_cast<time_t>(jump().ahead(clock)), 0);
    return real(clock, flags, &kernels, left);
}

int clock_gettime(clockid_t clock, timespec* time) noexcept {
    static auto* const real = next<int(clockid_t, timespec*)>("clock_gettime");
    const int result = real(clock, time);
    if (clock == jump().clock)
        jump().looks.fetch_add(1, std::memory_order_relaxed);
    time->tv_sec += static_cast<time_t>(jump().ahead(clock));
    return result;
}

int timerfd_create(int clock, int flags) {
    static auto* const real = next<int(int, int)>("timerfd_create");
    errno = refusedSleep();
    return errno != 0 ? -1 : real(clock, flags);
}

/// The program calls this first for SIGPIPE, in main().
sighandler_t signal(int number, sighandler_t handler) noexcept {
    static auto* const real = next<sighandler_t(int, sighandler_t)>("signal");
    if (const char* const early = std::getenv("FAULT_SIGNAL"); early != nullptr && number == SIGPIPE)
        ::raise(std::atoi(early));
    return real(number, handler);
}

int unlinkat(int folder, const char* path, int flags) {
    static auto* const real = next<int(int, const char*, int)>("unlinkat");
    return fateOf(Unlink) == Fate::Passes ? real(folder, path, flags) : -1;
}
}
