// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <bit>

namespace jitterscope {

/// Signals that have come and that takeStopSignal() has not yet returned, a bit for each number below 32.
/// Lock-free: handlers note them.
class UntakenSignals {
public:
    void note(int number) noexcept { m_bits.fetch_or(bitOf(number)); }
    /// The least of them, which is then taken; 0: none. One thread.
    [[nodiscard]] int take() noexcept {
        const unsigned bits = m_bits.load();
        if (bits == 0)
            return 0;
        const int number = std::countr_zero(bits);
        m_bits.fetch_and(~bitOf(number));
        return number;
    }

private:
    [[nodiscard]] static unsigned bitOf(int number) noexcept { return 1U << static_cast<unsigned>(number); }

    std::atomic<unsigned> m_bits{0};
};

} // namespace jitterscope
