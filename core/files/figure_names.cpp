// SPDX-License-Identifier: MIT
#include "core/files/figure_names.h"

namespace jitterscope {
namespace {

constexpr std::string_view kStatistic = "{q}_ns_{s}";

constexpr std::array kNames{
    FigureName{kStatistic, {"{q}_{s}_ns", "{s}_{q}_ns"}}, // race; accuracy and the sweeps
    FigureName{"rate_hz", {"plan_rate_hz"}},              // the rate that was asked for
    FigureName{"late_tolerance_ns", {"tolerance_ns"}},
    FigureName{"late_fraction", {"late_fraction_value"}}, // race --json: with its interval
    FigureName{"cpu_thread_percent", {"cpu_percent", "cpu_percent_median"}},
};

std::string filled(std::string_view pattern, std::string_view quantity, std::string_view statistic) {
    std::string name(pattern);
    name.replace(name.find("{q}"), 3, quantity);
    return name.replace(name.find("{s}"), 3, statistic);
}

} // namespace

std::span<const FigureName> figureNames() noexcept {
    return kNames;
}

std::vector<std::string> spellingsOf(std::string_view name) {
    std::vector<std::string> spellings{std::string(name)};
    for (const FigureName& figure : kNames) {
        if (figure.name != name)
            continue;
        for (const std::string_view alias : figure.aliases) {
            if (!alias.empty())
                spellings.emplace_back(alias);
        }
    }
    return spellings;
}

std::vector<std::string> spellingsOf(std::string_view quantity, std::string_view statistic) {
    std::vector<std::string> spellings = spellingsOf(kStatistic);
    for (std::string& spelling : spellings)
        spelling = filled(spelling, quantity, statistic);
    return spellings;
}

} // namespace jitterscope
