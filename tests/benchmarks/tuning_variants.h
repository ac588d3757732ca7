// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tuning.h"

#include <functional>
#include <string>
#include <vector>

/// Other tunings of `adaptive`, to see what each part and each constant is worth.
namespace jitterscope::benchmarks {

struct Variant {
    std::string name;
    std::function<void(Tuning&)> change;
};

/// Each part left out, and `all` of them: a histogram, a quantile as margin, one sleep, a spin.
[[nodiscard]] inline std::vector<Variant> parts() {
    return {{"octaves", [](Tuning& t) { t.octaves = false; }},
            {"second", [](Tuning& t) { t.secondSleep = false; }},
            {"risk", [](Tuning& t) { t.spinRisk = false; }},
            {"others", [](Tuning& t) { t.others = false; }},
            {"alarms", [](Tuning& t) { t.alarms = false; }},
            {"exploration", [](Tuning& t) { t.exploration = false; }},
            {"rehearsal", [](Tuning& t) { t.rehearsal = false; }},
            {"tick", [](Tuning& t) { t.tickPhase = false; }},
            {"equally-late", [](Tuning& t) { t.equallyLate = 0; }},
            {"all", [](Tuning& t) {
                 t.octaves = t.secondSleep = t.spinRisk = t.others = t.alarms = false;
                 t.exploration = t.rehearsal = t.tickPhase = false;
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
    addConstant(all, "unused", &Tuning::unused);
    addConstant(all, "outcomeMemory", &Tuning::outcomeMemory);
    addConstant(all, "costMemory", &Tuning::costMemory);
    addConstant(all, "allCosts", &Tuning::allCosts);
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
    addConstant(all, "freeOfTwo", &Tuning::freeOfTwo);
    addConstant(all, "shortSecond", &Tuning::shortSecond);
    addConstant(all, "habit", &Tuning::habit);
    addConstant(all, "worthASleep", &Tuning::worthASleep);
    addConstant(all, "trialEvery", &Tuning::trialEvery);
    addConstant(all, "rareTrialEvery", &Tuning::rareTrialEvery);
    addConstant(all, "oftenTried", &Tuning::oftenTried);
    addConstant(all, "exploreFirst", &Tuning::exploreFirst);
    addConstant(all, "exploreLast", &Tuning::exploreLast);
    addConstant(all, "exploreEnough", &Tuning::exploreEnough);
    return all;
}

} // namespace jitterscope::benchmarks
