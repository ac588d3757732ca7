// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_keeper.h"

#include "ui/format/outside_text.h"

#include <utility>
#include <vector>

namespace jitterscope::ui {

SessionKeeper::SessionKeeper(RunList& runs, const QString& path, QObject* parent)
    : Keeper(path, parent), m_runs(runs) {
    follow();
}

SessionKeeper::~SessionKeeper() {
    m_opener.disconnect(this);
}

/// Gives up what the writer before was writing.
void SessionKeeper::makeWriter() {
    m_writer = std::make_unique<SessionWriter>(this);
    connect(m_writer.get(), &SessionWriter::written, this, &SessionKeeper::written);
    connect(m_writer.get(), &SessionWriter::failed, this, [this](const QString& message) {
        m_changed = true;
        emit failed(message);
    });
}

void SessionKeeper::follow() {
    makeWriter();
    connect(&m_runs, &RunList::touched, this, &SessionKeeper::refresh);
    connect(&m_opener, &RunOpener::sessionOpened, this, &SessionKeeper::take);
    connect(&m_opener, &RunOpener::refused, this, &SessionKeeper::refuse);
    connect(&m_opener, &RunOpener::failed, this, &SessionKeeper::failed);
    connect(&m_opener, &RunOpener::finished, this, [this] {
        if (!m_taken.isEmpty())
            emit restored();
    });
}

void SessionKeeper::restore(const QString& path) {
    if (std::erase_if(m_left, [&](const UnsavedFiles::Left& left) { return left.path == path; }) > 0)
        m_opener.openSession(path);
}

void SessionKeeper::restoreAll() {
    while (!m_left.empty())
        restore(QString(m_left.front().path));
}

void SessionKeeper::discard(const QString& path) {
    if (std::erase_if(m_left, [&](const UnsavedFiles::Left& left) { return left.path == path; }) > 0)
        m_files.drop(path);
}

void SessionKeeper::take(const QString& path, const SavedSession& session) {
    m_taken << path;
    if (m_runs.entries().empty())
        m_runs.setSession(session);
    else
        m_runs.addAll(session.runs);
    m_runs.markUnsaved();
}

void SessionKeeper::refuse(const QString& path, const Error& error) {
    m_files.putAside(path);
    emit failed(format::text(error.message()));
}

void SessionKeeper::write() {
    if (!m_runs.worthKeeping())
        return drop();
    if (!m_files.own().isEmpty()) {
        (void)m_writer->write(m_files.own(), m_runs.session()); // it is not running
        return;
    }
    if (!m_files.refusal().isEmpty() && !std::exchange(m_refused, true))
        emit failed(
            tr("Runs are not kept for the case that this window is ended: %1").arg(m_files.refusal()));
}

void SessionKeeper::written() {
    if (m_changed) { // files that were taken meanwhile are in the next writing
        m_timer.start();
    } else {
        for (const QString& path : std::exchange(m_taken, {}))
            m_files.drop(path);
    }
    emit kept();
}

void SessionKeeper::drop() {
    Keeper::drop();
    for (const QString& path : std::exchange(m_taken, {}))
        m_files.drop(path);
}

void SessionKeeper::keepNow() {
    const bool behind = m_changed || m_writer->running();
    m_timer.stop();
    makeWriter();
    m_changed = false;
    if (behind && m_runs.worthKeeping() && !m_files.own().isEmpty())
        (void)writeSessionFile(m_files.own().toStdString(), m_runs.session()); // nobody is left to be told
}

} // namespace jitterscope::ui
