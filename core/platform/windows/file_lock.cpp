// SPDX-License-Identifier: MIT
#include "core/platform/file_lock.h"

#include "core/platform/file_system.h"
#include "core/platform/windows/handle.h"
#include "core/platform/windows/path_error.h"
#include "core/platform/windows/wide_text.h"

#include <utility>

namespace jitterscope {
namespace {

/// Open without sharing it cannot be opened by anybody else, and Windows deletes it with its last handle, so
/// also when its owner is killed.
class HeldLock final : public FileLock {
public:
    explicit HeldLock(OwnedHandle file) : m_file(std::move(file)) {}

private:
    OwnedHandle m_file;
};

} // namespace

Result<std::unique_ptr<FileLock>> FileLock::take(const std::string& path) {
    const std::string name = path + ".lock";
    OwnedHandle file(::CreateFileW(widePath(name).c_str(), GENERIC_READ | GENERIC_WRITE | DELETE, 0, nullptr,
                                   OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
    if (file)
        return std::unique_ptr<FileLock>(std::make_unique<HeldLock>(std::move(file)));
    if (::GetLastError() != ERROR_SHARING_VIOLATION)
        return lastPathError("cannot write", name);
    return Error{ErrorCode::Permission, pathText(path) + " is kept by another program that still runs", ""};
}

} // namespace jitterscope
