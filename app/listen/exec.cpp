// SPDX-License-Identifier: MIT
// A program may replace itself by another one, or start threads and programs. All of these inherit the
// settings of the thread, so cures end before. In a thread that goes on they come back at the next call.
#include "app/listen/guard.h"
#include "app/listen/listener.h"

#include <alloca.h>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <threads.h>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

using Words = char* const*;

Real<int(const char*, Words, Words)> g_execve{"execve"};
Real<int(const char*, Words)> g_execv{"execv"};
Real<int(const char*, Words)> g_execvp{"execvp"};
Real<int(const char*, Words, Words)> g_execvpe{"execvpe"};
Real<int(int, Words, Words)> g_fexecve{"fexecve"};
Real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> g_createThread{"pthread_create"};
Real<int(thrd_t*, thrd_start_t, void*)> g_createStandardThread{"thrd_create"};
Real<int(int (*)(void*), void*, int, void*, ...)> g_clone{"clone"};
Real<int(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*, Words, Words)>
    g_spawn{"posix_spawn"}, g_spawnFound{"posix_spawnp"};
Real<int(const char*)> g_system{"system"};
Real<FILE*(const char*, const char*)> g_openPipe{"popen"};
Real<int(uid_t)> g_setUser{"setuid"}, g_setEffective{"seteuid"};
Real<int(uid_t, uid_t)> g_setBoth{"setreuid"};
Real<int(uid_t, uid_t, uid_t)> g_setAll{"setresuid"};

/// Finds the real functions before the first of them is called. The child of a fork must not look for names.
__attribute__((constructor)) void findExec() {
    static_cast<void>(g_execve.get());
    static_cast<void>(g_execv.get());
    static_cast<void>(g_execvp.get());
    static_cast<void>(g_execvpe.get());
    static_cast<void>(g_fexecve.get());
}

/// The number of words up to the null pointer, and including it.
std::size_t count(va_list list) {
    std::size_t words = 1;
    while (va_arg(list, char*) != nullptr)
        ++words;
    return words;
}

void endAllCures() noexcept {
    endCures(t_state);
    endGuard();
}

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

// --- new threads ---

JITTERSCOPE_WRAP int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                                    void* argument) noexcept {
    endCures(t_state);
    return g_createThread.get()(thread, attributes, run, argument);
}

JITTERSCOPE_WRAP int thrd_create(thrd_t* thread, thrd_start_t run, void* argument) {
    endCures(t_state);
    return g_createStandardThread.get()(thread, run, argument);
}

JITTERSCOPE_WRAP int clone(int (*run)(void*), void* stack, int flags, void* argument, ...) noexcept {
    va_list list;
    va_start(list, argument);
    void* more[3];
    for (void*& each : more)
        each = va_arg(list, void*);
    va_end(list);
    endCures(t_state);
    return g_clone.get()(run, stack, flags, argument, more[0], more[1], more[2]);
}

// --- new programs ---

JITTERSCOPE_WRAP int posix_spawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
                                 const posix_spawnattr_t* attributes, Words words, Words variables) {
    endCures(t_state);
    return g_spawn.get()(child, path, actions, attributes, words, variables);
}

JITTERSCOPE_WRAP int posix_spawnp(pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,
                                  const posix_spawnattr_t* attributes, Words words, Words variables) {
    endCures(t_state);
    return g_spawnFound.get()(child, file, actions, attributes, words, variables);
}

JITTERSCOPE_WRAP int system(const char* line) {
    endCures(t_state);
    return g_system.get()(line);
}

JITTERSCOPE_WRAP FILE* popen(const char* line, const char* mode) {
    endCures(t_state);
    return g_openPipe.get()(line, mode);
}

// --- a program that gives up rights, which the guard must not keep ---

JITTERSCOPE_WRAP int setuid(uid_t user) noexcept {
    endAllCures();
    return g_setUser.get()(user);
}

JITTERSCOPE_WRAP int seteuid(uid_t user) noexcept {
    endAllCures();
    return g_setEffective.get()(user);
}

JITTERSCOPE_WRAP int setreuid(uid_t real, uid_t effective) noexcept {
    endAllCures();
    return g_setBoth.get()(real, effective);
}

JITTERSCOPE_WRAP int setresuid(uid_t real, uid_t effective, uid_t saved) noexcept {
    endAllCures();
    return g_setAll.get()(real, effective, saved);
}

// --- itself anew ---

JITTERSCOPE_WRAP int execve(const char* path, Words words, Words variables) noexcept {
    endCures(t_state);
    return g_execve.get()(path, words, variables);
}

JITTERSCOPE_WRAP int execv(const char* path, Words words) noexcept {
    endCures(t_state);
    return g_execv.get()(path, words);
}

JITTERSCOPE_WRAP int execvp(const char* file, Words words) noexcept {
    endCures(t_state);
    return g_execvp.get()(file, words);
}

JITTERSCOPE_WRAP int execvpe(const char* file, Words words, Words variables) noexcept {
    endCures(t_state);
    return g_execvpe.get()(file, words, variables);
}

JITTERSCOPE_WRAP int fexecve(int file, Words words, Words variables) noexcept {
    endCures(t_state);
    return g_fexecve.get()(file, words, variables);
}

// These functions get their words as arguments. As in libc, the words are copied into an array on the stack.
#define JITTERSCOPE_WORDS(first)                                                                             \
    va_list list;                                                                                            \
    va_start(list, first);                                                                                   \
    const std::size_t words = 1 + count(list);                                                               \
    va_end(list);                                                                                            \
    auto** const word = static_cast<char**>(alloca(words * sizeof(char*)));                                  \
    word[0] = const_cast<char*>(first);                                                                      \
    va_start(list, first);                                                                                   \
    for (std::size_t i = 1; i < words; ++i)                                                                  \
    word[i] = va_arg(list, char*)

JITTERSCOPE_WRAP int execl(const char* path, const char* first, ...) noexcept {
    JITTERSCOPE_WORDS(first);
    va_end(list);
    return execv(path, word);
}

JITTERSCOPE_WRAP int execlp(const char* file, const char* first, ...) noexcept {
    JITTERSCOPE_WORDS(first);
    va_end(list);
    return execvp(file, word);
}

JITTERSCOPE_WRAP int execle(const char* path, const char* first, ...) noexcept {
    JITTERSCOPE_WORDS(first);
    auto** const variables = va_arg(list, char**);
    va_end(list);
    return execve(path, word, variables);
}
