// SPDX-License-Identifier: MIT
#include "core/import/column_names.h"

#include "core/import/log_lines.h"

#include <algorithm>
#include <array>

namespace jitterscope::logs {
namespace {

using Words = std::vector<std::string>;

/// The words without the unit at their end.
Words withoutUnit(Words words) {
    if (words.size() > 1 && (unitScale(words.back()) || words.back() == "seconds" || words.back() == "sec"))
        words.pop_back();
    return words;
}

bool hasAny(const Words& words, std::initializer_list<std::string_view> wanted) {
    return std::ranges::any_of(words, [&](const std::string& word) {
        return std::ranges::find(wanted, std::string_view(word)) != wanted.end();
    });
}

/// How much a name looks like that of a column of times; the smallest most.
int placeOf(const std::string& name) {
    const Words words = wordsOf(name);
    if (namesFrameTime(name))
        return 0;
    if (unitInName(name))
        return namesTimeStamps(name) ? 2 : 1;
    if (namesTimeStamps(name) || namesRate(name) ||
        hasAny(words,
               {"time", "times", "frametime", "latency", "interval", "duration", "delay", "busy", "ticks"}))
        return 3;
    return 4;
}

} // namespace

std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    bool wasLower = false;
    bool inWord = false;
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool letter = upper || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
        if (letter) {
            if (!inWord || (upper && wasLower))
                words.emplace_back();
            words.back() += upper ? static_cast<char>(c - 'A' + 'a') : c;
        }
        inWord = letter;
        wasLower = letter && !upper;
    }
    return words;
}

std::optional<std::string> unitInName(std::string_view name) {
    const std::vector<std::string> words = wordsOf(name);
    if (words.size() < 2)
        return std::nullopt;
    if (words.back() == "seconds" || words.back() == "sec")
        return "s";
    return unitScale(words.back()) ? std::optional(words.back()) : std::nullopt;
}

bool namesRate(std::string_view name) {
    const std::vector<std::string> words = wordsOf(name);
    return std::ranges::find(words, "fps") != words.end();
}

bool namesFrameTime(std::string_view name) {
    const Words words = withoutUnit(wordsOf(name));
    static const std::array<Words, 7> kNames{{{"frametime"},
                                              {"frametimes"},
                                              {"frame", "time"},
                                              {"frame", "times"},
                                              {"frame"},
                                              {"between", "presents"},
                                              {"ms", "between", "presents"}}};
    const bool unitNeeded = words == Words{"frame"}; // `frame` alone is its number
    return std::ranges::find(kNames, words) != kNames.end() && (!unitNeeded || unitInName(name));
}

bool namesSummary(std::string_view name) {
    const Words words = wordsOf(name);
    const bool counts = hasAny(words, {"num", "number", "total"}) && hasAny(words, {"frames", "time"});
    return counts ||
           hasAny(words, {"avg", "average", "mean", "min", "minimum", "max", "maximum", "median",
                          "percentile", "low", "lows", "stddev", "stdev", "variance", "variability",
                          "numframes", "totalframes", "totaltime"}) ||
           (namesRate(name) && !words.empty() && name.find('%') != std::string_view::npos);
}

bool namesTimeStamps(std::string_view text) noexcept {
    std::array<char, 40> letters{}; // without unit and punctuation: `Time (ms)` is `time`
    std::size_t size = 0;
    for (const char c : text.substr(0, std::min(text.size(), text.find_first_of("([")))) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (lower >= 'a' && lower <= 'z' && size < letters.size())
            letters[size++] = lower;
    }
    std::string_view name(letters.data(), size);
    for (const std::string_view begin :
         {"timestamp", "elapsed", "timeinseconds", "cpustarttime", "timesince"}) {
        if (name.starts_with(begin))
            return true;
    }
    for (const std::string_view unit : {"", "ms", "us", "ns", "s", "sec", "seconds"}) {
        for (const std::string_view moment : {"time", "t", "now", "clock"}) {
            if (name.size() == moment.size() + unit.size() && name.starts_with(moment) &&
                name.ends_with(unit))
                return true;
        }
    }
    for (const std::string_view end : {"ticks", "qpc", "timestamp", "timestamps"}) {
        if (name.ends_with(end))
            return true;
    }
    return name.starts_with("qpc") || name.find("timestampin") != name.npos;
}

std::vector<std::string> timesFirst(std::vector<std::string> names) {
    std::ranges::stable_sort(names, {}, placeOf);
    return names;
}

} // namespace jitterscope::logs
