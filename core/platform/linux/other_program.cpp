// SPDX-License-Identifier: MIT
#include "core/platform/other_program.h"

#include "core/base/text.h"
#include "core/platform/linux/descriptor.h"

#include <climits>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace jitterscope {

namespace {

std::string ownFolder() {
    std::array<char, PATH_MAX> path{};
    const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
    const std::string text(path.data(), length < 0 ? 0 : static_cast<std::size_t>(length));
    return text.substr(0, text.rfind('/') + 1);
}

} // namespace

std::optional<std::string> findProgram(const std::string& name) {
    std::vector<std::string> folders;
    if (std::string own = ownFolder(); !own.empty())
        folders.push_back(std::move(own));
    const char* const variable = std::getenv("PATH");
    std::string_view rest = variable != nullptr ? variable : "";
    while (!rest.empty()) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        if (folder.starts_with('/')) // a folder relative to where one is would start anybody's program
            folders.push_back(std::string(folder) + '/');
    }
    for (const std::string& folder : folders) {
        if (::access((folder + name).c_str(), X_OK) == 0)
            return folder + name;
    }
    return std::nullopt;
}

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

namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// `:0`, `:0.0`: where that server listens; others are not on this machine.
std::string socketOfX(std::string_view display) {
    if (!display.starts_with(':'))
        return {};
    const std::string_view number = display.substr(1, display.find('.') - 1);
    const bool digits =
        !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return digits ? "/tmp/.X11-unix/X" + std::string(number) : std::string();
}

std::string socketOfWayland(const std::string& display) {
    if (display.empty() || display[0] == '/')
        return display;
    const std::string folder = variable("XDG_RUNTIME_DIR");
    return folder.empty() ? std::string() : folder + "/" + display;
}

/// Who listens there; 0: nobody, or nobody knows. Nothing is said to it.
std::int32_t listenerAt(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof(address.sun_path))
        return 0;
    std::memcpy(address.sun_path, path.data(), path.size());
    const Descriptor file(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ucred peer{};
    socklen_t size = sizeof(peer);
    if (!file || ::connect(file.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::getsockopt(file.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return 0;
    return peer.pid;
}

} // namespace

std::vector<std::int32_t> displayServers() {
    std::vector<std::int32_t> servers;
    for (const std::string& path :
         {socketOfX(variable("DISPLAY")), socketOfWayland(variable("WAYLAND_DISPLAY"))}) {
        if (const std::int32_t process = listenerAt(path);
            process > 0 && std::ranges::find(servers, process) == servers.end())
            servers.push_back(process);
    }
    return servers;
}

} // namespace jitterscope
