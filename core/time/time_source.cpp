// SPDX-License-Identifier: MIT
#include "core/time/time_source.h"

namespace jitterscope {

std::string_view sleepKindId(SleepKind kind) noexcept {
    switch (kind) {
    case SleepKind::Relative:
        return "relative";
    case SleepKind::Absolute:
        return "absolute";
    case SleepKind::Timer:
        return "timer";
    case SleepKind::HighResolutionTimer:
        return "hires-timer";
    }
    return "relative";
}

} // namespace jitterscope
