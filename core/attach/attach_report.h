// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/blocked_looks.h"
#include "core/attach/cure_trial.h"
#include "core/attach/loop_stretches.h"
#include "core/attach/meanwhile.h"
#include "core/platform/child_program.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// What became of listening to a program.
enum class AttachAnswer : std::uint8_t {
    Silent,       ///< it never reported in: the library was not loaded into it
    Elsewhere,    ///< a program runs that it has started, without the library
    NothingWaits, ///< it was heard, but called nothing that waits or shows a frame
    NoLoop,       ///< nothing in it repeats as a loop of frames does
    Ambiguous,    ///< two loops or more, `candidates`, are as likely as each other: the user has to choose
    Found,
};
/// `silent`, `elsewhere`, `nothing-waits`, `no-loop`, `ambiguous`, `found`
[[nodiscard]] std::string_view attachAnswerId(AttachAnswer answer) noexcept;

/// Everything that is known of a program that was listened to. Window, terminal and files all use this.
struct AttachReport {
    std::string program; ///< its name, without folders and arguments
    AttachAnswer answer = AttachAnswer::Silent;
    HeardPrograms programs;
    std::vector<LoopCandidate> candidates; ///< the likeliest first
    std::size_t chosen = 0;                ///< index in `candidates`; meaningless without a loop
    std::optional<HeardLoop> loop;         ///< the chosen candidate; if ambiguous, the first one
    /// The parts in which the loop means different rates. Empty: it means one throughout, or does not tell.
    std::vector<LoopStretch> stretches;
    std::size_t stretch = 0; ///< index in `stretches` of the one that `loop` is about
    std::vector<CureOutcome> cures;
    /// Other programs that ran while frames of the loop were long, those that used most first. Empty: it was
    /// not looked at, or no frame was long. Their names belong in no file unless the user asked for it.
    std::vector<RanMeanwhile> meanwhile;
    /// What all other programs together used of the processors in that time; 1: a whole processor. Absent: it
    /// was not looked at.
    std::optional<double> othersUsed;
    /// Where the loop's thread was blocked in its long frames; in all of them, if it always is (Blocked).
    /// Files of the user bear names in it, which belong in no file unless the user asked for it.
    SeenAll blocked;
    std::vector<std::string> unheard; ///< programs that it has started and nobody listens to; sorted
    bool unheardHasRights = false;    ///< one of them runs with rights of its own
    bool unheardHasNoPlace = false;   ///< one of them has the library, but no place for its records
    std::optional<ProgramEnd> end;    ///< how it ended; absent: it still runs
    double ran = 0;                   ///< s from its start until its end, or until now
    std::vector<std::string> notes;   ///< sentences about what the listening itself missed

    [[nodiscard]] const LoopCandidate* candidate() const noexcept {
        return chosen < candidates.size() ? &candidates[chosen] : nullptr;
    }
};

/// Which loop the user wants: `present`, or `THREAD:SITE` as the candidates are listed.
struct LoopChoice {
    std::string thread; ///< name or number; empty: any
    std::string site;   ///< text of the site; empty: any
    bool present = false;

    /// Error (Usage): neither of the two forms.
    [[nodiscard]] static Result<LoopChoice> parse(std::string_view text);
    [[nodiscard]] bool takes(const std::vector<HeardProgram>& programs, const LoopCandidate& candidate) const;
};

/// Finds the loop in what was heard, and where its time went. Without a `choice`, the likeliest loop.
/// `stretch`: index of the part that is meant, if there are several; without it, or if there are fewer, the
/// longest.
void findLoop(AttachReport& report, const std::optional<LoopChoice>& choice,
              std::optional<std::size_t> stretch = std::nullopt);

/// Takes the candidate with this index as the loop. What was seen beside another loop is forgotten.
void chooseLoop(AttachReport& report, std::size_t candidate,
                std::optional<std::size_t> stretch = std::nullopt);

// What speaks for a cause of long frames beside the frames themselves: who ran, and where the loop's thread
// was blocked. `report` has a loop.

/// So much of something makes it the reason.
inline constexpr double kMostOfIt = 0.5;

/// Who had the processors while the loop waited for one.
enum class Rivals { OtherPrograms, OwnThreads, Unknown };
/// Nobody is a rival who used too little of the processors to have been in its way. Without a count, or with
/// too few long frames for one, other programs are.
[[nodiscard]] Rivals rivalsOf(const AttachReport& report);

/// The part of the extra time that lies in no call that is listened to, 0 … 1. `loop` has long frames.
[[nodiscard]] double unheardPart(const HeardLoop& loop);
/// The call in which its thread was blocked for most of the looks. Null: none, or too few looks to tell.
[[nodiscard]] const SeenBlocked* seenBlocked(const AttachReport& report);
/// The call that makes its frames long, which is not listened to. Null: there is none, or it is not known.
[[nodiscard]] const SeenBlocked* stallOf(const AttachReport& report);

// The sentences about another program's loop. Window, terminal, Markdown and JSON quote them.

/// The conclusion in one or two sentences: what makes the loop's frames long, or why that is not known.
[[nodiscard]] std::string attachVerdict(const AttachReport& report);
/// What the loop is: its rate, what separates its frames, how it waits.
[[nodiscard]] std::string loopText(const AttachReport& report);
/// `60.0 Hz · SDL_RenderPresent · thread main · doom+0x2f31c`
[[nodiscard]] std::string candidateText(const AttachReport& report, const LoopCandidate& candidate);
/// What to change in this loop, and what the cures did that were tried in it. A cure that did not help is not
/// advised. Empty: there is no advice.
[[nodiscard]] std::string loopAdvice(const AttachReport& report);
/// Which other programs ran while its frames were long. Empty: others are no great part of why, or it was not
/// looked at.
[[nodiscard]] std::string meanwhileText(const AttachReport& report);
/// The name of a cause for a table: `others on the CPU`, …
[[nodiscard]] std::string_view loopCauseName(LoopCause cause) noexcept;
/// What stands in the place of the causes if no frame is long.
[[nodiscard]] std::string noCausesText(const HeardLoop& loop);
/// What a cure did: differences with their intervals, or why it was not tried.
[[nodiscard]] std::string cureText(const CureOutcome& outcome);
/// Whether there are deadlines, and where they come from: `none`, `estimated`, `planned`.
[[nodiscard]] std::string_view deadlinesId(const HeardLoop& loop) noexcept;

} // namespace jitterscope
