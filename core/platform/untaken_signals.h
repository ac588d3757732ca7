// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <bit>

namespace jitterscope {

/// Signals that have come and that takeStopSignal() has not yet returned, a bit for each number below 32. It
/// is lock-free, because signal handlers note them.
class UntakenSignals {
public:
    void note(int number) noexcept { m_bits.fetch_or(bitOf(number)); }
    /// Takes the one with the smallest number and returns it; 0: none. One thread.
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
