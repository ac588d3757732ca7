// SPDX-License-Identifier: MIT
#include "core/platform/starting_console.h"

#include "core/platform/file_system.h"
#include "core/platform/windows/windows_header.h"

#include <cstdio>
#include <io.h>

namespace jitterscope {
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

} // namespace jitterscope
