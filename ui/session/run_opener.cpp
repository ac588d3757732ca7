// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_opener.h"

#include "core/import/open_runs.h"
#include "ui/format/outside_text.h"

#include <atomic>
#include <optional>
#include <utility>

namespace jitterscope::ui {

struct RunOpener::Work {
    Wanted wanted;
    CancelFlag cancel{false};
    std::atomic<std::uint64_t> bytes{0};
    std::optional<Result<std::vector<ComparedRun>>> runs;
    std::optional<Result<SavedSession>> session; ///< instead of `runs`
};

RunOpener::RunOpener(QObject* parent) : JobRunner(parent) {}

RunOpener::~RunOpener() {
    if (m_work)
        m_work->cancel = true;
}

QString RunOpener::path() const {
    return m_work ? m_work->wanted.path : QString();
}

std::uint64_t RunOpener::bytesRead() const noexcept {
    return m_work ? m_work->bytes.load(std::memory_order_relaxed) : 0;
}

void RunOpener::open(const QString& path, const ImportOptions& options) {
    add({path, options, false});
}

void RunOpener::openSession(const QString& path) {
    add({path, {}, true});
}

void RunOpener::add(Wanted wanted) {
    m_waiting.push_back(std::move(wanted));
    if (!running())
        startNext();
}

void RunOpener::cancelAll() {
    m_waiting.clear();
    if (m_work)
        m_work->cancel = true;
}

void RunOpener::startNext() {
    auto work = std::make_shared<Work>();
    work->wanted = std::move(m_waiting.front());
    m_waiting.erase(m_waiting.begin());
    const auto begun = begin(
        [work](JobControl&) {
            const std::string path = work->wanted.path.toStdString();
            if (work->wanted.whole)
                work->session = readSessionFile(path, &work->cancel);
            else
                work->runs = openRuns(path, work->wanted.options, &work->cancel,
                                      [&work](std::uint64_t bytes) { work->bytes = bytes; });
        },
        false, 1);
    if (!begun) {
        emit failed(format::text(begun.error().message()));
        return;
    }
    m_work = std::move(work);
    emit started();
}

void RunOpener::tell(const Work& work) {
    const Error* const error = work.session ? (*work.session ? nullptr : &work.session->error())
                                            : (*work.runs ? nullptr : &work.runs->error());
    if (error == nullptr && work.session)
        emit sessionOpened(work.wanted.path, work.session->value());
    else if (error == nullptr)
        emit opened(work.wanted.path, work.runs->value());
    else if (error->code != ErrorCode::Cancelled)
        emit refused(work.wanted.path, *error);
}

void RunOpener::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    tell(*work);
    if (running())
        return; // a slot has opened another one
    if (m_waiting.empty())
        emit finished();
    else
        startNext();
}

} // namespace jitterscope::ui
