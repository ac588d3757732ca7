// SPDX-License-Identifier: MIT
#include "core/scene/scenes/scenes.h"

#include <array>

namespace jitterscope::scene {

std::span<const Entry> sceneCatalog() {
    static const std::array entries{xScene()};
    return entries;
}

} // namespace jitterscope::scene
