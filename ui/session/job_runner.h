// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/step_aside.h"
#include "core/run/job.h"
#include "ui/format/outside_text.h"
#include "ui/session/shared_processor.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

namespace jitterscope::ui {

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
