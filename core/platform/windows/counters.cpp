// SPDX-License-Identifier: MIT
#include "core/platform/counters.h"

#include "core/platform/system_time.h"
#include "core/platform/windows/cycle_time.h"
#include "core/platform/windows/handle.h"

#include <utility>

namespace jitterscope {
namespace {

class WindowsMeter final : public CpuMeter {
public:
    WindowsMeter() : m_thread(thisThreadHandle()) {}

    CpuCounters read() noexcept override {
        CpuCounters counters;
        counters.at = systemNow();
        if (::WaitForSingleObject(m_thread.get(), 0) == WAIT_TIMEOUT) // it has not ended
            counters.thread = threadCpuOf(m_thread.get());
        counters.process = processCpuOf(::GetCurrentProcess());
        readMachine(counters);
        return counters;
    }

private:
    /// Kernel time is with idle time. Windows tells neither what a hypervisor took nor who waited for a
    /// processor, and counts a thread's switches without saying which it wanted.
    static void readMachine(CpuCounters& counters) noexcept {
        FILETIME idle{};
        FILETIME kernel{};
        FILETIME user{};
        if (::GetSystemTimes(&idle, &kernel, &user) == 0)
            return;
        const auto length = [](const FILETIME& time) {
            return Nanoseconds(
                static_cast<std::int64_t>(static_cast<std::uint64_t>(time.dwHighDateTime) << 32U |
                                          time.dwLowDateTime) *
                100);
        };
        counters.machineTotal = length(kernel) + length(user);
        counters.machineBusy = *counters.machineTotal - length(idle);
    }

    OwnedHandle m_thread;
};

} // namespace

std::unique_ptr<CpuMeter> makeCpuMeter() {
    return std::make_unique<WindowsMeter>();
}

std::unique_ptr<SchedulerMeter> makeSchedulerMeter() {
    return nullptr; // Windows tells no program how long its thread was ready
}

Nanoseconds threadCpuTime() noexcept {
    return threadCpuNow();
}

Nanoseconds processCpuTime() noexcept {
    return processCpuOf(::GetCurrentProcess()).value_or(Nanoseconds{0});
}

int thisThread() noexcept {
    return static_cast<int>(::GetCurrentThreadId());
}

int currentProcessor() noexcept {
    constexpr int kPerGroup = 64;
    PROCESSOR_NUMBER place{};
    ::GetCurrentProcessorNumberEx(&place);
    return place.Group * kPerGroup + place.Number;
}

int lastProcessor(int) noexcept {
    return -1; // Windows tells it of the calling thread alone
}

} // namespace jitterscope
