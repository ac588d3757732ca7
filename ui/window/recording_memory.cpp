// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recording_memory.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

namespace jitterscope::ui {
namespace {

constexpr qint64 kStillWritten = 3; // s; a recording is written several times a second

} // namespace

RecordingMemory::RecordingMemory(Session& session, Settings& settings, QObject* parent)
    : QObject(parent), m_session(session), m_settings(settings) {
    connect(&m_session, &Session::recordingChanged, this, &RecordingMemory::remember);
}

void RecordingMemory::remember() {
    const QString partial = m_session.recordingPartial();
    m_settings.set(Setting::Recording, partial.isEmpty() ? QString() : QFileInfo(partial).absoluteFilePath());
    (void)m_settings.save();
}

QString RecordingMemory::takeLeftover() {
    const QString path = m_settings.text(Setting::Recording);
    if (path.isEmpty())
        return {};
    const QFileInfo file(path);
    if (file.isFile() && file.lastModified().secsTo(QDateTime::currentDateTime()) < kStillWritten)
        return {}; // by another window; if not, the next start tells of it
    m_settings.set(Setting::Recording, QString());
    if (!file.isFile()) // FIFO, device, gone: nothing to tell of
        return {};
    return tr("The last recording was cut short. What was measured until then is in %1.")
        .arg(QDir::toNativeSeparators(path));
}

} // namespace jitterscope::ui
