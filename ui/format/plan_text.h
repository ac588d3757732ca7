// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/run_plan.h"

#include <QString>

#include <vector>

namespace jitterscope::ui::format {

/// "Precise sleep": the name of an entry, or `id` itself if the catalogue has none. The same for the others.
[[nodiscard]] QString strategyName(std::string_view id);
/// The start of a file name for a run: strategy, rate and machine, in characters that every file system
/// takes.
[[nodiscard]] QString fileStem(const RunPlan& plan);
/// The same for a run whose settings were changed: its strategies and rates (or how many there are, above
/// three), its machine, and how many settings there were.
/// `precise-sleep_absolute-sleep-60hz-here-3-settings`.
[[nodiscard]] QString fileStem(const std::vector<RunPlan>& plans);
/// The first 60 characters of any text; what a file system may refuse becomes `_`.
[[nodiscard]] QString fileSafe(const QString& text);
/// For ids with spaces between them, as in the column `dominated_by`: "Spin, Adaptive".
[[nodiscard]] QString strategyNames(std::string_view ids);
[[nodiscard]] QString policyName(std::string_view id);
/// "Drop and rest (printed)" for `drop-and-rest (printed)`.
[[nodiscard]] QString policyLabel(std::string_view id);
[[nodiscard]] QString machineName(std::string_view id);
/// "Recorded machine lab.csv": the machine's name, and the name of its file if it has one.
[[nodiscard]] QString machineTitle(const MachineChoice& machine);
/// A file's name in at most 28 characters of one line; if it is longer, its middle is left out.
[[nodiscard]] QString shortName(const QString& fileName);

/// "Precise sleep · 60 Hz · X 1": what a run or a baseline is called.
[[nodiscard]] QString planTitle(const RunPlan& plan);
/// The first two differences, in a few words: `X 2`, `144 Hz`, `Spin`. Empty: there are none, or only in
/// stop-on-late, machine, thread or limits.
[[nodiscard]] QString planChange(const RunPlan& before, const RunPlan& after);

} // namespace jitterscope::ui::format
