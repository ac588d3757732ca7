// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace jitterscope {

/// xoshiro256** 1.0 of David Blackman and Sebastiano Vigna (https://prng.di.unimi.it), seeded through
/// SplitMix64 as its authors advise. Integers and one exact multiplication by a power of two only, so a seed
/// gives the same bits on every platform. Not for secrets.
class Random {
public:
    explicit Random(std::uint64_t seed) noexcept;

    [[nodiscard]] std::uint64_t next() noexcept;
    /// Uniform in [0, 1), 53 bits.
    [[nodiscard]] double uniform() noexcept;
    /// Uniform integer in [0, bound), bound > 0, without bias (Lemire's multiply and reject).
    [[nodiscard]] std::uint64_t below(std::uint64_t bound) noexcept;
    /// True with this probability.
    [[nodiscard]] bool chance(double probability) noexcept { return uniform() < probability; }

private:
    std::array<std::uint64_t, 4> m_state{};
};

/// Puts a list into a random order (Fisher and Yates).
template <typename List>
void shuffle(List& list, Random& random) noexcept {
    for (std::size_t i = list.size(); i > 1; --i)
        std::swap(list[i - 1], list[random.below(i)]);
}

/// A seed for the `index`-th of several independent streams of one seed.
[[nodiscard]] std::uint64_t streamSeed(std::uint64_t seed, std::uint64_t index) noexcept;
/// The same by name, where streams belong to entries of a catalogue: a new entry changes nobody else's
/// numbers.
[[nodiscard]] std::uint64_t streamSeed(std::uint64_t seed, std::string_view name) noexcept;

} // namespace jitterscope
