// SPDX-License-Identifier: MIT
#include "core/platform/child_program.h"

#include "core/platform/linux/path_error.h"

#include <climits>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

extern char** environ;

namespace jitterscope {
namespace {

constexpr int kUnknownStatus = 255;

class Child final : public ChildProgram {
public:
    explicit Child(pid_t process) noexcept : m_process(process) {}
    [[nodiscard]] int process() const noexcept override { return m_process; }

    [[nodiscard]] std::optional<ProgramEnd> end() noexcept override {
        if (m_end)
            return m_end;
        int status = 0;
        const pid_t ended = ::waitpid(m_process, &status, WNOHANG);
        if (ended < 0 && errno == ECHILD)
            m_end = ProgramEnd{kUnknownStatus, 0}; // somebody else has waited for it
        else if (ended == m_process && WIFSIGNALED(status))
            m_end = ProgramEnd{0, WTERMSIG(status)};
        else if (ended == m_process && WIFEXITED(status))
            m_end = ProgramEnd{WEXITSTATUS(status), 0};
        return m_end;
    }

    void askToEnd() noexcept override { send(SIGTERM); }
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
