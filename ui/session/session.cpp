// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include "core/files/compared_runs.h"
#include "core/run/resolve.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"

#include <QTime>

#include <new>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kDrainMilliseconds = 30;
constexpr int kUnseenMilliseconds = 150; // the rings hold seconds
constexpr int kFigureEvery = 8;          // drains

} // namespace

Session::Session(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kDrainMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Session::tick);
}

Session::~Session() {
    m_timer.stop();
    m_runner.stop();
    if (running()) {
        (void)m_run->take();
        (void)m_recorder.close(m_runner.frames().lost(), true, m_run->usage());
    }
}

Result<Done> Session::setPlan(const RunPlan& plan) {
    if (plan == m_plan)
        return Done{};
    const Result<ResolvedPlan> next = resolveChange(plan);
    if (!next)
        return next.error();
    if (running() && !m_restart) {
        if (needsNewRun(m_plan, plan)) {
            m_restart = true;
            m_runner.requestStop();
        } else if (auto changed = m_run->change(next.value()); !changed) {
            return changed;
        }
    }
    m_plan = plan;
    emit planChanged();
    return Done{};
}

Result<Done> Session::start() {
    if (running())
        return Done{};
    auto run = LiveRun::start(m_runner, m_plan, &m_recorder);
    if (!run) {
        emit failed(format::text(run.error().message()));
        return run.error();
    }
    m_run = std::move(run).value();
    m_restart = false;
    m_timer.start();
    emit started();
    return Done{};
}

void Session::setWatched(bool watched) {
    if (const int every = watched ? kDrainMilliseconds : kUnseenMilliseconds; every != m_timer.interval())
        m_timer.setInterval(every);
}

void Session::stop() {
    m_restart = false;
    if (!running())
        return;
    m_runner.requestStop();
    setWatched(true); // so that the end is noticed soon
}

void Session::finishNow() {
    m_runner.stop();
    if (running())
        tick();
}

void Session::reset() {
    if (running()) {
        m_restart = true;
        m_runner.requestStop();
        return;
    }
    m_run.reset();
    emit cleared();
}

void Session::tick() {
    if (!running())
        return;
    try {
        takeOver();
    } catch (const std::bad_alloc&) {
        endWithoutMemory();
    }
}

void Session::takeOver() {
    const bool over = m_run->take();
    if (m_run->sampleCpu())
        emit cpuSampled();
    if (m_recorder.failed())
        endFailedRecording();
    emit ticked();
    if (++m_ticks % kFigureEvery == 0) {
        m_recorder.flush();
        figure();
    }
    if (over)
        complete();
}

/// Gives up the samples in memory. That makes room to complete the recording and to go on working.
void Session::endWithoutMemory() {
    m_timer.stop();
    m_runner.stop();
    m_restart = false;
    m_run.reset();
    const bool recorded = m_recorder.recording();
    const auto closed = m_recorder.close(m_runner.frames().lost(), false);
    emit recordingChanged();
    emit cleared();
    QString message = tr("The run was ended because memory ran out.");
    if (!closed)
        message += QLatin1Char(' ') + format::text(closed.error().message());
    else if (recorded)
        message += QLatin1Char(' ') + tr("What was recorded until then is in %1.").arg(m_recorder.path());
    emit failed(message);
}

void Session::endFailedRecording() {
    const auto closed = m_recorder.close(m_runner.frames().lost(), false, m_run->usage());
    emit recordingChanged();
    emit failed(QStringLiteral("Recording ended: ") +
                (closed ? QString() : format::text(closed.error().message())));
}

void Session::complete() {
    m_timer.stop();
    m_run->finish();
    emit figured();
    if (m_recorder.recording())
        stopRecording();
    const bool again = std::exchange(m_restart, false);
    listRun(*m_run->finished());
    emit finished(m_run->finished());
    if (again)
        (void)start();
}

QString Session::busyText() {
    return tr("A Live run is in progress; the two would disturb each other.");
}

void Session::figure() {
    m_run->figure();
    emit figured();
}

const std::optional<LiveMetrics>& Session::metrics() const noexcept {
    static const std::optional<LiveMetrics> none;
    return m_run ? m_run->metrics() : none;
}

const FrameStatistics* Session::statistics() const noexcept {
    return m_run ? &m_run->statistics() : nullptr;
}

double Session::elapsed() const noexcept {
    return m_run ? static_cast<double>(m_run->traces().now()) / 1e9 : 0;
}

std::int64_t Session::keptFrames() const noexcept {
    return m_run ? static_cast<std::int64_t>(m_run->result().frames.size()) : 0;
}

std::uint64_t Session::lostSamples() const noexcept {
    return m_run ? m_run->lostSamples() : 0;
}

std::vector<SettingOutcome> Session::settings() const {
    return m_run ? m_run->settings() : std::vector<SettingOutcome>{};
}

std::vector<std::string> Session::machineLacks() const {
    return m_run && m_run->result().plan.machine == m_plan.machine ? m_runner.machineLacks()
                                                                   : std::vector<std::string>();
}

const RunResult* Session::samples() const noexcept {
    return m_run ? &m_run->result() : nullptr;
}

std::shared_ptr<const RunResult> Session::finishedRun() const noexcept {
    return m_run ? m_run->finished() : nullptr;
}

std::shared_ptr<const RunResult> Session::summary() const {
    return m_run ? m_run->summary() : nullptr;
}

void Session::setAdvisedX(std::optional<XAdvice> advised) {
    m_advisedX = std::move(advised);
    emit advisedXChanged();
}

void Session::pinBaseline() {
    if (!m_run)
        return;
    auto pinned = m_run->pinned();
    emit figured();
    if (!pinned)
        return;
    ComparedRun run = comparedStretch(m_run->result(), pinned->metrics, pinned->cpu,
                                      tr("%1 · baseline").arg(pinned->label).toStdString());
    m_pinned = m_runs.add(std::move(run), true);
    m_runs.choose(RunList::Side::A, *m_pinned);
    setBaseline(std::move(pinned));
}

/// Each stretch becomes a run of the list. While a pinned baseline is A, the newest run becomes B.
void Session::listRun(const RunResult& run) {
    constexpr std::size_t kMostStretches = 8;
    const QString time = QTime::currentTime().toString(QStringLiteral("HH:mm:ss"));
    std::vector<ComparedRun> runs = comparedRuns(run, [&](const RunPlan& plan) {
        return tr("%1 · %2").arg(format::planTitle(plan), time).toStdString();
    });
    if (runs.size() > kMostStretches)
        runs.erase(runs.begin(), runs.end() - kMostStretches);
    std::optional<RunList::Id> last;
    for (ComparedRun& each : runs)
        last = m_runs.add(std::move(each), true);
    if (last && m_pinned && m_runs.chosen(RunList::Side::A) == m_pinned)
        m_runs.choose(RunList::Side::B, *last);
}

void Session::setBaseline(std::optional<Baseline> baseline) {
    m_baseline = std::move(baseline);
    emit baselineChanged();
}

Result<Done> Session::record(const QString& path, const Privacy& privacy) {
    if (!running())
        return Error{ErrorCode::Usage, "there is no run to record", "start one first"};
    auto opened = m_recorder.open(m_run->result(), path, m_runner.frames().lost(), privacy);
    if (!opened)
        return opened;
    emit recordingChanged();
    emit noticed(m_recorder.whole() ? QStringLiteral("Recording to %1.").arg(path)
                                    : QStringLiteral("Recording to %1, from now on.").arg(path));
    return opened;
}

void Session::stopRecording() {
    const QString path = m_recorder.path();
    const bool fromTheFirst = m_recorder.whole();
    const bool whole = !m_run || m_run->going() || m_run->result().whole();
    const auto closed =
        m_recorder.close(m_runner.frames().lost(), whole, m_run ? m_run->usage() : std::vector<Stretch>());
    if (closed && fromTheFirst && m_run)
        emit recorded();
    emit recordingChanged();
    if (closed)
        emit noticed(QStringLiteral("Recorded to %1.").arg(path));
    else
        emit failed(format::text(closed.error().message()));
}

} // namespace jitterscope::ui
