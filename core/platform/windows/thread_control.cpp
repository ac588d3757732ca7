// SPDX-License-Identifier: MIT
#include "core/platform/thread_control.h"

#include "core/platform/windows/path_error.h"
#include "core/platform/windows/processors.h"
#include "core/platform/windows/thread_class.h"
#include "core/platform/windows/timer_period.h"

#include <optional>
#include <system_error>
#include <thread>

namespace jitterscope {

struct ThreadControl::State {
    std::vector<SettingOutcome> outcomes;
    ThreadClass threadClass{windowsCalls()};
    std::optional<TimerPeriod> period;
    Nanoseconds tickBefore{0};
    GROUP_AFFINITY oldMask{};
    bool maskChanged = false;

    void enterRealtime(bool asked);
    void pin(int cpu);
    void setPeriod(const std::optional<Nanoseconds>& asked);
};

void ThreadControl::State::enterRealtime(bool asked) {
    SettingOutcome outcome{"realtime", asked ? "MMCSS Pro Audio" : "", true, "", ""};
    if (asked && allowedProcessors().size() < 2) {
        outcome.granted = false;
        outcome.reason = "with one processor a spinning real-time thread would freeze the machine";
    } else if (asked) {
        threadClass.enter();
        outcome.granted = threadClass.support().available;
        outcome.reason = threadClass.support().reason;
    }
    outcome.observed = classText(windowsCalls());
    outcomes.push_back(std::move(outcome));
}

void ThreadControl::State::pin(int cpu) {
    SettingOutcome outcome{"cpu", cpu >= 0 ? std::to_string(cpu) : "", true, "", ""};
    const bool known = ::GetThreadGroupAffinity(::GetCurrentThread(), &oldMask) != 0;
    if (cpu >= 0) {
        const GROUP_AFFINITY mask = maskOf(cpu);
        outcome.granted = known && ::SetThreadGroupAffinity(::GetCurrentThread(), &mask, nullptr) != 0;
        maskChanged = outcome.granted;
        if (!outcome.granted)
            outcome.reason = codeText(::GetLastError());
    }
    GROUP_AFFINITY now{};
    if (::GetThreadGroupAffinity(::GetCurrentThread(), &now) != 0)
        outcome.observed = processorList(processorsOf(now));
    if (cpu >= 0 && outcome.granted && outcome.observed != std::to_string(cpu)) {
        outcome.granted = false;
        outcome.reason = "the system agreed, but without effect";
    }
    outcomes.push_back(std::move(outcome));
}

void ThreadControl::State::setPeriod(const std::optional<Nanoseconds>& asked) {
    if (asked) {
        tickBefore = knownTick().get();
        period.emplace(windowsCalls(), *asked);
        knownTick().observe();
    }
    outcomes.push_back(period ? period->outcome() : timerPeriodNow(windowsCalls()));
}

ThreadControl::ThreadControl(const ThreadPlan& plan) : m_state(std::make_unique<State>()) {
    m_state->enterRealtime(plan.realtime);
    m_state->pin(plan.cpu);
    m_state->setPeriod(plan.slack);
}

ThreadControl::~ThreadControl() {
    if (m_state->period) {
        m_state->period.reset();
        knownTick().putBack(m_state->tickBefore);
    }
    if (m_state->maskChanged)
        ::SetThreadGroupAffinity(::GetCurrentThread(), &m_state->oldMask, nullptr);
}

const std::vector<SettingOutcome>& ThreadControl::outcomes() const noexcept {
    return m_state->outcomes;
}

std::vector<int> allowedProcessors() {
    DWORD_PTR process = 0;
    DWORD_PTR machine = 0;
    GROUP_AFFINITY own{};
    // With several groups the process's mask is 0: then those of the thread's group.
    if (::GetProcessAffinityMask(::GetCurrentProcess(), &process, &machine) != 0 && process != 0) {
        GROUP_AFFINITY mask{};
        mask.Mask = process;
        if (::GetThreadGroupAffinity(::GetCurrentThread(), &own) != 0)
            mask.Group = own.Group;
        return processorsOf(mask);
    }
    return ::GetThreadGroupAffinity(::GetCurrentThread(), &own) != 0 ? processorsOf(own) : std::vector<int>();
}

void setRealtimeHelper(RealtimeHelper) noexcept {} // nobody else grants a class here

bool leaveRealtime() noexcept {
    return ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_NORMAL) != 0;
}

bool inRealtimeClass() noexcept {
    return runsFirst(windowsCalls());
}

Support realtimeSupport() {
    Support support;
    try {
        std::thread([&support] {
            ThreadClass tried(windowsCalls());
            tried.enter();
            support = tried.support();
        }).join();
    } catch (const std::system_error&) {
        return {false, "no thread could be started to ask for it"};
    }
    return support.available ? Support{} : support;
}

} // namespace jitterscope
