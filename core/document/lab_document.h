// SPDX-License-Identifier: MIT
#pragma once

#include "core/document/document.h"
#include "core/document/documents.h"
#include "core/lab/challenge.h"
#include "core/lab/lab.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// A lab as it was run, and what somebody said to it.
struct LabTold {
    const LabEntry& entry;
    const ParameterValues& knobs;
    const LabResult& result;
    std::optional<double> guess = {};
    std::optional<std::size_t> choice = {}; ///< of the closing question
};

/// The badge of labs and the challenge, which simulate everything.
inline constexpr std::string_view kVirtualTime = "SIMULATED · virtual time";
/// Where a lab's numbers come from.
[[nodiscard]] Origin labOrigin(const LabEntry& entry, const LabResult& result);

/// What a lab showed: its numbers, the guess beside the answer, why it comes out so, and the closing
/// question; with a choice, what is right or wrong about it. The picture is that of the end of the run.
[[nodiscard]] Document labDocument(const LabTold& lab);

/// A cell of a lab's table, with at most three decimals: these tables hold what one computes along.
[[nodiscard]] std::string labCellText(const Cell& cell, Quantity quantity);

[[nodiscard]] Origin challengeOrigin(std::uint64_t seed);
/// What was missed, each with the lab that teaches it: an action `lab:ID`. No blocks: nothing was missed.
[[nodiscard]] Section missedSection(const ChallengeResult& result);
/// A minute of the challenge: the machine, what was chosen, each goal with what came out, and which lab
/// teaches what was missed.
[[nodiscard]] Document challengeDocument(const ChallengePlay& play, const ChallengeResult& result);

/// A lab at certain knobs, before anybody has guessed.
struct LabSetting {
    const LabEntry* entry = nullptr;
    ParameterValues knobs;
    bool here = false; ///< each machine is to be measured
};

/// Work sheets for a class, two pages a lab: settings, question, picture before the run, room to write. No
/// answer is on them, and nobody's guess.
[[nodiscard]] Document workSheets(std::span<const LabSetting> labs);

/// For the teacher, a page a lab: what comes out with these knobs, why, which choice is right, what usually
/// goes wrong and what to ask next. Of a lab that is to be measured, it has the simulated numbers and says
/// so.
[[nodiscard]] Document answerKey(std::span<const LabSetting> labs);

/// No line ends between a number and its unit.
void keepUnits(Document& document);

} // namespace jitterscope
