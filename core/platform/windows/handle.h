// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/windows/windows_header.h"

#include <optional>
#include <utility>

namespace jitterscope {

/// Owns a handle of Windows; inside platform/windows only. Both of Windows' words for none are none.
class OwnedHandle {
public:
    explicit OwnedHandle(HANDLE handle = nullptr) noexcept
        : m_handle(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
    OwnedHandle(OwnedHandle&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
    OwnedHandle& operator=(OwnedHandle&& other) noexcept {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    ~OwnedHandle() { close(); }
    [[nodiscard]] HANDLE get() const noexcept { return m_handle; }
    void close() noexcept {
        if (m_handle != nullptr)
            ::CloseHandle(std::exchange(m_handle, nullptr));
    }
    explicit operator bool() const noexcept { return m_handle != nullptr; }

private:
    HANDLE m_handle;
};

/// The calling thread, as other threads can use it.
[[nodiscard]] inline OwnedHandle thisThreadHandle() noexcept {
    HANDLE copy = nullptr;
    ::DuplicateHandle(::GetCurrentProcess(), ::GetCurrentThread(), ::GetCurrentProcess(), &copy, 0, FALSE,
                      DUPLICATE_SAME_ACCESS);
    return OwnedHandle(copy);
}

/// Volume and number of an open file; absent: it has none, as devices. Inside platform/windows only.
[[nodiscard]] inline std::optional<BY_HANDLE_FILE_INFORMATION> informationOf(HANDLE file) noexcept {
    BY_HANDLE_FILE_INFORMATION information{};
    if (::GetFileType(file) != FILE_TYPE_DISK || ::GetFileInformationByHandle(file, &information) == 0)
        return std::nullopt;
    return information;
}

} // namespace jitterscope
