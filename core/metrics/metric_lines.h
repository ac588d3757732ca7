// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope {

// The lines of Prometheus' text format 0.0.4, written and read; used only in core/metrics.

/// Nanoseconds as seconds, exactly: 1500 is `0.0000015`.
[[nodiscard]] std::string secondsText(std::int64_t nanoseconds);
/// The value of a label between its quotes: backslash, quote and line end are escaped.
[[nodiscard]] std::string escapedLabel(std::string_view value);

/// Writes families one after the other. `label` belongs to one series, such as `le="1"`; it may be empty.
class MetricWriter {
public:
    /// `labels`: those that every series has; at least one.
    explicit MetricWriter(std::string labels) : m_labels(std::move(labels)) {}

    void family(std::string_view name, std::string_view type, std::string_view help);
    void sample(std::string_view name, std::string_view suffix, std::string_view label,
                std::string_view value);
    /// A sample, and its family before it unless the sample before was of the same one.
    void metric(std::string_view name, std::string_view type, std::string_view help, std::string_view label,
                std::string_view value);
    [[nodiscard]] const std::string& text() const noexcept { return m_text; }

private:
    std::string m_labels;
    std::string m_text;
    std::string m_family;
};

/// Finds values again in a text of MetricWriter, which must outlive it.
class MetricLines {
public:
    explicit MetricLines(std::string_view text);

    /// A whole number from 0 to 2^53; absent: no such line, or another value.
    [[nodiscard]] std::optional<std::int64_t> count(std::string_view name, std::string_view suffix,
                                                    std::string_view labels, std::string_view label) const;
    /// A time in seconds with up to nine decimals, from 0 on.
    [[nodiscard]] std::optional<std::int64_t> nanoseconds(std::string_view name, std::string_view suffix,
                                                          std::string_view labels,
                                                          std::string_view label) const;

private:
    [[nodiscard]] std::optional<std::string_view> value(std::string_view name, std::string_view suffix,
                                                        std::string_view labels,
                                                        std::string_view label) const;

    std::map<std::string_view, std::string_view> m_values; // by everything before the value
};

} // namespace jitterscope
