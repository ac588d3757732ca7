// SPDX-License-Identifier: MIT
#include "core/metrics/metric_lines.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace jitterscope {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::size_t kDecimals = 9;

std::string seriesText(std::string_view name, std::string_view suffix, std::string_view labels,
                       std::string_view label) {
    std::string text(name);
    text.append(suffix).append("{").append(labels);
    if (!label.empty())
        text.append(",").append(label);
    return text + "}";
}

/// Digits alone: no sign, no exponent.
std::optional<std::int64_t> digits(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && value >= 0 && text.front() != '-' ? std::optional(value) : std::nullopt;
}

} // namespace

std::string secondsText(std::int64_t nanoseconds) {
    const bool negative = nanoseconds < 0;
    const std::uint64_t size =
        negative ? -static_cast<std::uint64_t>(nanoseconds) : static_cast<std::uint64_t>(nanoseconds);
    std::string fraction = std::to_string(size % kSecond);
    fraction.insert(0, kDecimals - fraction.size(), '0');
    fraction.erase(fraction.find_last_not_of('0') + 1);
    return (negative ? "-" : "") + std::to_string(size / kSecond) + (fraction.empty() ? "" : "." + fraction);
}

std::string escapedLabel(std::string_view value) {
    std::string text;
    for (const char c : value) {
        if (c == '\n') {
            text += "\\n";
            continue;
        }
        if (c == '\\' || c == '"')
            text += '\\';
        text += c;
    }
    return text;
}

void MetricWriter::family(std::string_view name, std::string_view type, std::string_view help) {
    m_family = name;
    m_text.append("# HELP ").append(name).append(" ").append(help).append("\n");
    m_text.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void MetricWriter::sample(std::string_view name, std::string_view suffix, std::string_view label,
                          std::string_view value) {
    m_text.append(seriesText(name, suffix, m_labels, label)).append(" ").append(value).append("\n");
}

void MetricWriter::metric(std::string_view name, std::string_view type, std::string_view help,
                          std::string_view label, std::string_view value) {
    if (name != m_family)
        family(name, type, help);
    sample(name, "", label, value);
}

/// The value comes after the last blank: those of labels come before it. A text that is cut off lacks its
/// last line.
MetricLines::MetricLines(std::string_view text) {
    while (true) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos)
            return;
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end + 1);
        const std::size_t blank = line.rfind(' ');
        if (!line.starts_with('#') && blank != std::string_view::npos)
            m_values.emplace(line.substr(0, blank), line.substr(blank + 1));
    }
}

std::optional<std::string_view> MetricLines::value(std::string_view name, std::string_view suffix,
                                                   std::string_view labels, std::string_view label) const {
    const auto place = m_values.find(seriesText(name, suffix, labels, label));
    return place != m_values.end() && !place->second.empty() ? std::optional(place->second) : std::nullopt;
}

std::optional<std::int64_t> MetricLines::count(std::string_view name, std::string_view suffix,
                                               std::string_view labels, std::string_view label) const {
    constexpr std::int64_t kMost = std::int64_t{1} << 53; // what Prometheus' numbers hold exactly
    const auto text = value(name, suffix, labels, label);
    const auto number = text ? digits(*text) : std::nullopt;
    return number && *number <= kMost ? number : std::nullopt;
}

std::optional<std::int64_t> MetricLines::nanoseconds(std::string_view name, std::string_view suffix,
                                                     std::string_view labels, std::string_view label) const {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2 / kSecond; // 146 years
    const auto text = value(name, suffix, labels, label);
    if (!text)
        return std::nullopt;
    const std::size_t point = std::min(text->find('.'), text->size());
    const auto seconds = digits(text->substr(0, point));
    std::string fraction(text->substr(std::min(point + 1, text->size())));
    if (!seconds || *seconds > kMost || fraction.size() > kDecimals ||
        fraction.empty() != (point == text->size()))
        return std::nullopt;
    fraction.append(kDecimals - fraction.size(), '0');
    const auto parts = digits(fraction);
    return parts ? std::optional(*seconds * kSecond + *parts) : std::nullopt;
}

} // namespace jitterscope
