// SPDX-License-Identifier: MIT
#include "core/platform/keep_awake.h"

#include <atomic>

namespace jitterscope {
namespace {

std::atomic<AwakeMaker> s_maker{nullptr};

} // namespace

std::unique_ptr<AwakeHold> keepAwake() {
    const AwakeMaker maker = s_maker.load(std::memory_order_relaxed);
    return maker != nullptr ? maker() : nullptr;
}

void setAwakeMaker(AwakeMaker maker) noexcept {
    s_maker.store(maker, std::memory_order_relaxed);
}

} // namespace jitterscope
