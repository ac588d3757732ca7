// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"

#include <QByteArray>
#include <QString>

namespace jitterscope::ui {

/// The command line program that lies beside this one; empty: there is none.
[[nodiscard]] QString commandLineProgram();

/// Runs the plan's loop with `program` and waits for it: what Surroundings::terminalBlock() wants. Ends the
/// process when the job is cancelled, or when it takes much longer than it should. Any thread but the
/// window's.
[[nodiscard]] std::optional<LoopBlock> runInTerminal(const QString& program, const RunPlan& plan,
                                                     Nanoseconds warmup, Nanoseconds length,
                                                     JobControl& control);

/// Reads the JSON of such a run. Absent: it is not the JSON of a run, or the run has no frames. A lost slot
/// counts as a late frame.
[[nodiscard]] std::optional<LoopBlock> blockOfRun(const QByteArray& json);

} // namespace jitterscope::ui
