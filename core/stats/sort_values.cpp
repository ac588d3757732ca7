// SPDX-License-Identifier: MIT
#include "core/stats/sort_values.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace jitterscope {
namespace {

constexpr int kBits = 11; // of a digit, so that its counts stay in the nearest cache
constexpr std::size_t kDigits = std::size_t{1} << kBits;
constexpr std::size_t kFew = 4096; // sorted faster by comparing
constexpr std::size_t kBetweenLooks = std::size_t{1} << 20U;

/// Calls `take(value)` for each; false: cancelled.
template <typename Take>
bool forEach(const std::vector<std::int64_t>& values, const CancelFlag* cancel, Take take) {
    for (std::size_t first = 0; first < values.size(); first += kBetweenLooks) {
        if (isCancelled(cancel))
            return false;
        const std::size_t last = std::min(first + kBetweenLooks, values.size());
        for (std::size_t i = first; i < last; ++i)
            take(values[i]);
    }
    return true;
}

} // namespace

bool sortValues(std::vector<std::int64_t>& values, const CancelFlag* cancel) {
    if (values.size() < kFew) {
        std::ranges::sort(values);
        return !isCancelled(cancel);
    }
    const auto [least, greatest] = std::ranges::minmax_element(values);
    const auto lowest = static_cast<std::uint64_t>(*least);
    const std::uint64_t range = static_cast<std::uint64_t>(*greatest) - lowest;
    std::vector<std::int64_t> other(values.size());
    for (int shift = 0; shift < 64 && (range >> shift) != 0; shift += kBits) {
        const auto digitOf = [&](std::int64_t value) {
            return ((static_cast<std::uint64_t>(value) - lowest) >> shift) % kDigits;
        };
        std::array<std::size_t, kDigits> places{};
        if (!forEach(values, cancel, [&](std::int64_t value) { ++places[digitOf(value)]; }))
            return false;
        std::size_t before = 0;
        for (std::size_t& place : places)
            before += std::exchange(place, before);
        if (!forEach(values, cancel, [&](std::int64_t value) { other[places[digitOf(value)]++] = value; }))
            return false;
        values.swap(other);
    }
    return true;
}

} // namespace jitterscope
