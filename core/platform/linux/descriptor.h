// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace jitterscope {

/// Owns a file descriptor; inside platform/linux only.
class Descriptor {
public:
    explicit Descriptor(int number = -1) noexcept : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Descriptor() {
        if (m_number >= 0)
            ::close(m_number);
    }
    [[nodiscard]] int get() const noexcept { return m_number; }
    /// Gives it away: the caller closes it.
    [[nodiscard]] int release() noexcept { return std::exchange(m_number, -1); }
    explicit operator bool() const noexcept { return m_number >= 0; }

private:
    int m_number;
};

/// The message for a failed call's error number: "cannot write 'x.csv': No space left on device". Inside
/// platform/linux only.
[[nodiscard]] Error pathError(std::string_view doing, const std::string& path, int errorNumber);

} // namespace jitterscope
