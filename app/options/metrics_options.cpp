// SPDX-License-Identifier: MIT
#include "app/options/metrics_options.h"

#include <algorithm>
#include <chrono>

namespace jitterscope::cli {

MetricsOptions::MetricsOptions(OptionSet& options, const std::string& range, const std::string& meaning)
    : m_file(options.add("--openmetrics", "FILE", range, meaning)),
      m_label(options.add(
          "--label", "NAME=VALUE",
          "letters, digits and '_' as the name; at most " + std::to_string(ProbeMetrics::kMostLabels),
          "A label of every metric, to tell watches of one machine apart; may be repeated", true)) {}

Result<Done> MetricsOptions::readLabels(std::vector<MetricLabel>& labels) const {
    if (m_label.given() && !m_file.given())
        return m_label.refusal(m_label.text(), "given without --openmetrics");
    for (const std::string& text : m_label.texts) {
        const std::size_t sign = text.find('=');
        if (sign == std::string::npos)
            return m_label.refusal(text, "no '='");
        const MetricLabel label{text.substr(0, sign), text.substr(sign + 1)};
        if (const Result<Done> checked = checkLabel(label); !checked)
            return m_label.refusal(text, checked.error().what);
        if (std::ranges::find(labels, label.name, &MetricLabel::name) != labels.end())
            return m_label.refusal(text, "the name is given twice");
        if (labels.size() == ProbeMetrics::kMostLabels)
            return m_label.refusal(text, "too many labels");
        labels.push_back(label);
    }
    return Done{};
}

std::int64_t unixTime() noexcept {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

} // namespace jitterscope::cli
