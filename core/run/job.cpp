// SPDX-License-Identifier: MIT
#include "core/run/job.h"

#include "core/platform/counters.h"

#include <chrono>
#include <new>
#include <system_error>
#include <utility>

namespace jitterscope {

void JobControl::report(double done, std::string what) {
    m_done.store(done, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    m_doing = std::move(what);
}

void JobControl::cancel() noexcept {
    m_clock.requestStop();
    m_clock.wake();
}

std::string JobControl::doing() const {
    const std::lock_guard lock(m_mutex);
    return m_doing;
}

void JobControl::enter() noexcept {
    m_thread.store(thisThread(), std::memory_order_relaxed);
}

struct Job::State {
    JobControl control;
    std::atomic<bool> outOfMemory{false};
    std::atomic<bool> finished{false};
};

Job::~Job() {
    cancel();
    join();
}

Result<Done> Job::start(std::function<void(JobControl&)> computation) {
    cancel();
    join();
    m_state = std::make_shared<State>();
    try {
        m_thread = std::thread([state = m_state, work = std::move(computation)] {
            state->control.enter();
            state->control.clock().attach();
            try {
                work(state->control);
            } catch (const std::bad_alloc&) {
                state->outOfMemory.store(true, std::memory_order_relaxed);
            }
            state->control.clock().detach();
            state->finished.store(true, std::memory_order_release);
        });
    } catch (const std::system_error& error) {
        m_state.reset();
        return Error{ErrorCode::Unsupported, std::string("a thread could not be started: ") + error.what(),
                     "fewer threads or a higher limit"};
    }
    return Done{};
}

void Job::cancel() noexcept {
    if (m_state)
        m_state->control.cancel();
}

bool Job::finished() const noexcept {
    if (!m_state || m_state->finished.load(std::memory_order_acquire))
        return true;
    if (m_state->control.cancelled())
        m_state->control.cancel();
    return false;
}

void Job::join() {
    if (!m_thread.joinable())
        return;
    while (!finished())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    m_thread.join();
}

int Job::thread() const noexcept {
    return m_state ? m_state->control.thread() : 0;
}

bool Job::outOfMemory() const noexcept {
    return finished() && m_state && m_state->outOfMemory.load(std::memory_order_relaxed);
}

bool Job::cancelled() const noexcept {
    return m_state && m_state->control.cancelled();
}
double Job::progress() const noexcept {
    return m_state ? m_state->control.progress() : 0;
}
std::string Job::doing() const {
    return m_state ? m_state->control.doing() : std::string();
}

} // namespace jitterscope
