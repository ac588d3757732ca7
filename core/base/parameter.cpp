// SPDX-License-Identifier: MIT
#include "core/base/parameter.h"

#include "core/base/form_parameter.h"
#include "core/base/parse.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jitterscope {
ParameterValues::ParameterValues(std::span<const ParameterInfo> infos) : m_size(infos.size()) {
    if (m_size > kMaximum)
        throw std::length_error("more parameters than ParameterValues holds");
    for (std::size_t i = 0; i < m_size; ++i) {
        m_values[i] = infos[i].standard;
        m_names[i] = infos[i].name;
    }
}

std::size_t ParameterValues::find(std::string_view name) const noexcept {
    std::size_t index = 0;
    while (index < m_size && m_names[index] != name)
        ++index;
    return index;
}

std::size_t ParameterValues::place(std::string_view name) const {
    const std::size_t index = find(name);
    if (index >= m_size)
        throw std::out_of_range("there is no parameter " + std::string(name));
    return index;
}

bool ParameterValues::areOf(std::span<const ParameterInfo> infos) const noexcept {
    return std::equal(m_names.begin(), m_names.begin() + m_size, infos.begin(), infos.end(),
                      [](std::string_view name, const ParameterInfo& info) { return name == info.name; });
}

std::int64_t ParameterValues::whole(std::string_view name) const {
    return static_cast<std::int64_t>((*this)[name]);
}

void ParameterValues::setIfThere(std::string_view name, double value) noexcept {
    if (const std::size_t index = find(name); index < m_size)
        m_values[index] = value;
}

int parameterIndex(std::span<const ParameterInfo> infos, std::string_view name) noexcept {
    for (std::size_t i = 0; i < infos.size(); ++i) {
        if (infos[i].name == name)
            return static_cast<int>(i);
    }
    return -1;
}

bool parameterApplies(std::span<const ParameterInfo> infos, std::size_t index,
                      const ParameterValues& values) noexcept {
    const std::string_view condition = infos[index].onlyWith;
    const std::size_t equals = condition.find('=');
    if (equals == std::string_view::npos)
        return true;
    const int other = parameterIndex(infos, condition.substr(0, equals));
    if (other < 0)
        return true;
    const auto& choices = infos[static_cast<std::size_t>(other)].choices;
    const auto chosen = static_cast<std::size_t>(values[static_cast<std::size_t>(other)]);
    if (chosen >= choices.size())
        return false;
    std::string_view rest = condition.substr(equals + 1);
    for (std::size_t bar = rest.find('|'); bar != std::string_view::npos; bar = rest.find('|')) {
        if (rest.substr(0, bar) == choices[chosen])
            return true;
        rest.remove_prefix(bar + 1);
    }
    return rest == choices[chosen];
}

std::string onlyWithText(const ParameterInfo& info) {
    std::string text(info.onlyWith);
    for (std::size_t bar = text.find('|'); bar != std::string::npos; bar = text.find('|'))
        text.replace(bar, 1, " or ");
    return text;
}

std::string parameterText(const ParameterInfo& info, double value) {
    if (info.unit == Unit::Choice) {
        const auto index = static_cast<std::size_t>(value);
        return index < info.choices.size() ? std::string(info.choices[index]) : std::string();
    }
    if (info.unit == Unit::Time)
        return durationText(Nanoseconds(std::llround(value)));
    return plainNumberText(value);
}

std::string rangeText(const ParameterInfo& info) {
    std::string text;
    if (info.unit == Unit::Choice) {
        for (const std::string_view choice : info.choices)
            text += (text.empty() ? "" : " or ") + std::string(choice);
    } else {
        text = parameterText(info, info.minimum) + " … " + parameterText(info, info.maximum);
    }
    return text + ", default " + parameterText(info, info.standard);
}

namespace {

Error outOfRange(const ParameterInfo& info, std::string_view text) {
    return {ErrorCode::Usage, std::string(info.name) + " " + inQuotes(text) + " is not in its range",
            rangeText(info)};
}

bool inRange(const ParameterInfo& info, double value) {
    if (!(value >= info.minimum && value <= info.maximum))
        return false;
    return (info.unit != Unit::Choice && info.unit != Unit::Count) || value == std::floor(value);
}

} // namespace

Result<double> parseParameter(const ParameterInfo& info, std::string_view text) {
    std::optional<double> value;
    if (info.unit == Unit::Choice) {
        for (std::size_t i = 0; i < info.choices.size(); ++i) {
            if (info.choices[i] == trimmed(text))
                value = static_cast<double>(i);
        }
    } else if (info.unit == Unit::Time) {
        if (const auto duration = parseDuration(text))
            value = static_cast<double>(duration->count());
    } else {
        value = parseDouble(text);
    }
    if (!value || !inRange(info, *value))
        return outOfRange(info, text);
    return *value;
}

Result<Done> checkParameters(std::span<const ParameterInfo> infos, const ParameterValues& values,
                             std::string_view owner) {
    if (!values.areOf(infos))
        return Error{ErrorCode::Usage, std::string(owner) + ": the values are not those of its parameters",
                     ""};
    for (std::size_t i = 0; i < infos.size(); ++i) {
        if (!inRange(infos[i], values[i])) {
            Error error = outOfRange(infos[i], plainNumberText(values[i]));
            error.what = std::string(owner) + ": " + error.what;
            return error;
        }
    }
    return Done{};
}

ParameterInfo formParameter(std::string_view meaning) {
    return {.name = "form",
            .label = "Form",
            .unit = Unit::Choice,
            .minimum = 0,
            .maximum = 1,
            .standard = 1,
            .meaning = meaning,
            .choices = {"printed", "mended"}};
}

} // namespace jitterscope
