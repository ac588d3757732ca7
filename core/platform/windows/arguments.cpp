// SPDX-License-Identifier: MIT
#include "core/platform/arguments.h"

#include "core/platform/windows/wide_text.h"
#include "core/platform/windows/windows_header.h"

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

} // namespace jitterscope
