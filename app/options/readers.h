// SPDX-License-Identifier: MIT
#pragma once

#include "app/options/option_set.h"
#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/parse.h"
#include "core/simulation/machine_catalog.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string>

namespace jitterscope::cli {

// Readers of what was typed for an option. Each refusal is one line that names the option and what it takes.

/// "one of a, b, c".
template <typename Entry>
std::string idRange(std::span<const Entry> catalog) {
    return "one of " + idList(catalog);
}

/// Reads a whole number in [least, most].
template <typename Integer>
Result<Done> readInteger(const TextOption& option, Integer least, Integer most, Integer& into) {
    if (!option.given())
        return Done{};
    const std::string_view text = trimmed(option.text());
    Integer value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return option.refusal(option.text(), "not a whole number in its range");
    if (value < least || value > most)
        return option.refusal(option.text(), "out of range");
    into = value;
    return Done{};
}

/// A time in [least, most].
[[nodiscard]] Result<Nanoseconds> readTime(const TextOption& option, std::string_view text, Nanoseconds least,
                                           Nanoseconds most);
/// The option's time, if it was given.
[[nodiscard]] Result<Done> readTime(const TextOption& option, Nanoseconds least, Nanoseconds most,
                                    std::optional<Nanoseconds>& into);

/// How long something runs, if it was given: `5`, `5s`, `500ms`, `10m`. A bare number is seconds here.
[[nodiscard]] Result<Done> readLength(const TextOption& option, Nanoseconds least, Nanoseconds most,
                                      std::optional<Nanoseconds>& into);

/// Error (Usage): the option was given with an empty name, which no file has.
[[nodiscard]] Result<Done> checkFileName(const TextOption& option);

/// Reads `NAME=VALUE`, and sets the value of that name.
[[nodiscard]] Result<Done> setValue(const TextOption& option, std::string_view text,
                                    std::span<const ParameterInfo> infos, ParameterValues& values);

template <typename Entry>
bool takesFile(const Entry&) {
    return false;
}
inline bool takesFile(const MachineEntry& machine) {
    return machine.needsFile;
}

/// Reads `ID[:PARAM=VALUE,...]`. `file=` takes the rest of the text, so that a path may hold commas.
template <typename Entry>
Result<Done> readChoice(const TextOption& option, std::span<const Entry> catalog, std::string& id,
                        ParameterValues& values, std::string* file = nullptr) {
    if (!option.given())
        return Done{};
    std::string_view rest = option.text();
    const std::string_view name = rest.substr(0, rest.find(':'));
    const Entry* const entry = findEntry(catalog, name);
    if (entry == nullptr)
        return option.refusal(name, "unknown");
    id = name;
    values = ParameterValues(entry->parameters);
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    while (!rest.empty()) {
        constexpr std::string_view kFile = "file=";
        if (file != nullptr && takesFile(*entry) && rest.starts_with(kFile)) {
            *file = rest.substr(kFile.size());
            return Done{};
        }
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        if (Result<Done> set = setValue(option, part, entry->parameters, values); !set)
            return set;
    }
    return Done{};
}

} // namespace jitterscope::cli
