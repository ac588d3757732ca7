// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"
#include "core/time/period.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// A number as it is typed, with at most this many decimals and without trailing zeros: 14, 0.1, -16.667.
[[nodiscard]] std::string figure(double value, int decimals = 2);
/// Nanoseconds in the unit that suits them, three or four digits: "55 µs", "16.67 ms", "8.02 s", "12.7 min".
[[nodiscard]] std::string timeInWords(double nanoseconds);
/// Nanoseconds as milliseconds: "16.67 ms", for sums whose parts have one unit.
[[nodiscard]] std::string milliseconds(double nanoseconds, int decimals = 2);
[[nodiscard]] inline double inMs(Nanoseconds time) noexcept {
    return static_cast<double>(time.count()) / 1e6;
}
/// "1 frame", "3 frames".
[[nodiscard]] std::string counted(std::int64_t count, std::string_view singular);

/// A knob's value for people: "50 µs", "two kinds", where parameterText() writes what is typed, `50us`.
[[nodiscard]] std::string knobInWords(const ParameterInfo& info, double value);
/// A knob and its value: "Steady work 40 %", though its label ends in ", %"; "Policy: remainder".
[[nodiscard]] std::string settingInWords(const ParameterInfo& info, double value);

/// The value of a knob in a text for sentence(): the reader can turn the knob there.
[[nodiscard]] std::string dial(std::string_view knob, std::string_view words);
/// A sentence about a part of the picture, with %1 … %9 replaced by the values. What dial() has written in
/// them becomes its numbers. No line ends between a number and its unit: said::unbroken().
[[nodiscard]] LabSentence sentence(std::string_view part, std::string_view told,
                                   std::initializer_list<std::string> values = {});
/// The last sentence, which advises.
[[nodiscard]] LabSentence inYourOwnCode(std::string_view part, std::string_view advice);

/// The best row of a table. Less is better in the columns `by`, and the first column that differs decides.
/// Values of the first column up to `enough` are equally good. Of equal rows it is the first.
[[nodiscard]] std::size_t bestRow(const Table& table, const std::vector<std::string>& by, double enough = 0);

/// The choice of a knob, as a place in the list that the choices are made of.
[[nodiscard]] inline std::size_t chosen(const ParameterValues& values, std::string_view knob) {
    return static_cast<std::size_t>(values.whole(knob));
}
/// Such choices: a member of each item of the list.
template <typename List, typename Name>
[[nodiscard]] std::vector<std::string_view> namesOf(const List& list, Name name) {
    std::vector<std::string_view> names;
    for (const auto& item : list)
        names.emplace_back(item.*name);
    return names;
}

/// Knobs. Times are in ns, as everywhere.
[[nodiscard]] ParameterInfo timeKnob(std::string_view name, std::string_view label, double minimum,
                                     double maximum, double standard, std::string_view meaning);
[[nodiscard]] ParameterInfo countKnob(std::string_view name, std::string_view label, double minimum,
                                      double maximum, double standard, std::string_view meaning);
[[nodiscard]] ParameterInfo numberKnob(std::string_view name, std::string_view label, double minimum,
                                       double maximum, double standard, std::string_view meaning);
/// `words`: what people read instead of the choices, in their order; none: the choices.
[[nodiscard]] ParameterInfo choiceKnob(std::string_view name, std::string_view label,
                                       std::vector<std::string_view> choices, double standard,
                                       std::string_view meaning, std::vector<std::string_view> words = {});

} // namespace jitterscope
