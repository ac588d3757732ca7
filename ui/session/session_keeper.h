// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/run_list.h"
#include "ui/session/run_opener.h"
#include "ui/session/session_writer.h"
#include "ui/session/unsaved_files.h"

#include <QStringList>

#include <memory>

namespace jitterscope::ui {

/// Keeps runs that are in no file. Reads and writes on threads of their own.
class SessionKeeper final : public Keeper {
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

signals:
    void restored();

private:
    void makeWriter();
    void follow();
    void write() override;
    [[nodiscard]] bool writing() const override { return m_writer->running(); }
    void giveUp() override { makeWriter(); }
    void written();
    void drop() override;
    void take(const QString& path, const SavedSession& session);
    void refuse(const QString& path, const Error& error);

    RunList& m_runs;
    std::vector<UnsavedFiles::Left> m_left = m_files.left();
    QStringList m_taken;    ///< files of left() whose runs are in the list, but not in own() yet
    bool m_refused = false; ///< it has been said that nothing can be kept
    std::unique_ptr<SessionWriter> m_writer;
    RunOpener m_opener;
};

} // namespace jitterscope::ui
