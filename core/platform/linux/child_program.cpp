// SPDX-License-Identifier: MIT
#include "core/platform/child_program.h"

#include "core/platform/linux/descriptor.h"

#include <climits>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

extern char** environ;

namespace jitterscope {
namespace {

constexpr int kUnknownStatus = 255;

/// State and parent of a process (proc(5)). False: there is none.
bool readStat(pid_t process, char& state, pid_t& parent) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::size_t name = text.rfind(") ");
    if (name == std::string::npos)
        return false;
    std::istringstream rest(text.substr(name + 2));
    return static_cast<bool>(rest >> state >> parent);
}

bool isGone(pid_t process) {
    char state = 0;
    pid_t parent = 0;
    return !readStat(process, state, parent) || state == 'Z';
}

/// The processes that it has started, and those that these have.
std::vector<pid_t> startedBy(pid_t process) {
    std::vector<pid_t> found{process};
    for (bool more = true; more;) {
        more = false;
        std::error_code none;
        for (std::filesystem::directory_iterator entry("/proc", none), end; entry != end;
             entry.increment(none)) {
            const pid_t number = static_cast<pid_t>(std::atoi(entry->path().filename().c_str()));
            char state = 0;
            pid_t parent = 0;
            if (number <= 0 || std::ranges::count(found, number) > 0 || !readStat(number, state, parent) ||
                std::ranges::count(found, parent) == 0)
                continue;
            found.push_back(number);
            more = true;
        }
    }
    found.erase(found.begin());
    return found;
}

class Child final : public ChildProgram {
public:
    explicit Child(pid_t process) noexcept : m_process(process) {}
    [[nodiscard]] int process() const noexcept override { return m_process; }

    [[nodiscard]] std::optional<ProgramEnd> end() noexcept override {
        if (m_end)
            return m_end;
        int status = 0;
        const pid_t ended = ::waitpid(m_process, &status, WNOHANG);
        // Somebody else has waited for it, or a filter does not let us wait.
        if (ended < 0 && (errno == ECHILD || (errno != EINTR && isGone(m_process))))
            m_end = ProgramEnd{kUnknownStatus, 0};
        else if (ended == m_process && WIFSIGNALED(status))
            m_end = ProgramEnd{0, WTERMSIG(status)};
        else if (ended == m_process && WIFEXITED(status))
            m_end = ProgramEnd{WEXITSTATUS(status), 0};
        return m_end;
    }

    void askToEnd() noexcept override {
        // A shell that waits for a game ends without it.
        for (const pid_t started : startedBy(m_process))
            ::kill(started, SIGTERM);
        send(SIGTERM);
    }
    void handOn(int stopSignal) noexcept override {
        if (stopSignal != SIGINT && stopSignal != SIGQUIT) // a terminal's keys reach the whole group
            send(stopSignal);
    }

private:
    void send(int number) noexcept {
        if (!m_end)
            ::kill(m_process, number);
    }

    pid_t m_process;
    std::optional<ProgramEnd> m_end;
};

/// This program's environment with some variables replaced.
std::vector<std::string> environmentWith(const Environment& changes) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        bool replaced = false;
        for (const auto& [name, value] : changes)
            replaced = replaced || text.starts_with(name + "=");
        if (!replaced)
            variables.emplace_back(text);
    }
    for (const auto& [name, value] : changes)
        variables.push_back(name + "=" + value);
    return variables;
}

std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

/// Signals as a shell hands them to a program.
class UsualSignals {
public:
    UsualSignals() {
        posix_spawnattr_init(&m_attributes);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        sigset_t ours;
        sigemptyset(&ours);
        for (const int number : {SIGPIPE, SIGXFSZ, SIGXCPU, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD})
            sigaddset(&ours, number);
        posix_spawnattr_setsigdefault(&m_attributes, &ours);
    }
    ~UsualSignals() { posix_spawnattr_destroy(&m_attributes); }
    UsualSignals(const UsualSignals&) = delete;
    UsualSignals& operator=(const UsualSignals&) = delete;
    [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
};

/// Who started us may have ignored the end of children, which is handed down: then the system forgets how
/// they end. A handler stays.
void heedEndsOfChildren() noexcept {
    struct sigaction now {};
    if (::sigaction(SIGCHLD, nullptr, &now) != 0 || (now.sa_flags & SA_SIGINFO) != 0)
        return;
    if (now.sa_handler == SIG_IGN || (now.sa_flags & SA_NOCLDWAIT) != 0) {
        if (now.sa_handler == SIG_IGN)
            now.sa_handler = SIG_DFL;
        now.sa_flags &= ~SA_NOCLDWAIT;
        ::sigaction(SIGCHLD, &now, nullptr);
    }
}

} // namespace

Result<std::unique_ptr<ChildProgram>>
startProgram(const std::string& path, const std::vector<std::string>& words, const Environment& environment) {
    const std::vector<std::string> variables = environmentWith(environment);
    const UsualSignals signals;
    heedEndsOfChildren();
    pid_t child = 0;
    const int failed = ::posix_spawn(&child, path.c_str(), nullptr, signals.get(), pointersTo(words).data(),
                                     pointersTo(variables).data());
    if (failed != 0)
        return pathError("cannot start", path, failed);
    return std::unique_ptr<ChildProgram>(std::make_unique<Child>(child));
}

bool givesRights(const std::string& path) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) == 0 && (facts.st_mode & (S_ISUID | S_ISGID)) != 0)
        return true;
    return ::getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

std::optional<std::string> findBesideProgram(const std::string& relative) {
    std::array<char, PATH_MAX> path{};
    const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
    if (length <= 0)
        return std::nullopt;
    const std::string own(path.data(), static_cast<std::size_t>(length));
    const std::string beside = own.substr(0, own.rfind('/') + 1) + relative;
    std::array<char, PATH_MAX> whole{};
    if (::realpath(beside.c_str(), whole.data()) == nullptr)
        return std::nullopt;
    return std::string(whole.data());
}

} // namespace jitterscope
