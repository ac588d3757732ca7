// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/readout.h"
#include "ui/session/report_keeper.h"

#include <QAction>
#include <QStringList>
#include <QWidget>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace jitterscope::ui {

class PlotCard;
class Session;
class Settings;

inline constexpr int kPageGap = 12; ///< px between the parts of a page

/// A page that measures something itself: Start and F5 mean that, and not the Live run.
class MeasuringPage {
public:
    /// Starts what is shown; if it cannot, says why, or offers what is needed.
    virtual void start() = 0;
    /// Ends what this page measures or reads.
    virtual void cancel() = 0;
    /// What this page measures now, for people: “Accuracy”, 34 %. Empty: nothing.
    [[nodiscard]] virtual QString measuring() const { return {}; }
    /// How far that is, 0 … 1.
    [[nodiscard]] virtual double measuredShare() const { return 0; }
    /// Files are being read.
    [[nodiscard]] virtual bool reading() const { return false; }

protected:
    ~MeasuringPage() = default;
};

/// A page that has files of its own: Open… and Save… mean these.
class FilingPage {
public:
    virtual void askOpen() = 0;
    /// False: there is nothing of its own to save now.
    virtual bool askSave() = 0;
    /// What Save… is called then; empty: there is nothing of its own to save now.
    [[nodiscard]] virtual QString saveText() const = 0;
    /// This page opens such a file, whatever page is shown.
    [[nodiscard]] virtual bool opens(const QString& path) const = 0;
    /// False: not opened; failed() has been emitted.
    virtual bool open(const QString& path) = 0;
    /// Opens several files that belong together here, or says why it cannot. False: they do not belong
    /// together here.
    virtual bool openTogether(const QStringList&) { return false; }

protected:
    ~FilingPage() = default;
};

/// A page on which something can be in no file yet, so that it would be lost.
class KeepingPage {
public:
    /// That, for people: a line for each thing.
    [[nodiscard]] virtual QStringList unsaved() const = 0;
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

protected:
    ~KeepingPage() = default;
    /// unsavedReports() are in files now.
    virtual void reportsSaved() {}
};

/// Saves what is unsaved on all of these pages in this folder, and calls `done` once with the last error.
void saveAllInto(const QString& folder, const QList<KeepingPage*>& pages,
                 const std::function<void(const Result<Done>&)>& done);

/// A page that shows a plan whose changes can be taken back.
class UndoingPage {
public:
    [[nodiscard]] virtual bool canUndo() const = 0;
    [[nodiscard]] virtual bool canRedo() const = 0;
    virtual void undo() = 0;
    virtual void redo() = 0;

protected:
    ~UndoingPage() = default;
};

/// What the header shows while a page is shown, instead of what belongs to the Live run.
struct PageHead {
    QList<QAction*> actions = {}; ///< buttons
    QWidget* tools = nullptr;     ///< the page's own start button and what belongs to it
    std::vector<Readout> readouts = {};
};

/// One page of the window. A page is given its session and its settings, and knows no other page. What only
/// some pages can do is in classes of its own, above.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// This page as one that can do that; null: it cannot.
    template <typename Ability>
    [[nodiscard]] Ability* as() {
        return dynamic_cast<Ability*>(this);
    }

    /// Something of this page is on a screen, as far as the system tells: it is the shown page, and the
    /// window is neither minimised nor covered. Only then is it worth drawing.
    [[nodiscard]] bool seen() const;
    /// The least: the window scrolls a page that has less.
    [[nodiscard]] int heightForWidth(int width) const override;

    /// Charts whose context menus the window serves.
    [[nodiscard]] virtual QList<PlotCard*> charts() const { return {}; }
    /// The page's table for the clipboard; empty: none.
    [[nodiscard]] virtual QString tableText() const { return {}; }
    /// There is a report of what this page shows.
    [[nodiscard]] virtual bool hasReport() const { return false; }
    /// That report for the clipboard, as Markdown; empty: there is none.
    [[nodiscard]] virtual QString reportText() const { return {}; }
    /// Samples that are opened while this page is shown become the baseline of the Live run.
    [[nodiscard]] virtual bool takesBaseline() const { return false; }
    /// Takes over what has been typed. False: a field refuses, and has the keyboard now.
    virtual bool commit() { return true; }
    /// Freezes the picture; measuring goes on.
    virtual void setPaused(bool) {}
    /// Writes into the settings what the next start needs.
    virtual void remember(Settings&) const {}
    [[nodiscard]] virtual PageHead head() const { return {}; }
    /// Shows the part with this id, as the command line asks for; an empty id: where the page begins.
    virtual void showPart(const QString&) {}

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
    /// The buttons of head() have changed.
    void headChanged();
    /// The figures of head() have changed.
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

/// Those of the pages that can do that.
template <typename Ability>
[[nodiscard]] QList<Ability*> pagesWith(const QList<Page*>& pages) {
    QList<Ability*> able;
    for (Page* page : pages) {
        if (auto* one = page->as<Ability>(); one != nullptr)
            able << one;
    }
    return able;
}

/// The first of the pages that can do that and is taken; -1: none is.
template <typename Ability, typename Taken>
[[nodiscard]] int firstPageWith(const QList<Page*>& pages, const Taken& taken) {
    const auto found = std::ranges::find_if(pages, [&taken](Page* page) {
        auto* const able = page->as<Ability>();
        return able != nullptr && taken(*able);
    });
    return found == pages.end() ? -1 : static_cast<int>(found - pages.begin());
}

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
