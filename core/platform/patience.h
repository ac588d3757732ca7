// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

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

} // namespace jitterscope
