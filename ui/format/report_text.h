// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_result.h"

#include <QString>

namespace jitterscope::ui::format {

/// A run as Markdown, for an issue or a mail: plan, figures, thread settings, machine facts.
[[nodiscard]] QString runReport(const RunResult& result);

} // namespace jitterscope::ui::format
