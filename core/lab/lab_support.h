// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/lab/lab.h"
#include "core/time/period.h"
#include "core/time/time_source.h"

#include <cstdint>
#include <functional>
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

/// One frame of a loop in virtual time; times from the first release.
struct SimulatedFrame {
    std::int64_t iteration = 0;
    std::int64_t lost = 0; ///< iterations given up before it
    Nanoseconds start{0};
    Nanoseconds work{0};
    Nanoseconds rest{0}; ///< how long the loop then asked to sleep; 0: it went on at once
};

/// How the loop is driven.
struct PacedLoop {
    std::string_view policy; ///< id in pacingCatalog()
    bool printed = false;    ///< the policy's form, if it has one
    Period period;
    Nanoseconds oversleep{0}; ///< each sleep takes this much longer
    std::int64_t frames = 0;
    std::function<Nanoseconds(std::int64_t iteration)> work;
};

/// Runs `frames` frames of the real policy in virtual time. Exact.
[[nodiscard]] std::vector<SimulatedFrame> pacedFrames(const PacedLoop& loop);

/// The way to wait that the labs advise: sleep what is left, less the lateness that 99 of 100 sleeps did not
/// exceed, and spin the rest. One thread.
class SleepMost final {
public:
    explicit SleepMost(TimeSource& time) : m_time(time) {}

    void sleepUntil(TimePoint deadline);
    /// Sleeps for this length 100 times, so that it knows at the start how late sleeps end.
    void learn(Nanoseconds length);

private:
    void add(std::int64_t late);
    [[nodiscard]] Nanoseconds margin() const;

    TimeSource& m_time;
    std::vector<std::int64_t> m_late; // ns, of the last sleeps
};

} // namespace jitterscope
