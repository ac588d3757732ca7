// SPDX-License-Identifier: MIT
#include "core/workload/load.h"

#include "core/base/random.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace jitterscope {

namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

/// Uniform in [low, high).
Nanoseconds between(Nanoseconds low, Nanoseconds high, Random& random) noexcept {
    return low + Nanoseconds(static_cast<std::int64_t>(
                     random.below(static_cast<std::uint64_t>((high - low).count()))));
}

class Busy final : public LoadSchedule {
public:
    explicit Busy(std::uint64_t) noexcept {}
    [[nodiscard]] LoadStretch next() noexcept override { return {kLength * m_index++, kLength}; }

private:
    static constexpr Nanoseconds kLength = std::chrono::hours(1);
    std::int64_t m_index = 0;
};

class Window final : public LoadSchedule {
public:
    explicit Window(std::uint64_t seed) noexcept : m_random(streamSeed(seed, "window")) {}
    [[nodiscard]] LoadStretch next() noexcept override {
        // The n-th redraw begins at n / 60 s, rounded down: no drift.
        return {Nanoseconds(m_index++ * Nanoseconds(1s).count() / kRate), between(2ms, 6ms, m_random)};
    }

private:
    static constexpr std::int64_t kRate = 60;
    Random m_random;
    std::int64_t m_index = 0;
};

class Burst final : public LoadSchedule {
public:
    explicit Burst(std::uint64_t seed) noexcept : m_random(streamSeed(seed, "burst")) {}
    [[nodiscard]] LoadStretch next() noexcept override {
        m_begin += between(2s, 4s, m_random); // from one begin to the next
        return {m_begin, between(100ms, 300ms, m_random)};
    }

private:
    Random m_random;
    Nanoseconds m_begin{};
};

template <typename Schedule>
std::unique_ptr<LoadSchedule> makeSchedule(std::uint64_t seed) {
    return std::make_unique<Schedule>(seed);
}

} // namespace

std::span<const LoadEntry> loadCatalog() {
    static const std::vector<LoadEntry> entries{
        {"busy", "never resting", false, makeSchedule<Busy>},
        {"window", "60 times a second at work for 2 … 6 ms, as a program that redraws its window", false,
         makeSchedule<Window>},
        {"burst", "every 2 … 4 s at work for 100 … 300 ms, all at once, as a program that starts", true,
         makeSchedule<Burst>},
    };
    return entries;
}

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
