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

std::optional<SleepKind> sleepKindOf(std::string_view id) noexcept {
    for (const SleepKind kind :
         {SleepKind::Relative, SleepKind::Absolute, SleepKind::Timer, SleepKind::HighResolutionTimer}) {
        if (sleepKindId(kind) == id)
            return kind;
    }
    return std::nullopt;
}

} // namespace jitterscope
