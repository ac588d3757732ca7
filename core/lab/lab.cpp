// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/lab/lab_support.h"
#include "core/platform/keep_awake.h"
#include "core/run/job.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace jitterscope {
namespace {

template <typename Item>
const Item& itemOf(const std::vector<Item>& items, std::string_view id) {
    const auto found =
        std::find_if(items.begin(), items.end(), [id](const Item& item) { return item.id == id; });
    if (found == items.end())
        throw std::out_of_range("a lab's result has no " + std::string(id));
    return *found;
}

std::string withUnit(const LabPrediction& predict, double value, const GuessUnit& unit) {
    const std::string text = guessFigure(predict, value, unit);
    return unit.name.empty() ? text : text + " " + std::string(unit.name);
}

double rounded(const LabPrediction& predict, double value) {
    const double scale = portable::pow(10.0, predict.decimals);
    return std::round(value * scale) / scale;
}

} // namespace

std::string guessed(const LabPrediction& predict, double value) {
    constexpr std::array<std::pair<std::string_view, double>, 2> kTimes{{{"µs", 1e3}, {"ms", 1e6}}};
    for (const auto& [unit, nanoseconds] : kTimes) {
        if (predict.unit == unit)
            return timeInWords(rounded(predict, value) * nanoseconds);
    }
    return withUnit(predict, value, {predict.unit});
}

const Table& LabResult::table(std::string_view id) const& {
    return itemOf(tables, id);
}

const LabSeries& LabResult::line(std::string_view id) const& {
    return itemOf(series, id);
}

const LabRule& LabEntry::rule(const ParameterValues& values) const {
    return rules.at(ruleKnob.empty() ? 0 : static_cast<std::size_t>(values.whole(ruleKnob)));
}

bool LabEntry::uses(std::string_view knob, bool measured) const {
    return !measured || std::ranges::find(measuredKnobs, knob) != measuredKnobs.end();
}

Result<LabResult> runLab(const LabEntry& entry, const ParameterValues& values) {
    if (const auto checked = checkParameters(entry.knobs, values, entry.id); !checked)
        return checked.error();
    return entry.run(values);
}

Result<LabResult> measureLab(const LabEntry& entry, const ParameterValues& values, JobControl& job) {
    if (const auto checked = checkParameters(entry.knobs, values, entry.id); !checked)
        return checked.error();
    if (entry.measure == nullptr)
        return Error{ErrorCode::Unsupported, "the lab " + std::string(entry.id) + " is not measured here",
                     "it is simulated"};
    const std::unique_ptr<AwakeHold> awake = keepAwake();
    Result<LabResult> result = entry.measure(values, job);
    if (job.cancelled())
        return Error{ErrorCode::Cancelled, "the measurement was cancelled", ""};
    if (result)
        result.value().measured = true;
    return result;
}

Result<double> parseGuess(const LabPrediction& predict, std::string_view text, const GuessUnit& unit) {
    const std::optional<double> typed = parseDouble(text);
    const double value = typed.value_or(0) * unit.size;
    if (typed && value >= predict.minimum && value <= predict.maximum)
        return value;
    return Error{ErrorCode::Usage, "the guess " + inQuotes(text) + " is not in its range",
                 withUnit(predict, predict.minimum, unit) + " … " + withUnit(predict, predict.maximum, unit)};
}

Result<double> parseGuess(const LabPrediction& predict, std::string_view text) {
    return parseGuess(predict, text, {predict.unit});
}

std::string guessFigure(const LabPrediction& predict, double value, const GuessUnit& unit) {
    const auto finer = static_cast<int>(std::lround(portable::log10(unit.size)));
    return figure(value / unit.size, predict.decimals + finer);
}

std::string guessText(const LabPrediction& predict, double guess, double answer) {
    const double off = rounded(predict, rounded(predict, guess) - rounded(predict, answer));
    std::string text = "Your guess was " + guessed(predict, guess) + "; it is " + guessed(predict, answer);
    if (off == 0)
        return text + ": right.";
    const std::string distance = predict.unit == "%" ? figure(std::abs(off), predict.decimals) +
                                                           (std::abs(off) == 1 ? " point" : " points")
                                                     : guessed(predict, std::abs(off));
    return text + ": " + distance + (off < 0 ? " too low." : " too high.");
}

} // namespace jitterscope
