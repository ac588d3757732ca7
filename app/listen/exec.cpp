// SPDX-License-Identifier: MIT
// A program may replace itself by another one. exec() keeps the settings of the thread, and a new thread gets
// them too, so cures end before. In a thread that goes on they come back at the next call.
#include "app/listen/listener.h"

#include <alloca.h>
#include <cstdarg>
#include <cstddef>
#include <pthread.h>
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

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

/// A new thread inherits slack and processors, and would keep them for good.
JITTERSCOPE_WRAP int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                                    void* argument) noexcept {
    endCures(t_state);
    return g_createThread.get()(thread, attributes, run, argument);
}

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
