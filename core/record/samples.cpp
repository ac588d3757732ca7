// SPDX-License-Identifier: MIT
#include "core/record/samples.h"

#include "core/base/catalog.h"

namespace jitterscope {

std::string_view causeId(Cause cause) noexcept {
    switch (cause) {
    case Cause::OnTime:
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
    case Cause::RunQueue:
        return "run-queue";
    case Cause::Margin:
        return "margin";
    }
    return "";
}

std::string_view causeName(Cause cause) noexcept {
    switch (cause) {
    case Cause::OnTime:
        return "On time";
    case Cause::Work:
        return "Work overran";
    case Cause::WokeLate:
        return "Woke late: timer, idle exit";
    case Cause::LostCpu:
        return "Lost the CPU while busy";
    case Cause::Stopped:
        return "Stopped";
    case Cause::Other:
        return "Other";
    case Cause::RunQueue:
        return "Waited in the run queue";
    case Cause::Margin:
        return "Margin too small";
    }
    return "";
}

std::string_view causeText(Cause cause) noexcept {
    switch (cause) {
    case Cause::OnTime:
        return "On time.";
    case Cause::Work:
        return "The work of the previous frame ended after this frame's deadline.";
    case Cause::WokeLate:
        return "The timer or the idle processor woke the thread after the deadline.";
    case Cause::LostCpu:
        return "The thread lost the processor while it was spinning or working.";
    case Cause::Stopped:
        return "The whole process was stopped: stop signal, debugger or suspend.";
    case Cause::Other:
        return "Time went between the end of the wait and the start of the frame.";
    case Cause::RunQueue:
        return "The thread was ready to run, but was not given a processor: another thread had it, or the "
               "host of a virtual machine.";
    case Cause::Margin:
        return "The sleep ended later than the margin that was kept for it.";
    }
    return "";
}

} // namespace jitterscope
