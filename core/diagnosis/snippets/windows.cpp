// SPDX-License-Identifier: MIT
#include "core/diagnosis/snippets/snippets.h"

namespace jitterscope::snippets {
namespace {

/// What differs between C++ and C in code that is otherwise the same.
struct Dialect {
    const char* headers;
    const char* function; ///< `inline std::int64_t nowNs()`
    const char* now;      ///< `nowNs()`
    const char* pace;
    const char* constant; ///< `constexpr std::int64_t`
    const char* local;    ///< `const std::int64_t`
    const char* integer;
    const char* null;
};

constexpr Dialect kCpp{"#include <cstdint>\n",
                       "inline std::int64_t nowNs()",
                       "nowNs()",
                       "template <typename Frame>\nvoid pace(Frame frame)",
                       "constexpr std::int64_t",
                       "const std::int64_t",
                       "std::int64_t",
                       "nullptr"};
constexpr Dialect kC{"#include <stdbool.h>\n#include <stdint.h>\n",
                     "static int64_t now_ns(void)",
                     "now_ns()",
                     "void pace(bool (*frame)(void))",
                     "const int64_t",
                     "const int64_t",
                     "int64_t",
                     "NULL"};

std::string loopIn(const Dialect& as, const SnippetParts& parts) {
    const bool spins = parts.margin.count() > 0;
    return filled(R"(@SYSTEM@
@HEADERS@
#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x00000002 // since Windows 10, 1803; older headers lack it
#endif

@FUNCTION@ {
    LARGE_INTEGER count, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return count.QuadPart / frequency.QuadPart * INT64_C(1000000000) +
           count.QuadPart % frequency.QuadPart * INT64_C(1000000000) / frequency.QuadPart;
}

@PACE@ { // returns when frame() gives false
@SETTINGS@    @CONSTANT@ period = @PERIOD@; // ns
    @CONSTANT@ margin = @MARGIN@; // ns@SPUN@
    HANDLE timer = CreateWaitableTimerExW(@NULL@, @NULL@, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_ALL_ACCESS);
    if (timer == @NULL@) // an older Windows: its timer ends on the tick
        timer = CreateWaitableTimerExW(@NULL@, @NULL@, 0, TIMER_ALL_ACCESS);
    @INTEGER@ due = @NOW@;
    while (frame()) {
        due += period;
        @LOCAL@ now = @NOW@;
@BEHIND@        LARGE_INTEGER wait;
        wait.QuadPart = -(due - margin - now) / 100; // relative, in 100 ns
        if (timer != @NULL@ && wait.QuadPart < 0 && SetWaitableTimerEx(timer, &wait, 0, @NULL@, @NULL@, @NULL@, 0))
            WaitForSingleObject(timer, INFINITE);
        while (@NOW@ < due) {
        }
    }
    if (timer != @NULL@)
        CloseHandle(timer);
}
)",
                  {{"SYSTEM", windowsHeaders(parts)},
                   {"HEADERS", as.headers},
                   {"FUNCTION", as.function},
                   {"PACE", as.pace},
                   {"SETTINGS", windowsSettings(parts, as.null)},
                   {"CONSTANT", as.constant},
                   {"PERIOD", periodText(parts)},
                   {"MARGIN", std::to_string(parts.margin.count())},
                   {"SPUN", spins ? ", spun" : ": only what the timer leaves is spun"},
                   {"INTEGER", as.integer},
                   {"LOCAL", as.local},
                   {"NOW", as.now},
                   {"NULL", as.null},
                   {"BEHIND", behind(parts)}});
}

} // namespace

std::string windowsHeaders(const SnippetParts& parts) {
    return included("windows.h") + (parts.plan.thread.realtime ? "#include <avrt.h> // link avrt\n" : "") +
           (parts.plan.thread.slack ? "#include <timeapi.h> // link winmm\n" : "");
}

std::string windowsSettings(const SnippetParts& parts, const std::string& null) {
    const ThreadPlan& thread = parts.plan.thread;
    std::string text;
    if (thread.realtime)
        text += "    DWORD task = 0; // class for sound: before all ordinary threads, until the thread ends\n"
                "    if (AvSetMmThreadCharacteristicsW(L\"Pro Audio\", &task) == " +
                null +
                ")\n"
                "        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_TIME_CRITICAL);\n";
    if (thread.cpu >= 0)
        text += "    GROUP_AFFINITY processor = {(KAFFINITY)1 << " + std::to_string(thread.cpu % 64) + ", " +
                std::to_string(thread.cpu / 64) +
                ", {0, 0, 0}};\n"
                "    SetThreadGroupAffinity(GetCurrentThread(), &processor, " +
                null + ");\n";
    if (thread.slack)
        text += "    timeBeginPeriod(" + std::to_string(timerPeriod(*thread.slack).count()) +
                "); // ms; sleeps and ordinary timers end on such ticks until the program ends\n";
    return text;
}

std::string cppWindows(const SnippetParts& parts) {
    return loopIn(kCpp, parts);
}

std::string cWindows(const SnippetParts& parts) {
    return loopIn(kC, parts);
}

} // namespace jitterscope::snippets
