// SPDX-License-Identifier: MIT
// A program that starts another one in its place: exec() hands down what belongs to the thread, so cures end
// before it. Where it fails, they come back at the next call.
#include "app/listen/listener.h"

#include <alloca.h>
#include <cstdarg>
#include <cstddef>
#include <unistd.h>

namespace jitterscope::listen {
namespace {

using Words = char* const*;

Real<int(const char*, Words, Words)> g_execve{"execve"};
Real<int(const char*, Words)> g_execv{"execv"};
Real<int(const char*, Words)> g_execvp{"execvp"};
Real<int(const char*, Words, Words)> g_execvpe{"execvpe"};
Real<int(int, Words, Words)> g_fexecve{"fexecve"};

/// Found before the first is called: in the child of a fork nobody may look for names.
__attribute__((constructor)) void findExec() {
    static_cast<void>(g_execve.get());
    static_cast<void>(g_execv.get());
    static_cast<void>(g_execvp.get());
    static_cast<void>(g_execvpe.get());
    static_cast<void>(g_fexecve.get());
}

/// How many words there are up to the null pointer, which is one of them.
std::size_t count(va_list list) {
    std::size_t words = 1;
    while (va_arg(list, char*) != nullptr)
        ++words;
    return words;
}

} // namespace
} // namespace jitterscope::listen

using namespace jitterscope::listen;

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

// The words of these lie in the arguments. They are put into an array on the stack, as libc does.
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
