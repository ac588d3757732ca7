// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jitterscope {

/// Play: the game runs with the lab's fault in it; nothing has been asked yet.
enum class LabStep { Play, Predict, Run, Explain };

/// Where somebody is in a lab: what a teacher hands out and a student opens again. Numbers that were measured
/// are not part of it: with `here`, the machine where the file is opened is measured.
struct LabState {
    std::string lab; ///< id
    ParameterValues knobs;
    bool here = false; ///< measured on this machine; simulated otherwise
    std::optional<double> guess;
    ParameterValues guessKnobs; ///< what the guess was made for
    LabStep step = LabStep::Play;
    double moment = 0;                 ///< s of the lab's own time, ≥ 0
    std::optional<std::size_t> choice; ///< the answer to the closing question

    friend bool operator==(const LabState&, const LabState&) = default;
};

/// A lab's state before anything was done.
[[nodiscard]] LabState labState(const LabEntry& entry);

/// A small JSON file (`"jitterscope_lab": 1`); docs/labs.md describes it.
[[nodiscard]] std::string labFileText(const LabState& state);
/// Error (Format): not valid JSON (the message has the line), cut off, another kind of file, a newer version,
/// an unknown lab, or a field that is of another type or out of its range; the message names it. Absent
/// fields take their defaults; unknown ones are ignored.
[[nodiscard]] Result<LabState> parseLabFile(std::string_view text);

/// Reads a file of at most 1 MiB. Error: as parseLabFile, or it cannot be read; the message names the file.
[[nodiscard]] Result<LabState> readLabFile(const std::string& path);
/// Writes the file whole or not at all.
[[nodiscard]] Result<Done> writeLabFile(const std::string& path, const LabState& state);

/// What a class guessed in a lab, at one setting.
struct LabVotes {
    std::string lab; ///< id
    ParameterValues knobs;
    std::vector<double> votes; ///< in the unit of the lab's prediction

    friend bool operator==(const LabVotes&, const LabVotes&) = default;
};
/// The guesses of a class in a lesson: each lab once, in the order in which they were added.
using Lesson = std::vector<LabVotes>;

/// Adds the votes, in the place of those that the lab had. Without votes the lab leaves the lesson.
void setVotes(Lesson& lesson, LabVotes votes);

/// What a class has handed in.
struct HandedIn {
    Lesson lesson;           ///< the lab that most have guessed comes first
    std::size_t others = 0;  ///< files with a guess for another setting of a lab
    std::size_t without = 0; ///< files without a guess, or with one for a machine that was to be measured
};
/// For each lab the guesses for the setting that most files have; of several with as many, the first. Guesses
/// for a machine that was to be measured are no votes: each machine has another answer.
[[nodiscard]] HandedIn gatherVotes(std::span<const LabState> files);

/// A JSON file (`"jitterscope": "lesson"`), for each lab its question, knobs, votes and, for people and
/// spreadsheets, the simulated answer.
[[nodiscard]] std::string lessonText(const Lesson& lesson);
/// Error (Format): as parseLabFile().
[[nodiscard]] Result<Lesson> parseLesson(std::string_view text);

/// The state of a lab, or the votes of a lesson: what a `.jslab` file may hold. Reads at most 1 MiB. Error:
/// as parseLabFile, or it cannot be read; the message names the file.
[[nodiscard]] Result<std::variant<LabState, Lesson>> readLabOrLesson(const std::string& path);

} // namespace jitterscope
