// SPDX-License-Identifier: MIT
#include "core/attach/loop_cadence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>

namespace jitterscope {
namespace {

constexpr std::size_t kFramesForCadence = 60;
constexpr double kGridBelow = -0.25; // correlation of neighbouring frame times

double usualTimeOf(const std::vector<HeardFrame>& frames) {
    return medianOf(frames, [](const HeardFrame& frame) { return frame.frameTime; });
}

/// How neighbouring frame times go together, −1 … 1, counted from `middle`. Frames that are `within` or more
/// away from the usual one are left out, with their neighbours.
double togetherOf(const std::vector<double>& beyondUsual, double middle, double within) {
    double variance = 0;
    double together = 0;
    for (std::size_t i = 1; i < beyondUsual.size(); ++i) {
        if (std::abs(beyondUsual[i - 1]) >= within || std::abs(beyondUsual[i]) >= within)
            continue;
        const double before = beyondUsual[i - 1] - middle;
        const double here = beyondUsual[i] - middle;
        variance += (before * before + here * here) / 2;
        together += before * here;
    }
    return variance > 0 ? together / variance : 0;
}

/// The slot of the grid that each frame has. A loop that keeps its deadlines loses no slot. Then its mean
/// frame time is the usual one.
std::vector<double> slotsOf(const std::vector<HeardFrame>& frames, double usualTime) {
    constexpr double kLosesSlots = 1.02;
    const auto span = static_cast<double>(frames.back().start - frames.front().start);
    const bool loses = span / static_cast<double>(frames.size() - 1) > kLosesSlots * usualTime;
    std::vector<double> slots{0};
    for (std::size_t i = 1; i < frames.size(); ++i) {
        const double apart = static_cast<double>(frames[i].start - frames[i - 1].start) / usualTime;
        slots.push_back(slots.back() + (loses ? std::max(1.0, std::round(apart)) : 1.0));
    }
    return slots;
}

} // namespace

std::string_view cadenceId(Cadence cadence) noexcept {
    constexpr std::array<std::string_view, 3> kIds{"grid", "relative", "unknown"};
    return kIds[static_cast<std::size_t>(cadence)];
}

/// On a grid a late start makes one frame long, and the next one as much shorter than the usual one. Counted
/// from the mean instead, frames between regular long ones would be short. A poll cannot make frames of 28.6
/// ms: it makes some of 28 and some of 29, and none of them is the usual one. Those are counted from their
/// mean, without frames that are longer for another reason.
Cadence cadenceOf(const std::vector<HeardFrame>& frames, std::int64_t poll) {
    if (frames.size() < kFramesForCadence)
        return Cadence::Unknown;
    const double usual = usualTimeOf(frames);
    std::vector<double> beyondUsual;
    for (const HeardFrame& frame : frames)
        beyondUsual.push_back(static_cast<double>(frame.frameTime) - usual);
    if (togetherOf(beyondUsual, 0, std::numeric_limits<double>::infinity()) < kGridBelow)
        return Cadence::Grid;
    const double rounded = 1.5 * static_cast<double>(poll);
    std::vector<double> near;
    std::ranges::copy_if(beyondUsual, std::back_inserter(near),
                         [rounded](double each) { return std::abs(each) < rounded; });
    if (near.size() < kFramesForCadence)
        return Cadence::Relative;
    const double mean = std::accumulate(near.begin(), near.end(), 0.0) / static_cast<double>(near.size());
    return togetherOf(beyondUsual, mean, rounded) < kGridBelow ? Cadence::Grid : Cadence::Relative;
}

std::vector<std::int64_t> latenessOnGrid(const std::vector<HeardFrame>& frames) {
    if (frames.size() < kFramesForCadence)
        return {};
    const double usual = usualTimeOf(frames);
    const std::vector<double> slots = slotsOf(frames, usual);
    std::vector<double> starts;
    for (const HeardFrame& frame : frames)
        starts.push_back(static_cast<double>(frame.start - frames.front().start));
    const auto count = static_cast<double>(slots.size());
    const double meanSlot = std::accumulate(slots.begin(), slots.end(), 0.0) / count;
    const double meanStart = std::accumulate(starts.begin(), starts.end(), 0.0) / count;
    double together = 0;
    double variance = 0;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        together += (slots[i] - meanSlot) * (starts[i] - meanStart);
        variance += (slots[i] - meanSlot) * (slots[i] - meanSlot);
    }
    const double period = variance > 0 ? together / variance : usual;
    std::vector<double> offsets;
    for (std::size_t i = 0; i < slots.size(); ++i)
        offsets.push_back(starts[i] - period * slots[i]);
    constexpr double kEarliest = 0.05;
    std::vector<double> sorted = offsets;
    const auto early = sorted.begin() + static_cast<std::ptrdiff_t>(kEarliest * count);
    std::ranges::nth_element(sorted, early);
    const double origin = *early;
    std::vector<std::int64_t> lateness;
    for (const double offset : offsets)
        lateness.push_back(std::llround(offset - origin));
    return lateness;
}

} // namespace jitterscope
