// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/attach_runner.h"

#include "ui/format/outside_text.h"

namespace jitterscope::ui {
namespace {

constexpr int kTurn = 20; // ms
constexpr int kTurnsOfAPicture = 50;

TimePoint nowOfTurn() {
    return TimePoint(
        std::chrono::duration_cast<Nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()));
}

} // namespace

AttachRunner::AttachRunner(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kTurn);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &AttachRunner::turn);
}

AttachRunner::~AttachRunner() = default;

Result<Done> AttachRunner::start(const AttachPlan& plan) {
    if (m_session != nullptr)
        return Error{ErrorCode::Usage, "a program is being listened to", "end it first"};
    Result<std::unique_ptr<AttachSession>> session = AttachSession::begin(plan);
    if (!session)
        return session.error();
    m_session = std::move(session).value();
    m_turns = 0;
    m_told = false;
    m_asked = false;
    m_timer.start();
    emit started();
    return Done{};
}

void AttachRunner::stopListening() {
    if (measuring())
        m_session->stopListening();
}

void AttachRunner::endProgram() {
    if (m_session == nullptr)
        return;
    m_asked = true;
    m_session->program().askToEnd();
}

bool AttachRunner::measuring() const noexcept {
    return m_session != nullptr && m_session->stage() != AttachSession::Stage::Done;
}

double AttachRunner::progress() const {
    return m_session == nullptr ? 0 : m_session->progress(nowOfTurn());
}

QString AttachRunner::trying() const {
    return m_session == nullptr ? QString() : format::text(m_session->trying());
}

void AttachRunner::turn() {
    const bool runs = m_session->turn(nowOfTurn());
    const bool whole = m_session->stage() == AttachSession::Stage::Done;
    if (!m_told && (whole || ++m_turns % kTurnsOfAPicture == 0))
        tell(whole);
    if (!runs) {
        m_timer.stop();
        const ProgramEnd end = *m_session->end();
        m_session.reset();
        emit ended(end.signal != 0 && !m_asked ? tr("The program was ended by signal %1.").arg(end.signal)
                   : end.status != 0           ? tr("The program ended with status %1.").arg(end.status)
                                               : QString());
        return;
    }
    emit progressed();
}

void AttachRunner::tell(bool whole) {
    m_told = whole;
    emit found(std::make_shared<const AttachReport>(m_session->report()), whole);
}

} // namespace jitterscope::ui
