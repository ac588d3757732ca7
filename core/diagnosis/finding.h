// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/diagnosis/target.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Something that costs time in each frame, or makes frames late. It is one line of the account.
struct Finding {
    std::string id;                 ///< of its entry
    double cost = 0;                ///< its part of the mean lateness, ns per frame
    Interval costInterval{};        ///< 95 %, of the mean over blocks
    double lateCost = 0;            ///< its share of the lateness of the late frames, 0 … 1
    bool inBursts = false;          ///< the interval reaches down to 0, so its cost in the long run is open
    std::string title;              ///< what it is: `Timer slack is 50 µs`
    std::string soWhat;             ///< what it means; one sentence
    std::string because;            ///< continues "because …": `the kernel may end each sleep 50 µs later`
    std::string cannotTell;         ///< a sentence that replaces "because" if there is no evidence
    std::string doThis;             ///< one line
    std::string undo;               ///< one line; empty if there is nothing to undo
    std::string trial;              ///< id of the trial that tries the cure; empty: none
    std::vector<std::string> facts; ///< ids of the facts behind it
};

/// The input of a kind of finding.
struct FindingView {
    const Target& target;
    const LoopEvidence& loop;
    const MachineEvidence& machine;

    [[nodiscard]] double perFrame(std::int64_t sum) const noexcept;
    /// Whether the loop's time in the run queue is known. True on a simulated machine, which has no queue.
    [[nodiscard]] bool queueTold() const noexcept;
};

/// One kind of finding.
///
/// To add one, add a line to the list in finding.cpp. Its `part` computes its piece of summed costs. The
/// pieces of all kinds never overlap, and together they are the lateness.
struct FindingEntry {
    std::string_view id;
    /// The cause under which the anatomy shows this kind.
    Cause cause = Cause::Other;
    /// The piece of this kind in some summed costs, ns.
    std::int64_t (*part)(const LatenessCosts& costs, const FindingView& view) = nullptr;
    /// Whether it is the least that a wake-up costs. It can make frames late, but nobody adds it.
    bool baseline = false;
    /// How far it comes before all shares of lateness, where it does: 1 and more. Null, or 0: by its share.
    double (*rules)(const Finding& finding, const FindingView& view) = nullptr;
    /// Fills in words and cure. `finding` has its figures already.
    void (*describe)(Finding& finding, const FindingView& view) = nullptr;
};
[[nodiscard]] std::span<const FindingEntry> findingCatalog();

/// From this share of the late frames' lateness on, a quota is the first cause, whatever else there was, and
/// makes a measurement invalid. Below, it is one disturbance among others.
inline constexpr double kQuotaRules = 0.1;

/// The account of a loop's lateness. Verdict, list, evidence and recommendation all use its figures.
struct Findings {
    /// Every kind, in the catalogue's order, also those that cost nothing. Their costs add up to `mean`.
    /// Their shares of the late frames' lateness add up to 1.
    std::vector<Finding> account;
    /// The lines that are worth reading: at least 1 µs per frame, or at least 1 % of the late frames'
    /// lateness. The first cause comes first, then those with the largest share of that lateness. If no frame
    /// is late, by cost, a baseline last.
    std::vector<Finding> list;
    double mean = 0;      ///< ns, mean lateness
    double explained = 0; ///< ns, sum of the list
    /// What the list leaves out, ns; negative if frames start early.
    [[nodiscard]] double rest() const noexcept { return mean - explained; }
    static constexpr std::int64_t kFewestToBlame = 3; ///< fewest late frames for which a cause is named

    /// The finding behind most of the late frames' lateness, which is the first of the list; absent: too few
    /// frames are late. A baseline counts half, because it cannot be cured. Work that is too long by itself
    /// comes before everything else, and a quota from kQuotaRules on before what is left.
    std::optional<Finding> first;
    /// One sentence about what could not be looked at on this machine, or empty. It stands before any cause.
    std::string unseen;
    /// What on this machine may be behind a cause that is not known, likeliest first. These are not part of
    /// the account: their costs were not measured, and are 0.
    std::vector<Finding> suspects;
};
[[nodiscard]] Findings findingsOf(const Target& target, const LoopEvidence& loop,
                                  const MachineEvidence& machine);

/// Whether the work by itself takes longer than the period, in more frames than may be late. Then no way of
/// waiting helps, and this cause comes before all others.
[[nodiscard]] bool workTooLong(const Target& target, const LoopEvidence& loop) noexcept;

/// A sentence about the sum of the list: `249.0 of 265.0 µs mean lateness are in this list. …`
[[nodiscard]] std::string findingsSum(const Findings& findings);

} // namespace jitterscope
