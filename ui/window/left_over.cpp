// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/left_over.h"

#include "ui/format/outside_text.h"
#include "ui/forms/file_dialog.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QPushButton>

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

KeptReports::KeptReports(ReportKeeper& keeper, Settings& settings, QWidget& window)
    : QObject(&window), m_keeper(keeper), m_settings(settings), m_window(window) {}

QString KeptReports::sentence() const {
    if (m_keeper.left().empty())
        return {};
    return tr("Reports until %1 that were not saved have been kept.").arg(m_keeper.left().back().moment());
}

void KeptReports::ask() {
    if (m_keeper.left().empty())
        return;
    const UnsavedFiles::Left left = m_keeper.left().front();
    const QStringList names = ReportKeeper::namesIn(left.path);
    auto* question = new QMessageBox(&m_window);
    question->setObjectName(QStringLiteral("kept_reports"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setIcon(QMessageBox::Question);
    question->setWindowTitle(tr("Kept reports"));
    question->setText(tr("A window was ended at %1 before these were saved.").arg(left.moment()));
    question->setInformativeText(names.isEmpty()
                                     ? tr("They cannot be read: %1").arg(QDir::toNativeSeparators(left.path))
                                     : QStringLiteral("• ") + names.join(QStringLiteral("\n• ")));
    if (!names.isEmpty()) {
        QPushButton* save = question->addButton(tr("&Save in a folder…"), QMessageBox::AcceptRole);
        save->setObjectName(QStringLiteral("kept_save"));
        connect(save, &QPushButton::clicked, this, [this, path = left.path] { askFolder(path); });
    }
    QPushButton* forget = question->addButton(tr("&Forget them"), QMessageBox::DestructiveRole);
    forget->setObjectName(QStringLiteral("kept_forget"));
    connect(forget, &QPushButton::clicked, this, [this, path = left.path] {
        m_keeper.discard(path);
        ask();
    });
    question->setDefaultButton(question->addButton(tr("&Later"), QMessageBox::RejectRole));
    question->setModal(false);
    question->show();
}

void KeptReports::askFolder(const QString& path) {
    const auto* dialog =
        askForFolder(&m_window, tr("Save the kept reports in"), m_settings.text(Setting::ExportFolder));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, path](const QString& folder) { save(path, folder); });
}

void KeptReports::save(const QString& path, const QString& folder) {
    const auto saved = m_keeper.saveLeft(path, folder);
    if (!saved) {
        emit failed(format::text(saved.error().message()));
        return;
    }
    m_settings.set(Setting::ExportFolder, folder);
    emit noticed(tr("Saved %n report(s) in %1.", nullptr, static_cast<int>(saved.value().size()))
                     .arg(QDir::toNativeSeparators(folder)));
    ask();
}

} // namespace jitterscope::ui
