// SPDX-License-Identifier: MIT
#include "core/platform/other_program.h"

#include "core/platform/file_system.h"
#include "core/platform/windows/path_error.h"
#include "core/platform/windows/stand_in.h"
#include "core/platform/windows/wide_text.h"

#include <array>
#include <utility>

namespace jitterscope {
namespace {

std::wstring ownFolder() {
    std::array<wchar_t, 32768> path{};
    const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    const std::wstring_view text(path.data(), length);
    return std::wstring(text.substr(0, text.rfind(L'\\') + 1));
}

/// One argument, as the C run-time of the other program takes it apart again: what has blanks or quotes
/// stands in quotes; backslashes before a quote are doubled.
std::wstring quoted(const std::wstring& word) {
    if (!word.empty() && word.find_first_of(L" \t\n\"") == std::wstring::npos)
        return word;
    std::wstring text = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'\\') {
            ++backslashes;
            continue;
        }
        text.append(c == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        text.push_back(c);
    }
    return text.append(2 * backslashes, L'\\') + L"\"";
}

std::string readToEnd(HANDLE file) {
    std::string text;
    std::array<char, 65536> buffer{};
    DWORD count = 0;
    while (::ReadFile(file, buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr) != 0 &&
           count > 0)
        text.append(buffer.data(), count);
    return text;
}

void toStart(HANDLE file) noexcept {
    const LARGE_INTEGER start{};
    ::SetFilePointerEx(file, start, nullptr, FILE_BEGIN);
}

/// A passing file that holds `bytes` and is read from its start.
OwnedHandle filledFile(std::string_view bytes) {
    std::wstring path;
    OwnedHandle file = passingFile(path, true);
    DWORD written = 0;
    if (!file ||
        ::WriteFile(file.get(), bytes.data(), static_cast<DWORD>(bytes.size()), &written, nullptr) == 0)
        return OwnedHandle();
    toStart(file.get());
    return file;
}

std::string lastLine(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.pop_back();
    return text.substr(text.rfind('\n') + 1);
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

Result<std::string> outputOf(const std::string& path, const std::vector<std::string>& arguments,
                             std::string_view input) {
    const OwnedHandle in = filledFile(input);
    const OwnedHandle errors = filledFile({});
    SECURITY_ATTRIBUTES rights{};
    rights.nLength = sizeof rights;
    rights.bInheritHandle = TRUE;
    HANDLE readEnd = nullptr;
    HANDLE writeEnd = nullptr;
    if (!in || !errors || ::CreatePipe(&readEnd, &writeEnd, &rights, 0) == 0)
        return lastPathError("cannot start", path);
    const OwnedHandle output(readEnd);
    OwnedHandle written(writeEnd);
    ::SetHandleInformation(output.get(), HANDLE_FLAG_INHERIT, 0);
    std::wstring line = quoted(wideText(path));
    for (const std::string& argument : arguments)
        line += L" " + quoted(wideText(argument));
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = in.get();
    start.hStdOutput = written.get();
    start.hStdError = errors.get();
    PROCESS_INFORMATION child{};
    if (::CreateProcessW(widePath(path).c_str(), line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr,
                         &start, &child) == 0)
        return lastPathError("cannot start", path);
    const OwnedHandle process(child.hProcess);
    const OwnedHandle thread(child.hThread);
    written.close();
    std::string text = readToEnd(output.get());
    DWORD code = 1;
    ::WaitForSingleObject(process.get(), INFINITE);
    if (::GetExitCodeProcess(process.get(), &code) != 0 && code == 0)
        return text;
    toStart(errors.get());
    return Error{ErrorCode::Io, pathText(path) + " failed", lastLine(readToEnd(errors.get()))};
}

} // namespace jitterscope
