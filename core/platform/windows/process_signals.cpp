// SPDX-License-Identifier: MIT
#include "core/platform/process_signals.h"

#include "core/platform/untaken_signals.h"
#include "core/platform/windows/handle.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace jitterscope {
namespace {

// What Linux calls them.
constexpr int kHangUp = 1;
constexpr int kInterrupt = 2;
constexpr int kTerminate = 15;
constexpr int kBreak = 21;
constexpr int kExitInterrupted = 130;

std::atomic<int> g_stopSignal{0};
UntakenSignals g_untaken;
std::atomic<bool> g_held{false};   // they wait, nobody has asked for them yet
std::atomic<bool> g_noting{false}; // they end the run in order
std::atomic<int> g_waiting{0};     // came while held

HANDLE stopEvent() noexcept {
    static const OwnedHandle event(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
    return event.get();
}

int numberOf(DWORD event) noexcept {
    switch (event) {
    case CTRL_C_EVENT:
        return kInterrupt;
    case CTRL_BREAK_EVENT:
        return kBreak;
    case CTRL_CLOSE_EVENT:
        return kHangUp;
    default: // CTRL_LOGOFF_EVENT and CTRL_SHUTDOWN_EVENT, which only services get
        return kTerminate;
    }
}

bool endsTheProcess(DWORD event) noexcept {
    return event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT;
}

void note(int number) noexcept {
    g_untaken.note(number);
    int none = 0;
    if (g_stopSignal.compare_exchange_strong(none, number))
        ::SetEvent(stopEvent());
}

/// Runs on a thread of the system's own. When the handler of a closed console returns, the process ends: so
/// it stays until main() has written its files and ended the process itself. Windows waits 5 s for that. At a
/// log-off and a shutdown Windows ends a console program that has loaded USER32, as this one has, without a
/// word: nothing is written then, and a recording is what stands in its NAME.partial.
BOOL WINAPI onConsoleEvent(DWORD event) {
    const int number = numberOf(event);
    if (g_noting.load())
        note(number);
    else if (g_held.load())
        g_waiting.store(number);
    else
        return FALSE; // its usual effect
    if (endsTheProcess(event))
        ::Sleep(INFINITE);
    return TRUE;
}

void install() noexcept {
    static std::once_flag once;
    std::call_once(once, [] {
        (void)stopEvent();
        ::SetConsoleCtrlHandler(onConsoleEvent, TRUE);
    });
}

} // namespace

void holdStopSignals() noexcept {
    g_held.store(true);
    install();
}

void releaseStopSignals() noexcept {
    if (!g_held.exchange(false))
        return;
    if (g_waiting.exchange(0) != 0 && !g_noting.load())
        ::ExitProcess(kExitInterrupted); // its usual effect, with the exit code of Linux
}

void noteStopSignals() noexcept {
    install();
    g_noting.store(true);
    g_held.store(false);
    if (const int number = g_waiting.exchange(0); number != 0)
        note(number);
}

int stopSignal() noexcept {
    return g_stopSignal.load(std::memory_order_relaxed);
}

int takeStopSignal() noexcept {
    return g_untaken.take();
}

bool awaitStopSignal(Nanoseconds longest) noexcept {
    constexpr std::int64_t kMillisecond = 1'000'000;
    constexpr std::int64_t kMost = 0x7FFFFFFF;
    const std::int64_t whole =
        std::clamp<std::int64_t>((longest.count() + kMillisecond - 1) / kMillisecond, 0, kMost);
    if (stopSignal() == 0)
        ::WaitForSingleObject(stopEvent(), static_cast<DWORD>(whole));
    return stopSignal() != 0;
}

void watchProcessStops() noexcept {}

bool processStopped(TimePoint) noexcept {
    return ::IsDebuggerPresent() != 0; // Windows tells nobody that a process was suspended
}

void watchRealtimeLimit() noexcept {}

bool realtimeLimitHit() noexcept {
    return false; // MMCSS lowers a thread that takes too much, and raises it again: nothing is left
}

} // namespace jitterscope
