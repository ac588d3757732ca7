// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/diagnosis/target.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Something that costs time in each frame, or makes frames late.
struct Finding {
    std::string id;                 ///< of its entry
    double cost = 0;                ///< ns a frame: its part of the mean lateness
    Interval costInterval{};        ///< 95 %, of the mean over blocks
    double lateCost = 0;            ///< its share of the lateness of the late frames, 0 … 1
    std::string title;              ///< what: `Timer slack is 50 µs`
    std::string soWhat;             ///< one sentence
    std::string because;            ///< goes on from "because": `the kernel may end each sleep 50 µs later`
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
};

/// One kind of finding.
///
/// To add one: a line in finding.cpp's list. Its `part` takes its piece out of summed costs; pieces of
/// different kinds never overlap, so that they add up to the mean lateness.
struct FindingEntry {
    std::string_view id;
    /// The piece of this kind in some summed costs, ns.
    std::int64_t (*part)(const LatenessCosts& costs, const FindingView& view) = nullptr;
    /// What waking takes at its best: it can make frames late, but it is no cost that somebody adds.
    bool baseline = false;
    /// Words and cure; `finding` has its figures already.
    void (*describe)(Finding& finding, const FindingView& view) = nullptr;
};
[[nodiscard]] std::span<const FindingEntry> findingCatalog();

/// All findings of a measurement, the most expensive first.
struct Findings {
    std::vector<Finding> list; ///< those whose cost is shown: its interval lies above 0
    double mean = 0;           ///< ns, mean lateness
    double explained = 0;      ///< ns, of the list
    /// What the list does not explain: what waking takes here at its best. ns; negative if frames are early.
    [[nodiscard]] double rest() const noexcept { return mean - explained; }
    /// The finding behind most of the late frames' lateness, also if it is not in the list; empty: none. What
    /// waking takes at its best counts half: it cannot be cured.
    std::optional<Finding> first;
};
[[nodiscard]] Findings findingsOf(const Target& target, const LoopEvidence& loop,
                                  const MachineEvidence& machine);

/// `249 of 265 µs mean lateness explained. …`
[[nodiscard]] std::string findingsSum(const Findings& findings);

} // namespace jitterscope
