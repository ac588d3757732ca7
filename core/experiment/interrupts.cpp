// SPDX-License-Identifier: MIT
#include "core/experiment/interrupts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::array<std::int64_t, 4> kPeriods{1'000'000, 3'333'333, 4'000'000, 10'000'000};
constexpr std::int64_t kWindow = 30'000; // ns; the beginnings of a tick's interrupts lie within it
constexpr double kFewest = 20;

struct Cluster {
    std::int64_t begin = 0; // within the period
    double count = 0;
};

/// The window with the most beginnings.
Cluster densest(std::span<const Loss> losses, std::int64_t period) {
    std::vector<std::int64_t> phases;
    phases.reserve(2 * losses.size());
    for (const Loss& loss : losses)
        phases.push_back(loss.begin % period);
    std::sort(phases.begin(), phases.end());
    const std::size_t count = phases.size();
    for (std::size_t i = 0; i < count && phases[i] < kWindow; ++i)
        phases.push_back(phases[i] + period); // a window may extend past the end of the period
    Cluster best;
    std::size_t end = 0;
    for (std::size_t i = 0; i < count; ++i) {
        while (end < phases.size() && phases[end] < phases[i] + kWindow)
            ++end;
        if (const auto inside = static_cast<double>(end - i); inside > best.count)
            best = {phases[i], inside};
    }
    return best;
}

} // namespace

Interrupts findInterrupts(std::span<const Loss> losses, double spun) {
    Interrupts found;
    Cluster cluster;
    for (const std::int64_t period : kPeriods) {
        const double periods = spun / static_cast<double>(period);
        const double byChance =
            static_cast<double>(losses.size()) * static_cast<double>(kWindow) / static_cast<double>(period);
        cluster = densest(losses, period);
        if (cluster.count >= std::max({kFewest, periods / 2, 5 * byChance})) {
            found.period = period;
            break;
        }
    }
    for (const Loss& loss : losses) {
        const std::int64_t after =
            found.period > 0 ? (loss.begin % found.period - cluster.begin + found.period) % found.period : 0;
        (found.period > 0 && after < kWindow ? found.lengths : found.others).push_back(loss.length);
    }
    if (found.period > 0) {
        const auto periods = static_cast<std::size_t>(std::llround(spun / static_cast<double>(found.period)));
        found.lengths.resize(std::max(found.lengths.size(), periods));
    }
    return found;
}

} // namespace jitterscope
