// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/run_plan.h"

#include <QString>

#include <vector>

namespace jitterscope::ui::format {

/// "Precise sleep": the name of an entry, or the id where the catalogue has none.
[[nodiscard]] QString strategyName(std::string_view id);
/// What names a run in a file: strategy, rate and machine, in characters that every file system takes.
[[nodiscard]] QString fileStem(const RunPlan& plan);
/// Of a run whose settings were changed: what all of them have in common or each of them in turn, and how
/// many there were. `precise-sleep_absolute-sleep-60hz-here-3-settings`.
[[nodiscard]] QString fileStem(const std::vector<RunPlan>& plans);
/// Likewise of anything: what a file system may refuse becomes `_`.
[[nodiscard]] QString fileSafe(const QString& text);
/// Of ids with spaces between, as `dominated_by` has them: "Spin, Adaptive".
[[nodiscard]] QString strategyNames(std::string_view ids);
[[nodiscard]] QString policyName(std::string_view id);
/// "Drop and rest (printed)" of `drop-and-rest (printed)`.
[[nodiscard]] QString policyLabel(std::string_view id);
[[nodiscard]] QString workName(std::string_view id);
[[nodiscard]] QString machineName(std::string_view id);
/// "Recorded machine lab.csv": its name, with that of its file where it has one.
[[nodiscard]] QString machineTitle(const MachineChoice& machine);
/// A file's name in one line of at most 28 characters, the middle left out.
[[nodiscard]] QString shortName(const QString& fileName);

/// "Precise sleep · 60 Hz · X 1": what a baseline or a file name is called.
[[nodiscard]] QString planTitle(const RunPlan& plan);
/// What differs, in a few words: `X 2`, `144 Hz`, `Spin`. The first two differences; empty for none.
[[nodiscard]] QString planChange(const RunPlan& before, const RunPlan& after);

[[nodiscard]] QString text(std::string_view view);

} // namespace jitterscope::ui::format
