// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/options/option_set.h"
#include "core/import/log_catalog.h"

namespace jitterscope::cli {

/// The options about other programs' logs: format, process, column, unit, quantity, runs.
class LogOptions {
public:
    explicit LogOptions(OptionSet& options);

    /// Error (Usage): an unknown word.
    [[nodiscard]] Result<ImportOptions> read() const;

private:
    TextOption& m_format;
    TextOption& m_process;
    TextOption& m_column;
    TextOption& m_unit;
    TextOption& m_quantity;
    TextOption& m_runs;
};

} // namespace jitterscope::cli
