// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_keeper.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kPauseMilliseconds = 2000;

void removeAll(const QStringList& paths) {
    for (const QString& path : paths)
        QFile::remove(path);
}

} // namespace

SessionKeeper::SessionKeeper(RunList& runs, const QString& path, QObject* parent)
    : QObject(parent), m_runs(runs), m_path(path), m_lock(path + QStringLiteral(".lock")) {
    if (!m_path.isEmpty() && !m_lock.tryLock(0))
        m_path.clear(); // another window has it
    if (!m_path.isEmpty())
        putAside();
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPauseMilliseconds);
    follow();
}

SessionKeeper::~SessionKeeper() {
    m_opener.disconnect(this);
    m_writer.reset(); // it may be about to put the file in its place
    if (!m_path.isEmpty())
        QFile::remove(m_path);
    removeAll(m_taken);
}

/// What is there gets the next free number.
void SessionKeeper::putAside() {
    const QFileInfo file(m_path);
    const QDir folder = file.absoluteDir();
    const QString pattern = file.completeBaseName() + QStringLiteral("-%1.") + file.suffix();
    if (file.isFile()) {
        int number = 1;
        while (folder.exists(pattern.arg(number)))
            ++number;
        QFile::rename(m_path, folder.filePath(pattern.arg(number)));
    }
    for (const QString& name : folder.entryList({pattern.arg(QLatin1Char('*'))}, QDir::Files))
        m_left << folder.filePath(name);
}

void SessionKeeper::follow() {
    connect(&m_timer, &QTimer::timeout, this, &SessionKeeper::write);
    connect(&m_runs, &RunList::touched, this, [this] {
        if (!m_path.isEmpty())
            m_timer.start();
    });
    connect(m_writer.get(), &SessionWriter::written, this, [this] {
        if (std::exchange(m_again, false))
            m_timer.start();
        else
            removeAll(std::exchange(m_taken, {}));
        emit kept();
    });
    connect(m_writer.get(), &SessionWriter::failed, this, &SessionKeeper::failed);
    connect(&m_opener, &RunOpener::sessionOpened, this, &SessionKeeper::take);
    connect(&m_opener, &RunOpener::refused, this, &SessionKeeper::refuse);
    connect(&m_opener, &RunOpener::failed, this, &SessionKeeper::failed);
    connect(&m_opener, &RunOpener::finished, this, [this] {
        if (!m_taken.isEmpty())
            emit restored();
    });
}

void SessionKeeper::restore() {
    for (const QString& path : std::exchange(m_left, {}))
        m_opener.openSession(path);
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
    QFile::remove(path + QStringLiteral(".bak"));
    QFile::rename(path, path + QStringLiteral(".bak"));
    emit failed(QString::fromStdString(error.message()));
}

void SessionKeeper::discard() {
    removeAll(std::exchange(m_left, {}));
}

void SessionKeeper::write() {
    if (m_writer->running()) {
        m_again = true;
        return;
    }
    if (!m_runs.unsaved()) {
        QFile::remove(m_path);
        return;
    }
    (void)m_writer->write(m_path, m_runs.session()); // it is not running
}

} // namespace jitterscope::ui
