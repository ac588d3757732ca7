// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/job_runner.h"
#include "ui/session/run_list.h"

#include <QLockFile>
#include <QTimer>

namespace jitterscope::ui {

/// Keeps what would be lost in a crash: some seconds after each change the runs go to a file beside the
/// settings, written on a thread of its own, whole or not at all. A program that ends in order removes it.
class SessionKeeper final : public JobRunner {
    Q_OBJECT
public:
    /// `path`: of that file; empty: nothing is kept. Only one window at a time keeps its runs there.
    SessionKeeper(RunList& runs, const QString& path, QObject* parent = nullptr);
    ~SessionKeeper() override; ///< removes the file

    /// A program before this one did not end in order, and left its runs; asked once, at the start.
    [[nodiscard]] bool leftover() const noexcept { return m_leftover; }
    /// They become the runs of the list. Error: the file cannot be read; it is kept as `.bak`.
    Result<Done> restore();
    /// They are not wanted.
    void discard();

signals:
    /// The file holds the runs as they are.
    void kept();

private:
    struct Work;
    void write();
    void ended() override;

    RunList& m_runs;
    QString m_path;
    QLockFile m_lock;
    bool m_leftover = false;
    bool m_again = false; ///< something has changed since the writing began
    QTimer m_timer;
    std::shared_ptr<Work> m_work;
};

} // namespace jitterscope::ui
