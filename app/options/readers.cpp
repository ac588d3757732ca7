// SPDX-License-Identifier: MIT
#include "app/options/readers.h"

#include "core/base/said.h"

namespace jitterscope::cli {

Result<Nanoseconds> readTime(const TextOption& option, std::string_view text, Nanoseconds least,
                             Nanoseconds most) {
    const std::optional<Nanoseconds> time = parseDuration(text);
    if (!time)
        return option.refusal(option.text(), "not a time");
    if (*time < least || *time > most)
        return option.refusal(option.text(), "out of range");
    return *time;
}

Result<Done> readTime(const TextOption& option, Nanoseconds least, Nanoseconds most,
                      std::optional<Nanoseconds>& into) {
    if (!option.given())
        return Done{};
    const Result<Nanoseconds> time = readTime(option, option.text(), least, most);
    if (!time)
        return time.error();
    into = time.value();
    return Done{};
}

Result<Done> readLength(const TextOption& option, Nanoseconds least, Nanoseconds most,
                        std::optional<Nanoseconds>& into) {
    if (!option.given())
        return Done{};
    const std::optional<Nanoseconds> time =
        parseLongDuration(option.text() + (parseDouble(option.text()) ? "s" : ""));
    if (!time)
        return option.refusal(option.text(), "not a time");
    if (*time < least || *time > most)
        return option.refusal(option.text(), "out of range");
    into = *time;
    return Done{};
}

Result<Done> checkFileName(const TextOption& option) {
    if (option.given() && option.text().empty())
        return option.refusal("", "no name");
    return Done{};
}

Result<Done> setValue(const TextOption& option, std::string_view text, std::span<const ParameterInfo> infos,
                      ParameterValues& values) {
    const std::size_t sign = text.find('=');
    if (sign == std::string_view::npos)
        return option.refusal(text, "no '='");
    const int index = parameterIndex(infos, trimmed(text.substr(0, sign)));
    if (index < 0) {
        std::string known;
        for (const ParameterInfo& info : infos)
            said::append(known, std::string(info.name));
        return option.refusal(text, known.empty() ? "it has no parameters"
                                                  : "no such parameter; there is " + known);
    }
    const auto place = static_cast<std::size_t>(index);
    const Result<double> value = parseParameter(infos[place], text.substr(sign + 1));
    if (!value)
        return option.refusal(text, value.error().message());
    values.set(place, value.value());
    return Done{};
}

} // namespace jitterscope::cli
