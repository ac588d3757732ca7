// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/run_list.h"
#include "ui/session/run_opener.h"
#include "ui/session/session_writer.h"

#include <QLockFile>
#include <QStringList>
#include <QTimer>

#include <memory>

namespace jitterscope::ui {

/// Keeps what would be lost in a crash: some seconds after each change the runs go to a file beside the
/// settings, whole or not at all. A program that ends in order removes it. What a program before left is put
/// aside under a number, `unsaved-1.jssession`, until it is brought back or not wanted. Reads and writes on
/// threads of their own.
class SessionKeeper final : public QObject {
    Q_OBJECT
public:
    /// `path`: of that file; empty: nothing is kept. Only one window at a time keeps its runs there.
    SessionKeeper(RunList& runs, const QString& path, QObject* parent = nullptr);
    ~SessionKeeper() override; ///< removes the file

    /// A program before this one did not end in order, and left its runs.
    [[nodiscard]] bool leftover() const noexcept { return !m_left.isEmpty(); }
    /// They join the runs of the list: restored() follows; and failed() for each file that cannot be read. It
    /// is then kept as `.bak`.
    void restore();
    /// They are not wanted.
    void discard();

signals:
    /// The file holds the runs as they are.
    void kept();
    void restored();
    /// In words.
    void failed(const QString& message);

private:
    void putAside();
    void follow();
    void write();
    void take(const QString& path, const SavedSession& session);
    void refuse(const QString& path, const Error& error);

    RunList& m_runs;
    QString m_path;
    QLockFile m_lock;
    QStringList m_left;   ///< files of programs before, not asked for yet
    QStringList m_taken;  ///< of these, in the list but not kept again yet
    bool m_again = false; ///< something has changed since the writing began
    QTimer m_timer;
    std::unique_ptr<SessionWriter> m_writer = std::make_unique<SessionWriter>();
    RunOpener m_opener;
};

} // namespace jitterscope::ui
