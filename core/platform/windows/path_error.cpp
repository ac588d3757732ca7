// SPDX-License-Identifier: MIT
#include "core/platform/windows/path_error.h"

#include "core/platform/file_system.h"
#include "core/platform/windows/windows_header.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

struct KnownCode {
    DWORD code;
    ErrorCode kind;
    const char* text;
};
constexpr std::array kKnownCodes{
    KnownCode{ERROR_FILE_NOT_FOUND, ErrorCode::NotFound, "No such file or directory"},
    KnownCode{ERROR_PATH_NOT_FOUND, ErrorCode::NotFound, "No such file or directory"},
    KnownCode{ERROR_INVALID_NAME, ErrorCode::NotFound, "No such file or directory"},
    KnownCode{ERROR_BAD_PATHNAME, ErrorCode::NotFound, "No such file or directory"},
    KnownCode{ERROR_INVALID_DRIVE, ErrorCode::NotFound, "No such file or directory"},
    KnownCode{ERROR_BAD_NETPATH, ErrorCode::NotFound, "No such file or directory"},
    KnownCode{ERROR_BAD_NET_NAME, ErrorCode::NotFound, "No such file or directory"},
    KnownCode{ERROR_DIRECTORY, ErrorCode::NotFound, "Not a directory"},
    KnownCode{kIsFolder, ErrorCode::Io, "Is a directory"},
    KnownCode{ERROR_ACCESS_DENIED, ErrorCode::Permission, "Permission denied"},
    KnownCode{ERROR_WRITE_PROTECT, ErrorCode::Permission, "Read-only file system"},
    KnownCode{ERROR_PRIVILEGE_NOT_HELD, ErrorCode::Permission, "Operation not permitted"},
    KnownCode{ERROR_SHARING_VIOLATION, ErrorCode::Permission, "another program has it open"},
    KnownCode{ERROR_LOCK_VIOLATION, ErrorCode::Permission, "another program has locked it"},
    KnownCode{ERROR_UNABLE_TO_REMOVE_REPLACED, ErrorCode::Permission, "another program has it open"},
    KnownCode{ERROR_UNABLE_TO_MOVE_REPLACEMENT, ErrorCode::Permission, "another program has it open"},
    KnownCode{ERROR_UNABLE_TO_MOVE_REPLACEMENT_2, ErrorCode::Permission, "another program has it open"},
    KnownCode{ERROR_DISK_FULL, ErrorCode::NoSpace, "No space left on device"},
    KnownCode{ERROR_HANDLE_DISK_FULL, ErrorCode::NoSpace, "No space left on device"},
    KnownCode{kQuotaExceeded, ErrorCode::NoSpace, "Disk quota exceeded"},
    KnownCode{ERROR_FILENAME_EXCED_RANGE, ErrorCode::Io, "File name too long"},
    KnownCode{ERROR_FILE_EXISTS, ErrorCode::Io, "File exists"},
    KnownCode{ERROR_ALREADY_EXISTS, ErrorCode::Io, "File exists"},
    KnownCode{ERROR_BROKEN_PIPE, ErrorCode::Io, "Broken pipe"},
    KnownCode{ERROR_NO_DATA, ErrorCode::Io, "Broken pipe"},
    KnownCode{ERROR_PIPE_BUSY, ErrorCode::Io, "nobody reads from it"},
    KnownCode{ERROR_INVALID_HANDLE, ErrorCode::Io, "Bad file descriptor"},
    KnownCode{ERROR_TOO_MANY_OPEN_FILES, ErrorCode::Io, "Too many open files"},
};

const KnownCode* known(DWORD code) noexcept {
    const auto* const found = std::ranges::find(kKnownCodes, code, &KnownCode::code);
    return found != kKnownCodes.end() ? &*found : nullptr;
}

} // namespace

std::string codeText(unsigned long code) {
    const KnownCode* const entry = known(code);
    return entry != nullptr ? entry->text : "Windows error " + std::to_string(code);
}

Error pathError(std::string_view doing, const std::string& path, unsigned long code) {
    const KnownCode* const entry = known(code);
    return Error{entry != nullptr ? entry->kind : ErrorCode::Io,
                 std::string(doing) + " " + pathText(path) + ": " + codeText(code), ""};
}

Error lastPathError(std::string_view doing, const std::string& path) {
    return pathError(doing, path, ::GetLastError());
}

} // namespace jitterscope
