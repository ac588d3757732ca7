// SPDX-License-Identifier: MIT
#include "core/base/random.h"

#include "core/base/portable_math.h"

#include <bit>

namespace jitterscope {
namespace {

std::uint64_t splitMix(std::uint64_t& state) noexcept {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

Random::Random(std::uint64_t seed) noexcept {
    for (std::uint64_t& word : m_state)
        word = splitMix(seed);
}

std::uint64_t Random::next() noexcept {
    const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const std::uint64_t shifted = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= shifted;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

double Random::uniform() noexcept {
    return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

std::uint64_t Random::below(std::uint64_t bound) noexcept {
    WideProduct product = wideProduct(next(), bound);
    if (product.low < bound) {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (product.low < threshold)
            product = wideProduct(next(), bound);
    }
    return product.high;
}

std::uint64_t streamSeed(std::uint64_t seed, std::uint64_t index) noexcept {
    std::uint64_t state = seed ^ (index * 0xd1342543de82ef95ULL);
    return splitMix(state);
}

std::uint64_t streamSeed(std::uint64_t seed, std::string_view name) noexcept {
    std::uint64_t hash = 0xcbf29ce484222325ULL; // FNV-1a, 64 bits
    for (const char letter : name) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 0x100000001b3ULL;
    }
    return streamSeed(seed, hash);
}

} // namespace jitterscope
