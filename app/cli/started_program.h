// SPDX-License-Identifier: MIT
#pragma once

#include "app/options/option_set.h"
#include "core/attach/attach_report.h"
#include "core/attach/listening.h"
#include "core/base/nanoseconds.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope::cli {

// What the commands have in common that start another program.

inline constexpr int kNotStarted = 125; ///< the exit code that env, nohup and timeout use
inline constexpr Nanoseconds kTurn = std::chrono::milliseconds{20}; ///< between two looks at the program

/// Reads ids of cures, divided by commas.
[[nodiscard]] Result<Done> readCures(const TextOption& option, std::vector<std::string>& ids);
/// Reads which loop is meant.
[[nodiscard]] Result<Done> readLoop(const TextOption& option, std::optional<LoopChoice>& choice);
/// Fills in how to start a program with these words. Error: there is no such program.
[[nodiscard]] Result<Done> readTarget(const std::vector<std::string>& words, TargetPlan& plan);

/// The program's own status, or 128 and the signal that ended it, as in shells.
[[nodiscard]] int exitCodeOf(const ProgramEnd& end) noexcept;
/// Prints the error; kUsage for usage, else kNotStarted.
[[nodiscard]] int notStarted(const Error& error);

} // namespace jitterscope::cli
