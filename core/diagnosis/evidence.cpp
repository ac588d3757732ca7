// SPDX-License-Identifier: MIT
#include "core/diagnosis/evidence.h"

#include <algorithm>

namespace jitterscope {

void LatenessCosts::add(const LatenessParts& slot, std::int64_t margin, std::int64_t timerDelay) noexcept {
    parts += slot;
    const std::int64_t asked = std::clamp<std::int64_t>(-margin, 0, slot.woke);
    relative += asked;
    timer += std::min(timerDelay, slot.woke - asked);
    ++frames;
}

LatenessCosts& LatenessCosts::operator+=(const LatenessCosts& costs) noexcept {
    parts += costs.parts;
    relative += costs.relative;
    timer += costs.timer;
    frames += costs.frames;
    return *this;
}

std::optional<Share> LoopEvidence::lateShare() const {
    std::vector<BlockCount> counts;
    counts.reserve(blocks.size());
    for (const LoopBlock& block : blocks)
        counts.push_back(block.late);
    std::optional<Share> share = blockShare(counts);
    if (share && share->value <= 0)
        share->interval.high = std::min(1.0, 3 / static_cast<double>(frames()));
    return share;
}

std::optional<double> LoopEvidence::cpuPercent() const noexcept {
    double sum = 0;
    int count = 0;
    for (const LoopBlock& block : blocks) {
        if (block.cpuPercent) {
            sum += *block.cpuPercent;
            ++count;
        }
    }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

double LoopEvidence::meanLateness() const noexcept {
    const std::int64_t frames = anatomy.frames();
    return frames > 0 ? static_cast<double>(all.parts.total()) / static_cast<double>(frames) : 0;
}

} // namespace jitterscope
