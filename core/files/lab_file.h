// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope {

enum class LabStep { Predict, Run, Explain };

/// Where somebody is in a lab: what a teacher hands out and a student opens again. Numbers that were measured
/// are not part of it: with `here`, the machine where the file is opened is measured.
struct LabState {
    std::string lab; ///< id
    ParameterValues knobs;
    bool here = false; ///< measured on this machine; simulated otherwise
    std::optional<double> guess;
    ParameterValues guessKnobs; ///< what the guess was made for
    LabStep step = LabStep::Predict;
    double moment = 0;                 ///< s of the lab's own time, ≥ 0
    std::optional<std::size_t> choice; ///< the answer to the closing question

    friend bool operator==(const LabState&, const LabState&) = default;
};

/// A lab's state before anything was done.
[[nodiscard]] LabState labState(const LabEntry& entry);

/// A small JSON file (`"jitterscope_lab": 1`); docs/labs.md describes it.
[[nodiscard]] std::string labFileText(const LabState& state);
/// Error (Format): no JSON (the message has the line), cut off, another kind of file, a newer version, an
/// unknown lab, or a field that is of another type or out of its range; the message names it. Absent fields
/// take their defaults; unknown ones are ignored.
[[nodiscard]] Result<LabState> parseLabFile(std::string_view text);

/// Reads a file of at most 1 MiB. Error: as parseLabFile, or it cannot be read; the message names the file.
[[nodiscard]] Result<LabState> readLabFile(const std::string& path);
/// Writes the file whole or not at all.
[[nodiscard]] Result<Done> writeLabFile(const std::string& path, const LabState& state);

} // namespace jitterscope
