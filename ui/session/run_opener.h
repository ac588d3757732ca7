// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/session_file.h"
#include "core/import/log_catalog.h"
#include "ui/session/job_runner.h"

#include <QStringList>

#include <memory>

namespace jitterscope::ui {

/// Opens files as runs, one after the other, on a thread of its own. Files are only read.
class RunOpener final : public JobRunner {
    Q_OBJECT
public:
    explicit RunOpener(QObject* parent = nullptr);
    ~RunOpener() override;

    /// Opens a file after those that are waiting: opened() or refused() follows.
    void open(const QString& path, const ImportOptions& options = {});
    /// Opens a whole session, with A, B and what they are judged by: sessionOpened() or refused() follows.
    void openSession(const QString& path);
    /// Ends what is being opened, within 200 ms, and forgets the files that are waiting.
    void cancelAll();
    /// The file that is being opened; empty: none.
    [[nodiscard]] QString path() const;
    [[nodiscard]] std::uint64_t bytesRead() const noexcept;

signals:
    void opened(const QString& path, const std::vector<jitterscope::ComparedRun>& runs);
    void sessionOpened(const QString& path, const jitterscope::SavedSession& session);
    /// The file could not be opened. ErrorCode::Usage: the user has to say more, such as which process of a
    /// log.
    void refused(const QString& path, const jitterscope::Error& error);
    /// No file is waiting any more.
    void finished();

private:
    struct Wanted {
        QString path;
        ImportOptions options;
        bool whole = false; ///< open it as a session
    };
    struct Work;
    void add(Wanted wanted);
    void startNext();
    void tell(const Work& work);
    void ended() override;

    std::shared_ptr<Work> m_work;
    std::vector<Wanted> m_waiting;
};

} // namespace jitterscope::ui
