// SPDX-License-Identifier: MIT
#pragma once

#include "app/options/option_set.h"
#include "core/metrics/openmetrics.h"

#include <vector>

namespace jitterscope::cli {

/// The options that `run` and `watch` share for metrics: the file and its labels.
class MetricsOptions {
public:
    /// `range` and `meaning`: the help text of --openmetrics.
    MetricsOptions(OptionSet& options, const std::string& range, const std::string& meaning);

    [[nodiscard]] const TextOption& file() const noexcept { return m_file; }
    /// Reads --label. Error (Usage) names the option and what it takes.
    [[nodiscard]] Result<Done> readLabels(std::vector<MetricLabel>& labels) const;

private:
    TextOption& m_file;
    TextOption& m_label;
};

/// Seconds since 1970, for ProbeMetrics::add().
[[nodiscard]] std::int64_t unixTime() noexcept;

} // namespace jitterscope::cli
