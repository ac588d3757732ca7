// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace jitterscope {

/// What every comparison keeps, whatever the two runs hold. Empty: it does; otherwise the first broken
/// promise.
inline std::string brokenIn(const FigureDifference& line) {
    using Outcome = FigureDifference::Outcome;
    const auto finite = [](const std::optional<double>& value) { return !value || std::isfinite(*value); };
    if (!finite(line.a) || !finite(line.b) || !finite(line.difference()))
        return "a figure is finite";
    const bool judgedByInterval = line.outcome == Outcome::Different || line.outcome == Outcome::NotShown ||
                                  line.outcome == Outcome::AboutTheSame;
    if (line.interval.has_value() != judgedByInterval)
        return "an interval is there where it is judged, and nowhere else";
    if (line.outcome == Outcome::Absent ? line.a && line.b
                                        : line.outcome != Outcome::Unlike && !(line.a && line.b))
        return "what is absent says so";
    if (judgedByInterval == !line.why.empty())
        return "what has no interval says why";
    if (!line.interval)
        return line.way == Way::Neither ? "" : "only an interval says that B is better";
    const Interval& interval = *line.interval;
    if (!std::isfinite(interval.low) || !std::isfinite(interval.high) || interval.low > interval.high)
        return "an interval has a finite low end and a high end above it";
    const bool straddles = interval.low <= 0 && interval.high >= 0;
    if (straddles != (line.outcome == Outcome::NotShown))
        return "a difference is shown where the interval leaves zero out";
    if (line.outcome == Outcome::AboutTheSame && line.way != Way::Neither)
        return "about the same is neither better nor worse";
    const Way up = interval.low > 0 ? Way::Better : Way::Worse;
    if ((straddles && line.way != Way::Neither) ||
        (line.way != Way::Neither && line.way != (line.entry->moreIsBetter ? up : opposite(up))))
        return "better is the direction of the figure";
    return "";
}

inline std::string brokenIn(const Comparison& comparison) {
    using Outcome = FigureDifference::Outcome;
    std::size_t judged = 0;
    std::size_t told = 0;
    std::size_t tooShort = 0;
    std::size_t aboutTheSame = 0;
    bool anyBetter = false; // in any row
    bool anyWorse = false;
    bool better = false; // in a judged row that is not about evenness
    bool worse = false;
    for (const FigureDifference& line : comparison.figures) {
        if (const std::string broken = brokenIn(line); !broken.empty())
            return std::string(line.entry->id) + ": " + broken;
        const bool cost = line.entry->aspect == FigureEntry::Aspect::Cost;
        anyBetter = anyBetter || (!cost && line.way == Way::Better);
        anyWorse = anyWorse || (!cost && line.way == Way::Worse);
        if (!line.judged)
            continue;
        ++judged;
        told += line.interval ? 1 : 0;
        tooShort += line.outcome == Outcome::TooShort ? 1 : 0;
        aboutTheSame += line.outcome == Outcome::AboutTheSame ? 1 : 0;
        const bool counts = line.entry->aspect != FigureEntry::Aspect::Evenness;
        better = better || (counts && line.way == Way::Better);
        worse = worse || (counts && line.way == Way::Worse);
    }
    const bool none = told == 0 && tooShort == 0;
    const auto allowed = [&](PairVerdict verdict) {
        switch (verdict) {
        case PairVerdict::Better:
        case PairVerdict::Faster:
            return anyBetter && !worse;
        case PairVerdict::Worse:
        case PairVerdict::Slower:
            return anyWorse && !better;
        case PairVerdict::Mixed:
            return anyBetter && anyWorse;
        case PairVerdict::TooShort:
            return !anyBetter && !anyWorse && tooShort > 0;
        case PairVerdict::AboutTheSame:
            return !anyBetter && !anyWorse && aboutTheSame > 0;
        case PairVerdict::NotShown:
            return !anyBetter && !anyWorse && told > 0;
        case PairVerdict::TooFew:
        case PairVerdict::NotComparable:
            return none;
        }
        return false;
    };
    if (!allowed(comparison.verdict))
        return "the verdict is no milder, and no harder, than the rows that it stands on";
    if (judged == 0 && comparison.verdict != PairVerdict::NotComparable)
        return "without a figure there is nothing to compare";
    for (const std::string* const text : {&comparison.sentence, &comparison.detail}) {
        if (text->find('\n') != std::string::npos || text->find("nan") != std::string::npos ||
            text->find("inf") != std::string::npos || text->find("%1") != std::string::npos ||
            text->find("%2") != std::string::npos || text->find("%3") != std::string::npos)
            return "a sentence is one line of plain words";
    }
    return comparison.sentence.ends_with('.') ? "" : "the verdict is a sentence";
}

} // namespace jitterscope
