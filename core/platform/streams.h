// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/file_system.h"

#include <chrono>
#include <functional>
#include <string>
#include <utility>

namespace jitterscope {

/// How long a stream is written to whose reader takes nothing. While the program goes on: for ever. After the
/// end of a recording, two seconds without a byte taken. After the program was asked to end: the same, and
/// ten seconds in total; if it is asked while it already waits for the end, it gives up at once. One thread
/// at a time.
class Patience {
public:
    /// `recording`: of frames, which nobody needs to have whole.
    explicit Patience(bool recording) noexcept : m_recording(recording) {}

    /// The reader has taken something.
    void took() noexcept { m_progress = Clock::now(); }
    /// Nothing more is written; what is left is waited for.
    void end() noexcept;
    /// To be asked while the reader takes nothing.
    [[nodiscard]] bool over() noexcept;

private:
    using Clock = std::chrono::steady_clock;

    bool m_recording;
    bool m_ending = false;      // end(), or the program was asked to end
    bool m_askedBefore = false; // it was asked before that
    Clock::time_point m_progress = Clock::now();
    Clock::time_point m_endingSince{};
};

// What a StandIn is on every system: a temporary file with the bytes of a stream, which is opened wherever
// the stream's path is. Any thread.

/// Where the copy of this path can be opened; empty: it has no StandIn.
[[nodiscard]] std::string standInPath(const std::string& path);

/// Reads all of `from`, and gives it to `write` in parts. Error: of reading or writing; Unsupported: it has
/// more than `most` bytes.
[[nodiscard]] Result<Done> copyStream(InputFile& from, const std::string& path, std::uint64_t most,
                                      const std::function<Result<Done>(const char*, std::size_t)>& write);

void beginStandIn(const std::string& path, std::string place);
void endStandIn(const std::string& path);

/// While it lives, `path` is opened at `place`. `File` holds the copy open.
template <typename File>
class OpenedCopy final : public StandIn {
public:
    OpenedCopy(File file, std::string path, std::string place)
        : m_file(std::move(file)), m_path(std::move(path)) {
        beginStandIn(m_path, std::move(place));
    }
    ~OpenedCopy() override { endStandIn(m_path); }
    OpenedCopy(const OpenedCopy&) = delete;
    OpenedCopy& operator=(const OpenedCopy&) = delete;

private:
    File m_file;
    std::string m_path;
};

} // namespace jitterscope
