// SPDX-License-Identifier: MIT
#include "core/platform/other_program.h"

#include "core/platform/windows/wide_text.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>
#include <windows.h>

namespace jitterscope {

namespace {

std::wstring ownFolder() {
    std::array<wchar_t, 32768> path{};
    const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    const std::wstring_view text(path.data(), length);
    return std::wstring(text.substr(0, text.rfind(L'\\') + 1));
}

} // namespace

std::optional<std::string> findProgram(const std::string& name) {
    const std::wstring file = wideText(name) + L".exe";
    std::vector<std::wstring> folders{ownFolder()};
    std::wstring rest = wideText(environmentText(L"PATH"));
    while (!rest.empty()) {
        std::wstring folder = rest.substr(0, rest.find(L';'));
        rest.erase(0, folder.size() + 1);
        if (folder.size() > 2 && (folder[1] == L':' || folder.starts_with(L"\\\\"))) // absolute ones alone
            folders.push_back(std::move(folder) + L"\\");
    }
    for (const std::wstring& folder : folders) {
        const DWORD attributes = ::GetFileAttributesW((folder + file).c_str());
        if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0)
            return narrowText(folder + file);
    }
    return std::nullopt;
}

std::optional<BlockedCall> blockedCall(std::int32_t /*process*/, std::int32_t /*thread*/) {
    return std::nullopt; // programs are not listened to here
}

// Its one use, listening to other programs, is Linux's alone.
std::vector<std::int32_t> displayServers() {
    return {};
}

} // namespace jitterscope
