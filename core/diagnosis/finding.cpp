// SPDX-License-Identifier: MIT
#include "core/diagnosis/finding.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/diagnosis/advice_catalog.h"
#include "core/machine/fact_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kBusy = 30;         // %; from here on "other programs hold … of the CPU" is worth saying
constexpr double kLeastCost = 1'000; // ns per frame; less is not a finding
constexpr double kLeastShare = 0.01; // of the late frames' lateness; less is not a finding

std::string us(double nanoseconds) {
    return said::shortDuration(nanoseconds);
}

/// Adds the cure on this machine's system, if there is one, and the facts behind it.
void giveAdvice(Finding& finding, std::string_view cause, const FindingView& view) {
    const AdviceEntry* const advice = adviceFor(cause, view.machine.system);
    if (advice == nullptr)
        return;
    finding.doThis = advice->doThis;
    finding.undo = advice->undo;
    finding.trial = advice->trial;
    for (const std::string_view fact : wordsOf(advice->facts))
        finding.facts.emplace_back(fact);
}

std::int64_t queueOf(const LatenessCosts& costs) {
    return costs.parts.queue;
}

/// A share of some nanoseconds, in whole ns, so that share and rest add up exactly.
std::int64_t shareOf(double share, std::int64_t sum) {
    return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(sum)), 0, sum);
}

/// How much of the time in the run queue was caused by the quota: 0 … 1.
double quotaShare(const FindingView& view) {
    const auto& throttled = view.machine.use.throttledTime;
    const auto& waited = view.machine.use.queueWait;
    if (!throttled || throttled->count() <= 0)
        return 0;
    // The thread's own count, if there is one. Several lost slots share one wait, so their sum is more.
    const double most = static_cast<double>(waited ? waited->count() : queueOf(view.loop.all));
    return most > 0 ? std::min(1.0, static_cast<double>(throttled->count()) / most) : 0;
}

std::int64_t quotaPart(const LatenessCosts& costs, const FindingView& view) {
    return shareOf(quotaShare(view), queueOf(costs));
}

void describeQuota(Finding& finding, const FindingView& view) {
    finding.title =
        "A CPU quota stopped the program " + said::times(view.machine.use.throttledPeriods.value_or(0));
    finding.soWhat = "Its control group had used up its share, so the loop stood still.";
    finding.because = "a CPU quota stops the program";
    giveAdvice(finding, "quota", view);
}

/// How much of the rest of that time other programs can explain: 0 … 1. A thread that is ready may also wait
/// when no program has its processor: the host of a virtual machine has taken it away, or the processor
/// itself is waking up. If the others ran hardly longer than the thread waited, it did not wait for them:
/// they would have had to run only in these moments. Absent: what others used is not known.
std::optional<double> othersShare(const FindingView& view) {
    constexpr double kMuch = 5;   // % of all processors, or of the thread's own: from here on they explain it
    constexpr double kFully = 10; // if they ran so many times as long as the thread waited, they explain all
    const MachineUse& use = view.machine.use;
    if (use.othersPercent.value_or(0) >= kMuch || use.processorOthersPercent.value_or(0) >= kMuch)
        return 1;
    if (!use.othersRan)
        return std::nullopt;
    const double waited =
        static_cast<double>(use.queueWait ? use.queueWait->count() : queueOf(view.loop.all));
    return waited > 0 ? std::min(1.0, static_cast<double>(use.othersRan->count()) / (kFully * waited)) : 1;
}

std::int64_t othersPart(const LatenessCosts& costs, const FindingView& view) {
    return shareOf(othersShare(view).value_or(0), queueOf(costs) - quotaPart(costs, view));
}

std::int64_t stalledPart(const LatenessCosts& costs, const FindingView& view) {
    return othersShare(view) ? queueOf(costs) - quotaPart(costs, view) - othersPart(costs, view) : 0;
}

std::int64_t unseenQueuePart(const LatenessCosts& costs, const FindingView& view) {
    return othersShare(view) ? 0 : queueOf(costs) - quotaPart(costs, view);
}

void describeUnseenQueue(Finding& finding, const FindingView& view) {
    finding.title = "It waited for a CPU; which program had it is unknown";
    finding.soWhat =
        "Ready to run, the loop waited in the run queue. What other programs used could not be read.";
    finding.because = "it has to wait for a CPU; which program had it is unknown";
    giveAdvice(finding, "queue", view);
}

void describeStalled(Finding& finding, const FindingView& view) {
    const bool virtualMachine = std::ranges::any_of(view.machine.facts, [](const Fact& fact) {
        return fact.id == "virtual_machine" && fact.state == FactState::Warn;
    });
    const MachineUse& use = view.machine.use;
    finding.title = "The processor stood still at times";
    finding.soWhat =
        "The thread was ready to run and waited " +
        us(static_cast<double>(use.queueWait ? use.queueWait->count() : queueOf(view.loop.all))) +
        " in all, but no program is seen to have had the CPU: " +
        (virtualMachine ? "the host of this virtual machine had."
                        : "it was still waking up, or its firmware had it.");
    finding.because = virtualMachine ? "the host takes the virtual processor away at times"
                                     : "the processor stands still when it should run";
    giveAdvice(finding, virtualMachine ? "stalled:host" : "stalled", view);
}

/// `95 % of the CPUs`, `97 % of its CPU`; empty if others did not hold much, as far as is known.
std::string heldByOthers(const MachineUse& use) {
    if (use.othersPercent && *use.othersPercent >= kBusy)
        return said::used(*use.othersPercent) + " of the CPUs";
    if (use.processorOthersPercent && *use.processorOthersPercent >= kBusy)
        return said::used(*use.processorOthersPercent) + " of its CPU";
    return {};
}

void describeOthers(Finding& finding, const FindingView& view) {
    const std::string held = heldByOthers(view.machine.use);
    finding.title = held.empty() ? "Other threads had the CPU" : "Other programs hold " + held;
    finding.soWhat = "Ready to run, the loop waits for its turn in the run queue.";
    finding.because =
        held.empty() ? "other threads have the CPU when it should run" : "other programs hold " + held;
    giveAdvice(finding, "others", view);
}

std::int64_t workPart(const LatenessCosts& costs, const FindingView&) {
    return costs.parts.work;
}

/// What helps if the work by itself is too long: a rate with a tenth to spare, or several frames at once.
std::string lessWork(const LoopEvidence& loop) {
    constexpr double kSpare = 1.1;
    const double needed = kSpare * static_cast<double>(loop.longestWorkAlone);
    const double rate = 1e9 / needed;
    const auto atOnce = static_cast<std::int64_t>(std::ceil(needed / loop.plan.period.nanoseconds()));
    return "do less in a frame, or lower the rate to " +
           decimalText(rate < 10 ? std::floor(10 * rate) / 10 : std::floor(rate), rate < 10 ? 1 : 0) +
           " Hz, or have " + std::to_string(atOnce) + " frames in flight, each on a processor of its own";
}

void describeWork(Finding& finding, const FindingView& view) {
    const LoopEvidence& loop = view.loop;
    const std::string period = us(loop.plan.period.nanoseconds());
    if (loop.overruns == 0) { // a policy that gives up no slots passes lateness on
        finding.title = "In " + std::to_string(loop.workFrames) + " late " +
                        (loop.workFrames == 1 ? "frame" : "frames") +
                        " the work of the one before was not done in time";
        finding.soWhat = "The work takes at most " + us(static_cast<double>(loop.longestWorkAlone)) +
                         " of a period of " + period +
                         ", but it had begun late: one late frame makes the next one late.";
        finding.because = "a late frame makes the next one late";
        finding.doThis = "give up slots that are lost (drop-and-rest), or do less in a frame";
        return;
    }
    finding.title = "The work overran its period in " + std::to_string(loop.workFrames) + " late " +
                    (loop.workFrames == 1 ? "frame" : "frames");
    finding.soWhat = "By itself it takes up to " + us(static_cast<double>(loop.longestWorkAlone)) +
                     " of a period of " + period + "." +
                     (workTooLong(view.target, loop) ? " No way of waiting helps against that." : "");
    finding.because = "the work takes longer than the period";
    finding.doThis = lessWork(loop);
}

std::int64_t tickPart(const LatenessCosts& costs, const FindingView& view) {
    return view.loop.tick > 0 ? costs.timer : 0;
}

void describeTick(Finding& finding, const FindingView& view) {
    const std::string tick = us(static_cast<double>(view.loop.tick));
    finding.title = "Sleeps end on ticks of " + tick;
    finding.soWhat = "The system wakes the thread at the first tick after the time that it asked for.";
    finding.because = "sleeps end on ticks of " + tick;
    constexpr std::int64_t kFine = 1'100'000; // ns: timeBeginPeriod gives nothing finer
    giveAdvice(finding, view.loop.tick > kFine ? "tick:coarse" : "tick:fine", view);
}

std::int64_t slackPart(const LatenessCosts& costs, const FindingView& view) {
    return view.loop.tick > 0 ? 0 : costs.timer;
}

void describeSlack(Finding& finding, const FindingView& view) {
    const std::string slack = us(static_cast<double>(view.loop.slack));
    finding.title = "Timer slack is " + slack;
    finding.soWhat = "The kernel may end any sleep of this thread that much later, to save power.";
    finding.because = "the kernel may end each sleep " + slack + " later (timer slack)";
    giveAdvice(finding, "slack", view);
}

std::int64_t relativePart(const LatenessCosts& costs, const FindingView&) {
    return costs.relative;
}

void describeRelative(Finding& finding, const FindingView& view) {
    finding.title = "The sleep is relative";
    finding.soWhat = "What passes between reading the clock and the call is added to every wait.";
    finding.because = "the sleep is relative";
    giveAdvice(finding, "relative", view);
}

/// The mean time to leave the idle states that were used, as the driver states it; ns per wake-up.
double idleExit(const MachineUse& use) {
    double entered = 0;
    double exits = 0;
    for (const IdleUse& state : use.idle) {
        entered += static_cast<double>(state.entered);
        exits += static_cast<double>(state.entered) * static_cast<double>(state.exit.count());
    }
    return entered > 0 ? exits / entered : 0;
}

std::int64_t idlePart(const LatenessCosts& costs, const FindingView& view) {
    constexpr double kDeep = 10'000; // ns; a shallow state's exit is part of waking
    if (idleExit(view.machine.use) < kDeep)
        return 0;
    const std::int64_t left = costs.parts.woke - costs.relative - costs.timer;
    return std::min(
        left, static_cast<std::int64_t>(idleExit(view.machine.use) * static_cast<double>(costs.frames)));
}

void describeIdle(Finding& finding, const FindingView& view) {
    finding.title = "The processor sleeps deeply between frames";
    finding.soWhat = "Leaving the idle states that it used takes about " + us(idleExit(view.machine.use)) +
                     " before the thread runs.";
    finding.because = "the processor has to leave a deep idle state first";
    giveAdvice(finding, "idle", view);
}

std::int64_t marginPart(const LatenessCosts& costs, const FindingView& view) {
    return view.queueTold() ? costs.parts.margin : 0;
}

void describeMargin(Finding& finding, const FindingView&) {
    finding.title = "The margin is too small";
    finding.soWhat = "It asks to be woken before the deadline, but wakes later than that margin covers.";
    finding.because = "its margin is smaller than the wake-up takes here";
    finding.doThis = "a larger margin, or adaptive, which learns it";
    finding.undo = "the old margin";
    finding.trial = "adaptive";
}

std::int64_t takenPart(const LatenessCosts& costs, const FindingView&) {
    return costs.parts.lost;
}

void describeTaken(Finding& finding, const FindingView& view) {
    const double steal = view.machine.use.stealPercent.value_or(0);
    constexpr double kMuch = 1;
    const bool hypervisor = steal >= kMuch;
    const bool told = view.loop.anatomy.framesWithQueue() > 0; // otherwise it may have been another thread
    finding.title = hypervisor ? "The hypervisor took " + said::used(steal) + " of the CPU time"
                    : told     ? "Interrupts took the CPU while it was busy"
                               : "The CPU was taken away while it was busy";
    finding.soWhat =
        std::string("While the loop was spinning or working, its processor did something else.") +
        (told || hypervisor ? "" : " What took it is unknown.");
    finding.because = hypervisor ? "the hypervisor takes the CPU away"
                      : told     ? "interrupts take the CPU while the loop is busy"
                                 : "the CPU is taken away while the loop is busy";
    giveAdvice(finding, hypervisor ? "interrupts:hypervisor" : "interrupts", view);
}

/// The time woken later than asked, without the pieces that have a name of their own.
std::int64_t plainWaking(const LatenessCosts& costs, const FindingView& view) {
    return costs.parts.woke - costs.relative - costs.timer - idlePart(costs, view);
}

std::int64_t wakingPart(const LatenessCosts& costs, const FindingView& view) {
    return view.queueTold() ? plainWaking(costs, view) : 0;
}

/// Without the scheduler's count, a wait for the processor looks like a late timer or a too short margin.
std::int64_t untoldPart(const LatenessCosts& costs, const FindingView& view) {
    return view.queueTold() ? 0 : plainWaking(costs, view) + costs.parts.margin;
}

void describeUntold(Finding& finding, const FindingView& view) {
    const bool windows = view.machine.system == SystemFamily::Windows;
    finding.title = "It ran later than it was to be woken; the reason is unknown";
    finding.soWhat = std::string("The timer, the way to the thread, or other programs that had the CPU: ") +
                     (windows ? "Windows does not tell a program how long its threads waited for a CPU."
                              : "the scheduler's count, which would tell them apart, could not be read.");
    finding.cannotTell = std::string("The reason is unknown, since ") +
                         (windows ? "Windows does not say how long a thread waited for a CPU."
                                  : "the scheduler's count could not be read.");
    finding.because = "the loop runs later than it was to be woken, for an unknown reason";
    giveAdvice(finding, "untold", view);
}

std::int64_t loopPart(const LatenessCosts& costs, const FindingView&) {
    return costs.parts.other;
}

void describeLoop(Finding& finding, const FindingView&) {
    finding.title = "The loop's own steps";
    finding.soWhat =
        "Time between the end of the wait and the start of the frame. Frames that start early count "
        "against it.";
    finding.because = "time goes between the end of the wait and the start of the frame";
    finding.doThis = "nothing";
}

void describeWaking(Finding& finding, const FindingView& view) {
    constexpr double kOften = 0.1;
    const auto late = view.loop.lateShare();
    const bool often = late && late->value > kOften;
    const bool enough = finding.lateCost < 0.1; // it makes hardly any frame late
    finding.title = enough  ? "The system's own way from the timer to the thread"
                    : often ? "Waking takes long"
                            : "Waking takes long at times";
    finding.soWhat = enough ? "What waking takes here without anything that somebody adds."
                            : "Between the timer and the thread the system needs longer than the job allows.";
    finding.because = often ? "the system takes too long to wake the thread"
                            : "the system takes longer to wake the thread at times";
    finding.doThis = "keep a margin and spin: adaptive learns how much";
    finding.undo = "the old strategy";
    // If it learns its margin already, only processors that stay awake may help.
    const bool learns = view.loop.plan.strategy.id == "adaptive";
    const bool canHelp = !learns || view.machine.system == SystemFamily::Linux;
    finding.trial = !canHelp ? "" : learns ? "idle" : "adaptive";
}

/// Without it the others may have cost nothing.
double quotaRules(const Finding& finding, const FindingView&) {
    return finding.lateCost >= kQuotaRules ? 2 : 0;
}

/// More than all of the lateness.
double workRules(const Finding&, const FindingView& view) {
    return workTooLong(view.target, view.loop) ? 3 : 0;
}

constexpr std::array kFindings{
    FindingEntry{.id = "quota",
                 .cause = Cause::RunQueue,
                 .part = quotaPart,
                 .rules = quotaRules,
                 .describe = describeQuota},
    FindingEntry{.id = "others", .cause = Cause::RunQueue, .part = othersPart, .describe = describeOthers},
    FindingEntry{.id = "stalled", .cause = Cause::RunQueue, .part = stalledPart, .describe = describeStalled},
    FindingEntry{
        .id = "queue", .cause = Cause::RunQueue, .part = unseenQueuePart, .describe = describeUnseenQueue},
    FindingEntry{
        .id = "work", .cause = Cause::Work, .part = workPart, .rules = workRules, .describe = describeWork},
    FindingEntry{.id = "tick", .cause = Cause::WokeLate, .part = tickPart, .describe = describeTick},
    FindingEntry{.id = "slack", .cause = Cause::WokeLate, .part = slackPart, .describe = describeSlack},
    FindingEntry{
        .id = "relative", .cause = Cause::WokeLate, .part = relativePart, .describe = describeRelative},
    FindingEntry{.id = "idle", .cause = Cause::WokeLate, .part = idlePart, .describe = describeIdle},
    FindingEntry{.id = "margin", .cause = Cause::Margin, .part = marginPart, .describe = describeMargin},
    FindingEntry{.id = "interrupts", .cause = Cause::LostCpu, .part = takenPart, .describe = describeTaken},
    FindingEntry{.id = "waking",
                 .cause = Cause::WokeLate,
                 .part = wakingPart,
                 .baseline = true,
                 .describe = describeWaking},
    FindingEntry{.id = "untold", .cause = Cause::WokeLate, .part = untoldPart, .describe = describeUntold},
    FindingEntry{
        .id = "loop", .cause = Cause::Other, .part = loopPart, .baseline = true, .describe = describeLoop},
};

/// The mean of an entry's part over blocks, in ns per frame, with its interval.
Share costOf(const FindingEntry& entry, const FindingView& view) {
    std::vector<double> means;
    for (const LoopBlock& block : view.loop.blocks) {
        if (block.costs.frames > 0)
            means.push_back(static_cast<double>(entry.part(block.costs, view)) /
                            static_cast<double>(block.costs.frames));
    }
    const double mean = view.perFrame(entry.part(view.loop.all, view));
    const std::optional<Share> spread = meanDifference(means);
    return {mean, spread ? spread->interval : Interval{0, mean}};
}

Finding makeFinding(const FindingEntry& entry, const FindingView& view) {
    Finding finding;
    finding.id = entry.id;
    const Share cost = costOf(entry, view);
    finding.cost = cost.value;
    finding.costInterval = cost.interval;
    finding.inBursts = cost.value > 0 && cost.interval.low <= 0;
    const auto late = static_cast<double>(view.loop.late.parts.total());
    finding.lateCost = late > 0 ? static_cast<double>(entry.part(view.loop.late, view)) / late : 0;
    entry.describe(finding, view);
    if (finding.inBursts)
        finding.soWhat += " It came in bursts, so what it costs in the long run is not shown.";
    return finding;
}

/// Which finding is the first. A cause that can be cured comes before the baseline, unless the baseline is
/// more than twice as large. If no frame is late, it always comes before it.
double weightOf(const Finding& finding, const FindingView& view, bool anyLate) {
    const FindingEntry& entry = *findEntry(findingCatalog(), finding.id);
    if (!anyLate)
        return entry.baseline ? 0 : finding.cost;
    if (const double rules = entry.rules != nullptr ? entry.rules(finding, view) : 0; rules > 0)
        return rules;
    return (entry.baseline ? 0.5 : 1.0) * finding.lateCost;
}

bool worthReading(const Finding& finding) {
    return finding.cost >= kLeastCost || finding.lateCost >= kLeastShare;
}

std::string unseenText(const FindingView& view) {
    if (view.loop.plan.simulated() || view.loop.anatomy.frames() == 0)
        return {};
    const bool windows = view.machine.system == SystemFamily::Windows;
    const auto hidden = [windows](const char* file) {
        return windows ? std::string(" (Windows does not say)")
                       : std::string(" (") + file + " cannot be read)";
    };
    std::string text;
    if (!view.loop.plan.thread.anatomy)
        text = "how long the loop waited for a CPU (switched off)";
    else if (!view.queueTold())
        text = "how long the loop waited for a CPU" + hidden("/proc/thread-self/schedstat");
    if (!view.machine.use.othersPercent && !view.machine.use.othersRan)
        said::append(text, "what other programs used" + hidden("/proc/stat"));
    return text.empty() ? text : "Not looked at: " + text + ".";
}

} // namespace

double FindingView::perFrame(std::int64_t sum) const noexcept {
    const std::int64_t frames = loop.anatomy.frames();
    return frames > 0 ? static_cast<double>(sum) / static_cast<double>(frames) : 0;
}

bool FindingView::queueTold() const noexcept {
    return loop.plan.simulated() || 2 * loop.anatomy.framesWithQueue() >= loop.anatomy.frames();
}

std::span<const FindingEntry> findingCatalog() {
    return kFindings;
}

bool workTooLong(const Target& target, const LoopEvidence& loop) noexcept {
    return static_cast<double>(loop.overruns) > target.allowed * static_cast<double>(loop.frames());
}

Findings findingsOf(const Target& target, const LoopEvidence& loop, const MachineEvidence& machine) {
    const FindingView view{target, loop, machine};
    const bool anyLate = loop.late.parts.total() > 0;
    Findings findings;
    findings.mean = loop.meanLateness();
    findings.unseen = unseenText(view);
    for (const FindingEntry& entry : kFindings) {
        findings.account.push_back(makeFinding(entry, view));
        if (const Finding& finding = findings.account.back(); worthReading(finding)) {
            findings.explained += finding.cost;
            findings.list.push_back(finding);
        }
    }
    std::ranges::stable_sort(findings.list, [&](const Finding& a, const Finding& b) {
        const double weights[] = {weightOf(a, view, anyLate), weightOf(b, view, anyLate)};
        return weights[0] != weights[1] ? weights[0] > weights[1] : a.cost > b.cost;
    });
    if (anyLate && !findings.list.empty())
        std::stable_sort(findings.list.begin() + 1, findings.list.end(),
                         [](const Finding& a, const Finding& b) { return a.lateCost > b.lateCost; });
    if (std::ranges::count(findings.list, "untold", &Finding::id) > 0)
        findings.suspects = suspectsOf(machine);
    if (loop.anatomy.lateFrames() >= Findings::kFewestToBlame && !findings.list.empty())
        findings.first = findings.list.front();
    return findings;
}

std::string findingsSum(const Findings& findings) {
    constexpr double kTold = 50; // ns; less would read as 0.0 µs
    const double rest = findings.rest();
    const std::string mean = decimalText(findings.mean / 1e3, 1) + " µs mean lateness";
    if (std::abs(rest) < kTold)
        return std::abs(findings.mean) < kTold ? "There is no mean lateness."
                                               : "All of the " + mean + " is in this list.";
    if (findings.list.empty())
        return rest > 0 ? "The " + mean + " is made of pieces of less than 1 µs."
                        : "Frames start " + decimalText(-rest / 1e3, 1) + " µs early in the mean.";
    const std::string text = decimalText(findings.explained / 1e3, 1) + " of " + mean + " are in this list.";
    return rest > 0
               ? text + " The other " + decimalText(rest / 1e3, 1) + " µs are pieces of less than 1 µs."
               : decimalText(findings.explained / 1e3, 1) +
                     " µs are in this list. Frames that start early take " + decimalText(-rest / 1e3, 1) +
                     " µs off; the mean lateness is " + decimalText(findings.mean / 1e3, 1) + " µs.";
}

} // namespace jitterscope
