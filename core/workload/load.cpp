// SPDX-License-Identifier: MIT
#include "core/workload/load.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

namespace jitterscope {
namespace {

using Clock = std::chrono::steady_clock;

/// Keeps a processor busy until `end`.
void burn(const std::atomic<bool>& stop, Clock::time_point end) {
    std::uint64_t state = 1;
    while (!stop.load(std::memory_order_relaxed) && Clock::now() < end) {
        for (int i = 0; i < 1000; ++i)
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        // The compiler must not remove the arithmetic, so its result is written to a volatile variable.
        volatile std::uint64_t keep = state;
        (void)keep;
    }
}

} // namespace

/// One thread and what it needs, so that the thread itself allocates nothing. (std::jthread would be shorter;
/// libc++ has none before its release 20.)
class LoadThreads::Worker {
public:
    /// Throws std::system_error if there can be no more threads.
    Worker(std::unique_ptr<LoadSchedule> schedule, Clock::time_point start)
        : m_schedule(std::move(schedule)), m_thread([this, start] { work(start); }) {}
    ~Worker() {
        requestStop();
        m_thread.join();
    }

    void requestStop() noexcept {
        m_stop = true;
        { const std::lock_guard lock(m_mutex); } // it is not between its look at m_stop and its wait
        m_wake.notify_one();
    }

private:
    void work(Clock::time_point start) {
        std::unique_lock lock(m_mutex);
        while (!m_stop) {
            const LoadStretch stretch = m_schedule->next();
            const Clock::time_point begin = start + stretch.begin;
            if (begin + stretch.length <= Clock::now())
                continue; // the stretch is over already: it is left out
            waitUntil(begin, lock);
            lock.unlock();
            burn(m_stop, Clock::now() + stretch.length);
            lock.lock();
        }
    }

    /// Ends up to a millisecond late, because shorter waits are busy ones on some systems. Later stretches
    /// still begin when they are due.
    void waitUntil(Clock::time_point begin, std::unique_lock<std::mutex>& lock) {
        const auto length = std::chrono::ceil<std::chrono::milliseconds>(begin - Clock::now());
        m_wake.wait_for(lock, length, [this] { return m_stop.load(); });
    }

    std::unique_ptr<LoadSchedule> m_schedule;
    std::atomic<bool> m_stop{false};
    std::mutex m_mutex;
    std::condition_variable m_wake; // nobody but a stop wakes it early
    std::thread m_thread;           // last: it uses the others
};

LoadThreads::LoadThreads(const LoadEntry& kind, std::uint64_t seed) : m_kind(kind), m_seed(seed) {}

LoadThreads::~LoadThreads() {
    requestStop();
}

void LoadThreads::tellFrom(std::size_t first) noexcept {
    for (std::size_t i = first; i < m_workers.size(); ++i)
        m_workers[i]->requestStop();
}

Result<Done> LoadThreads::setCount(int count) {
    // Tell all threads before waiting for the first: each notices only when it next gets a processor, so
    // telling them one by one would take one turn each.
    const auto wanted = static_cast<std::size_t>(std::max(count, 0));
    tellFrom(wanted);
    while (m_workers.size() > wanted)
        m_workers.pop_back();
    while (m_workers.size() < wanted) {
        try {
            m_workers.push_back(std::make_unique<Worker>(m_kind.make(m_seed), m_start));
        } catch (const std::system_error& error) {
            return Error{ErrorCode::Unsupported,
                         std::string("load thread could not be started: ") + error.what(),
                         "fewer background threads"};
        }
    }
    return Done{};
}

} // namespace jitterscope
