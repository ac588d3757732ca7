// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/windows/windows_header.h"

namespace jitterscope {

/// A function of a library of Windows that not every version has; null: this one has not. The library stays
/// loaded. `Function` is its type, such as decltype(&QueryInterruptTime).
template <typename Function>
[[nodiscard]] Function systemFunction(const wchar_t* library, const char* name) noexcept {
    HMODULE module = ::GetModuleHandleW(library);
    if (module == nullptr)
        module = ::LoadLibraryExW(library, nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (module == nullptr)
        return nullptr;
    return reinterpret_cast<Function>(reinterpret_cast<void*>(::GetProcAddress(module, name)));
}

} // namespace jitterscope
