// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace jitterscope {

/// xoshiro256** 1.0 by David Blackman and Sebastiano Vigna (https://prng.di.unimi.it), seeded with SplitMix64
/// as its authors advise. Uses only integers and one exact multiplication by a power of two, so a seed gives
/// the same bits on every platform. Not for secrets.
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

/// Shuffles a list (Fisher and Yates).
template <typename List>
void shuffle(List& list, Random& random) noexcept {
    for (std::size_t i = list.size(); i > 1; --i)
        std::swap(list[i - 1], list[random.below(i)]);
}

/// The seed of the `index`-th of several independent streams derived from one seed.
[[nodiscard]] std::uint64_t streamSeed(std::uint64_t seed, std::uint64_t index) noexcept;
/// The same by name, for streams of catalogue entries. A new entry does not change the numbers of the others.
[[nodiscard]] std::uint64_t streamSeed(std::uint64_t seed, std::string_view name) noexcept;

} // namespace jitterscope
