// SPDX-License-Identifier: MIT
#include "core/platform/windows/processors.h"

namespace jitterscope {
namespace {

constexpr int kInAGroup = 64;

constexpr KAFFINITY bitOf(int number) noexcept {
    return number < static_cast<int>(8 * sizeof(KAFFINITY)) ? KAFFINITY{1} << static_cast<unsigned>(number)
                                                            : 0;
}

} // namespace

std::vector<int> processorsOf(const GROUP_AFFINITY& mask) {
    std::vector<int> processors;
    for (int number = 0; number < kInAGroup; ++number) {
        if ((mask.Mask & bitOf(number)) != 0)
            processors.push_back(mask.Group * kInAGroup + number);
    }
    return processors;
}

GROUP_AFFINITY maskOf(int processor) noexcept {
    GROUP_AFFINITY mask{};
    mask.Group = static_cast<WORD>(processor / kInAGroup);
    mask.Mask = bitOf(processor % kInAGroup);
    return mask;
}

std::optional<GROUP_AFFINITY> maskWithout(const GROUP_AFFINITY& mask, int processor) noexcept {
    GROUP_AFFINITY rest = mask;
    if (processor < 0 || mask.Group != processor / kInAGroup)
        return std::nullopt;
    rest.Mask &= ~bitOf(processor % kInAGroup);
    return rest.Mask != mask.Mask && rest.Mask != 0 ? std::optional(rest) : std::nullopt;
}

} // namespace jitterscope
