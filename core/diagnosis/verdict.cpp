// SPDX-License-Identifier: MIT
#include "core/diagnosis/verdict.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/machine/disturbance.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace jitterscope {

namespace {

// From this value on a measurement is called disturbed; for programs, pressure and steal see core/machine.
constexpr Nanoseconds kSuspend{1'000'000}; // the two clocks are not read at the same moment

constexpr double kNearlyAll = 0.9; // of the late frames' lateness

/// `, mostly because other programs hold 99 % of its CPU`; empty if there is no cause, or no evidence.
std::string becauseOf(const std::optional<Finding>& first) {
    if (!first || !first->cannotTell.empty())
        return {};
    constexpr double kMost = 0.5;
    const char* const how = first->lateCost >= kNearlyAll ? ", because "
                            : first->lateCost >= kMost    ? ", mostly because "
                                                          : ", for several reasons, first because ";
    return how + first->because;
}

std::string sentenceOf(const Target& target, const Verdict& verdict, const std::string& cause) {
    const std::string object(target.object());
    const std::string slots(target.frames());
    const std::string allowed = said::share(target.allowed);
    const std::string startLate = verdict.lost > 0 ? " start late or not at all" : " start late";
    if (!verdict.late)
        return "Not enough data for " + object + ": no " + slots + " were measured.";
    const Share& late = *verdict.late;
    switch (verdict.fitness) {
    case Fitness::Fit:
        return "Fit for " + object + ": " +
               (verdict.lateFrames == 0
                    ? "none of " + std::to_string(verdict.frames) + " " + slots + " started late."
                    : said::share(late.value) + " of " + slots + startLate + "; " + allowed + " may.");
    case Fitness::Marginal:
        return "Marginal for " + object + ": " + said::share(late.value) + " of " + slots + startLate + " (" +
               allowed + " may)" + cause + ".";
    case Fitness::Unfit:
        return "Unfit for " + object + ": " + said::share(late.value) + " of " + slots + startLate + cause +
               ".";
    case Fitness::NotEnoughData:
        break;
    }
    return "Not enough data for " + object + ": it takes " + std::to_string(verdict.framesNeeded) + " " +
           slots + " to show that at most " + allowed + " are late, and " + std::to_string(verdict.frames) +
           " were measured.";
}

/// `0.4 % and 0.84 %`, with as many decimals as tell the two apart.
std::string endsText(const Interval& interval) {
    const std::string low = said::share(interval.low);
    const std::string high = said::share(interval.high);
    if (low != high)
        return low + " and " + high;
    constexpr int kMostDecimals = 6;
    for (int decimals = 1; decimals < kMostDecimals; ++decimals) {
        const std::string finer = decimalText(100 * interval.low, decimals);
        if (const std::string other = decimalText(100 * interval.high, decimals); finer != other)
            return finer + " % and " + other + " %";
    }
    return low + " and " + high;
}

std::string detailOf(const Target& target, const Verdict& verdict, const std::optional<Finding>& first) {
    if (!verdict.late)
        return {};
    std::string text = "95 % sure: between " + endsText(verdict.late->interval) + " (" +
                       std::to_string(verdict.lateFrames) + " of " + std::to_string(verdict.frames) + " " +
                       std::string(target.frames()) + ").";
    if (verdict.lateFrames > 0 && verdict.lateFrames < Findings::kFewestToBlame)
        text += verdict.lateFrames == 1 ? " One late frame is too few to name a cause."
                                        : " So few late frames name no cause.";
    if (!first)
        return text;
    if (!first->cannotTell.empty())
        return text + " " + first->cannotTell;
    if (verdict.fitness == Fitness::Fit || verdict.fitness == Fitness::NotEnoughData)
        text += " Those that are late are late because " + first->because + ".";
    if (first->lateCost >= kNearlyAll)
        text += " Nearly all of their lateness has this cause.";
    else
        text += " This cause makes " + said::share(first->lateCost) + " of their lateness.";
    return text;
}

std::string joined(const std::vector<Disturbance>& disturbances) {
    if (disturbances.empty())
        return {};
    const bool invalid = std::ranges::any_of(disturbances, &Disturbance::invalid);
    std::string text = invalid ? "Invalid: " : "Disturbed: ";
    for (std::size_t i = 0; i < disturbances.size(); ++i)
        text += (i == 0 ? "" : ", ") + disturbances[i].text;
    return text + ".";
}

} // namespace

std::string_view fitnessId(Fitness fitness) noexcept {
    switch (fitness) {
    case Fitness::Fit:
        return "fit";
    case Fitness::Marginal:
        return "marginal";
    case Fitness::Unfit:
        return "unfit";
    case Fitness::NotEnoughData:
        break;
    }
    return "not-enough-data";
}

std::string_view fitnessName(Fitness fitness) noexcept {
    switch (fitness) {
    case Fitness::Fit:
        return "Fit";
    case Fitness::Marginal:
        return "Marginal";
    case Fitness::Unfit:
        return "Unfit";
    case Fitness::NotEnoughData:
        break;
    }
    return "Not enough data";
}

std::int64_t framesToShow(double allowed) noexcept {
    return static_cast<std::int64_t>(std::ceil(3 / std::max(allowed, 1e-9)));
}

Fitness judge(const std::optional<Share>& late, std::int64_t frames, double allowed) noexcept {
    if (!late)
        return Fitness::NotEnoughData;
    if (late->interval.low > allowed)
        return Fitness::Unfit;
    if (late->interval.high <= allowed)
        return Fitness::Fit;
    return frames >= framesToShow(allowed) ? Fitness::Marginal : Fitness::NotEnoughData;
}

std::vector<Disturbance> disturbancesIn(const MachineUse& use, double quotaCost) {
    std::vector<Disturbance> list;
    if (const std::int64_t times = use.throttledPeriods.value_or(0); times > 0)
        list.push_back(
            {"quota", "a CPU quota stopped the program " + said::times(times), quotaCost >= kQuotaRules});
    if (use.othersPercent.value_or(0) >= kDisturbing)
        list.push_back({"others", othersText(*use.othersPercent)});
    else if (use.cpuPressurePercent.value_or(0) >= kDisturbingPressure)
        list.push_back({"others", pressureText(*use.cpuPressurePercent)});
    if (use.stealPercent.value_or(0) >= kDisturbingSteal)
        list.push_back({"steal", stealText(*use.stealPercent)});
    if (use.thermalThrottles.value_or(0) > 0)
        list.push_back({"heat", "heat slowed the processors down"});
    if (use.suspended.value_or(Nanoseconds{0}) >= kSuspend)
        list.push_back({"suspend", "the machine was suspended"});
    return list;
}

Verdict verdictOf(const Target& target, const LoopEvidence& loop, const MachineUse& use,
                  const Findings& findings) {
    Verdict verdict;
    verdict.late = loop.lateShare();
    verdict.lateFrames = loop.anatomy.lateFrames();
    verdict.frames = loop.frames();
    verdict.lost = loop.lost;
    verdict.fitness = judge(verdict.late, verdict.frames, target.allowed);
    if (verdict.fitness == Fitness::NotEnoughData)
        verdict.framesNeeded = framesToShow(target.allowed);
    if (findings.first)
        verdict.causeId = findings.first->id;
    verdict.sentence = sentenceOf(target, verdict, becauseOf(findings.first));
    verdict.detail =
        findings.unseen + (findings.unseen.empty() ? "" : " ") + detailOf(target, verdict, findings.first);
    const auto quota = std::ranges::find(findings.account, "quota", &Finding::id);
    verdict.disturbances = disturbancesIn(use, quota != findings.account.end() ? quota->lateCost : 0);
    verdict.disturbedBy = joined(verdict.disturbances);
    return verdict;
}

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
    text += std::string(target.object()) + ": " + said::share(verdict.late->value) + " late, " +
            said::share(target.allowed) + " allowed.";
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
