// SPDX-License-Identifier: MIT
#include "core/diagnosis/recorded_verdict.h"

#include "core/base/parse.h"
#include "core/diagnosis/words.h"

#include <algorithm>
#include <cmath>
#include <utility>
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

/// Values of a log later than the limit, of all. Absent: its histogram does not say how many.
std::optional<std::pair<std::int64_t, std::int64_t>> lateOf(const ComparedRun& run, Nanoseconds beyond) {
    if (run.columns && !run.columns->lateness.empty()) {
        const std::vector<std::int64_t>& all = run.columns->lateness;
        return std::pair(std::ranges::count_if(all, [&](std::int64_t late) { return late > beyond.count(); }),
                         std::ssize(all));
    }
    const auto summary = run.summaries.find(RunQuantity::Lateness);
    if (run.counts.empty() || run.countsOf != RunQuantity::Lateness || summary == run.summaries.end())
        return std::nullopt;
    constexpr std::uint64_t kMost = 1'000'000'000'000'000; // more are no recording's
    std::uint64_t late = 0;
    std::uint64_t all = 0;
    for (const ValueCount& each : run.counts) {
        const bool isLate = each.value > beyond.count();
        if (each.count > kMost || all > kMost ||
            (run.coarseCounts && isLate && each.value / 2 <= beyond.count() && each.count > 0))
            return std::nullopt; // the limit lies within its bucket
        all += each.count;
        late += isLate ? each.count : 0;
    }
    const auto recorded = static_cast<std::uint64_t>(std::max<std::int64_t>(summary->second.count, 0));
    const std::uint64_t after = recorded > all ? recorded - all : 0; // beyond its last bucket
    if (recorded > kMost || (after > 0 && run.counts.back().value < beyond.count()))
        return std::nullopt;
    return std::pair(static_cast<std::int64_t>(late + after), static_cast<std::int64_t>(all + after));
}

std::string sentenceOf(const RecordedVerdict& verdict, const ComparedRun& run, const Target& target) {
    std::string text = std::string(fitnessName(verdict.fitness));
    text += verdict.fitness == Fitness::NotEnoughData ? " to judge " : " for ";
    text += std::string(target.object()) + ": " + sharePercent(verdict.late->value) + " late, " +
            sharePercent(target.allowed) + " allowed.";
    const bool ofFrames = !verdict.independent;
    if (ofFrames && run.rateHz && std::abs(*run.rateHz - target.period.hertz()) > 1e-6 * *run.rateHz)
        text += " It ran at " + plainNumberText(*run.rateHz) + " Hz.";
    return text;
}

/// Why nothing can be said.
std::string unknownText(const ComparedRun& run) {
    if (run.has(RunQuantity::Lateness))
        return run.counts.empty()
                   ? "Cannot tell: only figures of the lateness were recorded."
                   : "Cannot tell: the histogram does not say how many are later than the job allows.";
    return "Cannot tell: the recording holds no deadlines, so no lateness.";
}

} // namespace

std::string_view RecordedVerdict::id() const noexcept {
    return known() ? fitnessId(fitness) : "unknown";
}

RecordedVerdict judgeRecorded(const ComparedRun& run, const Target& target) {
    RecordedVerdict verdict;
    if (run.columns && !run.columns->lateness.empty() && !run.columns->frameTime.empty()) {
        const std::vector<BlockCount> blocks = blocksOf(*run.columns, target.beyond);
        for (const BlockCount& block : blocks)
            verdict.frames += block.trials;
        verdict.late = blockShare(blocks);
    } else if (const auto late = lateOf(run, target.beyond)) {
        verdict.independent = true;
        verdict.frames = late->second;
        verdict.late = wilsonShare(late->first, late->second);
    }
    if (!verdict.late) {
        verdict.sentence = unknownText(run);
        return verdict;
    }
    if (!verdict.independent)
        verdict.late = withRuleOfThree(*verdict.late, verdict.frames);
    verdict.fitness = judge(verdict.late, verdict.frames, target.allowed);
    verdict.sentence = sentenceOf(verdict, run, target);
    return verdict;
}

} // namespace jitterscope
