// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/job_runner.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace jitterscope::ui {
namespace {

constexpr int kLookMilliseconds = 100;
constexpr double kTrustedProgress = 0.05; // from here on progress tells more than the estimate

const JobRunner* s_measuring = nullptr; // the one that measures this machine; GUI thread only

} // namespace

JobRunner::JobRunner(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kLookMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &JobRunner::look);
}

JobRunner::~JobRunner() {
    endNow();
}

void JobRunner::endNow() {
    m_timer.stop();
    m_job.cancel();
    measured();
}

/// Waits for the thread. Then the threads that draw come back, and others may measure.
void JobRunner::measured() {
    m_job.join();
    m_aside.reset();
    if (s_measuring == this)
        s_measuring = nullptr;
    m_running = false;
}

Result<Done> JobRunner::begin(std::function<void(JobControl&)> computation, bool here, double estimate) {
    if (m_running)
        return Error{ErrorCode::Usage, "something is being measured", "cancel it first"};
    if (here && s_measuring != nullptr)
        return Error{ErrorCode::Usage, "another page measures this machine; the two would disturb each other",
                     "wait for it, or cancel it there"};
    const std::vector<int> drawing = threadsNow();
    if (auto begun = m_job.start(std::move(computation)); !begun)
        return begun;
    m_running = true;
    m_shared.reset();
    m_cancelled = false;
    m_estimate = estimate;
    if (here) {
        s_measuring = this;
        m_aside.emplace(drawing, -1);
    }
    m_wall.start();
    m_timer.start();
    return Done{};
}

void JobRunner::cancel() {
    if (!m_running)
        return;
    m_cancelled = true;
    m_job.cancel();
    emit progressed();
}

double JobRunner::secondsLeft() const {
    const double elapsed = static_cast<double>(m_wall.elapsed()) / 1000;
    const double done = progress();
    if (done < kTrustedProgress)
        return std::max(m_estimate - elapsed, 0.0);
    return elapsed * (1 - done) / done;
}

void JobRunner::look() {
    if (m_aside)
        m_shared.look(m_job.thread());
    if (!m_job.finished()) {
        emit progressed();
        return;
    }
    m_timer.stop();
    measured();
    if (m_job.outOfMemory())
        emit failed(tr("There is too little memory for it."));
    else
        ended();
}

} // namespace jitterscope::ui
