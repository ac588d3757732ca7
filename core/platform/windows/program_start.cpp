// SPDX-License-Identifier: MIT
#include "core/platform/program_start.h"

#include "core/platform/file_system.h"
#include "core/platform/windows/wide_text.h"
#include "core/platform/windows/windows_header.h"

#include <cstdio>
#include <io.h>
#include <shellapi.h>

namespace jitterscope {

/// What main() gets has been turned into the system's code page, where half of the characters are question
/// marks.
std::vector<std::string> utf8Arguments(int, char**) {
    int count = 0;
    wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    std::vector<std::string> arguments;
    for (int i = 1; words != nullptr && i < count; ++i)
        arguments.push_back(narrowText(words[i]));
    ::LocalFree(words);
    return arguments;
}

namespace {

/// A stream that was sent to a file or a pipe has a number.
void sendToConsole(std::FILE* stream, DWORD which) noexcept {
    if (::_fileno(stream) >= 0 || std::freopen("CONOUT$", "w", stream) == nullptr)
        return;
    ::SetStdHandle(which, reinterpret_cast<HANDLE>(::_get_osfhandle(::_fileno(stream))));
}

} // namespace

void joinStartingConsole() noexcept {
    if (::AttachConsole(ATTACH_PARENT_PROCESS) == 0)
        return; // started from elsewhere, or there is one
    sendToConsole(stdout, STD_OUTPUT_HANDLE);
    sendToConsole(stderr, STD_ERROR_HANDLE);
    holdStandardStreams(); // as consoles are to be
}

const char* missingAtStart(const StartNeeds&) noexcept {
    return nullptr;
}

void endIfRefused(const char*) noexcept {}

} // namespace jitterscope
