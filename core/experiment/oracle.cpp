// SPDX-License-Identifier: MIT
#include "core/experiment/oracle.h"

#include <algorithm>
#include <bit>

namespace jitterscope {
namespace {

constexpr double kTellingLate = 10; // with fewer late sleeps per group, the luckiest group would win

/// Lengths in [first, second) form a group: a quarter of an octave.
std::pair<std::int64_t, std::int64_t> groupOf(std::int64_t length) noexcept {
    const auto whole = static_cast<std::uint64_t>(std::max<std::int64_t>(length, 4));
    const auto octave = static_cast<unsigned>(std::bit_width(whole) - 1);
    const std::uint64_t quarter = (std::uint64_t{1} << octave) / 4;
    const std::uint64_t first = whole / quarter * quarter;
    return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(first + quarter)};
}

/// Mean spin per wait, in ns, with the smallest margin in [least, most] that is late in no larger share of
/// the waits than `lateShare`; absent if there is none.
std::optional<double> spinOf(std::vector<std::int64_t> oversleeps, double lateShare, std::int64_t tolerance,
                             std::int64_t least, std::int64_t most) {
    std::sort(oversleeps.begin(), oversleeps.end());
    const auto count = static_cast<double>(oversleeps.size());
    const auto allowed = static_cast<std::size_t>(lateShare * count + 1e-9);
    std::int64_t margin = std::max<std::int64_t>(least, 0);
    if (allowed < oversleeps.size())
        margin = std::max(margin, oversleeps[oversleeps.size() - 1 - allowed] - tolerance);
    if (margin > most)
        return std::nullopt;
    double spin = 0;
    for (const std::int64_t oversleep : oversleeps)
        spin += static_cast<double>(std::max<std::int64_t>(margin - oversleep, 0));
    return spin / count;
}

} // namespace

void MarginOracle::add(const SleepSample& sleep) {
    m_oversleeps[{sleep.kind, groupOf(sleep.asked).first}].push_back(sleep.oversleep());
}

void MarginOracle::addWakeUps(double cpu, std::int64_t sleeps, std::int64_t waits) noexcept {
    const bool single = 10 * sleeps > 9 * waits && 10 * sleeps < 11 * waits;
    WakeUps& wakeUps = single ? m_single : m_other;
    wakeUps.cpu += cpu;
    wakeUps.sleeps += sleeps;
}

std::optional<double> MarginOracle::wakeCost() const noexcept {
    const WakeUps& wakeUps = m_single.sleeps > 0 ? m_single : m_other;
    if (wakeUps.sleeps <= 0)
        return std::nullopt;
    return std::max(wakeUps.cpu, 0.0) / static_cast<double>(wakeUps.sleeps);
}

std::optional<double> MarginOracle::cpuPercent(const Period& period, double lateShare, SleepKind kind) const {
    const auto own = cheapest(period, lateShare, kind);
    const auto cost = own ? own : cheapest(period, lateShare, std::nullopt);
    return cost ? std::optional(100 * *cost * period.hertz() / 1e9) : std::nullopt;
}

/// CPU time of a wait with the cheapest margin, ns. Without `kind`, the sleeps of all kinds count.
std::optional<double> MarginOracle::cheapest(const Period& period, double lateShare,
                                             std::optional<SleepKind> kind) const {
    const std::optional<double> wake = wakeCost();
    if (!wake)
        return std::nullopt;
    const double whole = 1e9 / period.hertz();
    const auto length = static_cast<std::int64_t>(whole);
    std::optional<double> telling; // cheapest of the lengths with enough sleeps to estimate the share
    std::optional<double> most;    // of the length with the most sleeps, if none has enough
    std::size_t mostSleeps = 0;
    for (const auto& [key, oversleeps] : m_oversleeps) {
        const std::size_t count = oversleeps.size();
        if (count < kFewest || (kind && key.first != *kind))
            continue;
        const auto [shortest, longer] = groupOf(key.second);
        const auto spin =
            spinOf(oversleeps, lateShare, m_tolerance.count(), length - longer + 1, length - shortest);
        const double cost = spin ? std::min(*wake + *spin, whole) : whole;
        if (spin && static_cast<double>(count) * lateShare >= kTellingLate)
            telling = std::min(telling.value_or(whole), cost);
        if (!most || (spin && count > mostSleeps)) {
            most = cost;
            mostSleeps = spin ? count : mostSleeps;
        }
    }
    return telling ? telling : most;
}

} // namespace jitterscope
