// SPDX-License-Identifier: MIT
#include "core/workload/load_catalog.h"

#include "core/base/random.h"

#include <chrono>
#include <vector>

namespace jitterscope {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

/// Uniform in [low, high).
Nanoseconds between(Nanoseconds low, Nanoseconds high, Random& random) noexcept {
    return low + Nanoseconds(static_cast<std::int64_t>(
                     random.below(static_cast<std::uint64_t>((high - low).count()))));
}

class Busy final : public LoadSchedule {
public:
    explicit Busy(std::uint64_t) noexcept {}
    [[nodiscard]] LoadStretch next() noexcept override { return {kLength * m_index++, kLength}; }

private:
    static constexpr Nanoseconds kLength = std::chrono::hours(1);
    std::int64_t m_index = 0;
};

class Window final : public LoadSchedule {
public:
    explicit Window(std::uint64_t seed) noexcept : m_random(streamSeed(seed, "window")) {}
    [[nodiscard]] LoadStretch next() noexcept override {
        // The n-th redraw begins at n / 60 s, rounded down: no drift.
        return {Nanoseconds(m_index++ * Nanoseconds(1s).count() / kRate), between(2ms, 6ms, m_random)};
    }

private:
    static constexpr std::int64_t kRate = 60;
    Random m_random;
    std::int64_t m_index = 0;
};

class Burst final : public LoadSchedule {
public:
    explicit Burst(std::uint64_t seed) noexcept : m_random(streamSeed(seed, "burst")) {}
    [[nodiscard]] LoadStretch next() noexcept override {
        m_begin += between(2s, 4s, m_random); // from one begin to the next
        return {m_begin, between(100ms, 300ms, m_random)};
    }

private:
    Random m_random;
    Nanoseconds m_begin{};
};

template <typename Schedule>
std::unique_ptr<LoadSchedule> makeSchedule(std::uint64_t seed) {
    return std::make_unique<Schedule>(seed);
}

} // namespace

std::span<const LoadEntry> loadCatalog() {
    static const std::vector<LoadEntry> entries{
        {"busy", "never resting", false, makeSchedule<Busy>},
        {"window", "60 times a second at work for 2 … 6 ms, as a program that redraws its window", false,
         makeSchedule<Window>},
        {"burst", "every 2 … 4 s at work for 100 … 300 ms, all at once, as a program that starts", true,
         makeSchedule<Burst>},
    };
    return entries;
}

} // namespace jitterscope
