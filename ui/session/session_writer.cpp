// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_writer.h"

#include "ui/format/outside_text.h"

#include <utility>

namespace jitterscope::ui {

struct SessionWriter::Work {
    QString path;
    SavedSession session;
    Privacy privacy;
    CancelFlag cancel{false};
    Result<Done> outcome = Done{};
};

SessionWriter::SessionWriter(QObject* parent) : JobRunner(parent) {}

SessionWriter::~SessionWriter() {
    if (m_work)
        m_work->cancel = true;
    endNow();
}

Result<Done> SessionWriter::write(const QString& path, SavedSession session, const Privacy& privacy) {
    auto work = std::make_shared<Work>();
    work->path = path;
    work->session = std::move(session);
    work->privacy = privacy;
    const auto begun = begin(
        [work](JobControl&) {
            work->outcome =
                writeSessionFile(work->path.toStdString(), work->session, &work->cancel, work->privacy);
        },
        false, 1);
    if (!begun)
        return Error{begun.error().code, "another session is being saved", "wait until it is done"};
    m_work = std::move(work);
    emit started();
    return Done{};
}

void SessionWriter::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    if (work->outcome)
        emit written(work->path);
    else
        emit failed(format::text(work->outcome.error().message()));
}

} // namespace jitterscope::ui
