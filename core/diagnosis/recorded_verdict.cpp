// SPDX-License-Identifier: MIT
#include "core/diagnosis/recorded_verdict.h"

#include "core/base/parse.h"
#include "core/diagnosis/words.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

constexpr std::int64_t kBlock = 1'000'000'000; // ns

std::vector<BlockCount> blocksOf(const RunColumns& columns, Nanoseconds beyond) {
    std::vector<BlockCount> blocks(1);
    std::int64_t length = 0;
    for (std::size_t i = 0; i < columns.lateness.size(); ++i) {
        if (length >= kBlock) {
            blocks.emplace_back();
            length = 0;
        }
        const std::int64_t lost = columns.lost.empty() ? 0 : columns.lost[i];
        blocks.back().trials += 1 + lost;
        blocks.back().hits += lost + (columns.lateness[i] > beyond.count() ? 1 : 0);
        length += columns.frameTime[i];
    }
    return blocks;
}

/// If none of n frames is late, the share is less than 3/n, as in LoopEvidence::lateShare().
Share withRuleOfThree(Share late, std::int64_t frames) {
    if (late.value == 0)
        late.interval.high = std::min(1.0, 3 / static_cast<double>(frames));
    return late;
}

std::string sentenceOf(const RecordedVerdict& verdict, const ComparedRun& run, const Target& target) {
    std::string text = std::string(fitnessName(verdict.fitness));
    text += verdict.fitness == Fitness::NotEnoughData ? " to judge " : " for ";
    text += std::string(target.object()) + ": " + sharePercent(verdict.late->value) + " late, " +
            sharePercent(target.allowed) + " allowed.";
    if (run.rateHz && std::abs(*run.rateHz - target.period.hertz()) > 1e-6 * *run.rateHz)
        text += " It ran at " + plainNumberText(*run.rateHz) + " Hz.";
    return text;
}

} // namespace

std::optional<RecordedVerdict> judgeRecorded(const ComparedRun& run, const Target& target) {
    if (!run.columns || run.columns->lateness.empty() || run.columns->frameTime.empty())
        return std::nullopt;
    const std::vector<BlockCount> blocks = blocksOf(*run.columns, target.beyond);
    RecordedVerdict verdict;
    for (const BlockCount& block : blocks)
        verdict.frames += block.trials;
    verdict.late = blockShare(blocks);
    if (!verdict.late)
        return std::nullopt;
    verdict.late = withRuleOfThree(*verdict.late, verdict.frames);
    verdict.fitness = judge(verdict.late, verdict.frames, target.allowed);
    verdict.sentence = sentenceOf(verdict, run, target);
    return verdict;
}

} // namespace jitterscope
