// SPDX-License-Identifier: MIT
#pragma once

#include "app/options/option_set.h"
#include "core/import/log_catalog.h"

namespace jitterscope::cli {

/// The options about recordings: format, process, column, unit, quantity and runs of other programs' logs,
/// and which part of a recording counts.
class LogOptions {
public:
    explicit LogOptions(OptionSet& options);

    /// Error (Usage): an unknown word, or a part that ends before it begins.
    [[nodiscard]] Result<ImportOptions> read() const;
    /// Error (Usage): one of them was given, and the command reads no recording. `unless`: with which option
    /// it would.
    [[nodiscard]] Result<Done> checkNone(const std::string& unless) const;

private:
    TextOption& m_format;
    TextOption& m_process;
    TextOption& m_column;
    TextOption& m_unit;
    TextOption& m_quantity;
    TextOption& m_runs;
    TextOption& m_from;
    TextOption& m_to;
};

} // namespace jitterscope::cli
