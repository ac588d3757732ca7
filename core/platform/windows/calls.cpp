// SPDX-License-Identifier: MIT
#include "core/platform/windows/calls.h"

#include "core/platform/system_time.h"
#include "core/platform/windows/library.h"

namespace jitterscope {
namespace {

// What the headers of older SDKs lack.
constexpr DWORD kFineTimer = 0x2;         // CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
constexpr ULONG kIgnoreTimerPeriod = 0x4; // PROCESS_POWER_THROTTLING_IGNORE_TIMER_RESOLUTION
constexpr int kPowerThrottling = 4;       // ProcessPowerThrottling
struct PowerThrottling {
    ULONG version = 1;
    ULONG controlled = 0;
    ULONG state = 0;
};
/// THREAD_BASIC_INFORMATION, what NtQueryInformationThread gives for ThreadBasicInformation (0).
struct ThreadBasics {
    LONG exitStatus;
    void* environment;
    void* process;
    void* thread;
    ULONG_PTR affinity;
    LONG priority;
    LONG basePriority;
};

Nanoseconds nowHere() noexcept {
    return systemNow().time_since_epoch();
}

WindowsCalls::Handle makeTimerHere(bool fine) noexcept {
    return ::CreateWaitableTimerExW(nullptr, nullptr, fine ? kFineTimer : 0, TIMER_ALL_ACCESS);
}

WindowsCalls::Handle makeEventHere() noexcept {
    return ::CreateEventW(nullptr, FALSE, FALSE, nullptr);
}

void setEventHere(WindowsCalls::Handle event) noexcept {
    ::SetEvent(event);
}

bool setTimerHere(WindowsCalls::Handle timer, std::int64_t units) noexcept {
    LARGE_INTEGER due;
    due.QuadPart = -units; // negative: from now on
    return ::SetWaitableTimer(timer, &due, 0, nullptr, nullptr, FALSE) != 0;
}

WindowsCalls::Waited waitForEitherHere(WindowsCalls::Handle event, WindowsCalls::Handle timer) noexcept {
    const HANDLE both[] = {event, timer};
    switch (::WaitForMultipleObjects(2, &both[0], FALSE, INFINITE)) {
    case WAIT_OBJECT_0:
        return WindowsCalls::Waited::Event;
    case WAIT_OBJECT_0 + 1:
        return WindowsCalls::Waited::Timer;
    default:
        return WindowsCalls::Waited::Failed;
    }
}

void closeHere(WindowsCalls::Handle handle) noexcept {
    ::CloseHandle(handle);
}

bool sleepHere(std::uint32_t milliseconds) noexcept {
    return ::SleepEx(milliseconds, TRUE) == WAIT_IO_COMPLETION;
}

// MMRESULT is an unsigned int, 0 of which is success.
using PeriodCall = unsigned int(WINAPI*)(unsigned int);

bool beginPeriodHere(std::uint32_t milliseconds) noexcept {
    static const auto call = systemFunction<PeriodCall>(L"winmm.dll", "timeBeginPeriod");
    return call != nullptr && call(milliseconds) == 0;
}

void endPeriodHere(std::uint32_t milliseconds) noexcept {
    static const auto call = systemFunction<PeriodCall>(L"winmm.dll", "timeEndPeriod");
    if (call != nullptr)
        call(milliseconds);
}

TimerPeriods periodsHere() noexcept {
    using Call = LONG(WINAPI*)(ULONG*, ULONG*, ULONG*);
    static const auto call = systemFunction<Call>(L"ntdll.dll", "NtQueryTimerResolution");
    ULONG longest = 0;
    ULONG shortest = 0;
    ULONG now = 0;
    if (call == nullptr || call(&longest, &shortest, &now) < 0)
        return {};
    const auto length = [](ULONG units) { return Nanoseconds(static_cast<std::int64_t>(units) * 100); };
    return {length(longest), length(shortest), length(now)};
}

bool keepPeriodWhenCoveredHere(bool keep) noexcept {
    using Call = BOOL(WINAPI*)(HANDLE, int, void*, DWORD);
    static const auto call = systemFunction<Call>(L"kernel32.dll", "SetProcessInformation");
    // Not controlled: the system decides again, as it does by itself.
    PowerThrottling throttling{1, keep ? kIgnoreTimerPeriod : 0, 0};
    return call != nullptr &&
           call(::GetCurrentProcess(), kPowerThrottling, &throttling, sizeof throttling) != 0;
}

int priorityHere() noexcept {
    using Call = LONG(WINAPI*)(HANDLE, int, void*, ULONG, ULONG*);
    static const auto call = systemFunction<Call>(L"ntdll.dll", "NtQueryInformationThread");
    ThreadBasics basics{};
    if (call == nullptr || call(::GetCurrentThread(), 0, &basics, sizeof basics, nullptr) < 0)
        return 0;
    return basics.priority > 0 && basics.priority < 32 ? static_cast<int>(basics.priority) : 0;
}

int levelHere() noexcept {
    return ::GetThreadPriority(::GetCurrentThread());
}

bool setLevelHere(int level) noexcept {
    return ::SetThreadPriority(::GetCurrentThread(), level) != 0;
}

WindowsCalls::Handle joinMultimediaHere() noexcept {
    using Join = HANDLE(WINAPI*)(const wchar_t*, DWORD*);
    static const auto join = systemFunction<Join>(L"avrt.dll", "AvSetMmThreadCharacteristicsW");
    DWORD task = 0;
    return join != nullptr ? join(L"Pro Audio", &task) : nullptr;
}

void leaveMultimediaHere(WindowsCalls::Handle membership) noexcept {
    using Leave = BOOL(WINAPI*)(HANDLE);
    static const auto leave = systemFunction<Leave>(L"avrt.dll", "AvRevertMmThreadCharacteristics");
    if (leave != nullptr)
        leave(membership);
}

constexpr WindowsCalls kCalls{
    .now = nowHere,
    .makeTimer = makeTimerHere,
    .makeEvent = makeEventHere,
    .setEvent = setEventHere,
    .setTimer = setTimerHere,
    .waitForEither = waitForEitherHere,
    .close = closeHere,
    .sleep = sleepHere,
    .beginPeriod = beginPeriodHere,
    .endPeriod = endPeriodHere,
    .periods = periodsHere,
    .keepPeriodWhenCovered = keepPeriodWhenCoveredHere,
    .priority = priorityHere,
    .level = levelHere,
    .setLevel = setLevelHere,
    .joinMultimedia = joinMultimediaHere,
    .leaveMultimedia = leaveMultimediaHere,
};

} // namespace

const WindowsCalls& windowsCalls() noexcept {
    return kCalls;
}

} // namespace jitterscope
