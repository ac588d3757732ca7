// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_result.h"

#include <QString>

namespace jitterscope::ui::format {

/// A run as Markdown, for an issue or a mail: plan and figures of each stretch (never pooled over different
/// settings), thread settings, machine facts. `comparison`: a tab-separated table with a heading line that
/// the report shows as well (now, baseline, difference); may be empty.
[[nodiscard]] QString runReport(const RunSummary& result, const QString& comparison = {});

} // namespace jitterscope::ui::format
