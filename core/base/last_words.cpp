// SPDX-License-Identifier: MIT
#include "core/base/last_words.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

namespace jitterscope {
namespace {

const char* g_program = "";

/// Takes no memory: there is none.
[[noreturn]] void sayAndEnd(const char* what) noexcept {
    for (const char* const part : {g_program, ": ", what, "\n"})
        std::fputs(part, stderr);
    std::_Exit(1);
}

[[noreturn]] void lastWords() noexcept {
    try {
        if (const std::exception_ptr why = std::current_exception())
            std::rethrow_exception(why);
    } catch (const std::bad_alloc&) {
        sayAndEnd("out of memory");
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::resource_unavailable_try_again)
            sayAndEnd("a thread could not be started: there are too many, or there is too little memory");
    } catch (...) { // NOLINT(bugprone-empty-catch): as before
    }
    std::abort();
}

} // namespace

void haveLastWords(const char* program) noexcept {
    g_program = program;
    std::set_terminate(lastWords);
}

} // namespace jitterscope
