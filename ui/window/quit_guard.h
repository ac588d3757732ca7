// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>

namespace jitterscope::ui {

class ExportService;
class NoticeBar;
class Settings;

/// Keeps the window open while a file is being written, and asks once when something measured has not been
/// saved: discard it, save all of it, or stay. Never modal: a run goes on meanwhile.
class QuitGuard final : public QObject {
    Q_OBJECT
public:
    /// What there is besides the Live run.
    struct Others {
        /// A line for each thing that would be lost.
        std::function<QStringList()> lines;
        /// Some of it can be saved as it is now.
        std::function<bool()> canSave;
        /// Saves that in a folder and calls back once.
        std::function<void(const QString& folder, const std::function<void(const Result<Done>&)>& done)> save;
    };
    QuitGuard(QWidget& window, ExportService& exports, NoticeBar& notices, Settings& settings, Others others);

    /// True: close. False: the user is asked, or a file is being written; the window then closes by itself
    /// unless the user stays.
    [[nodiscard]] bool mayClose();
    /// From now on the window closes without questions and without waiting.
    void letGo() noexcept { m_sure = true; }

private:
    void waitForFile();
    void ask(const QStringList& lost, bool live);
    void askFolder();
    void saveAll(const QString& folder);
    void saveLive(const QString& folder);
    void leave();

    QWidget& m_window;
    ExportService& m_exports;
    NoticeBar& m_notices;
    Settings& m_settings;
    Others m_others;
    QPointer<QMessageBox> m_question;
    bool m_sure = false;
    bool m_waiting = false;        // for the file that is being written
    bool m_leaveWhenSaved = false; // the user chose to save first
};

} // namespace jitterscope::ui
