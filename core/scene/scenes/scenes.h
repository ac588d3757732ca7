// SPDX-License-Identifier: MIT
#pragma once

#include "core/scene/scene.h"

namespace jitterscope::scene {

// One file each; what a lab shows is said in its own (core/lab/labs).
[[nodiscard]] Entry audioScene();
[[nodiscard]] Entry clocksScene();
[[nodiscard]] Entry driftScene();
[[nodiscard]] Entry estimatorScene();
[[nodiscard]] Entry meltingScene();
[[nodiscard]] Entry refreshScene();
[[nodiscard]] Entry sleepScene();
[[nodiscard]] Entry slotsScene();
[[nodiscard]] Entry wellScene();
[[nodiscard]] Entry xScene();

} // namespace jitterscope::scene
