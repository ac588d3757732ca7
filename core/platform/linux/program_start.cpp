// SPDX-License-Identifier: MIT
#include "core/platform/program_start.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace jitterscope {

std::vector<std::string> utf8Arguments(int count, char** arguments) {
    return count > 1 ? std::vector<std::string>(arguments + 1, arguments + count)
                     : std::vector<std::string>();
}

void joinStartingConsole() noexcept {}

namespace {

constexpr rlim_t kLeastStack = rlim_t{128} * 1024;

/// glibc takes an error of brk() for an address, and ends the program if futex() fails. brk(0) and waking
/// nobody change nothing.
const char* refusedCall() noexcept {
    std::uint32_t word = 0;
    if (::syscall(SYS_brk, nullptr) == -1)
        return "the system refuses brk(), without which there is no memory";
    if (::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0) == -1)
        return "the system refuses futex(), without which threads cannot wait for each other";
    return nullptr;
}

bool stackIsTooSmall() noexcept {
    rlimit limit{};
    return ::getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < kLeastStack;
}

bool descriptorsAreTooFew(std::size_t count) noexcept {
    std::array<int, 64> opened{};
    std::size_t number = 0;
    bool few = false;
    for (; number < std::min(count, opened.size()) && !few; ++number) {
        opened[number] = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        few = opened[number] < 0 && (errno == EMFILE || errno == ENFILE);
    }
    while (number > 0)
        ::close(opened[--number]);
    return few;
}

bool memoryIsTooLittle(std::size_t bytes) noexcept {
    if (bytes == 0)
        return false;
    void* const place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED)
        return errno == ENOMEM;
    ::munmap(place, bytes);
    return false;
}

/// All of them at once. The lock is taken until the last one has been started, so that none ends before.
bool threadsAreTooFew(std::size_t count) noexcept {
    std::array<pthread_t, 16> threads{};
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const auto pass = [](void* mutex) -> void* {
        pthread_mutex_lock(static_cast<pthread_mutex_t*>(mutex));
        pthread_mutex_unlock(static_cast<pthread_mutex_t*>(mutex));
        return nullptr;
    };
    const std::size_t wanted = std::min(count, threads.size());
    std::size_t number = 0;
    pthread_mutex_lock(&lock);
    while (number < wanted && pthread_create(&threads[number], nullptr, pass, &lock) == 0)
        ++number;
    pthread_mutex_unlock(&lock);
    const bool few = number < wanted;
    while (number > 0)
        pthread_join(threads[--number], nullptr);
    return few;
}

} // namespace

void endIfRefused(const char* program) noexcept {
    const char* const refused = refusedCall();
    if (refused == nullptr)
        return;
    for (const char* const part : {program, ": ", refused, "\n"}) {
        if (::write(STDERR_FILENO, part, std::strlen(part)) < 0)
            break;
    }
    ::_exit(1);
}

const char* missingAtStart(const StartNeeds& needs) noexcept {
    if (const char* const refused = refusedCall())
        return refused;
    if (stackIsTooSmall())
        return "its stack may not even be 128 kB large; raise the limit: ulimit -s 8192";
    if (descriptorsAreTooFew(needs.descriptors))
        return "too few files may be open at once; raise the limit: ulimit -n 64";
    if (memoryIsTooLittle(needs.memory))
        return "there is too little memory; raise the limits: ulimit -v and ulimit -d";
    if (threadsAreTooFew(needs.threads))
        return "too few threads may be started; raise the limit: ulimit -u";
    return nullptr;
}

} // namespace jitterscope
