// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/quit_guard.h"

#include "ui/format/format.h"
#include "ui/window/export_service.h"
#include "ui/window/notice_bar.h"

#include <QPushButton>

#include <utility>

namespace jitterscope::ui {

QuitGuard::QuitGuard(QWidget& window, ExportService& exports, NoticeBar& notices,
                     std::function<QStringList()> unsaved)
    : QObject(&window),
      m_window(window),
      m_exports(exports),
      m_notices(notices),
      m_unsaved(std::move(unsaved)) {
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
    lost << m_unsaved();
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
    if (live) {
        QPushButton* save = m_question->addButton(tr("&Save samples and quit…"), QMessageBox::AcceptRole);
        save->setObjectName(QStringLiteral("quit_save"));
        connect(save, &QPushButton::clicked, this, [this] {
            m_leaveWhenSaved = true;
            m_question = nullptr; // it has been answered, and closes
            m_exports.ask(ExportKind::Samples);
        });
    }
    QPushButton* stay = m_question->addButton(tr("S&tay"), QMessageBox::RejectRole);
    stay->setObjectName(QStringLiteral("quit_stay"));
    m_question->setDefaultButton(stay);
    m_question->setModal(false);
    m_question->show();
}

void QuitGuard::leave() {
    m_sure = true;
    m_window.close();
}

} // namespace jitterscope::ui
