// SPDX-License-Identifier: MIT
#include "core/platform/blocked_call.h"

#include "core/base/shown_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <sys/syscall.h>
#include <system_error>

namespace jitterscope {
namespace {

struct NamedCall {
    long number = 0;
    std::string_view name;
    bool ofFile = false; ///< its first argument is a file descriptor
};

/// Those in which programs block. Waits that are listened to are here too: a library may make them itself.
constexpr std::array kCalls{
    NamedCall{SYS_read, "read", true},
    NamedCall{SYS_write, "write", true},
    NamedCall{SYS_readv, "readv", true},
    NamedCall{SYS_writev, "writev", true},
    NamedCall{SYS_pread64, "pread", true},
    NamedCall{SYS_pwrite64, "pwrite", true},
    NamedCall{SYS_fsync, "fsync", true},
    NamedCall{SYS_fdatasync, "fdatasync", true},
    NamedCall{SYS_sync, "sync"},
    NamedCall{SYS_syncfs, "syncfs", true},
    NamedCall{SYS_msync, "msync"},
    NamedCall{SYS_ftruncate, "ftruncate", true},
    NamedCall{SYS_fallocate, "fallocate", true},
    NamedCall{SYS_getdents64, "readdir", true},
    NamedCall{SYS_ioctl, "ioctl", true},
    NamedCall{SYS_fcntl, "fcntl", true},
    NamedCall{SYS_flock, "flock", true},
    NamedCall{SYS_close, "close", true},
    NamedCall{SYS_sendfile, "sendfile", true},
    NamedCall{SYS_splice, "splice", true},
    NamedCall{SYS_connect, "connect", true},
    NamedCall{SYS_accept, "accept", true},
    NamedCall{SYS_accept4, "accept", true},
    NamedCall{SYS_sendto, "sendto", true},
    NamedCall{SYS_recvfrom, "recvfrom", true},
    NamedCall{SYS_sendmsg, "sendmsg", true},
    NamedCall{SYS_recvmsg, "recvmsg", true},
    NamedCall{SYS_openat, "open"},
    NamedCall{SYS_unlinkat, "unlink"},
    NamedCall{SYS_renameat2, "rename"},
    NamedCall{SYS_mkdirat, "mkdir"},
    NamedCall{SYS_statx, "stat"},
    NamedCall{SYS_newfstatat, "stat"},
#ifdef SYS_open // the older forms, which newer machines no longer have
    NamedCall{SYS_open, "open"},
    NamedCall{SYS_unlink, "unlink"},
    NamedCall{SYS_rename, "rename"},
    NamedCall{SYS_poll, "poll"},
    NamedCall{SYS_select, "select"},
    NamedCall{SYS_epoll_wait, "epoll_wait"},
    NamedCall{SYS_pause, "pause"},
#endif
    NamedCall{SYS_mmap, "mmap"},
    NamedCall{SYS_munmap, "munmap"},
    NamedCall{SYS_mprotect, "mprotect"},
    NamedCall{SYS_madvise, "madvise"},
    NamedCall{SYS_brk, "brk"},
    NamedCall{SYS_clone, "clone"},
    NamedCall{SYS_execve, "execve"},
    NamedCall{SYS_wait4, "waitpid"},
    NamedCall{SYS_waitid, "waitid"},
    NamedCall{SYS_futex, "futex"},
    NamedCall{SYS_nanosleep, "nanosleep"},
    NamedCall{SYS_clock_nanosleep, "clock_nanosleep"},
    NamedCall{SYS_ppoll, "poll"},
    NamedCall{SYS_pselect6, "select"},
    NamedCall{SYS_epoll_pwait, "epoll_wait"},
    NamedCall{SYS_rt_sigtimedwait, "sigtimedwait"},
    NamedCall{SYS_rt_sigsuspend, "sigsuspend"},
    NamedCall{SYS_io_uring_enter, "io_uring_enter"},
    NamedCall{SYS_io_getevents, "io_getevents"},
    NamedCall{SYS_getrandom, "getrandom"},
};

std::string firstLine(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// What stands at `at`, up to the next blank; `at` moves behind that.
std::string_view nextWord(std::string_view text, std::size_t& at) {
    const std::size_t begin = std::min(at, text.size());
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    at = end + 1;
    return text.substr(begin, end - begin);
}

void findObject(BlockedCall& call, std::int32_t process, std::string_view descriptor) {
    std::uint64_t number = 0;
    descriptor.remove_prefix(std::min<std::size_t>(2, descriptor.size())); // 0x
    std::from_chars(descriptor.data(), descriptor.data() + descriptor.size(), number, 16);
    std::error_code failed;
    const std::string target =
        std::filesystem::read_symlink(
            "/proc/" + std::to_string(process) + "/fd/" + std::to_string(number & 0xffffffffU), failed)
            .string();
    constexpr std::string_view kKernels = "anon_inode:"; // [eventfd], [timerfd], …
    if (failed)
        return;
    if (target.starts_with("pipe:"))
        call.object = "a pipe";
    else if (target.starts_with("socket:"))
        call.object = "a socket";
    else if (target.starts_with(kKernels))
        call.object = target.substr(kKernels.size());
    else if (target.starts_with("/dev/pts/") || target.starts_with("/dev/tty"))
        call.object = "its terminal";
    else if (target.starts_with("/dev/"))
        call.object = shownText(target);
    else {
        call.object = shownText(std::filesystem::path(target).filename().string());
        call.ofUser = true;
    }
}

} // namespace

std::optional<BlockedCall> blockedCall(std::int32_t process, std::int32_t thread) {
    const std::string folder = "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + "/";
    const std::string text = firstLine(folder + "syscall");
    if (text == "running")
        return std::nullopt;
    std::size_t at = 0;
    const std::string_view word = nextWord(text, at);
    long number = 0;
    if (word.empty() || std::from_chars(word.data(), word.data() + word.size(), number).ec != std::errc()) {
        // Whoever may not trace it may still read the name of the kernel's function.
        const std::string function = firstLine(folder + "wchan");
        return function.empty() || function == "0" ? std::nullopt
                                                   : std::optional(BlockedCall{shownText(function)});
    }
    if (number < 0)
        return BlockedCall{"a page of memory"};
    const auto found = std::ranges::find(kCalls, number, &NamedCall::number);
    if (found == kCalls.end())
        return BlockedCall{"system call " + std::to_string(number)};
    BlockedCall call{std::string(found->name)};
    if (found->ofFile)
        findObject(call, process, nextWord(text, at));
    return call;
}

} // namespace jitterscope
