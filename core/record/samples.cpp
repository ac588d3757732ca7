// SPDX-License-Identifier: MIT
#include "core/record/samples.h"

#include "core/base/catalog.h"

namespace jitterscope {

std::string_view causeId(Cause cause) noexcept {
    switch (cause) {
    case Cause::None:
        return "";
    case Cause::Work:
        return "work";
    case Cause::WokeLate:
        return "woke-late";
    case Cause::LostCpu:
        return "lost-cpu";
    case Cause::Stopped:
        return "stopped";
    case Cause::Other:
        return "other";
    }
    return "";
}

std::string_view causeText(Cause cause) noexcept {
    switch (cause) {
    case Cause::None:
        return JITTERSCOPE_TR("On time.");
    case Cause::Work:
        return JITTERSCOPE_TR("The work of the previous frame ended after this frame's deadline.");
    case Cause::WokeLate:
        return JITTERSCOPE_TR("The system woke the thread after the deadline.");
    case Cause::LostCpu:
        return JITTERSCOPE_TR("The thread lost the processor while it was spinning.");
    case Cause::Stopped:
        return JITTERSCOPE_TR("The whole process was stopped: stop signal, debugger or suspend.");
    case Cause::Other:
        return JITTERSCOPE_TR("Time went between the end of the wait and the start of the frame.");
    }
    return "";
}

} // namespace jitterscope
