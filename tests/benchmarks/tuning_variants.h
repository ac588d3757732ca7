// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"

#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

/// Other tunings of `adaptive`, to see what each part and each constant is worth.
namespace jitterscope::benchmarks {

struct Variant {
    std::string name;
    std::function<void(Tuning&)> change;
    bool hidesTicks = false; ///< and it is not told of the machine's ticks
    Aim aim = LateShare();
};

/// Each part left out, and the aim Thrifty; by constants under which it never does anything, and `all` of
/// them: a histogram, a quantile as margin, one sleep, a spin.
[[nodiscard]] inline std::vector<Variant> parts() {
    constexpr double kNever = 1e300;
    const Variant every[] = {{"octaves", [](Tuning& t) { t.shortest = 62; }},
                             {"second",
                              [](Tuning& t) {
                                  t.worthTwo = kNever;
                                  t.trialEvery = t.trialAtStart = std::numeric_limits<std::int64_t>::max();
                              }},
                             {"risk",
                              [](Tuning& t) {
                                  t.longLoss = Nanoseconds::max();
                                  t.priorLate = 0;
                              }},
                             {"others", [](Tuning& t) { t.leastAllowed = 1; }},
                             {"alarms", [](Tuning& t) { t.earlierAlarm = t.laterAlarm = kNever; }},
                             {"exploration", [](Tuning& t) { t.exploreLeast = Nanoseconds::max(); }},
                             {"rehearsal", [](Tuning& t) { t.wayOut = Nanoseconds::max(); }},
                             {"tick", [](Tuning&) {}, true}};
    std::vector<Variant> all(std::begin(every), std::end(every));
    all.push_back({"equally-late", [](Tuning& t) { t.equallyLate = 0; }});
    all.push_back({"start", [](Tuning& t) { t.safeStart = Nanoseconds(0); }});
    all.push_back({"thrifty", [](Tuning&) {}, false, Thrifty()}); // not less of it: the other aim
    all.push_back({"all",
                   [parts = std::vector<Variant>(std::begin(every), std::end(every))](Tuning& t) {
                       for (const Variant& part : parts)
                           part.change(t);
                   },
                   true, LateShare()});
    return all;
}

/// What decides how even the CPU use is, half as large each.
[[nodiscard]] inline std::vector<Variant> steadying() {
    return {{"whole", [](Tuning&) {}},
            {"memory / 2", [](Tuning& t) { t.memory /= 2; }},
            {"earlierAlarm / 6", [](Tuning& t) { t.earlierAlarm /= 6; }},
            {"worthTwo, keepTwo x 1.3", [](Tuning& t) {
                 t.worthTwo *= 1.3;
                 t.keepTwo *= 1.3;
             }}};
}

/// Adds a constant halved and doubled.
template <typename T>
void addConstant(std::vector<Variant>& all, const std::string& name, T Tuning::*member) {
    all.push_back({name + " / 2", [member](Tuning& t) { t.*member = static_cast<T>(t.*member / 2); }});
    all.push_back({name + " x 2", [member](Tuning& t) { t.*member = static_cast<T>(t.*member * 2); }});
}

[[nodiscard]] inline std::vector<Variant> constants() {
    std::vector<Variant> all;
    addConstant(all, "memory", &Tuning::memory);
    addConstant(all, "choiceEvery", &Tuning::choiceEvery);
    addConstant(all, "everyChoice", &Tuning::everyChoice);
    addConstant(all, "outcomeMemory", &Tuning::outcomeMemory);
    addConstant(all, "costMemory", &Tuning::costMemory);
    addConstant(all, "priorLate", &Tuning::priorLate);
    addConstant(all, "priorSpun", &Tuning::priorSpun);
    addConstant(all, "longLoss", &Tuning::longLoss);
    addConstant(all, "leastAllowed", &Tuning::leastAllowed);
    addConstant(all, "equallyLate", &Tuning::equallyLate);
    addConstant(all, "laterAlarm", &Tuning::laterAlarm);
    addConstant(all, "earlierAlarm", &Tuning::earlierAlarm);
    addConstant(all, "tail", &Tuning::tail);
    addConstant(all, "sleptKept", &Tuning::sleptKept);
    addConstant(all, "spunKept", &Tuning::spunKept);
    addConstant(all, "worthTwo", &Tuning::worthTwo);
    addConstant(all, "firstOfTwo", &Tuning::firstOfTwo);
    addConstant(all, "shortSecond", &Tuning::shortSecond);
    addConstant(all, "worthASleep", &Tuning::worthASleep);
    addConstant(all, "trialEvery", &Tuning::trialEvery);
    addConstant(all, "exploreFirst", &Tuning::exploreFirst);
    addConstant(all, "exploreLast", &Tuning::exploreLast);
    addConstant(all, "exploreEnough", &Tuning::exploreEnough);
    return all;
}

} // namespace jitterscope::benchmarks
