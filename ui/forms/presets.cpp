// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/presets.h"

#include "core/base/catalog.h"
#include "core/run/resolve.h"
#include "core/sleep/sleep_catalog.h"

#include <array>

namespace jitterscope::ui {

std::span<const Preset> presets() {
    static const std::array<Preset, 5> table{{
        {"game-60", "Game, 60 Hz",
         "A game on an ordinary screen. When it falls behind, it drops frames and waits for "
         "the next slot.",
         "precise-sleep", "drop-and-rest", "60"},
        {"game-144", "Game, 144 Hz", "A game on a fast screen: 6.94 ms a frame.", "precise-sleep",
         "drop-and-rest", "144"},
        {"audio", "Audio, 48 kHz in blocks of 128",
         "375 blocks per second. None may be skipped, so it catches up when it falls behind.",
         "absolute-sleep", "keep-working", "48000/128"},
        {"robot", "Robot, 1 kHz", "A control loop. Missed slots are dropped; the grid stays.",
         "absolute-sleep", "drop-and-rest", "1000"},
        {"article", "The article",
         "preciseSleep() as printed, with a fixed sleep at 60 Hz. Shows the cold start: the "
         "estimate of 5 ms decays.",
         "precise-sleep", "fixed-sleep", "60", "printed"},
    }};
    return table;
}

RunPlan applied(const Preset& preset, RunPlan plan) {
    plan.strategy = sleepChoice(preset.strategy);
    plan.policy = policyChoice(preset.policy);
    plan.work = workChoice("none");
    plan.period = Period::parseRate(preset.rate).value();
    plan.tolerance.reset();
    if (!preset.form.empty()) {
        const std::vector<ParameterInfo>& infos = findEntry(sleepCatalog(), preset.strategy)->parameters;
        const ParameterInfo& form = infos[static_cast<std::size_t>(parameterIndex(infos, "form"))];
        plan.strategy.values.set(form.name, parseParameter(form, preset.form).value());
    }
    return plan;
}

} // namespace jitterscope::ui
