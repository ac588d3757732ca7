// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/platform/system_time.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace jitterscope {

/// The link between a long computation and the code that started it.
/// * Only the computation calls clock(), cancelled() and report(); any thread may call the rest.
class JobControl {
public:
    JobControl() = default;
    virtual ~JobControl() = default;
    JobControl(const JobControl&) = delete;
    JobControl& operator=(const JobControl&) = delete;

    /// The kernel's id of the job's thread; 0 before it has begun. Any thread.
    [[nodiscard]] int thread() const noexcept { return m_thread.load(std::memory_order_relaxed); }
    /// Called once by the job's thread, before anything else.
    void enter() noexcept;

    /// The real clock, attached to the job's thread. Its sleeps end when the job is cancelled.
    [[nodiscard]] SystemTime& clock() noexcept { return m_clock; }
    [[nodiscard]] bool cancelled() const noexcept { return m_clock.stopRequested(); }
    /// `done` in [0, 1]; `what` describes the current step for people. Virtual, so that a test
    /// can do something at a given step.
    virtual void report(double done, std::string what);

    /// Adds time that passed on a simulated machine. Called by the computation's thread.
    void addSimulated(Nanoseconds passed) noexcept { m_simulated += passed; }
    /// Total simulated time; call it after the computation has ended.
    [[nodiscard]] Nanoseconds simulated() const noexcept { return m_simulated; }

    void cancel() noexcept;
    [[nodiscard]] double progress() const noexcept { return m_done.load(std::memory_order_relaxed); }
    [[nodiscard]] std::string doing() const;

private:
    SystemTime m_clock;
    std::atomic<double> m_done{0};
    std::atomic<int> m_thread{0};
    Nanoseconds m_simulated{0};
    mutable std::mutex m_mutex; // guards m_doing
    std::string m_doing;
};

/// Runs one long computation (an experiment, a large file) on its own thread. Only Job and Runner own
/// measuring threads.
/// * Make all calls from one thread; the destructor cancels and joins.
/// * Cancelling is cooperative: the computation checks cancelled(), and a native sleep ends at once.
class Job {
public:
    Job() = default;
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    /// Ends the previous computation, if any. Error: no thread could be made.
    [[nodiscard]] Result<Done> start(std::function<void(JobControl&)> computation);
    /// Asks the computation to end; returns at once.
    void cancel() noexcept;
    /// True if it has ended or was never started. While a cancelled computation is still running, each call
    /// wakes it again.
    [[nodiscard]] bool finished() const noexcept;
    /// Waits for the end. Afterwards everything the computation wrote is safe to read.
    void join();
    /// Whether it has ended because there was no memory for it: then what it wrote is not whole.
    [[nodiscard]] bool outOfMemory() const noexcept;
    [[nodiscard]] bool cancelled() const noexcept;
    [[nodiscard]] double progress() const noexcept;
    [[nodiscard]] std::string doing() const;
    /// The kernel's id of the computation's thread; 0: none was started, or it has not begun.
    [[nodiscard]] int thread() const noexcept;

private:
    struct State;
    std::shared_ptr<State> m_state;
    std::thread m_thread;
};

} // namespace jitterscope
