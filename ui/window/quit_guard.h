// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>

namespace jitterscope::ui {

class ExportService;
class NoticeBar;

/// Keeps the window open while a file is being written, and asks once when something measured has not been
/// saved. Never modal: a run goes on meanwhile.
class QuitGuard final : public QObject {
    Q_OBJECT
public:
    /// `unsaved`: a line for each thing that would be lost, besides the Live run.
    QuitGuard(QWidget& window, ExportService& exports, NoticeBar& notices,
              std::function<QStringList()> unsaved);

    /// True: close. False: the user is asked, or a file is being written; the window then closes by itself
    /// unless the user stays.
    [[nodiscard]] bool mayClose();
    /// From now on the window closes without questions and without waiting.
    void letGo() noexcept { m_sure = true; }

private:
    void waitForFile();
    void ask(const QStringList& lost, bool live);
    void leave();

    QWidget& m_window;
    ExportService& m_exports;
    NoticeBar& m_notices;
    std::function<QStringList()> m_unsaved;
    QPointer<QMessageBox> m_question;
    bool m_sure = false;
    bool m_waiting = false;        // for the file that is being written
    bool m_leaveWhenSaved = false; // the user chose to save first
};

} // namespace jitterscope::ui
