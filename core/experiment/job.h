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

/// What a long computation sees of the one who started it.
/// * The computation calls clock(), cancelled() and report(); anyone may call the rest.
class JobControl {
public:
    JobControl() = default;
    virtual ~JobControl() = default;
    JobControl(const JobControl&) = delete;
    JobControl& operator=(const JobControl&) = delete;

    /// The real clock; its sleeps end when the job is cancelled. Attached to the job's thread.
    [[nodiscard]] SystemTime& clock() noexcept { return m_clock; }
    [[nodiscard]] bool cancelled() const noexcept { return m_clock.stopRequested(); }
    /// `done` in [0, 1]; `what` is being done, for people.
    /// Virtual, so that a test can act at a point of the work.
    virtual void report(double done, std::string what);

    /// Time has passed on a simulated machine. Called by the computation's thread.
    void addSimulated(Nanoseconds passed) noexcept { m_simulated += passed; }
    /// All of it; once the computation has ended.
    [[nodiscard]] Nanoseconds simulated() const noexcept { return m_simulated; }

    void cancel() noexcept;
    [[nodiscard]] double progress() const noexcept { return m_done.load(std::memory_order_relaxed); }
    [[nodiscard]] std::string doing() const;

private:
    SystemTime m_clock;
    std::atomic<double> m_done{0};
    Nanoseconds m_simulated{0};
    mutable std::mutex m_mutex; // guards m_doing
    std::string m_doing;
};

/// Runs one long computation on a thread of its own: an experiment, a large file. With Runner the only owner
/// of threads that measure.
/// * All calls from one thread; the destructor cancels and joins.
/// * Cancelling is cooperative: the computation looks at cancelled(), and a native sleep ends at once.
class Job {
public:
    Job() = default;
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    /// Ends the computation before, if any. Error: the system gives no thread.
    [[nodiscard]] Result<Done> start(std::function<void(JobControl&)> computation);
    /// Asks it to end; returns at once.
    void cancel() noexcept;
    /// Done or never started. While a cancelled one has not ended, each call wakes it again.
    [[nodiscard]] bool finished() const noexcept;
    /// Waits for the end. What the computation wrote is then safe to read.
    void join();
    [[nodiscard]] bool cancelled() const noexcept;
    [[nodiscard]] double progress() const noexcept;
    [[nodiscard]] std::string doing() const;

private:
    struct State;
    std::shared_ptr<State> m_state;
    std::thread m_thread;
};

} // namespace jitterscope
