// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/counters.h"
#include "core/platform/step_aside.h"
#include "core/run/job.h"
#include "ui/format/outside_text.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace jitterscope::ui {

/// What share of the measured processor's time the window's thread used: there, what the window draws can
/// make a frame late. Call look() on the window's thread, whenever it has something to do.
class SharedProcessor {
public:
    /// What is known at one moment.
    struct Look {
        int measured = -1;    ///< the processor that the measuring thread ran on last; −1: not known
        int window = -1;      ///< the one that the window's thread runs on
        Nanoseconds cpu{};    ///< that the window's thread has used so far
        Nanoseconds moment{}; ///< on any steady clock
    };

    /// `thread`: the measuring one (Runner::thread()). 0: it is not known, and this look does not count.
    void look(int thread) noexcept {
        take({thread > 0 ? lastProcessor(thread) : -1, currentProcessor(), threadCpuTime(),
              std::chrono::steady_clock::now().time_since_epoch()});
    }
    /// The CPU time since the last look counts if the window was on the measured processor both times.
    void take(const Look& look) noexcept {
        if (look.measured < 0)
            return;
        if (m_looks > 0) {
            m_time += look.moment - m_last.moment;
            if (look.measured == look.window && m_last.measured == m_last.window)
                m_used += look.cpu - m_last.cpu;
        }
        m_last = look;
        ++m_looks;
    }
    void reset() noexcept { *this = {}; }

    /// From 0 to 1; absent before there were enough looks to say.
    [[nodiscard]] std::optional<double> share() const noexcept {
        constexpr std::int64_t kEnough = 50;
        if (m_looks < kEnough || m_time.count() <= 0)
            return std::nullopt;
        return std::clamp(static_cast<double>(m_used.count()) / static_cast<double>(m_time.count()), 0.0,
                          1.0);
    }
    /// Where the measuring thread ran last; −1: not known.
    [[nodiscard]] int processor() const noexcept { return m_last.measured; }

private:
    std::int64_t m_looks = 0;
    Look m_last;
    Nanoseconds m_used{};
    Nanoseconds m_time{};
};

/// Base of everything long that a page starts. It runs one computation at a time on a thread of its own and
/// looks at it ten times a second. GUI thread only. Waits for the thread only in its destructor.
///
/// A derived class keeps what the computation writes in an object that both own, and hands it on in ended().
class JobRunner : public QObject {
    Q_OBJECT
public:
    ~JobRunner() override; ///< cancels and joins

    /// Asks the computation to end; ended() follows.
    void cancel();

    [[nodiscard]] bool running() const noexcept { return m_running; }
    [[nodiscard]] bool cancelling() const noexcept { return m_cancelled; }
    /// In [0, 1].
    [[nodiscard]] double progress() const noexcept { return m_job.progress(); }
    /// The current step, for people: "Precise sleep".
    [[nodiscard]] QString doing() const { return format::text(m_job.doing()); }
    /// How often the window's thread was on the processor of the computation's thread, in the last
    /// computation that measured here.
    [[nodiscard]] const SharedProcessor& sharedProcessor() const noexcept { return m_shared; }
    /// Seconds left, from the progress so far; at first from the estimate.
    [[nodiscard]] double secondsLeft() const;

signals:
    void started();
    void progressed();
    /// `message` is for people. No other signal follows.
    void failed(const QString& message);

protected:
    explicit JobRunner(QObject* parent);

    /// `here`: it measures this machine, so the threads that draw step aside until the end. `estimate`: s.
    /// Error: something is running, another one measures here, or no thread could be made.
    Result<Done> begin(std::function<void(JobControl&)> computation, bool here, double estimate);
    /// Cancels and waits; ended() does not follow. For destructors of classes whose members the computation
    /// uses.
    void endNow();
    /// The thread has ended, and what it wrote can be read; running() is false. GUI thread.
    virtual void ended() = 0;

private:
    void look();
    void measured();

    Job m_job;
    bool m_running = false;
    bool m_cancelled = false;
    std::optional<StepAside> m_aside; // exists while it measures here
    SharedProcessor m_shared;
    QTimer m_timer;
    QElapsedTimer m_wall;
    double m_estimate = 0;
};

} // namespace jitterscope::ui
