// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/run_list.h"
#include "ui/session/run_opener.h"
#include "ui/session/session_writer.h"
#include "ui/session/unsaved_files.h"

#include <QStringList>
#include <QTimer>

#include <memory>

namespace jitterscope::ui {

/// Keeps what would be lost: within two seconds of a change the runs go to a file beside the settings, whole
/// or not at all. The file goes when the user leaves the runs unsaved (letGo()), or when nothing is unsaved
/// any more. Otherwise it stays for the next start, whatever ends the window. Reads and writes on threads of
/// their own.
class SessionKeeper final : public QObject {
    Q_OBJECT
public:
    /// `path`: of that file; empty: nothing is kept. Each window has a file of its own (UnsavedFiles).
    SessionKeeper(RunList& runs, const QString& path, QObject* parent = nullptr);
    ~SessionKeeper() override;

    /// What earlier windows left and this one has neither restored nor discarded, the oldest first.
    [[nodiscard]] const std::vector<UnsavedFiles::Left>& left() const noexcept { return m_left; }
    /// Adds the runs of this file, one of left(), to the list: restored() follows. Or else failed(), and the
    /// file is put aside as `.bak`.
    void restore(const QString& path);
    void restoreAll();
    /// Removes this file, one of left().
    void discard(const QString& path);

    /// Writes what is not kept yet, before it returns: the program is about to be ended from outside.
    void keepNow();
    /// Looks again whether there is something to keep.
    void refresh();
    /// The user leaves what is not saved: it is no longer kept.
    void letGo();

signals:
    /// The file holds the runs as they were when it was begun.
    void kept();
    void restored();
    /// In words.
    void failed(const QString& message);

private:
    void makeWriter();
    void follow();
    void write();
    void written();
    void drop();
    void take(const QString& path, const SavedSession& session);
    void refuse(const QString& path, const Error& error);

    RunList& m_runs;
    UnsavedFiles m_files;
    std::vector<UnsavedFiles::Left> m_left = m_files.left();
    QStringList m_taken;    ///< files of left() whose runs are in the list, but not in own() yet
    bool m_changed = false; ///< since the last writing began
    bool m_refused = false; ///< it has been said that nothing can be kept
    QTimer m_timer{this};
    std::unique_ptr<SessionWriter> m_writer;
    RunOpener m_opener;
};

} // namespace jitterscope::ui
