// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/labs/lab_scene.h"
#include "ui/session/report_keeper.h"

#include <QAction>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <span>
#include <vector>

namespace jitterscope::ui {

class PlotCard;
class Session;
class Settings;

inline constexpr int kPageGap = 12; ///< px between the parts of a page

/// One page of the window. A page is given its session and its settings, and knows no other page.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Something of this page is on a screen, as far as the system tells: it is the shown page, and the
    /// window is neither minimised nor covered. Only then is it worth drawing.
    [[nodiscard]] bool seen() const;
    /// The least: the window scrolls a page that has less.
    [[nodiscard]] int heightForWidth(int width) const override;

    /// Charts whose context menus the window serves.
    [[nodiscard]] virtual QList<PlotCard*> charts() const { return {}; }
    /// The page's table for the clipboard; empty: none.
    [[nodiscard]] virtual QString tableText() const { return {}; }
    /// The page's report for the clipboard, as Markdown; empty: it has none of its own.
    [[nodiscard]] virtual QString reportText() const { return {}; }
    /// Takes over what has been typed. False: a field refuses, and has the keyboard now.
    virtual bool commit() { return true; }
    /// Freezes the picture; measuring goes on.
    virtual void setPaused(bool) {}

    /// Start and F5 mean what this page shows, not the Live run.
    [[nodiscard]] virtual bool measuresItself() const { return false; }
    /// Starts what is shown; if it cannot, says why, or offers what is needed.
    virtual void start() {}
    /// Ends what this page measures or reads.
    virtual void cancel() {}
    /// Files are being read.
    [[nodiscard]] virtual bool reading() const { return false; }
    /// What this page measures now, for people: “Accuracy”, 34 %. Empty: nothing.
    [[nodiscard]] virtual QString measuring() const { return {}; }
    /// How far that is, 0 … 1.
    [[nodiscard]] virtual double measuredShare() const { return 0; }
    /// What was measured here and is in no file, so that it would be lost: a line for each thing, for people.
    [[nodiscard]] virtual QStringList unsaved() const { return {}; }
    /// The reports among them, as they would be saved. The window keeps them.
    [[nodiscard]] virtual std::vector<UnsavedReport> unsavedReports() const { return {}; }
    /// Some of unsaved() can be saved as it is now.
    [[nodiscard]] virtual bool canSave() const { return !unsavedReports().empty(); }
    /// Saves that in this folder, replaces nothing there, and calls `done` once, now or later.
    virtual void saveInto(const QString& folder, const std::function<void(const Result<Done>&)>& done);
    /// The program may be ended now, though the user did not choose it. Puts what else is unsaved where the
    /// next start finds it.
    virtual void keepUnsaved() {}
    /// The user does not want what is unsaved.
    virtual void dropUnsaved() {}
    /// Writes into the settings what the next start needs.
    virtual void remember(Settings&) const {}

    /// Buttons of the header while this page is shown, instead of those of the Live run; empty: it has none.
    [[nodiscard]] virtual QList<QAction*> headActions() const { return {}; }
    /// The page's own start button and what belongs to it. The window takes it into its header, in the place
    /// of Start and of the Live run's figures. Null: it has none.
    [[nodiscard]] virtual QWidget* headTools() const { return nullptr; }
    /// Figures of the header, instead of those of the Live run; empty: it has none.
    [[nodiscard]] virtual QVector<LabReadout> readouts() const { return {}; }

    /// Open… and Save… mean files of this page. False: it has none, and did nothing.
    virtual bool askOpen() { return false; }
    virtual bool askSave() { return false; }
    /// What Save… is called here; empty: it saves the plan.
    [[nodiscard]] virtual QString saveText() const { return {}; }
    /// This page opens such a file, whatever page is shown.
    [[nodiscard]] virtual bool opens(const QString&) const { return false; }
    /// Opens several files that belong together here, or says why it cannot. False: they do not belong
    /// together here.
    virtual bool openTogether(const QStringList&) { return false; }
    /// False: not opened; failed() has been emitted.
    virtual bool open(const QString&) { return false; }
    /// Shows the part with this id, as the command line asks for; an empty id: where the page begins.
    virtual void showPart(const QString&) {}

    /// Changes of the plan that this page shows, back and forth.
    [[nodiscard]] virtual bool canUndo() const { return false; }
    [[nodiscard]] virtual bool canRedo() const { return false; }
    virtual void undo() {}
    virtual void redo() {}

protected:
    /// unsavedReports() are in files now.
    virtual void reportsSaved() {}

signals:
    /// Something the user should read.
    void noticed(const QString& message);
    /// How far something is, again and again.
    void progressed(const QString& message);
    void failed(const QString& message);
    /// Something that is done only if the user presses a button: `doing` is its text, `then` does it.
    void offered(const QString& message, const QString& doing, const std::function<void()>& then);
    /// unsavedReports() has changed.
    void unsavedReportsChanged();
    /// Measuring has begun, gone on or ended.
    void measuringChanged();
    /// headActions() has changed.
    void headChanged();
    /// readouts() has changed.
    void readoutsChanged();
    /// The user wants a run of Live to start.
    void startWanted();
    /// The user wants another page, by its id.
    void pageWanted(const QString& page);
    /// The page wants the whole window, or no longer.
    void fillWindow(bool fill);
    /// canUndo() or canRedo() may have changed.
    void historyChanged();
};

/// A page as the navigation knows it.
///
/// To add one: write its two files in pages/, and add a line to page_catalog.cpp and one to
/// ui/CMakeLists.txt. Navigation, shortcuts (Ctrl+1, 2, …) and `--page` use the catalogue.
struct PageEntry {
    const char* id;
    const char* title;
    const char* icon;
    const char* tooltip;
    Page* (*make)(Session& session, Settings& settings);
};

[[nodiscard]] std::span<const PageEntry> pageCatalog();

} // namespace jitterscope::ui
