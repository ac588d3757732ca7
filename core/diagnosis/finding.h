// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/diagnosis/target.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Something that costs time in each frame, or makes frames late: a line of the account.
struct Finding {
    std::string id;                 ///< of its entry
    double cost = 0;                ///< ns a frame: its part of the mean lateness
    Interval costInterval{};        ///< 95 %, of the mean over blocks
    double lateCost = 0;            ///< its share of the lateness of the late frames, 0 … 1
    bool inBursts = false;          ///< the interval reaches down to 0: what it costs in the long run is open
    std::string title;              ///< what: `Timer slack is 50 µs`
    std::string soWhat;             ///< one sentence
    std::string because;            ///< goes on from "because": `the kernel may end each sleep 50 µs later`
    std::string cannotTell;         ///< a sentence in the place of "because", where there is no evidence
    std::string doThis;             ///< one line
    std::string undo;               ///< one line; empty if there is nothing to put back
    std::string trial;              ///< id of the trial that tries the cure; empty: none
    std::vector<std::string> facts; ///< ids of the facts behind it
};

/// What a kind of finding looks at.
struct FindingView {
    const Target& target;
    const LoopEvidence& loop;
    const MachineEvidence& machine;

    [[nodiscard]] double perFrame(std::int64_t sum) const noexcept;
    /// Whether the scheduler told how long the loop waited in the run queue. A simulated machine has none.
    [[nodiscard]] bool queueTold() const noexcept;
};

/// One kind of finding.
///
/// To add one: a line in finding.cpp's list. Its `part` takes its piece out of summed costs; the pieces of
/// all kinds never overlap, and together they are the lateness.
struct FindingEntry {
    std::string_view id;
    /// Where the anatomy shows this kind.
    Cause cause = Cause::Other;
    /// The piece of this kind in some summed costs, ns.
    std::int64_t (*part)(const LatenessCosts& costs, const FindingView& view) = nullptr;
    /// What waking takes at its best: it can make frames late, but it is no cost that somebody adds.
    bool baseline = false;
    /// Words and cure; `finding` has its figures already.
    void (*describe)(Finding& finding, const FindingView& view) = nullptr;
};
[[nodiscard]] std::span<const FindingEntry> findingCatalog();

/// The account of a loop's lateness. Verdict, list, evidence and recommendation quote it; none computes its
/// own.
struct Findings {
    /// Every kind, in the catalogue's order, also those that cost nothing. Their costs add up to `mean`,
    /// their shares of the late frames' lateness to 1.
    std::vector<Finding> account;
    /// The lines that are worth reading: from 1 µs a frame, or from 1 % of the late frames' lateness. The
    /// first cause stands first.
    std::vector<Finding> list;
    double mean = 0;      ///< ns, mean lateness
    double explained = 0; ///< ns, of the list
    /// What the list leaves out. ns; negative if frames start early.
    [[nodiscard]] double rest() const noexcept { return mean - explained; }
    static constexpr std::int64_t kFewestToBlame = 3; ///< late frames from which on a cause is named

    /// The finding behind most of the late frames' lateness: the first of the list; empty: too few frames are
    /// late. What waking takes at its best counts half: it cannot be cured. Work that is too long by itself
    /// comes before everything else.
    std::optional<Finding> first;
    /// What could not be looked at on this machine, one sentence before anything is blamed; or empty.
    std::string unseen;
    /// What of this machine may stand behind a cause that cannot be told, likeliest first. No part of the
    /// account: nobody measured what it costs, so the costs are 0.
    std::vector<Finding> suspects;
};
[[nodiscard]] Findings findingsOf(const Target& target, const LoopEvidence& loop,
                                  const MachineEvidence& machine);

/// The work by itself takes longer than the period, in more frames than may be late: no way of waiting helps,
/// and this comes before everything that happened meanwhile.
[[nodiscard]] bool workTooLong(const Target& target, const LoopEvidence& loop) noexcept;

/// `249.0 of 265.0 µs mean lateness are in this list. …`
[[nodiscard]] std::string findingsSum(const Findings& findings);

} // namespace jitterscope
