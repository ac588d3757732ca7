// SPDX-License-Identifier: MIT
#include "core/platform/thread_control.h"

#include "core/base/parse.h"
#include "core/platform/process_signals.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <system_error>
#include <thread>

namespace jitterscope {
namespace {

/// Puts the calling thread into the real-time class. Returns the error code, or 0.
int enterClass() noexcept {
    sched_param parameter{};
    parameter.sched_priority = kRealtimePriority;
    return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter);
}

std::atomic<RealtimeHelper> g_helper{nullptr};

/// A thread that somebody else put into the class has SCHED_RESET_ON_FORK, which it may not take off without
/// CAP_SYS_NICE (sched(7)). On an ordinary thread the flag does nothing.
int setClass(int policy, const sched_param& parameter) noexcept {
    if (sched_setscheduler(0, policy, &parameter) == 0)
        return 0;
    return errno == EPERM && sched_setscheduler(0, policy | SCHED_RESET_ON_FORK, &parameter) == 0 ? 0 : errno;
}

std::string errorText(int code) {
    return std::strerror(code);
}

std::string className(int policy) {
    switch (policy & ~SCHED_RESET_ON_FORK) {
    case SCHED_FIFO:
        return "SCHED_FIFO";
    case SCHED_RR:
        return "SCHED_RR";
    case SCHED_OTHER:
        return "SCHED_OTHER";
    default:
        return "class " + std::to_string(policy);
    }
}

} // namespace

struct ThreadControl::State {
    std::vector<SettingOutcome> outcomes;
    int oldPolicy = SCHED_OTHER;
    sched_param oldParameter{};
    cpu_set_t oldMask{};
    int oldSlack = -1;
    bool classChanged = false;
    bool maskChanged = false;
    bool slackChanged = false;

    void enterRealtime(bool asked);
    void pin(int cpu);
    void setSlack(const std::optional<Nanoseconds>& slack);
};

void ThreadControl::State::enterRealtime(bool asked) {
    SettingOutcome outcome{"realtime", asked ? "SCHED_FIFO " + std::to_string(kRealtimePriority) : "", true,
                           "", ""};
    oldPolicy = sched_getscheduler(0);
    sched_getparam(0, &oldParameter);
    if (asked && allowedProcessors().size() < 2) {
        outcome.granted = false;
        outcome.reason = "with one processor a spinning real-time thread would freeze the machine";
    } else if (asked) {
        watchRealtimeLimit();
        const int code = enterClass();
        const RealtimeHelper helper = g_helper.load();
        Support helped{code == 0, errorText(code) + "; CAP_SYS_NICE or an rtprio limit is needed"};
        if (code == EPERM && helper != nullptr)
            helped = helper();
        outcome.granted = helped.available;
        classChanged =
            helped.available || (code == EPERM && helper != nullptr); // its answer may come too late
        if (!helped.available)
            outcome.reason = helped.reason;
    }
    outcome.observed = className(sched_getscheduler(0)); // glibc only remembers what was requested
    outcomes.push_back(std::move(outcome));
}

void ThreadControl::State::pin(int cpu) {
    SettingOutcome outcome{"cpu", cpu >= 0 ? std::to_string(cpu) : "", true, "", ""};
    sched_getaffinity(0, sizeof oldMask, &oldMask);
    if (cpu >= 0) {
        cpu_set_t mask;
        CPU_ZERO(&mask);
        CPU_SET(static_cast<std::size_t>(cpu), &mask);
        outcome.granted = sched_setaffinity(0, sizeof mask, &mask) == 0;
        maskChanged = outcome.granted;
        if (!outcome.granted)
            outcome.reason = errorText(errno);
    }
    outcome.observed = processorList(allowedProcessors());
    outcomes.push_back(std::move(outcome));
}

void ThreadControl::State::setSlack(const std::optional<Nanoseconds>& slack) {
    SettingOutcome outcome{"timer_slack", slack ? durationText(*slack) : "", true, "", ""};
    oldSlack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    if (slack) {
        outcome.granted = prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack->count()), 0, 0, 0) == 0;
        slackChanged = outcome.granted;
        if (!outcome.granted)
            outcome.reason = errorText(errno);
    }
    const int observed = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    outcome.observed = observed >= 0 ? durationText(Nanoseconds(observed)) : "";
    outcomes.push_back(std::move(outcome));
}

ThreadControl::ThreadControl(const ThreadPlan& plan) : m_state(std::make_unique<State>()) {
    m_state->enterRealtime(plan.realtime);
    m_state->pin(plan.cpu);
    m_state->setSlack(plan.slack);
}

ThreadControl::~ThreadControl() {
    if (m_state->classChanged)
        setClass(m_state->oldPolicy, m_state->oldParameter);
    if (m_state->maskChanged)
        sched_setaffinity(0, sizeof m_state->oldMask, &m_state->oldMask);
    if ((m_state->slackChanged || m_state->classChanged) && m_state->oldSlack > 0)
        prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(m_state->oldSlack), 0, 0, 0);
}

const std::vector<SettingOutcome>& ThreadControl::outcomes() const noexcept {
    return m_state->outcomes;
}

std::vector<int> allowedProcessors() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    std::vector<int> processors;
    if (sched_getaffinity(0, sizeof mask, &mask) != 0)
        return processors;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(static_cast<std::size_t>(cpu), &mask))
            processors.push_back(cpu);
    }
    return processors;
}

void setRealtimeHelper(RealtimeHelper helper) noexcept {
    g_helper.store(helper);
}

bool leaveRealtime() noexcept {
    return setClass(SCHED_OTHER, sched_param{}) == 0;
}

bool inRealtimeClass() noexcept {
    const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

Support realtimeSupport() {
    int code = 0;
    try {
        std::thread([&code] { code = enterClass(); }).join();
    } catch (const std::system_error&) {
        return {false, "no thread could be started to ask for it"};
    }
    return code == 0 ? Support{} : Support{false, errorText(code)};
}

} // namespace jitterscope
