// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_opener.h"

#include <atomic>
#include <optional>
#include <utility>

namespace jitterscope::ui {

struct RunOpener::Work {
    QString path;
    ImportOptions options;
    CancelFlag cancel{false};
    std::atomic<std::uint64_t> bytes{0};
    std::optional<Result<std::vector<ComparedRun>>> outcome;
};

RunOpener::RunOpener(QObject* parent) : JobRunner(parent) {}

RunOpener::~RunOpener() {
    if (m_work)
        m_work->cancel = true;
}

QString RunOpener::path() const {
    return m_work ? m_work->path : QString();
}

std::uint64_t RunOpener::bytesRead() const noexcept {
    return m_work ? m_work->bytes.load(std::memory_order_relaxed) : 0;
}

void RunOpener::open(const QString& path, const ImportOptions& options) {
    m_waiting.emplace_back(path, options);
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
    std::tie(work->path, work->options) = m_waiting.front();
    m_waiting.erase(m_waiting.begin());
    const auto begun = begin(
        [work](JobControl&) {
            work->outcome = openRuns(work->path.toStdString(), work->options, &work->cancel,
                                     [&work](std::uint64_t bytes) { work->bytes = bytes; });
        },
        false, 1);
    if (!begun) {
        emit failed(QString::fromStdString(begun.error().message()));
        return;
    }
    m_work = std::move(work);
    emit started();
}

void RunOpener::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    if (*work->outcome)
        emit opened(work->path, work->outcome->value());
    else if (work->outcome->error().code != ErrorCode::Cancelled)
        emit refused(work->path, work->outcome->error());
    if (running())
        return; // a slot has opened another one
    if (m_waiting.empty())
        emit finished();
    else
        startNext();
}

} // namespace jitterscope::ui
