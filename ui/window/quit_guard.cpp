// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/quit_guard.h"

#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/settings/settings.h"
#include "ui/window/export_service.h"
#include "ui/window/notice_bar.h"

#include <QPushButton>

#include <utility>

namespace jitterscope::ui {

QuitGuard::QuitGuard(QWidget& window, ExportService& exports, NoticeBar& notices, Settings& settings,
                     Others others)
    : QObject(&window),
      m_window(window),
      m_exports(exports),
      m_notices(notices),
      m_settings(settings),
      m_others(std::move(others)) {
    connect(&exports, &ExportService::ended, this, [this](bool well) {
        if (std::exchange(m_waiting, false) && well)
            m_window.close();
    });
    connect(&exports, &ExportService::saved, this, [this] {
        if (std::exchange(m_leaveWhenSaved, false))
            m_window.close(); // what else is unsaved is asked about
    });
    connect(&exports, &ExportService::notSaved, this, [this] { m_leaveWhenSaved = false; });
}

bool QuitGuard::mayClose() {
    if (m_sure || m_question != nullptr) // whoever closes twice has answered
        return true;
    if (m_exports.writing()) {
        waitForFile();
        return false;
    }
    QStringList lost;
    const std::int64_t frames = m_exports.unsavedFrames();
    if (frames > 0)
        lost << tr("the Live run: %1 frames").arg(format::count(frames));
    lost << m_others.lines();
    if (lost.isEmpty())
        return true;
    ask(lost, frames > 0);
    return false;
}

void QuitGuard::waitForFile() {
    m_waiting = true;
    m_notices.offer(tr("A file is still being written. The window closes when that is done."),
                    tr("Quit now, without it"), [this] { leave(); });
}

void QuitGuard::ask(const QStringList& lost, bool live) {
    m_question = new QMessageBox(&m_window);
    m_question->setObjectName(QStringLiteral("quit_question"));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setIcon(QMessageBox::Question);
    m_question->setWindowTitle(tr("Quit?"));
    m_question->setText(tr("What was measured has not been saved yet."));
    m_question->setInformativeText(QStringLiteral("• ") + lost.join(QStringLiteral("\n• ")));
    QPushButton* quit = m_question->addButton(tr("&Quit without saving"), QMessageBox::DestructiveRole);
    quit->setObjectName(QStringLiteral("quit_anyway"));
    connect(quit, &QPushButton::clicked, this, &QuitGuard::leave);
    const bool others = m_others.canSave();
    if (live || others) {
        QPushButton* save = m_question->addButton(others ? tr("&Save all in a folder and quit…")
                                                         : tr("&Save samples and quit…"),
                                                  QMessageBox::AcceptRole);
        save->setObjectName(QStringLiteral("quit_save"));
        connect(save, &QPushButton::clicked, this, [this, others] {
            m_question = nullptr; // it has been answered, and closes
            if (others)
                return askFolder();
            m_leaveWhenSaved = true;
            m_exports.ask(ExportKind::Samples);
        });
    }
    QPushButton* stay = m_question->addButton(tr("S&tay"), QMessageBox::RejectRole);
    stay->setObjectName(QStringLiteral("quit_stay"));
    m_question->setDefaultButton(stay);
    m_question->setModal(false);
    m_question->show();
}

void QuitGuard::askFolder() {
    const auto* dialog = askForFolder(&m_window, tr("Save all in"), m_settings.text(Setting::ExportFolder));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        m_settings.set(Setting::ExportFolder, folder);
        saveAll(folder);
    });
}

void QuitGuard::saveAll(const QString& folder) {
    m_others.save(folder, [this, folder](const Result<Done>& done) {
        if (done)
            saveLive(folder);
        else
            m_notices.failure(
                tr("Not all was saved, so the window stays: %1").arg(format::text(done.error().message())));
    });
}

/// What cannot be saved, since it is still being measured, is asked about again.
void QuitGuard::saveLive(const QString& folder) {
    if (m_exports.unsavedFrames() == 0) {
        m_window.close();
        return;
    }
    m_leaveWhenSaved = true;
    m_exports.exportInto(ExportKind::Samples, folder);
}

void QuitGuard::leave() {
    m_sure = true;
    m_window.close();
}

} // namespace jitterscope::ui
