// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_keeper.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kPauseMilliseconds = 2000;

} // namespace

struct SessionKeeper::Work {
    CancelFlag cancel{false};
    Result<Done> outcome = Done{};
};

SessionKeeper::SessionKeeper(RunList& runs, const QString& path, QObject* parent)
    : JobRunner(parent), m_runs(runs), m_path(path), m_lock(path + QStringLiteral(".lock")) {
    if (!m_path.isEmpty() && !m_lock.tryLock(0))
        m_path.clear(); // another window has it
    m_leftover = !m_path.isEmpty() && QFileInfo(m_path).isFile();
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPauseMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &SessionKeeper::write);
    connect(&m_runs, &RunList::touched, this, [this] {
        if (!m_path.isEmpty() && !m_leftover)
            m_timer.start();
    });
}

SessionKeeper::~SessionKeeper() {
    if (m_work)
        m_work->cancel = true;
    endNow();
    if (!m_path.isEmpty() && !m_leftover)
        QFile::remove(m_path);
}

Result<Done> SessionKeeper::restore() {
    const Result<SavedSession> session = readSessionFile(m_path.toStdString());
    if (!session) {
        QFile::remove(m_path + QStringLiteral(".bak"));
        QFile::rename(m_path, m_path + QStringLiteral(".bak"));
        m_leftover = false;
        return session.error();
    }
    m_leftover = false;
    m_runs.setSession(session.value());
    m_runs.markUnsaved();
    return Done{};
}

void SessionKeeper::discard() {
    m_leftover = false;
    QFile::remove(m_path);
}

void SessionKeeper::write() {
    if (running()) {
        m_again = true;
        return;
    }
    if (!m_runs.unsaved()) {
        QFile::remove(m_path);
        return;
    }
    auto work = std::make_shared<Work>();
    const auto begun =
        begin([work, session = m_runs.session(), path = m_path.toStdString()](
                  JobControl&) { work->outcome = writeSessionFile(path, session, &work->cancel); },
              false, 1);
    if (begun)
        m_work = std::move(work);
}

void SessionKeeper::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    if (std::exchange(m_again, false))
        m_timer.start();
    if (work->outcome)
        emit kept();
    else
        emit failed(QString::fromStdString(work->outcome.error().message()));
}

} // namespace jitterscope::ui
