// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/session_file.h"
#include "ui/session/job_runner.h"

#include <memory>

namespace jitterscope::ui {

/// Writes session files, whole or not at all, on a thread of its own: four million frames take seconds.
class SessionWriter final : public JobRunner {
    Q_OBJECT
public:
    explicit SessionWriter(QObject* parent = nullptr);
    ~SessionWriter() override; ///< what is being written is given up; the old file stays

    /// Error: another file is being written.
    Result<Done> write(const QString& path, SavedSession session, const Privacy& privacy = {});

signals:
    /// This or failed() follows write().
    void written(const QString& path);

private:
    struct Work;
    void ended() override;

    std::shared_ptr<Work> m_work;
};

} // namespace jitterscope::ui
