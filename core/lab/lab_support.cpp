// SPDX-License-Identifier: MIT
#include "core/lab/lab_support.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/pacing/pacing_catalog.h"
#include "core/stats/distribution.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {

std::string figure(double value, int decimals) {
    return said::withoutZeros(decimalText(value, decimals));
}

std::string timeInWords(double nanoseconds) {
    if (std::abs(nanoseconds) < 0.5)
        return "0 ms";
    constexpr double kMinute = 60e9;
    constexpr double kHour = 60 * kMinute;
    if (std::abs(nanoseconds) >= 2 * kHour)
        return said::plain(nanoseconds / kHour, 1) + " h";
    if (std::abs(nanoseconds) >= 2 * kMinute)
        return said::plain(nanoseconds / kMinute, 1) + " min";
    return said::shortDuration(nanoseconds);
}

std::string knobInWords(const ParameterInfo& info, double value) {
    if (info.unit == Unit::Choice && !info.words.empty())
        return std::string(info.words[static_cast<std::size_t>(value)]);
    return info.unit == Unit::Time ? timeInWords(value) : parameterText(info, value);
}

namespace {

// They enclose a knob's name and its words. No sentence has such characters.
constexpr char kKnob = '\x01';
constexpr char kWords = '\x02';
constexpr char kEnd = '\x03';

} // namespace

std::string dial(std::string_view knob, std::string_view words) {
    return kKnob + std::string(knob) + kWords + std::string(words) + kEnd;
}

LabSentence sentence(std::string_view part, std::string_view told,
                     std::initializer_list<std::string> values) {
    LabSentence made{{}, std::string(part), {}};
    const std::string kept = said::unbroken(said::say(told, values));
    std::string_view words = kept;
    for (std::size_t at = words.find(kKnob); at != std::string_view::npos; at = words.find(kKnob)) {
        made.text += words.substr(0, at);
        const std::size_t middle = words.find(kWords, at);
        const std::size_t end = words.find(kEnd, middle);
        made.numbers.push_back(
            {std::string(words.substr(at + 1, middle - at - 1)), made.text.size(), end - middle - 1});
        made.text += words.substr(middle + 1, end - middle - 1);
        words.remove_prefix(end + 1);
    }
    made.text += words;
    return made;
}

LabSentence inYourOwnCode(std::string_view part, std::string_view advice) {
    return sentence(part, "In your own code: " + std::string(advice));
}

std::size_t bestRow(const Table& table, const std::vector<std::string>& by, double enough) {
    const auto better = [&](std::size_t a, std::size_t b) {
        for (std::size_t i = 0; i < by.size(); ++i) {
            const double least = i == 0 ? enough : -1e300;
            const double first = std::max(table.number(a, by[i]), least);
            const double second = std::max(table.number(b, by[i]), least);
            if (first != second)
                return first < second;
        }
        return false;
    };
    std::size_t best = 0;
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        if (better(row, best))
            best = row;
    }
    return best;
}

std::string settingInWords(const ParameterInfo& info, double value) {
    const std::size_t unit = info.label.rfind(", ");
    const std::string name(info.label.substr(0, unit));
    return name + (info.unit == Unit::Choice ? ": " : " ") + knobInWords(info, value) +
           (unit == std::string_view::npos ? "" : " " + std::string(info.label.substr(unit + 2)));
}

std::string milliseconds(double nanoseconds, int decimals) {
    return said::plain(nanoseconds / 1e6, decimals) + " ms";
}

std::string counted(std::int64_t count, std::string_view singular) {
    return std::to_string(count) + " " + std::string(singular) + (count == 1 ? "" : "s");
}

namespace {

ParameterInfo knob(Unit unit, std::string_view name, std::string_view label, double minimum, double maximum,
                   double standard, std::string_view meaning) {
    return {.name = name,
            .label = label,
            .unit = unit,
            .minimum = minimum,
            .maximum = maximum,
            .standard = standard,
            .meaning = meaning};
}

} // namespace

ParameterInfo timeKnob(std::string_view name, std::string_view label, double minimum, double maximum,
                       double standard, std::string_view meaning) {
    return knob(Unit::Time, name, label, minimum, maximum, standard, meaning);
}

ParameterInfo countKnob(std::string_view name, std::string_view label, double minimum, double maximum,
                        double standard, std::string_view meaning) {
    return knob(Unit::Count, name, label, minimum, maximum, standard, meaning);
}

ParameterInfo numberKnob(std::string_view name, std::string_view label, double minimum, double maximum,
                         double standard, std::string_view meaning) {
    return knob(Unit::Plain, name, label, minimum, maximum, standard, meaning);
}

ParameterInfo choiceKnob(std::string_view name, std::string_view label, std::vector<std::string_view> choices,
                         double standard, std::string_view meaning, std::vector<std::string_view> words) {
    ParameterInfo info =
        knob(Unit::Choice, name, label, 0, static_cast<double>(choices.size() - 1), standard, meaning);
    info.choices = std::move(choices);
    info.words = std::move(words);
    return info;
}

std::vector<SimulatedFrame> pacedFrames(const PacedLoop& loop) {
    const PacingEntry& entry = *findEntry(pacingCatalog(), loop.policy);
    ParameterValues values(entry.parameters);
    values.setIfThere("form", loop.printed ? 0 : 1);
    const auto policy = entry.make(values);
    std::vector<SimulatedFrame> frames;
    FrameTimes times;
    std::int64_t lost = 0;
    policy->start(loop.period, 0, times.release);
    while (static_cast<std::int64_t>(frames.size()) < loop.frames) {
        const Nanoseconds work = loop.work(times.iteration);
        times.workEnd = times.release + work;
        const Release next = policy->schedule(times);
        const Nanoseconds rest = std::max(next.due - times.workEnd, Nanoseconds{0});
        frames.push_back({times.iteration, lost, times.release.time_since_epoch(), work, rest});
        lost = next.lost;
        const TimePoint release = times.workEnd + rest + (rest > 0ns ? loop.oversleep : 0ns);
        times = {next.iteration, times.workEnd, release, {}};
    }
    return frames;
}

namespace {

constexpr std::size_t kKept = 100; // sleeps

} // namespace

void SleepMost::sleepUntil(TimePoint deadline) {
    const Nanoseconds left = deadline - m_time.now() - margin();
    if (left > 0ns) {
        const NativeSleep sleep = m_time.sleepFor(left, SleepKind::Relative);
        add((sleep.took - sleep.asked).count());
    }
    (void)m_time.spinUntil(deadline, SpinKind::Bare);
}

void SleepMost::learn(Nanoseconds length) {
    for (std::size_t i = 0; i < kKept && !m_time.stopRequested(); ++i) {
        // A loop does something between two sleeps, so they do not all begin right after a tick.
        (void)m_time.spinUntil(m_time.now() + Nanoseconds(static_cast<std::int64_t>(i) * 7'919 % 1'000'000),
                               SpinKind::Bare);
        const NativeSleep sleep = m_time.sleepFor(length, SleepKind::Relative);
        add((sleep.took - sleep.asked).count());
    }
}

void SleepMost::add(std::int64_t late) {
    m_late.push_back(late);
    if (m_late.size() > kKept)
        m_late.erase(m_late.begin());
}

Nanoseconds SleepMost::margin() const {
    std::vector<std::int64_t> sorted = m_late;
    std::ranges::sort(sorted);
    return Nanoseconds(sorted.empty() ? 0 : sorted[nearestRank(sorted.size(), 0.99)]);
}

} // namespace jitterscope
