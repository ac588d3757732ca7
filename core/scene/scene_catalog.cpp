// SPDX-License-Identifier: MIT
#include "core/scene/scenes/scenes.h"

#include <array>

namespace jitterscope::scene {

std::span<const Entry> sceneCatalog() {
    static const std::array entries{sleepScene(),   estimatorScene(), xScene(),    driftScene(),
                                    slotsScene(),   refreshScene(),   wellScene(), audioScene(),
                                    meltingScene(), clocksScene()};
    return entries;
}

} // namespace jitterscope::scene
