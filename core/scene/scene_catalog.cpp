// SPDX-License-Identifier: MIT
#include "core/scene/scenes/scenes.h"

#include <array>

namespace jitterscope::scene {

std::span<const Entry> sceneCatalog() {
    static const std::array entries{sleepScene(), driftScene(), clocksScene(), wellScene(),    estimatorScene(), refreshScene(),
                                    slotsScene(),  meltingScene(), audioScene(),     xScene()};
    return entries;
}

} // namespace jitterscope::scene
