// SPDX-License-Identifier: MIT
// When a wait was asked to end, for those who wrap one.
#pragma once

#include "app/listen/listener.h"

#include <cerrno>
#include <cstdint>

namespace jitterscope::listen {

/// Null, and where no program has anything. The kernel refuses such an address (EFAULT); to read there would
/// end the program.
inline bool isNowhere(const void* address) noexcept {
    constexpr std::uintptr_t kLowest = 65536; // below it nothing is mapped (vm.mmap_min_addr)
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    return place < kLowest || place > static_cast<std::uintptr_t>(INTPTR_MAX) - kLowest;
}

inline std::int64_t endOf(const Entered& entered, int milliseconds) noexcept {
    return milliseconds < 0 ? kForever : endAfter(entered.begin, std::int64_t{1'000'000} * milliseconds);
}

inline std::int64_t endOf(const Entered& entered, const timespec* length) noexcept {
    return isNowhere(length) ? kForever : endAfter(entered.begin, nanosecondsOf(*length));
}

inline bool noLength(int milliseconds) noexcept {
    return milliseconds == 0;
}

inline bool noLength(const timespec* length) noexcept {
    return !isNowhere(length) && nanosecondsOf(*length) == 0;
}

/// The result of a call that a signal has ended.
inline int interrupted() noexcept {
    errno = EINTR;
    return -1;
}

} // namespace jitterscope::listen
