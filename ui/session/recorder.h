// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/csv.h"
#include "core/run/collector.h"

#include <QString>

#include <memory>

namespace jitterscope::ui {

/// Passes samples on to a file while one is being recorded; can be switched on and off during a run.
class Recorder final : public SampleSink {
public:
    /// Frames of the run so far that are written first; more would hold up the window.
    static constexpr std::size_t kWrittenFirst = 200'000;

    /// Opens `path` for a run that has this so far. Samples kept so far go first, if they are few enough.
    Result<Done> open(const RunResult& sofar, const QString& path);
    /// The file appears whole. Nothing happens when none is open.
    Result<Done> close();

    [[nodiscard]] bool recording() const noexcept { return m_file != nullptr; }
    [[nodiscard]] bool failed() const noexcept { return m_file != nullptr && m_file->failed(); }
    [[nodiscard]] QString path() const { return m_path; }
    /// The file holds the run from its first frame.
    [[nodiscard]] bool whole() const noexcept { return m_whole; }

    void frame(const FrameSample& sample) override;
    void sleep(const SleepSample& sample) override;

private:
    std::unique_ptr<StreamingCsv> m_file;
    QString m_path;
    bool m_whole = false;
};

} // namespace jitterscope::ui
