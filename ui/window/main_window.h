// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"
#include "ui/pages/report_export.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/actions.h"
#include "ui/window/drop_target.h"
#include "ui/window/export_service.h"
#include "ui/window/header.h"
#include "ui/window/left_over.h"
#include "ui/window/navigation.h"
#include "ui/window/notice_bar.h"
#include "ui/window/quit_guard.h"

#include <QMainWindow>
#include <QStackedWidget>

namespace jitterscope::ui {

class DropTarget;

/// What the command line asks for.
struct WindowOptions {
    std::optional<RunPlan> plan;    ///< instead of the last one
    QString page;                   ///< id; empty: the last one
    QString part;                   ///< of that page, by its id; empty: none
    QStringList files;              ///< opened, as by openFiles()
    std::optional<ThemeMode> theme; ///< for this start only
    bool start = false;
};

/// The window: actions above, pages left, and the page. Owns session, settings and export.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const WindowOptions& options = {},
                        const QString& settingsPath = Settings::defaultPath());
    ~MainWindow() override;

    [[nodiscard]] Session& session() noexcept { return m_session; }
    [[nodiscard]] ExportService& exports() noexcept { return *m_exports; }
    [[nodiscard]] Actions& actions() noexcept { return *m_actions; }

    void showPage(int page);
    void showPageById(const QString& id);
    /// A plan, a recorded run, or what one of the pages opens. On the Live page, samples become the baseline.
    void openFile(const QString& path);
    /// Several files go to a page that takes them together, or else to Compare.
    void openFiles(const QStringList& paths);
    /// Ends the program without a question, as after a signal. Saves the settings and completes a recording;
    /// what is unsaved is kept for the next start.
    void endNow(int exitCode);
    /// The program may be ended by the system: what is unsaved is kept for the next start.
    void keepUnsaved();
    /// The user logs off: the run under way ends, too, so that it is kept. The program may end without a
    /// word after this, or go on.
    void endRunAndKeep();
    /// Closes without a question and without waiting for a file; what is unsaved is lost.
    void closeAtOnce();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildPages();
    void connectKeeping();
    void connectActions();
    void connectSession();
    void restore(const WindowOptions& options);
    void remember();
    [[nodiscard]] Page* shownPage() const;
    /// The page that measures something of its own; null: none.
    [[nodiscard]] MeasuringPage* busyPage() const;
    void start();
    void startLive();
    void stop();
    void followMeasuring();
    void refreshState();
    void tellDesktop(); // what the system shows of the program outside its window
    void refreshHistory();
    void refreshHead();
    void fillWith(bool page);
    void setTheme(ThemeMode mode, bool keep);
    [[nodiscard]] int pageFor(const QString& path) const;
    [[nodiscard]] DropTarget::Becomes becomes(const QString& path) const;
    void tellNews();
    [[nodiscard]] Document liveReport(const Privacy& privacy) const;
    void copyReport();
    void copyCode(const QAction* action);

    Settings m_settings;
    Session m_session;
    RecordingMemory m_recordings{m_session, m_settings};
    Actions* m_actions;
    ExportService* m_exports;
    DropTarget* m_drop = nullptr;
    Header* m_header = nullptr;
    Navigation* m_navigation = nullptr;
    QStackedWidget* m_stack = nullptr;
    NoticeBar* m_notices = nullptr;
    QuitGuard* m_quit = nullptr;
    ReportExport* m_liveExport = nullptr;
    ReportKeeper* m_reports = nullptr;
    KeptReports* m_keptReports = nullptr;
    QList<Page*> m_pages;
    ThemeMode m_theme = ThemeMode::System;
    std::optional<QString> m_offeredFiles; // as the settings have them
    bool m_applyingTheme = false;
    bool m_filled = false; // the page alone is shown
    bool m_wasFullScreen = false;
    bool m_saveFailed = false;
    bool m_closed = false;   // by the user
    bool m_liveNext = false; // starts when the experiment in its way has ended
};

} // namespace jitterscope::ui
