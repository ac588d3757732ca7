// SPDX-License-Identifier: MIT
#pragma once

#include "core/stats/distribution.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace jitterscope {

// What the targets share.

inline void promise(bool holds, const char* what) {
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

/// A file in memory, by a path that readers can open.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : m_descriptor(::memfd_create("fuzz", MFD_CLOEXEC)) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
            promise(written > 0, "a file in memory");
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    ~MemoryFile() { ::close(m_descriptor); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

inline void oneLine(const std::string& message) {
    promise(message.find('\n') == std::string::npos, "a message is one line");
    promise(message.size() < 2000, "a message is short");
}

inline void sound(const Summary& summary) {
    for (const SummaryField& field : summaryFields()) {
        if (const auto& value = summary.*field.figure)
            promise(std::isfinite(*value), "figures are finite");
    }
}

} // namespace jitterscope
