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
        return JITTERSCOPE_TR("On time");
    case Cause::Work:
        return JITTERSCOPE_TR("Work overran");
    case Cause::WokeLate:
        return JITTERSCOPE_TR("Woke late: timer, idle exit");
    case Cause::LostCpu:
        return JITTERSCOPE_TR("Lost the CPU while busy");
    case Cause::Stopped:
        return JITTERSCOPE_TR("Stopped");
    case Cause::Other:
        return JITTERSCOPE_TR("Other");
    case Cause::RunQueue:
        return JITTERSCOPE_TR("Waited in the run queue");
    case Cause::Margin:
        return JITTERSCOPE_TR("Margin too small");
    }
    return "";
}

std::string_view causeText(Cause cause) noexcept {
    switch (cause) {
    case Cause::OnTime:
        return JITTERSCOPE_TR("On time.");
    case Cause::Work:
        return JITTERSCOPE_TR("The work of the previous frame ended after this frame's deadline.");
    case Cause::WokeLate:
        return JITTERSCOPE_TR("The timer or the idle processor woke the thread after the deadline.");
    case Cause::LostCpu:
        return JITTERSCOPE_TR("The thread lost the processor while it was spinning or working.");
    case Cause::Stopped:
        return JITTERSCOPE_TR("The whole process was stopped: stop signal, debugger or suspend.");
    case Cause::Other:
        return JITTERSCOPE_TR("Time went between the end of the wait and the start of the frame.");
    case Cause::RunQueue:
        return JITTERSCOPE_TR("The thread was ready to run, but was not given a processor: another thread "
                              "had it, or the host of a virtual machine.");
    case Cause::Margin:
        return JITTERSCOPE_TR("The sleep ended later than the margin that was kept for it.");
    }
    return "";
}

} // namespace jitterscope
